//! What vLLM's metrics are known to get wrong, and in which releases.

use super::generations::{Core, Generation};
use super::signals::Signal::{self, *};
use crate::text::Text;

/// One known defect of the metrics. Ids are never reused.
#[derive(Clone, Copy, Debug)]
pub struct Bug {
    /// Stable id, snake case.
    pub id: &'static str,
    /// Which core has it; `None` for both.
    pub engine: Option<Core>,
    /// First release with it; `None` when it was always so.
    pub first: Option<&'static str>,
    /// Last release with it; `None` when it still is so.
    pub last: Option<&'static str>,
    /// What it does to the numbers.
    pub effect: Text,
    /// The signals whose numbers are wrong.
    pub signals: &'static [Signal],
    /// Where it is documented.
    pub source: &'static str,
}

impl Bug {
    /// Whether every release that the generation allows has it; otherwise it only may.
    pub fn is_certain(&self, generation: &Generation) -> bool {
        self.engine.is_none_or(|engine| engine == generation.engine)
            && generation.must_be_within(self.first, self.last)
    }
}

/// The bugs that a server of this generation has or may have.
pub fn bugs_for(generation: &Generation) -> impl Iterator<Item = &'static Bug> {
    BUGS.iter().filter(|bug| {
        bug.engine.is_none_or(|engine| engine == generation.engine)
            && generation.may_be_within(bug.first, bug.last)
    })
}

/// All of them. Releases are of vLLM; `source` cites its issues and pull requests.
pub const BUGS: &[Bug] = &[
    Bug {
        id: "v0_prefill_decode_swapped",
        engine: Some(Core::V0),
        first: Some("0.6.4"),
        last: Some("0.6.4"),
        effect: Text::new(
            "Prefill time and decode time are swapped: each histogram holds the other's values.",
            "prefill 时间与 decode 时间互换：两个直方图各自记录了对方的值。",
        ),
        signals: &[PrefillTime, DecodeTime],
        source: "PR 10853",
    },
    Bug {
        id: "v0_ttft_recount",
        engine: Some(Core::V0),
        first: Some("0.3.1"),
        last: Some("0.11.0"),
        effect: Text::new(
            "A request that was preempted and recomputed is observed again in TTFT, so TTFT counts more than the requests.",
            "被抢占并重算的请求会再次计入 TTFT，因此 TTFT 的计数多于请求数。",
        ),
        signals: &[Ttft],
        source: "issue 8115",
    },
    Bug {
        id: "v0_ttft_all_prefill_groups",
        engine: Some(Core::V0),
        first: Some("0.3.1"),
        last: Some("0.4.1"),
        effect: Text::new(
            "Every request of a step that contains any prefill is observed as a TTFT.",
            "只要某一步包含 prefill，该步中的所有请求都会被记为 TTFT。",
        ),
        signals: &[Ttft],
        source: "engine/llm_engine.py of 0.4.1",
    },
    Bug {
        id: "ttft_excludes_tokenisation",
        engine: None,
        first: Some("0.3.1"),
        last: Some("0.16.0"),
        effect: Text::new(
            "The clock of TTFT and of the end-to-end latency starts after chat template and tokenisation: that time is in no metric.",
            "TTFT 和端到端延迟在聊天模板和分词之后才开始计时：这段时间不在任何指标中。",
        ),
        signals: &[Ttft, E2e],
        source: "v1/engine/input_processor.py of 0.16.0 against renderers/base.py of 0.17.0",
    },
    Bug {
        id: "dp_last_engine_only",
        engine: Some(Core::V1),
        first: Some("0.8.0"),
        last: Some("0.9.2"),
        effect: Text::new(
            "With data parallelism only the last engine reports; the others are missing.",
            "启用数据并行时只有最后一个引擎上报指标，其余引擎缺失。",
        ),
        signals: &[Ttft, QueueTime, PrefillTime, E2e, Itl, Running, Waiting, KvUsage, Finished],
        source: "issue 21260, PR 21257",
    },
    Bug {
        id: "kv_usage_per_pid",
        engine: Some(Core::V1),
        first: Some("0.9.2"),
        last: Some("0.11.0"),
        effect: Text::new(
            "With several API servers KV usage appears once per process id, most of them 0: only the largest is right.",
            "使用多个 API 服务进程时，KV 使用率按进程号各出现一次，且大多为 0：只有最大值正确。",
        ),
        signals: &[KvUsage],
        source: "PR 28792",
    },
    Bug {
        id: "prefix_hits_include_recompute",
        engine: Some(Core::V1),
        first: Some("0.7.3"),
        last: Some("0.11.0"),
        effect: Text::new(
            "Preempted requests that are recomputed count as prefix-cache hits: the hit ratio is too high under preemption.",
            "被抢占后重算的请求计为前缀缓存命中：发生抢占时命中率偏高。",
        ),
        signals: &[PrefixQueries, PrefixHits],
        source: "issue 25780",
    },
    Bug {
        id: "prefix_counters_in_blocks",
        engine: Some(Core::V1),
        first: Some("0.7.3"),
        last: Some("0.8.5"),
        effect: Text::new(
            "The prefix-cache counters count blocks, not tokens: their ratio is right, their size is not.",
            "前缀缓存计数器以块而不是以 token 计数：比率正确，绝对值不可比。",
        ),
        signals: &[PrefixQueries, PrefixHits],
        source: "v1/metrics/loggers.py, tokens from 0.9.0",
    },
    Bug {
        id: "iteration_tokens_include_cached",
        engine: Some(Core::V1),
        first: Some("0.7.3"),
        last: Some("0.22.1"),
        effect: Text::new(
            "Tokens per step include cached and transferred prompt tokens that nobody computed.",
            "每步 token 数包含了来自缓存或传输、并未实际计算的提示 token。",
        ),
        signals: &[IterationTokens],
        source: "PR 43346",
    },
    Bug {
        id: "tpot_zero_for_single_token",
        engine: Some(Core::V1),
        first: Some("0.11.0"),
        last: None,
        effect: Text::new(
            "A request with a single output token is recorded with 0 s per token, which pulls low quantiles down.",
            "只输出一个 token 的请求按每 token 0 秒记录，拉低较低的分位数。",
        ),
        signals: &[Tpot],
        source: "v1/metrics/stats.py",
    },
    Bug {
        id: "client_abort_not_recorded",
        engine: Some(Core::V1),
        first: None,
        last: None,
        effect: Text::new(
            "Requests that the client abandons leave no queue, prefill, decode or end-to-end sample, but may be in TTFT: under client timeouts these histograms show survivors only.",
            "客户端放弃的请求不会留下排队、prefill、decode 或端到端样本，但可能已计入 TTFT：客户端超时时，这些直方图只反映幸存的请求。",
        ),
        signals: &[QueueTime, PrefillTime, DecodeTime, InferenceTime, E2e, Finished],
        source: "v1/engine/output_processor.py of 0.33.0",
    },
    Bug {
        id: "num_preemptions_le1",
        engine: Some(Core::V1),
        first: Some("0.30.0"),
        last: None,
        effect: Text::new(
            "The first bucket of preemptions per request ends at 1 and holds both 0 and 1: use sum and count.",
            "单请求抢占次数的第一个桶上界为 1，同时包含 0 和 1：应使用总和与计数。",
        ),
        signals: &[RequestPreemptions],
        source: "v1/metrics/buckets.py",
    },
];

