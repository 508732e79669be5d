//! Hugging Face Text Generation Inference.
//!
//! - It has no TTFT histogram, no KV usage and no preemptions.
//! - `batch_forward_duration` is per batch, not per request: it is no prefill time.
//! - Durations are seconds although the names do not say so; counters carry no `_total`.

use crate::catalog::row::{Row, counter, gauge, histogram, ignored, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("tgi_", [
    ignored("tgi_batch_current_max_tokens", Kind::Gauge),
    gauge("tgi_batch_current_size", Running),
    ignored("tgi_batch_forward_duration", Kind::Histogram),
    gauge("tgi_queue_size", Waiting),
    histogram("tgi_request_duration", E2e),
    ignored("tgi_request_failure", Kind::Counter),
    histogram("tgi_request_inference_duration", InferenceTime),
    histogram("tgi_request_mean_time_per_token_duration", Tpot),
    histogram("tgi_request_queue_duration", QueueTime),
    counter("tgi_request_success", Finished),
    ignored("tgi_request_validation_duration", Kind::Histogram),
]);
