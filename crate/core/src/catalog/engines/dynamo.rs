//! NVIDIA Dynamo: the frontend's view and the components' gauges. Workers pass `vllm:`, `sglang:` and
//! `trtllm_` series through unchanged.
//!
//! - Times are taken at the HTTP frontend: they hold tokenisation, routing and transport.
//! - `queued_requests` counts until the first token, so it includes prefill; `inflight_requests`
//!   counts the whole life. Neither is the scheduler's waiting or running.
//! - `gpu_cache_usage_percent` is 0 to 1 despite its name.
//! - The prefix can be changed (`DYN_METRICS_PREFIX`); changed names are unknown.

use crate::catalog::row::{Row, gauge, histogram, ignored, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("dynamo_", [
    gauge("dynamo_component_gpu_cache_usage_percent", KvUsage),
    ignored("dynamo_component_total_blocks", Kind::Gauge),
    ignored("dynamo_frontend_cached_tokens", Kind::Histogram),
    ignored("dynamo_frontend_inflight_requests", Kind::Gauge),
    histogram("dynamo_frontend_inter_token_latency_seconds", Itl),
    ignored("dynamo_frontend_model_total_kv_blocks", Kind::Gauge),
    ignored("dynamo_frontend_queued_requests", Kind::Gauge),
    histogram("dynamo_frontend_request_duration_seconds", E2e),
    ignored("dynamo_frontend_router_queue_pending_requests", Kind::Gauge),
    ignored("dynamo_frontend_stage_duration_seconds", Kind::Histogram),
    histogram("dynamo_frontend_time_to_first_token_seconds", Ttft),
    ignored("dynamo_frontend_tokenizer_latency_ms", Kind::Histogram),
    ignored("dynamo_request_plane_queue_seconds", Kind::Histogram),
    ignored("dynamo_request_plane_roundtrip_ttft_seconds", Kind::Histogram),
]);
