//! When vLLM had which family.

use super::generations::Core;

/// When one core had a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First release with it.
    pub since: &'static str,
    /// First release without it.
    pub gone: Option<&'static str>,
}

/// The life of one family of vLLM. Bounds are the first and last of 73 releases, 0.2.7 to 0.33.0,
/// whose source defines it.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    /// Canonical family.
    pub family: &'static str,
    /// Under the V0 core.
    pub v0: Option<Span>,
    /// Under the V1 core.
    pub v1: Option<Span>,
    /// Hidden by default from this release on (`--show-hidden-metrics-for-version` brings it back).
    pub hidden: Option<&'static str>,
    /// Every server of that release shows it after a few requests, and the walk reads it.
    pub expected: bool,
}

impl Life {
    /// When `core` had it.
    pub fn span(&self, core: Core) -> Option<Span> {
        match core {
            Core::V0 => self.v0,
            Core::V1 => self.v1,
        }
    }

    const fn hidden(mut self, release: &'static str) -> Life {
        self.hidden = Some(release);
        self
    }
}

/// The release in which the V0 core was gone.
const V0_GONE: &str = "0.11.1";

const fn v0(since: &'static str) -> Option<Span> {
    v0_until(since, V0_GONE)
}

const fn v0_until(since: &'static str, gone: &'static str) -> Option<Span> {
    Some(Span { since, gone: Some(gone) })
}

const fn v1(since: &'static str) -> Option<Span> {
    Some(Span { since, gone: None })
}

const fn v1_until(since: &'static str, gone: &'static str) -> Option<Span> {
    Some(Span { since, gone: Some(gone) })
}

const fn always(family: &'static str, v0: Option<Span>, v1: Option<Span>) -> Life {
    Life { family, v0, v1, hidden: None, expected: true }
}

const fn sometimes(family: &'static str, v0: Option<Span>, v1: Option<Span>) -> Life {
    Life { family, v0, v1, hidden: None, expected: false }
}

