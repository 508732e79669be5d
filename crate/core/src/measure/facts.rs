//! Facts: the numbers of one window, the only thing the walk ever sees.
//!
//! A fact is a signal with a statistic over a window, for one replica or for all. Every fact is a row
//! with a name in both languages and the recipe by which a user can recompute it in PromQL.

use crate::catalog::Signal;
use crate::measure::model::Names;
use crate::text::Text;
use crate::unit::Unit;

/// Which direction of change hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// More is worse.
    LowerIsBetter,
    /// Less is worse.
    HigherIsBetter,
    /// Neither.
    Neutral,
}

/// How the user can recompute a fact; turned into text by [`crate::walk::promql`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recipe {
    /// Increase of a counter or of a histogram's count.
    Increase(Signal),
    /// Rate per second of a counter or of a histogram's count.
    Rate(Signal),
    /// Rate of a histogram's count.
    Count(Signal),
    /// Sum ÷ count of a histogram.
    Mean(Signal),
    /// `histogram_quantile` over the summed buckets.
    Quantile(Signal, &'static str),
    /// Rate of one counter ÷ rate of another.
    Ratio(Signal, Signal),
    /// Sum of one histogram ÷ sum of another.
    Quotient(Signal, Signal),
    /// Sum of a part ÷ sum of TTFT.
    ShareOfTtft(Signal),
    /// Mean TTFT − mean queue time − mean prefill time.
    Residual,
    /// Mean of a gauge.
    Avg(Signal),
    /// Highest value of a gauge.
    Max(Signal),
    /// Lowest value of a gauge.
    Min(Signal),
    /// How often a gauge changed.
    Resets(Signal),
    /// Mean of a gauge, weighted with the requests that wait.
    WhileWaiting(Signal),
    /// Lowest ÷ highest value of a gauge while requests wait, on one replica.
    FloorWhileWaiting(Signal),
    /// Requests with a first token that neither finished nor run.
    Vanished,
    /// Seconds without an answer of the target.
    Down,
    /// Requests of a replica ÷ those of an average one.
    FairShare,
    /// Not one PromQL expression.
    Nothing,
}

impl Recipe {
    /// The signal that it mostly reads.
    pub fn signal(self) -> Option<Signal> {
        match self {
            Recipe::Increase(signal)
            | Recipe::Rate(signal)
            | Recipe::Count(signal)
            | Recipe::Mean(signal)
            | Recipe::Quantile(signal, _)
            | Recipe::Ratio(signal, _)
            | Recipe::Quotient(signal, _)
            | Recipe::ShareOfTtft(signal)
            | Recipe::Avg(signal)
            | Recipe::Max(signal)
            | Recipe::Min(signal)
            | Recipe::Resets(signal)
            | Recipe::WhileWaiting(signal)
            | Recipe::FloorWhileWaiting(signal) => Some(signal),
            Recipe::Residual => Some(Signal::PrefillTime),
            _ => None,
        }
    }
}

/// One row of [`FACTS`].
#[derive(Clone, Copy, Debug)]
pub struct FactRow {
    /// The fact.
    pub fact: Fact,
    /// Stable id, snake case.
    pub id: &'static str,
    /// SI unit.
    pub unit: Unit,
    /// Name to print.
    pub label: Text,
    /// Which change hurts.
    pub direction: Direction,
    /// How to recompute it.
    pub recipe: Recipe,
}

macro_rules! facts {
    ($($name:ident, $id:literal, $unit:ident, $en:literal, $zh:literal, $direction:ident, $recipe:expr;)*) => {
        /// A number about one window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Fact {
            $(#[doc = $en] $name,)*
        }

        /// All facts, in the order of the enum.
        pub const FACTS: &[FactRow] = &[
            $(FactRow {
                fact: Fact::$name, id: $id, unit: Unit::$unit, label: Text::new($en, $zh),
                direction: Direction::$direction, recipe: $recipe,
            },)*
        ];
    };
}

use Recipe::{
    Avg, Count, Down, FairShare, FloorWhileWaiting, Increase, Max, Mean, Min, Nothing, Quantile, Quotient,
    Rate, Ratio, Resets, Residual, ShareOfTtft, Vanished, WhileWaiting,
};
use Signal as S;

