//! TensorRT-LLM's own server, modelled on vLLM's names.
//!
//! - There is no preemption counter; `num_paused_requests` is a gauge.
//! - Reused and missed blocks count blocks, not tokens: only the hit-rate gauge is comparable.

use crate::catalog::row::{Row, counter, gauge, histogram, ignored, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("trtllm_", [
    histogram("trtllm_e2e_request_latency_seconds", E2e),
    counter("trtllm_generation_tokens_total", GenerationTokens),
    ignored("trtllm_iteration_latency_seconds", Kind::Gauge),
    ignored("trtllm_kv_cache_free_blocks", Kind::Gauge),
    gauge("trtllm_kv_cache_hit_rate", PrefixHitRate),
    ignored("trtllm_kv_cache_max_blocks", Kind::Gauge),
    ignored("trtllm_kv_cache_missed_blocks_total", Kind::Counter),
    ignored("trtllm_kv_cache_reused_blocks_total", Kind::Counter),
    gauge("trtllm_kv_cache_utilization", KvUsage),
    ignored("trtllm_num_paused_requests", Kind::Gauge),
    gauge("trtllm_num_requests_running", Running),
    gauge("trtllm_num_requests_waiting", Waiting),
    counter("trtllm_prompt_tokens_total", PromptTokens),
    histogram("trtllm_request_decode_time_seconds", DecodeTime),
    histogram("trtllm_request_inference_time_seconds", InferenceTime),
    histogram("trtllm_request_prefill_time_seconds", PrefillTime),
    histogram("trtllm_request_queue_time_seconds", QueueTime),
    counter("trtllm_request_success_total", Finished),
    histogram("trtllm_time_per_output_token_seconds", Tpot),
    histogram("trtllm_time_to_first_token_seconds", Ttft),
]);