#[cfg(test)]
mod tests {
    use super::super::generations::infer_generation;
    use super::super::version::Version;
    use super::*;

    #[test]
    fn rows_are_whole() {
        for (index, bug) in BUGS.iter().enumerate() {
            bug.effect.check().unwrap();
            assert!(!bug.signals.is_empty() && !bug.source.is_empty(), "{}", bug.id);
            assert!(BUGS[..index].iter().all(|other| other.id != bug.id), "{}", bug.id);
            let ordered = bug.first.zip(bug.last).is_none_or(|(first, last)| Version(first) <= Version(last));
            assert!(ordered, "{}", bug.id);
        }
    }

    fn ids(families: &[&str], engine_label: bool) -> (Vec<&'static str>, Vec<&'static str>) {
        let present = |family: &str| families.iter().any(|known| family.strip_prefix("vllm:") == Some(known));
        let generation = infer_generation(&present, None, engine_label);
        let certain = bugs_for(&generation).filter(|bug| bug.is_certain(&generation)).map(|bug| bug.id);
        (bugs_for(&generation).map(|bug| bug.id).collect(), certain.collect())
    }

    #[test]
    fn a_new_release_has_only_the_living_bugs() {
        let (possible, certain) = ids(&["request_num_preemptions"], true);
        assert_eq!(
            possible,
            ["tpot_zero_for_single_token", "client_abort_not_recorded", "num_preemptions_le1"]
        );
        assert_eq!(certain, possible);
    }

    #[test]
    fn a_bounded_old_release_has_some_for_certain() {
        let (possible, certain) = ids(&["gpu_prefix_cache_hits_total", "kv_cache_usage_perc"], true);
        for id in ["kv_usage_per_pid", "dp_last_engine_only", "prefix_hits_include_recompute"] {
            assert!(possible.contains(&id) && !certain.contains(&id), "{id}");
        }
        assert!(certain.contains(&"iteration_tokens_include_cached"));
        assert!(certain.contains(&"ttft_excludes_tokenisation"));
        assert!(!possible.contains(&"v0_ttft_recount"));
        assert!(!possible.contains(&"prefix_counters_in_blocks"));
    }

    #[test]
    fn the_old_core_has_its_own() {
        let (possible, certain) = ids(&["gpu_cache_usage_perc", "request_queue_time_seconds"], false);
        assert!(possible.contains(&"v0_prefill_decode_swapped"));
        assert!(!certain.contains(&"v0_prefill_decode_swapped"));
        assert!(!possible.contains(&"client_abort_not_recorded"));
    }
}