facts! {
    FirstTokens, "first_tokens", Count, "requests that got a first token", "得到首 token 的请求数", Neutral, Increase(S::Ttft);
    Arrivals, "arrivals_per_second", PerSecond, "requests arriving", "请求到达速率", Neutral, Rate(S::Ttft);
    Finished, "finished", Count, "requests finished", "完成的请求数", Neutral, Increase(S::E2e);
    FinishedRate, "finished_per_second", PerSecond, "requests finishing", "请求完成速率", Neutral, Rate(S::E2e);
    TtftMean, "ttft_mean", Seconds, "mean TTFT", "TTFT 均值", LowerIsBetter, Mean(S::Ttft);
    TtftP50, "ttft_p50", Seconds, "TTFT P50", "TTFT P50", LowerIsBetter, Quantile(S::Ttft, "0.5");
    TtftP90, "ttft_p90", Seconds, "TTFT P90", "TTFT P90", LowerIsBetter, Quantile(S::Ttft, "0.9");
    TtftP99, "ttft_p99", Seconds, "TTFT P99", "TTFT P99", LowerIsBetter, Quantile(S::Ttft, "0.99");
    QueueMean, "queue_mean", Seconds, "mean queue time", "排队时间均值", LowerIsBetter, Mean(S::QueueTime);
    PrefillMean, "prefill_mean", Seconds, "mean prefill time", "prefill 时间均值", LowerIsBetter, Mean(S::PrefillTime);
    ResidualMean, "residual_mean", Seconds, "mean TTFT outside queue and prefill", "TTFT 中排队与 prefill 之外的均值", LowerIsBetter, Residual;
    QueueShare, "queue_share", Ratio, "queue share of mean TTFT", "排队占 TTFT 均值的比例", LowerIsBetter, ShareOfTtft(S::QueueTime);
    PrefillShare, "prefill_share", Ratio, "prefill share of mean TTFT", "prefill 占 TTFT 均值的比例", Neutral, ShareOfTtft(S::PrefillTime);
    ResidualShare, "residual_share", Ratio, "share of mean TTFT outside queue and prefill", "排队与 prefill 之外占 TTFT 均值的比例", LowerIsBetter, Nothing;
    DecodeMean, "decode_mean", Seconds, "mean decode time", "decode 时间均值", LowerIsBetter, Mean(S::DecodeTime);
    E2eMean, "e2e_mean", Seconds, "mean end-to-end latency", "端到端延迟均值", LowerIsBetter, Mean(S::E2e);
    ItlMean, "itl_mean", Seconds, "mean inter-token latency", "token 间延迟均值", LowerIsBetter, Mean(S::Itl);
    ItlP99, "itl_p99", Seconds, "inter-token latency P99", "token 间延迟 P99", LowerIsBetter, Quantile(S::Itl, "0.99");
    ItlP50, "itl_p50", Seconds, "inter-token latency P50", "token 间延迟 P50", LowerIsBetter, Quantile(S::Itl, "0.5");
    ItlTail, "itl_tail", Factor, "inter-token latency P95 ÷ P50", "token 间延迟 P95 与 P50 之比", LowerIsBetter, Nothing;
    TokenTime, "token_time", SecondsPerToken, "decode time per generated token", "每个生成 token 的 decode 时间", LowerIsBetter, Quotient(S::DecodeTime, S::RequestGenerationTokens);
    ItlExpected, "itl_expected", Seconds, "inter-token latency that the reference predicts for this batch", "按参考窗口推算此批量下的 token 间延迟", Neutral, Nothing;
    SlowFactor, "slow_factor", Factor, "step slower than the reference predicts for this batch", "步耗时相对参考窗口推算值的倍数", LowerIsBetter, Nothing;
    PrefillPrice, "prefill_price", SecondsPerToken, "prefill time per computed prompt token", "每个实际计算的 prompt token 的 prefill 时间", LowerIsBetter, Quotient(S::PrefillTime, S::RequestComputedTokens);
    StepTokens, "step_tokens", Tokens, "tokens per engine step", "每步处理的 token 数", Neutral, Mean(S::IterationTokens);
    StepTop, "step_top", Ratio, "share of engine steps as large as steps get", "达到最大规模的引擎步比例", LowerIsBetter, Nothing;
    StepsRate, "steps_per_second", PerSecond, "engine steps", "引擎步速率", Neutral, Count(S::IterationTokens);
    PromptLength, "prompt_length", Tokens, "prompt tokens per request", "每请求 prompt token 数", Neutral, Mean(S::RequestPromptTokens);
    ComputedLength, "computed_length", Tokens, "computed prompt tokens per request", "每请求实际计算的 prompt token 数", LowerIsBetter, Mean(S::RequestComputedTokens);
    OutputLength, "output_length", Tokens, "generated tokens per request", "每请求生成 token 数", Neutral, Mean(S::RequestGenerationTokens);
    HitRatio, "hit_ratio", Ratio, "prefix-cache hit ratio", "前缀缓存命中率", HigherIsBetter, Ratio(S::PrefixHits, S::PrefixQueries);
    PromptRate, "prompt_tokens_per_second", TokensPerSecond, "prompt tokens processed", "prompt token 处理速率", Neutral, Rate(S::PromptTokens);
    ComputedDemand, "computed_demand", TokensPerSecond, "prompt tokens to compute, arriving", "到达的待计算 prompt token", Neutral, Nothing;
    GenerationRate, "generation_tokens_per_second", TokensPerSecond, "tokens generated", "token 生成速率", HigherIsBetter, Rate(S::GenerationTokens);
    OutputDemand, "output_demand", TokensPerSecond, "tokens to generate, arriving", "到达的待生成 token", Neutral, Nothing;
    RunningMean, "running_mean", Count, "requests running, mean", "运行中请求均值", Neutral, Avg(S::Running);
    RunningMax, "running_max", Count, "requests running, highest", "运行中请求最大值", Neutral, Max(S::Running);
    RunningFloor, "running_floor", Ratio, "lowest ÷ highest number of running requests while others wait", "有请求等待时运行数最低值与最高值之比", Neutral, FloorWhileWaiting(S::Running);
    RunningLevel, "running_level", Ratio, "running requests while others wait ÷ the most that ran", "有请求等待时的运行数与最大运行数之比", Neutral, Nothing;
    WaitingMean, "waiting_mean", Count, "requests waiting, mean", "等待请求均值", LowerIsBetter, Avg(S::Waiting);
    WaitingMax, "waiting_max", Count, "requests waiting, highest", "等待请求最大值", LowerIsBetter, Max(S::Waiting);
    WaitingTime, "waiting_time", Ratio, "share of samples with requests waiting", "有请求等待的样本比例", LowerIsBetter, Nothing;
    DeferredMean, "deferred_mean", Count, "requests waiting for LoRA slots or KV transfer", "因 LoRA 槽位或 KV 传输而等待的请求", LowerIsBetter, Avg(S::WaitingDeferred);
    DeferredShare, "deferred_share", Ratio, "deferred share of the waiting requests", "等待请求中被推迟的比例", LowerIsBetter, Nothing;
    LoraSlots, "lora_slots", Ratio, "LoRA slots in use", "LoRA 槽位占用率", LowerIsBetter, Nothing;
    LoraWaiting, "lora_waiting", Count, "LoRA adapters waiting for a slot", "等待槽位的 LoRA adapter 数", LowerIsBetter, Nothing;
    KvFetchShare, "kv_fetch_share", Ratio, "share of the waiting requests whose KV blocks are being fetched", "等待请求中正在拉取 KV 块的比例", LowerIsBetter, Nothing;
    KvTransferMean, "kv_transfer_mean", Seconds, "time of one KV transfer", "单次 KV 传输耗时", LowerIsBetter, Mean(S::KvTransferTime);
    KvTransferFailures, "kv_transfer_failures", Ratio, "failed KV transfers per request", "每请求失败的 KV 传输数", LowerIsBetter, Nothing;
    KvMean, "kv_mean", Ratio, "KV-cache usage, mean of the fullest replica", "KV 缓存使用率（最满副本均值）", Neutral, Avg(S::KvUsage);
    KvMax, "kv_max", Ratio, "KV-cache usage, highest", "KV 缓存使用率最高值", Neutral, Max(S::KvUsage);
    KvWaiting, "kv_while_waiting", Ratio, "KV-cache usage while requests wait", "有请求等待时的 KV 缓存使用率", LowerIsBetter, WhileWaiting(S::KvUsage);
    KvRoom, "kv_room", Count, "typical requests that would still fit in the KV cache while others wait", "有请求等待时 KV 缓存还能容纳的典型请求数", HigherIsBetter, Nothing;
    KvFull, "kv_full_time", Ratio, "share of samples with the KV cache at least 90 % full", "KV 缓存使用率不低于 90% 的样本比例", LowerIsBetter, Nothing;
    Preemptions, "preemptions", Count, "preemptions", "抢占次数", LowerIsBetter, Increase(S::Preemptions);
    PreemptionsPerRequest, "preemptions_per_request", Count, "preemptions per request", "每请求抢占次数", LowerIsBetter, Ratio(S::Preemptions, S::E2e);
    RecomputeTax, "recompute_tax", Ratio, "tokens recomputed after preemption ÷ useful tokens (estimate)", "抢占后重算 token 与有效 token 之比（估计）", LowerIsBetter, Nothing;
    AbortShare, "abort_share", Ratio, "requests that got a first token but never finished", "得到首 token 却未完成的请求比例", LowerIsBetter, Vanished;
    AbortedReported, "aborted_reported", Count, "requests reported as aborted or failed", "报告为中止或失败的请求数", LowerIsBetter, Nothing;
    Rejections, "rejections", Count, "requests rejected at admission", "准入时被拒绝的请求数", LowerIsBetter, Increase(S::AdmissionRejections);
    ApiCpu, "api_cpu", Cores, "CPU used by the API server process", "API 服务进程占用的 CPU", LowerIsBetter, Rate(S::ProcessCpu);
    CpuThrottled, "cpu_throttled", Ratio, "share of CFS periods in which the container was throttled", "容器被 CFS 限流的周期比例", LowerIsBetter, Ratio(S::CpuThrottledPeriods, S::CpuPeriods);
    MmHitRatio, "mm_hit_ratio", Ratio, "multimodal cache hit ratio", "多模态缓存命中率", HigherIsBetter, Ratio(S::MmCacheHits, S::MmCacheQueries);
    MmMisses, "mm_misses", Count, "multimodal items to process per request", "每请求需处理的多模态项数", LowerIsBetter, Nothing;
    SpecAcceptance, "spec_acceptance", Ratio, "draft tokens accepted", "草稿 token 接受率", HigherIsBetter, Ratio(S::SpecAcceptedTokens, S::SpecDraftTokens);
    SpecGain, "spec_gain", Factor, "tokens per speculation round", "每轮投机产出的 token 数", HigherIsBetter, Nothing;
    GpuClock, "gpu_clock", Hertz, "SM clock of the slowest GPU", "最慢 GPU 的 SM 频率", HigherIsBetter, Min(S::GpuSmClock);
    GpuMemClock, "gpu_mem_clock", Hertz, "memory clock of the slowest GPU", "最慢 GPU 的显存频率", HigherIsBetter, Min(S::GpuMemClock);
    GpuSpread, "gpu_spread", Ratio, "clock or activity of one GPU ÷ median of the others of its server", "单个 GPU 的频率或活跃度与同服务器其他 GPU 中位数之比", HigherIsBetter, Nothing;
    GpuTemp, "gpu_temp", Celsius, "hottest GPU", "最热 GPU 温度", LowerIsBetter, Max(S::GpuTemp);
    GpuPower, "gpu_power", Watts, "power draw of the busiest GPU", "功耗最高的 GPU 的功耗", Neutral, Max(S::GpuPower);
    GpuPowerLimit, "gpu_power_limit", Watts, "lowest power limit", "最低功耗上限", HigherIsBetter, Min(S::GpuPowerLimit);
    GpuThrottleBits, "gpu_throttle_bits", Count, "clock throttle reasons (bit field)", "降频原因（位域）", LowerIsBetter, Max(S::GpuThrottleReasons);
    PowerViolation, "power_violation", Ratio, "share of time throttled by the power cap", "因功耗上限降频的时间比例", LowerIsBetter, Rate(S::GpuPowerViolation);
    ThermalViolation, "thermal_violation", Ratio, "share of time throttled by heat", "因过热降频的时间比例", LowerIsBetter, Rate(S::GpuThermalViolation);
    GpuBusy, "gpu_busy", Ratio, "GPU busy", "GPU 忙碌比例", Neutral, Avg(S::GpuBusy);
    GpuSmActive, "gpu_sm_active", Ratio, "SM active", "SM 活跃比例", Neutral, Avg(S::GpuSmActive);
    GpuDramActive, "gpu_dram_active", Ratio, "memory interface active", "显存接口活跃比例", Neutral, Avg(S::GpuDramActive);
    XidChanged, "xid_changed", Count, "new XID errors", "新出现的 XID 错误", LowerIsBetter, Max(S::GpuXid);
    Restarts, "restarts", Count, "restarts", "重启次数", LowerIsBetter, Resets(S::ProcessStart);
    DownTime, "down_time", Seconds, "time without the target answering", "目标无应答的时间", LowerIsBetter, Down;
    AwayTime, "away_time", Seconds, "time without an answer, up to the end of the data", "直到数据结束一直无应答的时间", LowerIsBetter, Nothing;
    AwayBusy, "away_busy", Ratio, "GPU busy while its server does not answer", "服务器无应答期间的 GPU 忙碌比例", Neutral, Nothing;
    GapTime, "gap_time", Seconds, "time without scrapes", "缺失抓取的时间", LowerIsBetter, Nothing;
    StuckTime, "stuck_time", Seconds, "time with requests in the engine but no token", "引擎中有请求却无 token 产出的时间", LowerIsBetter, Nothing;
    BlockedTime, "blocked_time", Seconds, "time with requests waiting, none running and no token", "有请求等待、无请求运行且无 token 产出的时间", LowerIsBetter, Nothing;
    LittleRunning, "little_running", Factor, "running requests ÷ Little's law", "运行请求数与利特尔法则之比", Neutral, Nothing;
    FairShare, "fair_share", Factor, "share of requests ÷ fair share", "请求份额与均分份额之比", Neutral, FairShare;
    QueueBlame, "queue_blame", Ratio, "queue's part of what TTFT has gained", "排队在 TTFT 增量中的占比", LowerIsBetter, Nothing;
    PrefillBlame, "prefill_blame", Ratio, "prefill's part of what TTFT has gained", "prefill 在 TTFT 增量中的占比", LowerIsBetter, Nothing;
    ResidualBlame, "residual_blame", Ratio, "part of what TTFT has gained outside queue and prefill", "排队与 prefill 之外在 TTFT 增量中的占比", LowerIsBetter, Nothing;
    ResidualSteps, "residual_steps", Factor, "TTFT outside queue and prefill ÷ time of one step", "排队与 prefill 之外的 TTFT 与单步耗时之比", LowerIsBetter, Nothing;
    LatencyRise, "latency_rise", Factor, "latency against the reference (worst of TTFT, inter-token, end-to-end)", "延迟相对参考窗口的倍数（TTFT、token 间、端到端取最差）", LowerIsBetter, Nothing;
    DemandRise, "demand_rise", Factor, "work arriving against the reference", "到达工作量相对参考窗口的倍数", Neutral, Nothing;
    MissRise, "miss_rise", Factor, "prefix-cache misses against the reference", "前缀缓存未命中率相对参考窗口的倍数", LowerIsBetter, Nothing;
    MmRise, "mm_rise", Factor, "multimodal items to process per request against the reference", "每请求需处理的多模态项数相对参考窗口的倍数", LowerIsBetter, Nothing;
    ClockRatio, "clock_ratio", Factor, "SM clock against the reference", "SM 频率相对参考窗口的倍数", HigherIsBetter, Nothing;
    GapShare, "gap_share", Ratio, "share of the time without scrapes", "缺失抓取的时间比例", LowerIsBetter, Nothing;
    PeerTtft, "peer_ttft", Factor, "TTFT ÷ median TTFT of the other replicas", "TTFT 与其他副本中位数之比", LowerIsBetter, Nothing;
    PeerItl, "peer_itl", Factor, "inter-token latency ÷ median of the other replicas", "token 间延迟与其他副本中位数之比", LowerIsBetter, Nothing;
    PeerSlow, "peer_slow", Factor, "slowdown at the same batch ÷ median of the other replicas", "同批量下变慢倍数与其他副本中位数之比", LowerIsBetter, Nothing;
    PeerRise, "peer_rise", Factor, "latency of the other replicas against the reference", "其他副本延迟相对参考窗口的倍数", LowerIsBetter, Nothing;
    PeerLoad, "peer_load", Factor, "requests of the other replicas against the reference", "其他副本请求量相对参考窗口的倍数", Neutral, Nothing;
    ShareRise, "share_rise", Factor, "share of the requests against the reference", "请求份额相对参考窗口的倍数", Neutral, Nothing;
    RankShare, "rank_share", Factor, "share of its server's requests ÷ fair share", "占所在服务器请求的份额与均分份额之比", Neutral, Nothing;
    GatewayTtft, "gateway_ttft", Seconds, "mean TTFT at the gateway", "网关处的 TTFT 均值", LowerIsBetter, Nothing;
    OutsideShare, "outside_share", Ratio, "share of the gateway's TTFT outside the engine", "网关 TTFT 中引擎之外的比例", LowerIsBetter, Nothing;
    Observed, "observed", Seconds, "time covered by samples", "样本覆盖的时间", Neutral, Nothing;
    MaxSequences, "max_num_seqs", Count, "--max-num-seqs", "--max-num-seqs", Neutral, Nothing;
    TokenBudget, "max_num_batched_tokens", Tokens, "--max-num-batched-tokens", "--max-num-batched-tokens", Neutral, Nothing;
    LongestRequest, "max_model_len", Tokens, "--max-model-len", "--max-model-len", Neutral, Nothing;
    TensorParallel, "tensor_parallel_size", Count, "--tensor-parallel-size", "--tensor-parallel-size", Neutral, Nothing;
    PipelineParallel, "pipeline_parallel_size", Count, "--pipeline-parallel-size", "--pipeline-parallel-size", Neutral, Nothing;
    DataParallel, "data_parallel_size", Count, "--data-parallel-size", "--data-parallel-size", Neutral, Nothing;
    MaxLoras, "max_loras", Count, "--max-loras", "--max-loras", Neutral, Nothing;
    KvTokens, "kv_tokens", Tokens, "tokens that the KV cache of one replica holds", "单个副本 KV 缓存可容纳的 token 数", Neutral, Nothing;
    BatchFill, "batch_fill", Ratio, "requests running, highest ÷ --max-num-seqs", "运行中请求最大值与 --max-num-seqs 之比", LowerIsBetter, Nothing;
    BudgetFill, "budget_fill", Ratio, "tokens per engine step ÷ --max-num-batched-tokens", "每步 token 数与 --max-num-batched-tokens 之比", LowerIsBetter, Nothing;
}

