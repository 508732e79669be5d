//! NVIDIA NIM for LLMs: vLLM's names of the V0 era without a prefix, at `/v1/metrics`.
//!
//! - `time_per_output_token_seconds` is the gap between outputs, as in vLLM.
//! - `num_request_max` is the sequence cap, which vLLM itself never exports.

use crate::catalog::row::{Row, counter, gauge, histogram, table};
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("", [
    histogram("e2e_request_latency_seconds", E2e),
    counter("generation_tokens_total", GenerationTokens),
    gauge("gpu_cache_usage_perc", KvUsage),
    gauge("num_request_max", RunningLimit),
    gauge("num_requests_running", Running),
    gauge("num_requests_waiting", Waiting),
    counter("prompt_tokens_total", PromptTokens),
    counter("request_finish_total", Finished),
    histogram("request_generation_tokens", RequestGenerationTokens),
    histogram("request_prompt_tokens", RequestPromptTokens),
    histogram("time_per_output_token_seconds", Itl),
    histogram("time_to_first_token_seconds", Ttft),
]);
