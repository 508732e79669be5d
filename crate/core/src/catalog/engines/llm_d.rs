//! The llm-d router (endpoint picker), formerly the Gateway API inference extension.
//!
//! - Times are taken at the gateway. Its flow-control queue stands before vLLM and is invisible there.
//! - TTFT of a request that does not stream is its whole duration: only `streaming="true"` counts.
//! - The former prefixes are emitted in parallel: they are known and never used, so nothing is
//!   counted twice.

use crate::catalog::row::{Row, gauge, histogram, ignored, split, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

pub(super) const OLD_PREFIXES: &[&str] =
    &["inference_objective_", "inference_pool_", "inference_extension_", "llm_d_inference_scheduler_"];

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("llm_d_epp_", [
    ignored("llm_d_epp_average_kv_cache_utilization", Kind::Gauge),
    ignored("llm_d_epp_average_queue_size", Kind::Gauge),
    gauge("llm_d_epp_flow_control_queue_size", Waiting),
    histogram("llm_d_epp_flow_control_request_queue_duration_seconds", QueueTime),
    ignored("llm_d_epp_per_endpoint_queue_size", Kind::Gauge),
    ignored("llm_d_epp_prefix_indexer_hit_ratio", Kind::Histogram),
    histogram("llm_d_epp_request_duration_seconds", E2e),
    ignored("llm_d_epp_request_ntpot_seconds", Kind::Histogram),
    gauge("llm_d_epp_request_running", Running),
    histogram("llm_d_epp_request_streaming_itl_seconds", Itl),
    histogram("llm_d_epp_request_streaming_tpot_seconds", Tpot),
    split("llm_d_epp_request_ttft_seconds", Kind::Histogram, "streaming", &[("true", Ttft)]),
    ignored("llm_d_epp_scheduler_e2e_duration_seconds", Kind::Histogram),
]);