impl Fact {
    /// How many there are.
    pub const COUNT: usize = FACTS.len();

    /// The row of this fact.
    pub fn row(self) -> &'static FactRow {
        &FACTS[self as usize]
    }

    /// Stable id, snake case.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The fact with this id.
    pub fn find(id: &str) -> Option<Fact> {
        FACTS.iter().find(|row| row.id == id).map(|row| row.fact)
    }
}

/// The facts of one window and one scope; a fact that the data cannot give is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct FactSet {
    values: [Option<f64>; Fact::COUNT],
}

impl Default for FactSet {
    fn default() -> FactSet {
        FactSet { values: [None; Fact::COUNT] }
    }
}

impl FactSet {
    /// The value, when known.
    pub fn get(&self, fact: Fact) -> Option<f64> {
        self.values[fact as usize]
    }

    /// Stores a value; NaN and infinities are stored as absent.
    pub fn set(&mut self, fact: Fact, value: Option<f64>) {
        self.values[fact as usize] = value.filter(|number| number.is_finite());
    }
}

/// One replica, or all together, in both windows.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Unique id; `all` for the fleet.
    pub id: String,
    /// Short name to print.
    pub label: String,
    /// PromQL matchers that select it, without braces: `instance="…",engine="0"`.
    pub selector: String,
    /// The window under examination.
    pub focus: FactSet,
    /// What it is compared with, when there is something.
    pub reference: Option<FactSet>,
    /// The highest of the focus window a moment earlier, for facts that severities stand on.
    pub recent: Option<FactSet>,
}

