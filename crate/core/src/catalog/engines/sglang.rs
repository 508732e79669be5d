//! SGLang.
//!
//! - `inter_token_latency_seconds` is per token here (interval divided by new tokens), per output in vLLM.
//! - Retraction is SGLang's preemption. The gauge `num_retracted_reqs` is the value of the last batch
//!   and no substitute for the counter.
//! - Scheduler series repeat once per tensor-parallel rank when all schedulers export.

use crate::catalog::row::{Guard, Row, counter, gauge, histogram, ignored, table};
use crate::catalog::signals::Kind;
use crate::catalog::signals::Signal::*;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &table("sglang:", [
    ignored("sglang:avg_request_queue_latency", Kind::Gauge),
    gauge("sglang:cache_hit_rate", PrefixHitRate).guard(Guard::FirstRank),
    counter("sglang:cached_tokens_total", PromptTokensCached),
    histogram("sglang:e2e_request_latency_seconds", E2e),
    ignored("sglang:gen_throughput", Kind::Gauge),
    counter("sglang:generation_tokens_total", GenerationTokens),
    histogram("sglang:inter_token_latency_seconds", Itl),
    histogram("sglang:kv_transfer_latency_ms", KvTransferTime).scale(1e-3).guard(Guard::FirstRank),
    gauge("sglang:max_total_num_tokens", KvTokens).guard(Guard::FirstRank),
    ignored("sglang:num_decode_prealloc_queue_reqs", Kind::Gauge),
    gauge("sglang:num_decode_transfer_queue_reqs", WaitingKvFetch).guard(Guard::FirstRank),
    ignored("sglang:num_prefill_inflight_queue_reqs", Kind::Gauge),
    gauge("sglang:num_queue_reqs", Waiting).guard(Guard::FirstRank),
    ignored("sglang:num_retracted_reqs", Kind::Gauge),
    counter("sglang:num_retracted_requests_total", Preemptions).guard(Guard::FirstRank),
    gauge("sglang:num_running_reqs", Running).guard(Guard::FirstRank),
    ignored("sglang:num_used_tokens", Kind::Gauge),
    ignored("sglang:per_stage_req_latency_seconds", Kind::Histogram),
    counter("sglang:prompt_tokens_total", PromptTokens),
    histogram("sglang:queue_time_seconds", QueueTime).guard(Guard::FirstRank),
    histogram("sglang:request_time_per_output_token_seconds", Tpot),
    histogram("sglang:time_to_first_token_seconds", Ttft),
    gauge("sglang:token_usage", KvUsage).guard(Guard::FirstRank),
]);
