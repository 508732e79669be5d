//! Triton Inference Server, with or without the TensorRT-LLM backend.
//!
//! - Latencies are cumulative microsecond counters beside a request counter: means only, no buckets.
//!   They are listed, not used: they are no histogram.
//! - Summary quantiles are off by default and cannot be combined.

use crate::catalog::row::{Row, counter, gauge, histogram, ignored, split, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("nv_", [
    histogram("nv_inference_first_response_histogram_ms", Ttft).scale(1e-3),
    gauge("nv_inference_pending_request_count", Waiting).rank(1),
    ignored("nv_inference_queue_duration_us", Kind::Counter),
    ignored("nv_inference_queue_summary_us", Kind::Histogram),
    ignored("nv_inference_request_duration_us", Kind::Counter),
    counter("nv_inference_request_success", Finished),
    split("nv_trt_llm_kv_cache_block_metrics", Kind::Gauge, "kv_cache_block_type", &[("fraction", KvUsage)]),
    split("nv_trt_llm_request_metrics", Kind::Gauge, "request_type", &[("scheduled", Running), ("waiting", Waiting)]),
]);