impl Scope {
    /// The value in the focus window.
    pub fn now(&self, fact: Fact) -> Option<f64> {
        self.focus.get(fact)
    }

    /// The value in the reference window.
    pub fn then(&self, fact: Fact) -> Option<f64> {
        self.reference.as_ref().and_then(|facts| facts.get(fact))
    }

    /// The highest value a moment earlier.
    pub fn recently(&self, fact: Fact) -> Option<f64> {
        self.recent.as_ref().and_then(|facts| facts.get(fact))
    }

    /// focus ÷ reference; absent when either is, or when the reference is 0.
    pub fn change(&self, fact: Fact) -> Option<f64> {
        let (now, then) = (self.now(fact)?, self.then(fact)?);
        (then > 0.0 && now >= 0.0).then(|| now / then)
    }

    /// focus − reference.
    pub fn excess(&self, fact: Fact) -> Option<f64> {
        Some(self.now(fact)? - self.then(fact)?)
    }
}

/// What a severity stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// Nothing.
    None,
    /// Fixed thresholds.
    Threshold,
    /// Another window of the same data.
    #[default]
    Reference,
    /// Another capture.
    File,
    /// The same time on earlier days, their median.
    Seasonal,
}

impl Basis {
    /// Stable id.
    pub fn id(self) -> &'static str {
        ["none", "threshold", "reference", "file", "seasonal"][self as usize]
    }
}