/// The families that tell generations apart, and those the walk reads.
#[rustfmt::skip]
pub const LIVES: &[Life] = &[
    sometimes("vllm:admission_rejections_total", None, v1("0.32.0")),
    sometimes("vllm:avg_generation_throughput_toks_per_s", v0_until("0.2.7", "0.7.0"), None),
    sometimes("vllm:avg_prompt_throughput_toks_per_s", v0_until("0.2.7", "0.7.0"), None),
    always("vllm:cache_config_info", v0("0.3.3"), v1("0.8.0")),
    sometimes("vllm:corrupted_requests_total", None, v1("0.11.1")),
    sometimes("vllm:cpu_cache_usage_perc", v0_until("0.2.7", "0.9.1"), None).hidden("0.8.3"),
    sometimes("vllm:cpu_prefix_cache_hit_rate", v0_until("0.5.5", "0.9.1"), None).hidden("0.8.3"),
    always("vllm:e2e_request_latency_seconds", v0("0.3.1"), v1("0.7.3")),
    sometimes("vllm:engine_sleep_state", None, v1("0.11.1")),
    sometimes("vllm:estimated_flops_per_gpu_total", None, v1("0.17.0")),
    sometimes("vllm:external_prefix_cache_hits_total", None, v1("0.11.1")),
    sometimes("vllm:external_prefix_cache_queries_total", None, v1("0.11.1")),
    always("vllm:generation_tokens_total", v0("0.3.1"), v1("0.7.1")),
    always("vllm:gpu_cache_usage_perc", v0("0.2.7"), v1_until("0.7.1", "0.12.0")).hidden("0.11.0"),
    sometimes("vllm:gpu_prefix_cache_hit_rate", v0_until("0.5.5", "0.9.1"), None).hidden("0.8.3"),
    always("vllm:gpu_prefix_cache_hits_total", None, v1_until("0.7.3", "0.12.0")).hidden("0.11.0"),
    always("vllm:gpu_prefix_cache_queries_total", None, v1_until("0.7.3", "0.12.0")).hidden("0.11.0"),
    always("vllm:inter_token_latency_seconds", v0("0.10.2"), v1("0.10.2")),
    always("vllm:iteration_tokens_total", v0("0.6.4"), v1("0.7.3")),
    sometimes("vllm:kv_block_lifetime_seconds", None, v1("0.12.0")),
    always("vllm:kv_cache_usage_perc", None, v1("0.9.2")),
    sometimes("vllm:kv_offload_config_info", None, v1("0.33.0")),
    sometimes("vllm:lora_requests_info", v0("0.6.4"), v1("0.8.0")),
    sometimes("vllm:mm_cache_hits_total", None, v1("0.11.1")),
    sometimes("vllm:mm_cache_queries_total", None, v1("0.11.1")),
    sometimes("vllm:model_execute_time_milliseconds", v0_until("0.6.4", "0.9.1"), None).hidden("0.8.3"),
    sometimes("vllm:model_forward_time_milliseconds", v0_until("0.6.4", "0.9.1"), None).hidden("0.8.3"),
    sometimes("vllm:mooncake_xfer_time_seconds", None, v1("0.33.0")),
    sometimes("vllm:nixl_xfer_time_seconds", None, v1("0.11.1")),
    always("vllm:num_preemptions_total", v0("0.4.3"), v1("0.8.0")),
    sometimes("vllm:num_requests_kv_fetch_by_stage", None, v1("0.32.0")),
    always("vllm:num_requests_running", v0("0.2.7"), v1("0.7.1")),
    sometimes("vllm:num_requests_swapped", v0_until("0.2.7", "0.9.1"), None).hidden("0.8.3"),
    always("vllm:num_requests_waiting", v0("0.2.7"), v1("0.7.1")),
    always("vllm:num_requests_waiting_by_reason", None, v1("0.20.0")),
    always("vllm:prefix_cache_hits_total", None, v1("0.9.2")),
    always("vllm:prefix_cache_queries_total", None, v1("0.9.2")),
    always("vllm:prompt_tokens_by_source_total", None, v1("0.16.0")),
    sometimes("vllm:prompt_tokens_cached_by_source_total", None, v1("0.32.0")),
    always("vllm:prompt_tokens_cached_total", None, v1("0.16.0")),
    sometimes("vllm:prompt_tokens_recomputed_total", None, v1_until("0.16.0", "0.20.0")),
    always("vllm:prompt_tokens_total", v0("0.3.1"), v1("0.7.1")),
    always("vllm:request_decode_time_seconds", v0("0.6.4"), v1("0.7.3")),
    always("vllm:request_generation_tokens", v0("0.4.2"), v1("0.7.1")),
    always("vllm:request_inference_time_seconds", v0("0.6.4"), v1("0.7.3")),
    sometimes("vllm:request_max_num_generation_tokens", v0("0.6.4"), v1("0.8.0")),
    always("vllm:request_num_preemptions", None, v1("0.30.0")),
    sometimes("vllm:request_params_best_of", v0_until("0.4.2", "0.6.3"), None),
    sometimes("vllm:request_params_max_tokens", v0("0.6.4"), v1("0.8.0")),
    sometimes("vllm:request_params_n", v0("0.4.2"), v1("0.8.0")),
    always("vllm:request_prefill_kv_computed_tokens", None, v1("0.13.0")),
    always("vllm:request_prefill_time_seconds", v0("0.6.4"), v1("0.7.3")),
    always("vllm:request_prompt_tokens", v0("0.4.2"), v1("0.7.1")),
    always("vllm:request_queue_time_seconds", v0("0.6.4"), v1("0.7.3")),
    always("vllm:request_success_total", v0("0.4.2"), v1("0.7.2")),
    always("vllm:request_time_per_output_token_seconds", None, v1("0.11.0")),
    sometimes("vllm:rl_weight_update_operations_in_flight", None, v1("0.32.0")),
    sometimes("vllm:spec_decode_draft_acceptance_rate", v0_until("0.5.3", "0.10.0"), None),
    sometimes("vllm:spec_decode_efficiency", v0_until("0.5.3", "0.10.0"), None),
    sometimes("vllm:spec_decode_num_accepted_tokens_per_pos_total", None, v1("0.8.5")),
    sometimes("vllm:spec_decode_num_accepted_tokens_total", v0_until("0.5.3", "0.10.0"), v1("0.8.3")),
    sometimes("vllm:spec_decode_num_draft_tokens_total", v0_until("0.5.3", "0.10.0"), v1("0.8.3")),
    sometimes("vllm:spec_decode_num_drafts_total", None, v1("0.8.5")),
    sometimes("vllm:spec_decode_num_emitted_tokens_total", v0_until("0.5.3", "0.10.0"), None),
    sometimes("vllm:time_in_queue_requests", v0_until("0.6.4", "0.9.1"), None).hidden("0.8.3"),
    always("vllm:time_per_output_token_seconds", v0("0.3.1"), v1_until("0.7.1", "0.15.0")).hidden("0.12.0"),
    always("vllm:time_to_first_token_seconds", v0("0.3.1"), v1("0.7.1")),
    sometimes("vllm:tokens_total", v0_until("0.6.4", "0.8.0"), None),
    sometimes("vllm:tool_call_parser_invocations_total", None, v1("0.24.0")),
    sometimes("vllm:websocket_connections_total", None, v1("0.18.0")),
];

#[cfg(test)]
mod tests {
    use super::super::version::Version;
    use super::*;

    #[test]
    fn lives_are_in_order_and_belong_to_known_families() {
        for pair in LIVES.windows(2) {
            assert!(pair[0].family < pair[1].family, "{}", pair[1].family);
        }
        for life in LIVES {
            assert!(life.v0.is_some() || life.v1.is_some(), "{}", life.family);
            for span in [life.v0, life.v1].into_iter().flatten() {
                assert!(span.gone.is_none_or(|gone| Version(span.since) < Version(gone)), "{}", life.family);
            }
        }
    }
}
