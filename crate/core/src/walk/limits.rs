//! Limits: every number that a rule compares with, its reason and its source.
//!
//! A limit stands on its reason, never on a sample. Ids are stable and never reused.

use crate::text::Text;

/// One row of [`LIMITS`].
#[derive(Debug)]
pub struct Limit {
    /// Stable id, snake case.
    pub id: &'static str,
    /// The number, SI.
    pub value: f64,
    /// Why this number.
    pub why: Text,
    /// Where it comes from.
    pub source: &'static str,
}

macro_rules! limits {
    ($($name:ident, $id:literal, $value:expr, $en:literal, $zh:literal, $source:literal;)*) => {
        $(#[doc = $en] pub static $name: Limit =
            Limit { id: $id, value: $value, why: Text::new($en, $zh), source: $source };)*

        /// All limits.
        pub static LIMITS: &[&Limit] = &[$(&$name,)*];
    };
}

limits! {
    HARM_WATCH, "harm_watch", 1.2,
        "a latency a fifth above its reference is felt by nobody yet, but is outside the usual wobble",
        "延迟高出参考窗口五分之一尚无人察觉，但已超出日常波动", "day-to-day noise of serving systems; half of the baseline rule";
    HARM_WARN, "harm_warn", 1.5,
        "one and a half times the same time on other days is the usual baseline alert",
        "达到往日同一时段的 1.5 倍是常用的基线告警条件", "baseline rule of operators (P95 against the same time of day over seven days)";
    HARM_CRITICAL, "harm_critical", 3.0,
        "three times the reference: twice the excess of the warning and more",
        "达到参考窗口的三倍，增量远超告警线", "multiwindow burn-rate practice: page when the excess is a multiple of the ticket";
    LEAVE, "leave", 0.9,
        "a severity once reached is left a tenth below its bound: less is the wobble of a mean of a hundred requests",
        "级别达到后，低于界限一成才解除：更小的差异属于百个请求均值的波动", "standard error of a mean of 100 exponential latencies";
    QUEUE_MAIN, "queue_main", 0.5,
        "more than half of what TTFT has gained", "占 TTFT 增量的一半以上", "decision table: queue share of TTFT 20/50 %";
    PART_NOTABLE, "part_notable", 0.2,
        "a fifth of what TTFT has gained is worth naming", "占 TTFT 增量五分之一即值得指出", "decision table: queue share of TTFT 20/50 %";
    RESIDUAL_MAIN, "residual_main", 0.5,
        "more than half of what TTFT has gained lies outside the engine core", "TTFT 增量的一半以上在引擎核心之外", "decision table: residual share 20/50 %";
    RESIDUAL_STEPS, "residual_steps", 5.0,
        "a request waits for at most the running step and the one that carries its output; five steps cannot be explained by that",
        "请求至多等待当前步和携带其输出的那一步；超过五步无法由此解释", "residual holds the wait for the running step";
    CPU_BUSY, "cpu_busy", 0.7,
        "an event loop that uses seven tenths of a core delays what it serves", "事件循环占用七成核心时会拖慢其服务", "decision table: API CPU 0.7/0.9 core";
    KV_FULL, "kv_full", 0.9,
        "the last tenth is smaller than one typical request: new ones no longer fit", "最后一成容量已放不下一个典型请求", "decision table: KV 0.9 to 0.98";
    KV_ROOM, "kv_room", 2.0,
        "room for less than two typical requests: the next long prompt does not fit, whatever the percentage",
        "剩余空间不足两个典型请求：无论百分比多少，下一个长提示都放不下", "KV balance: running × live tokens ≤ blocks";
    WAITING_TIME, "waiting_time", 0.3,
        "a queue in a third of the samples is lasting; above zero now and then is normal at every step",
        "三分之一的样本中有排队说明是持续的；偶尔大于零属正常", "waiting > 0 is transient in each scheduler step";
    PREEMPTED, "preempted", 0.01,
        "one request in a hundred thrown out decides the P99", "百分之一的请求被抢占即可决定 P99", "decision table: preemptions per request 1/5 %";
    PREEMPTED_OFTEN, "preempted_often", 0.05,
        "one request in twenty thrown out is felt in the mean", "二十分之一的请求被抢占时均值也会受影响", "decision table: preemptions per request 1/5 %";
    THRASH, "thrash", 1.0,
        "more tokens are recomputed than are useful: most of the machine works for nothing", "重算的 token 多于有效 token：大部分算力被浪费", "definition of thrashing; RFC on the recompute tax names 10 to 23 % as usual online";
    PLATEAU, "plateau", 0.8,
        "the batch stays within a fifth of its top while requests wait: it is capped, not idle", "有请求等待时批量始终处于峰值的八成以上：说明受上限约束", "sequence cap: running flat-tops";
    DEMAND_UP, "demand_up", 1.2,
        "a fifth more work arriving", "到达的工作量增加五分之一", "surge against mix shift: arrivals up, tokens per request flat";
    WORK_UP, "work_up", 1.2,
        "a fifth more work per request", "每个请求的工作量增加五分之一", "work × price split";
    OUTPUT_UP, "output_up", 1.3,
        "answers longer by three tenths: each of them holds its place in the batch that much longer", "回答长度增加三成，占用批次的时间随之增加", "Little's law: running = rate × time";
    MISS_UP, "miss_up", 1.25,
        "a quarter more tokens miss the cache", "缓存未命中的 token 增加四分之一", "work × price split";
    SLOW, "slow", 1.25,
        "a quarter slower than the reference predicts for the same batch: beyond the error of the straight line",
        "同批量下比参考窗口推算值慢四分之一：超出直线拟合的误差", "work × price split; roofline: a step is affine in its tokens";
    SLOW_SEEN, "slow_seen", 1.05,
        "with evidence from the GPU itself any slowdown counts", "有 GPU 自身证据时任何变慢都算数", "decision table: clocks and time per token together";
    CLOCK_DOWN, "clock_down", 0.95,
        "clocks wander by a few percent on their own", "频率本身会有几个百分点的浮动", "boost steps of 15 MHz in about 1,500";
    VIOLATION, "violation", 0.1,
        "throttled in a tenth of the time", "十分之一的时间处于降频", "DCGM violation counters are background below that";
    PEER, "peer", 1.25,
        "a quarter worse than its peers: the same test as for slowness in time", "比同伴差四分之一：与时间上的变慢用同一标准", "replica against peers, same limit as slow";
    PEER_WORSE, "peer_worse", 1.5,
        "half as much again as its peers, without a reference to compare with", "在没有参考窗口时，比同伴高出一半", "baseline rule applied across replicas";
    PEERS_CALM, "peers_calm", 1.3,
        "the others are about as they were", "其他副本基本保持原样", "harm limits: between watch and warn";
    SHARE_UP, "share_up", 1.2,
        "a fifth more than its former share of the requests", "请求份额比以前多五分之一", "replica skew: max against median";
    SHARE_HIGH, "share_high", 1.25,
        "a quarter more than a fair share", "比均分份额多四分之一", "replica skew: max against median";
    DEFERRED, "deferred", 0.5,
        "most of the waiting requests are held back by something other than capacity", "多数等待请求并非因容量而等待", "waiting by reason";
    ABORTS, "aborts", 0.15,
        "about one request in seven got a first token and never finished", "约七分之一的请求得到首 token 后未完成", "aborted requests leave no trace in finish-time histograms";
    TRAFFIC_DOWN, "traffic_down", 0.7,
        "three tenths of the traffic are gone", "流量减少三成", "throughput rule of operators: below 0.7 of before";
    STUCK, "stuck", 60.0,
        "longer than any step or prefill chunk", "超过任何单步或 prefill 分块的耗时", "hang class: running > 0 without progress";
    GPU_IDLE, "gpu_idle", 0.1,
        "a GPU that serves nobody is busy for less than a tenth of the time", "无请求的 GPU 忙碌时间不足十分之一", "as for the clock of a working GPU";
    GAPS, "gaps", 0.05,
        "a lost scrape now and then stays below a twentieth", "偶尔丢失一次抓取不会达到二十分之一", "scrape intervals of 5 to 30 s";
    RESTARTED, "restarted", 1.0, "once is enough", "一次即可", "definition";
    FEW_REQUESTS, "few_requests", 368.0,
        "a P99 has an upper limit at 95 % confidence only from this many requests", "P99 至少需要这么多请求才有 95% 置信的上限", "ln 0.025 ÷ ln 0.99";
    IDLE, "idle", 0.5,
        "less than one request in the engine half of the time", "一半时间内引擎中不到一个请求", "definition of low traffic";
    FAILED, "failed", 0.01,
        "one failure in a hundred requests decides the P99", "百分之一的失败即可决定 P99", "as for preemptions";
    TOP_STEPS, "top_steps", 0.5,
        "the typical step is as large as steps get: the token budget is used up", "典型的一步已达最大规模：token 预算已用尽", "decision table: P50 of tokens per step in the top bucket";
    SLOTS_FULL, "slots_full", 0.9,
        "the slots are taken in nine of ten scrapes", "十次抓取中有九次槽位占满", "decision table: lora_requests_info at max_lora";
    KEPT_OUT, "kept_out", 0.5,
        "half of the time an adapter waits that no slot holds", "一半时间有 adapter 在等待槽位", "decision table: waiting adapters";
    ODD_GPU, "odd_gpu", 0.85,
        "boards of one kind differ by a few percent at the same work", "同型号 GPU 做同样的工作时只差几个百分点", "decision table: one GPU of the group lower, the others wait";
    TAIL, "tail", 3.0,
        "a typical step is short, one in twenty three times as long", "典型一步很短，每二十步有一步长三倍", "decision table: ITL P95 ÷ P50 over 2 to 3";
    SPEC_DOWN, "spec_down", 0.85,
        "each round brings a seventh less: the same text takes that many more steps", "每轮产出少七分之一：同样的文本需要更多步", "decision table: accepted ÷ drafted falls";
    SPEC_WEAK, "spec_weak", 1.5,
        "fewer than one draft token in two accepted per round: the drafts cost more than they bring under load", "每轮接受不足半个草稿 token：高负载下得不偿失", "decision table: tokens per draft 1.5/1.1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_an_id_of_its_own_a_reason_in_both_languages_and_a_source() {
        let mut ids: Vec<&str> = LIMITS.iter().map(|limit| limit.id).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), LIMITS.len());
        for limit in LIMITS {
            limit.why.check().unwrap();
            assert!(!limit.source.is_empty() && limit.value.is_finite());
        }
    }
}