/// Everything the walk may know.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// All replicas together.
    pub fleet: Scope,
    /// Each replica; empty when there is only one.
    pub replicas: Vec<Scope>,
    /// Signals that are in the data, with the family name that the user sees.
    pub names: Names,
    /// Name of the engine; empty stands for vLLM.
    pub engine: &'static str,
    /// What the focus is compared with.
    pub baseline: Basis,
    /// Whether the focus window stood out by itself or was given.
    pub stands_out: bool,
    /// The focus window was found and is shorter than an alert waits.
    pub brief: bool,
    /// Everything since the start (one scrape).
    pub since_start: bool,
    /// Times are known.
    pub clocked: bool,
    /// Seconds between scrapes; 0 when unknown.
    pub step_seconds: f64,
    /// The focus window in ms, when times are known.
    pub focus_ms: Option<(f64, f64)>,
    /// First clear change, ms.
    pub onset_ms: Option<f64>,
    /// End of the change, ms; absent while it lasts.
    pub recovery_ms: Option<f64>,
    /// vLLM's V0 engine: TTFT is observed again after a preemption.
    pub v0: bool,
    /// The first release of vLLM that this cannot be any more, for flags that came later.
    pub before: Option<&'static str>,
    /// The reference that was given is no good time: it shares the trouble.
    pub doubtful_reference: bool,
    /// A serious doubt about the data itself: several processes behind one target.
    pub sawtooth: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum_with_ids_and_both_languages() {
        for (index, row) in FACTS.iter().enumerate() {
            assert_eq!(row.fact as usize, index);
            assert_eq!(Fact::find(row.id), Some(row.fact));
            row.label.check().unwrap();
        }
    }

    #[test]
    fn a_number_that_is_none_is_never_stored() {
        let mut facts = FactSet::default();
        facts.set(Fact::TtftMean, Some(f64::NAN));
        assert_eq!(facts.get(Fact::TtftMean), None);
        facts.set(Fact::TtftMean, Some(0.25));
        assert_eq!(facts.get(Fact::TtftMean), Some(0.25));
    }
}
