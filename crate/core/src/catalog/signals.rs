//! Signals: what a metric means, whoever names it.

use crate::unit::Unit;

/// How a signal is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Grows; falls only at a restart.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Buckets, sum and count, all growing.
    Histogram,
    /// A constant whose labels carry the content.
    Info,
}

/// How several series of one signal become one number. Ratio gauges are never summed or averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Add.
    Sum,
    /// The largest: one full replica is a full replica.
    Max,
    /// The smallest: the slowest GPU paces its group.
    Min,
    /// The most recently written.
    Newest,
}

/// One row of [`SIGNALS`].
#[derive(Clone, Copy, Debug)]
pub struct SignalRow {
    /// The signal.
    pub signal: Signal,
    /// Stable id, snake case.
    pub id: &'static str,
    /// SI unit after conversion.
    pub unit: Unit,
    /// How it is counted.
    pub kind: Kind,
    /// How series of it are combined.
    pub combine: Combine,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! signals {
    ($($name:ident, $id:literal, $unit:ident, $kind:ident, $combine:ident, $meaning:literal;)*) => {
        /// What can be known about a server.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Signal {
            $(#[doc = $meaning] $name,)*
        }

        /// All signals, in the order of the enum.
        pub const SIGNALS: &[SignalRow] = &[
            $(SignalRow {
                signal: Signal::$name, id: $id, unit: Unit::$unit, kind: Kind::$kind,
                combine: Combine::$combine, meaning: $meaning,
            },)*
        ];
    };
}

signals! {
    Ttft, "ttft", Seconds, Histogram, Sum, "Time to first token, observed at the first token";
    QueueTime, "queue_time", Seconds, Histogram, Sum, "First queued to first scheduled, observed when the request finishes";
    PrefillTime, "prefill_time", Seconds, Histogram, Sum, "First scheduled to first token, observed when the request finishes";
    DecodeTime, "decode_time", Seconds, Histogram, Sum, "First token to last token, observed when the request finishes";
    InferenceTime, "inference_time", Seconds, Histogram, Sum, "First scheduled to last token, observed when the request finishes";
    E2e, "e2e", Seconds, Histogram, Sum, "Arrival to last token, observed when the request finishes";
    Itl, "itl", Seconds, Histogram, Sum, "Gap between two outputs of one request, observed at the later one";
    Tpot, "tpot", Seconds, Histogram, Sum, "Mean gap per output token of one request, observed when it finishes";
    RequestPromptTokens, "request_prompt_tokens", Tokens, Histogram, Sum, "Prompt tokens of a finished request";
    RequestGenerationTokens, "request_generation_tokens", Tokens, Histogram, Sum, "Generated tokens of a finished request";
    RequestComputedTokens, "request_computed_tokens", Tokens, Histogram, Sum, "Prompt tokens that had to be computed for a finished request (prompt minus prefix-cache hits)";
    RequestMaxTokens, "request_max_tokens", Tokens, Histogram, Sum, "max_tokens asked for by a finished request";
    RequestPreemptions, "request_preemptions", Count, Histogram, Sum, "Preemptions suffered by a finished request";
    IterationTokens, "iteration_tokens", Tokens, Histogram, Sum, "Tokens processed in one engine step; its count is the number of steps";
    Finished, "finished", Count, Counter, Sum, "Finished requests, by reason";
    PromptTokens, "prompt_tokens", Tokens, Counter, Sum, "Prompt tokens processed";
    GenerationTokens, "generation_tokens", Tokens, Counter, Sum, "Tokens generated";
    PromptTokensComputed, "prompt_tokens_computed", Tokens, Counter, Sum, "Prompt tokens computed here, neither cached nor transferred";
    PromptTokensCached, "prompt_tokens_cached", Tokens, Counter, Sum, "Prompt tokens served from a cache, local or external";
    PromptTokensTransferred, "prompt_tokens_transferred", Tokens, Counter, Sum, "Prompt tokens whose KV blocks came from another instance";
    PrefixQueries, "prefix_queries", Tokens, Counter, Sum, "Prompt tokens looked up in the prefix cache";
    PrefixHits, "prefix_hits", Tokens, Counter, Sum, "Prompt tokens found in the prefix cache";
    PrefixHitRate, "prefix_hit_rate", Ratio, Gauge, Max, "Prefix-cache hit ratio as a gauge (V0)";
    ExternalPrefixQueries, "external_prefix_queries", Tokens, Counter, Sum, "Prompt tokens looked up in an external KV cache";
    ExternalPrefixHits, "external_prefix_hits", Tokens, Counter, Sum, "Prompt tokens found in an external KV cache";
    MmCacheQueries, "mm_cache_queries", Count, Counter, Sum, "Multimodal items looked up in the processor cache";
    MmCacheHits, "mm_cache_hits", Count, Counter, Sum, "Multimodal items found in the processor cache";
    Preemptions, "preemptions", Count, Counter, Sum, "Running requests thrown out and recomputed later";
    AdmissionRejections, "admission_rejections", Count, Counter, Sum, "Requests refused at the door";
    CorruptedRequests, "corrupted_requests", Count, Counter, Sum, "Requests whose logits held NaN";
    SpecDrafts, "spec_drafts", Count, Counter, Sum, "Speculation rounds";
    SpecDraftTokens, "spec_draft_tokens", Tokens, Counter, Sum, "Draft tokens proposed";
    SpecAcceptedTokens, "spec_accepted_tokens", Tokens, Counter, Sum, "Draft tokens accepted";
    KvTransferFailures, "kv_transfer_failures", Count, Counter, Sum, "Failed transfers of KV blocks";
    KvTransferTime, "kv_transfer_time", Seconds, Histogram, Sum, "Time of one transfer of KV blocks";
    Running, "running", Count, Gauge, Sum, "Requests in the running batch";
    Waiting, "waiting", Count, Gauge, Sum, "Requests waiting in the scheduler";
    WaitingCapacity, "waiting_capacity", Count, Gauge, Sum, "Waiting for scheduling capacity: batch, tokens or KV blocks";
    WaitingDeferred, "waiting_deferred", Count, Gauge, Sum, "Waiting for LoRA slots, KV transfer or another transient constraint";
    WaitingKvFetch, "waiting_kv_fetch", Count, Gauge, Sum, "Requests whose KV blocks are being fetched";
    Swapped, "swapped", Count, Gauge, Sum, "Requests swapped to CPU memory (V0)";
    KvUsage, "kv_usage", Ratio, Gauge, Max, "Share of KV-cache blocks held by live requests";
    CpuKvUsage, "cpu_kv_usage", Ratio, Gauge, Max, "Share of CPU swap blocks in use (V0)";
    LoraInfo, "lora_info", TimeMs, Info, Newest, "Running and waiting LoRA adapters, as labels";
    CacheConfig, "cache_config", Count, Info, Newest, "Settings of the KV cache, as labels";
    EngineSleep, "engine_sleep", Count, Gauge, Max, "Sleep state of the engine";
    ProcessStart, "process_start", Seconds, Gauge, Newest, "Start time of the API server process, Unix seconds";
    ProcessCpu, "process_cpu", Seconds, Counter, Sum, "CPU seconds used by the API server process";
    ProcessMemory, "process_memory", Bytes, Gauge, Sum, "Resident memory of the API server process";
    CpuPeriods, "cpu_periods", Count, Counter, Sum, "CFS periods of the container";
    CpuThrottledPeriods, "cpu_throttled_periods", Count, Counter, Sum, "CFS periods in which the container was throttled";
    HttpRequests, "http_requests", Count, Counter, Sum, "HTTP requests answered by the API server";
    HttpDuration, "http_duration", Seconds, Histogram, Sum, "HTTP request duration at the API server";
    Up, "up", Ratio, Gauge, Max, "Whether the scrape worked";
    ScrapeDuration, "scrape_duration", Seconds, Gauge, Max, "How long the scrape took";
    GpuBusy, "gpu_busy", Ratio, Gauge, Max, "Share of time with any kernel running; says little";
    GpuGraphicsActive, "gpu_graphics_active", Ratio, Gauge, Max, "Share of time the compute engine was active";
    GpuSmActive, "gpu_sm_active", Ratio, Gauge, Max, "Share of multiprocessors with a warp resident";
    GpuTensorActive, "gpu_tensor_active", Ratio, Gauge, Max, "Share of cycles the tensor pipe was active";
    GpuDramActive, "gpu_dram_active", Ratio, Gauge, Max, "Share of cycles the memory interface was busy";
    GpuSmClock, "gpu_sm_clock", Hertz, Gauge, Min, "Multiprocessor clock";
    GpuMemClock, "gpu_mem_clock", Hertz, Gauge, Min, "Memory clock";
    GpuTemp, "gpu_temp", Celsius, Gauge, Max, "Core temperature";
    GpuMemTemp, "gpu_mem_temp", Celsius, Gauge, Max, "Memory temperature";
    GpuPower, "gpu_power", Watts, Gauge, Max, "Power draw";
    GpuPowerLimit, "gpu_power_limit", Watts, Gauge, Min, "Power limit in force";
    GpuThrottleReasons, "gpu_throttle_reasons", Count, Gauge, Newest, "Bit field of clock throttle reasons";
    GpuPowerViolation, "gpu_power_violation", Seconds, Counter, Max, "Time throttled by the power cap";
    GpuThermalViolation, "gpu_thermal_violation", Seconds, Counter, Max, "Time throttled by heat";
    GpuXid, "gpu_xid", Count, Gauge, Newest, "Last XID error code";
    GpuMemoryUsed, "gpu_memory_used", Bytes, Gauge, Max, "Frame buffer in use";
    GpuMemoryFree, "gpu_memory_free", Bytes, Gauge, Min, "Frame buffer free";
    GpuNvlinkBandwidth, "gpu_nvlink_bandwidth", PerSecond, Gauge, Max, "NVLink traffic";
    GpuPcieReplay, "gpu_pcie_replay", Count, Counter, Sum, "PCIe replays";
    PromptTokensLocalHit, "prompt_tokens_local_hit", Tokens, Counter, Sum, "Prompt tokens found in this engine's own prefix cache";
    KvTokens, "kv_tokens", Tokens, Gauge, Min, "Tokens that the KV cache holds";
    RunningLimit, "running_limit", Count, Gauge, Min, "Most requests in the running batch";
}

impl Signal {
    /// How many there are.
    pub const COUNT: usize = SIGNALS.len();

    /// The row of this signal.
    pub fn row(self) -> &'static SignalRow {
        &SIGNALS[self as usize]
    }

    /// Stable id, snake case.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The signal with this id.
    pub fn find(id: &str) -> Option<Signal> {
        SIGNALS.iter().find(|row| row.id == id).map(|row| row.signal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum_and_ids_are_unique() {
        for (index, row) in SIGNALS.iter().enumerate() {
            assert_eq!(row.signal as usize, index);
            assert_eq!(Signal::find(row.id), Some(row.signal));
        }
    }

    #[test]
    fn ratio_gauges_are_never_summed() {
        for row in SIGNALS.iter().filter(|row| row.unit == Unit::Ratio && row.kind == Kind::Gauge) {
            assert!(matches!(row.combine, Combine::Max | Combine::Min), "{}", row.id);
        }
    }
}
