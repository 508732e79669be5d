//! Missing evidence: what it would decide and how to get it.

use crate::measure::facts::Fact;
use crate::text::Text;

/// One row of [`MISSING`].
#[derive(Debug)]
pub struct MissingRow {
    /// Stable id.
    pub id: &'static str,
    /// Facts that need it.
    pub facts: &'static [Fact],
    /// What is missing, why it matters, how to collect it.
    pub text: Text,
}

/// All rows.
pub static MISSING: &[MissingRow] = &[
    MissingRow {
        id: "ttft",
        facts: &[Fact::TtftMean, Fact::TtftP99, Fact::FirstTokens],
        text: Text::new(
            "TTFT itself: export vllm:time_to_first_token_seconds with _bucket, _sum and _count.",
            "TTFT 本身：请导出 vllm:time_to_first_token_seconds 的 _bucket、_sum 与 _count。",
        ),
    },
    MissingRow {
        id: "reference",
        facts: &[Fact::SlowFactor, Fact::LatencyRise, Fact::DemandRise, Fact::MissRise, Fact::ShareRise],
        text: Text::new(
            "A time to compare with: export an hour that includes the time before the trouble, or name a good window with --reference.",
            "可对比的时段：请导出包含故障前的一小时数据，或用 --reference 指定正常窗口。",
        ),
    },
    MissingRow {
        id: "queue_prefill",
        facts: &[
            Fact::QueueMean,
            Fact::PrefillMean,
            Fact::ResidualMean,
            Fact::QueueBlame,
            Fact::PrefillBlame,
            Fact::ResidualBlame,
            Fact::QueueShare,
            Fact::ResidualSteps,
        ],
        text: Text::new(
            "The split of TTFT: export vllm:request_queue_time_seconds and vllm:request_prefill_time_seconds (vLLM 0.6.4 and later).",
            "TTFT 的拆分：请导出 vllm:request_queue_time_seconds 与 vllm:request_prefill_time_seconds（vLLM 0.6.4 起）。",
        ),
    },
    MissingRow {
        id: "kv_usage",
        facts: &[Fact::KvMax, Fact::KvWaiting, Fact::KvMean, Fact::KvFull, Fact::KvRoom],
        text: Text::new(
            "KV-cache usage: export vllm:kv_cache_usage_perc (vllm:gpu_cache_usage_perc before 0.9.2).",
            "KV 缓存使用率：请导出 vllm:kv_cache_usage_perc（0.9.2 之前为 vllm:gpu_cache_usage_perc）。",
        ),
    },
    MissingRow {
        id: "preemptions",
        facts: &[Fact::Preemptions, Fact::PreemptionsPerRequest, Fact::RecomputeTax],
        text: Text::new(
            "Preemptions: export vllm:num_preemptions_total.",
            "抢占次数：请导出 vllm:num_preemptions_total。",
        ),
    },
    MissingRow {
        id: "running_waiting",
        facts: &[
            Fact::RunningMean,
            Fact::RunningMax,
            Fact::RunningFloor,
            Fact::WaitingMean,
            Fact::WaitingTime,
        ],
        text: Text::new(
            "The scheduler's state: export vllm:num_requests_running and vllm:num_requests_waiting.",
            "调度器状态：请导出 vllm:num_requests_running 与 vllm:num_requests_waiting。",
        ),
    },
    MissingRow {
        id: "waiting_by_reason",
        facts: &[Fact::DeferredMean, Fact::DeferredShare],
        text: Text::new(
            "Why requests wait: vllm:num_requests_waiting_by_reason (vLLM 0.20.0 and later) tells LoRA slots and KV transfer from capacity.",
            "等待原因：vllm:num_requests_waiting_by_reason（vLLM 0.20.0 起）可区分 LoRA 槽位、KV 传输与容量不足。",
        ),
    },
    MissingRow {
        id: "deferral",
        facts: &[Fact::LoraWaiting, Fact::KvFetchShare, Fact::KvTransferMean],
        text: Text::new(
            "What requests are deferred for: vllm:lora_requests_info tells LoRA slots, vllm:num_requests_kv_fetch_by_stage (0.32.0 and later) or vllm:nixl_xfer_time_seconds tells KV transfer.",
            "推迟的原因：vllm:lora_requests_info 可看出 LoRA 槽位，vllm:num_requests_kv_fetch_by_stage（0.32.0 起）或 vllm:nixl_xfer_time_seconds 可看出 KV 传输。",
        ),
    },
    MissingRow {
        id: "step_sizes",
        facts: &[Fact::StepTop],
        text: Text::new(
            "Sizes of engine steps: vllm:iteration_tokens_total with _bucket tells a used-up token budget from a full batch.",
            "引擎步规模：vllm:iteration_tokens_total 的 _bucket 可区分 token 预算用尽与批次已满。",
        ),
    },
    MissingRow {
        id: "itl",
        facts: &[Fact::ItlMean, Fact::ItlP50, Fact::ItlTail, Fact::ItlP99, Fact::ItlExpected, Fact::PeerItl],
        text: Text::new(
            "Time per token: export vllm:inter_token_latency_seconds (vllm:time_per_output_token_seconds before 0.10.2).",
            "每 token 耗时：请导出 vllm:inter_token_latency_seconds（0.10.2 之前为 vllm:time_per_output_token_seconds）。",
        ),
    },
    MissingRow {
        id: "prefix_cache",
        facts: &[Fact::HitRatio, Fact::ComputedLength],
        text: Text::new(
            "Prefix-cache hits: export vllm:prefix_cache_hits_total and vllm:prefix_cache_queries_total.",
            "前缀缓存命中：请导出 vllm:prefix_cache_hits_total 与 vllm:prefix_cache_queries_total。",
        ),
    },
    MissingRow {
        id: "gpu",
        facts: &[Fact::GpuClock, Fact::GpuTemp, Fact::GpuPower, Fact::ClockRatio, Fact::GpuSpread],
        text: Text::new(
            "GPU clocks, power and temperature: scrape dcgm-exporter on the same node, with DCGM_FI_DEV_SM_CLOCK and the clock throttle reasons, each GPU on its own (one slow GPU of a group shows only there); join by pod.",
            "GPU 频率、功耗与温度：在同一节点采集 dcgm-exporter，包含 DCGM_FI_DEV_SM_CLOCK 与降频原因，每块 GPU 单独成序列（组内单卡拖慢只在此可见）；按 pod 关联。",
        ),
    },
    MissingRow {
        id: "away",
        facts: &[Fact::AwayBusy],
        text: Text::new(
            "Whether a server that does not answer still works: GPU metrics come from another target, kubectl get pods tells it at once.",
            "无应答的服务器是否仍在工作：GPU 指标来自另一个抓取目标；kubectl get pods 可立即判断。",
        ),
    },
    MissingRow {
        id: "api_cpu",
        facts: &[Fact::ApiCpu, Fact::CpuThrottled],
        text: Text::new(
            "CPU of the API server process: keep process_cpu_seconds_total in the scrape (absent with several API servers); container_cpu_cfs_throttled_periods_total tells throttling.",
            "API 进程的 CPU：请保留 process_cpu_seconds_total（多 API 进程时不存在）；container_cpu_cfs_throttled_periods_total 可看出限流。",
        ),
    },
    MissingRow {
        id: "lengths",
        facts: &[Fact::PromptLength, Fact::OutputLength, Fact::OutputDemand, Fact::ComputedDemand],
        text: Text::new(
            "Lengths: export vllm:request_prompt_tokens and vllm:request_generation_tokens (sum and count).",
            "长度：请导出 vllm:request_prompt_tokens 与 vllm:request_generation_tokens（sum 与 count）。",
        ),
    },
    MissingRow {
        id: "clock",
        facts: &[
            Fact::Arrivals,
            Fact::GenerationRate,
            Fact::Observed,
            Fact::StepsRate,
            Fact::GapShare,
            Fact::StuckTime,
            Fact::BlockedTime,
        ],
        text: Text::new(
            "Times: rates need at least two scrapes with their times; export query results instead of /metrics pages.",
            "时间：速率至少需要两次带时间的抓取；请导出查询结果而不是 /metrics 页面。",
        ),
    },
];

/// The row that tells how to get `fact`.
pub fn missing(fact: Fact) -> Option<&'static MissingRow> {
    MISSING.iter().find(|row| row.facts.contains(&fact))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_both_languages_and_no_fact_stands_twice() {
        for row in MISSING {
            row.text.check().unwrap();
        }
        for fact in crate::measure::facts::FACTS {
            let rows = MISSING.iter().filter(|row| row.facts.contains(&fact.fact)).count();
            assert!(rows <= 1, "{} stands in {rows} rows", fact.id);
        }
    }
}
