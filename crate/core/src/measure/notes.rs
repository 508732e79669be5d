//! Doubts that measuring can raise.

use crate::note::{NoteKind, Weight};
use crate::text::Text;

macro_rules! notes {
    ($($name:ident, $id:literal, $weight:ident, $en:literal, $zh:literal;)*) => {
        $(#[doc = $en] pub static $name: NoteKind =
            NoteKind { id: $id, weight: Weight::$weight, text: Text::new($en, $zh) };)*

        /// All of them.
        pub static ALL: &[&NoteKind] = &[$(&$name,)*];
    };
}

notes! {
    GPU_NOT_JOINED, "measure.gpu_not_joined", Info,
        "{subject} of {detail} GPUs could not be joined to a server: no pod label matches and the host carries several servers. They are judged for the fleet only.",
        "{detail} 块 GPU 中有 {subject} 块无法与服务器对应：没有匹配的 pod 标签，且主机上有多个服务器。它们只用于整体判断。";
    ONE_SCRAPE, "measure.one_scrape", Doubt,
        "There is one scrape only: every number covers the time since the process started. A fault of the last minutes is diluted; rates and trends cannot be said. Take a second scrape a few minutes later and give both files.",
        "只有一次抓取：所有数字都是进程启动以来的累计。最近几分钟的故障会被稀释，速率和趋势无从得知。请隔几分钟再抓取一次并同时提供两个文件。";
    GATEWAY, "measure.gateway", Doubt,
        "These numbers were taken in front of the engines: times hold routing and transport, and what the engines wait for is not in them. Scrape the engines too.",
        "这些数字取自引擎之前的网关：时间包含路由与传输，看不到引擎在等待什么。请同时采集引擎指标。";
    NO_CLOCK, "measure.no_clock", Info,
        "The scrapes carry no times: differences between them are exact, rates per second are not known.",
        "抓取结果没有时间戳：差值是精确的，但每秒速率未知。";
    RESETS, "measure.resets", Doubt,
        "Counters of {subject} began again at a lower value {detail} time(s): what was counted between the last scrape and the restart is lost, so increases are \"at least\".",
        "{subject} 的计数器有 {detail} 次从更低的值重新开始：最后一次抓取到重启之间的计数已丢失，因此增量是“至少”。";
    SAWTOOTH, "measure.sawtooth", Serious,
        "Counters of {subject} fall again and again ({detail} times): several processes answer behind one target. Rates and percentiles of it are not safe. Scrape every process under its own address.",
        "{subject} 的计数器反复下降（{detail} 次）：同一个抓取目标后面有多个进程。其速率和分位数不可靠。请为每个进程单独设置抓取地址。";
    GAPS, "measure.gaps", Doubt,
        "{detail} s without scrapes of {subject}: nothing is known about that time.",
        "{subject} 有 {detail} 秒没有抓取数据：这段时间的情况未知。";
    FEW_REQUESTS, "measure.few_requests", Info,
        "Only {subject} requests in the focus window: a P99 needs {detail}, so its interval is printed instead.",
        "分析窗口内只有 {subject} 个请求：P99 需要 {detail} 个，因此只给出其区间。";
    LAYOUTS_DIFFER, "measure.layouts_differ", Info,
        "Replicas use different buckets for {subject}: they are merged as intervals, never added by le.",
        "各副本的 {subject} 桶边界不同：按区间合并，而不是按 le 相加。";
    LAGGED, "measure.lagged", Info,
        "The split of TTFT and the evidence read queue and prefill time {detail} s later than TTFT, as they are observed when a request finishes. The percentiles read every signal in the window itself: their means differ a little.",
        "TTFT 的拆分与证据中，排队与 prefill 时间比 TTFT 晚 {detail} 秒读取，因为它们在请求完成时才记录。分位数表按窗口本身读取各信号：均值略有差异。";
    IMPOSSIBLE_VALUES, "measure.impossible_values", Doubt,
        "Counters of {subject} hold {detail} impossible sample(s): negative, infinite or beyond 2^53. They were left out; rate() of Prometheus takes such a sample for a restart, so its numbers differ.",
        "{subject} 的计数器有 {detail} 个不可能的样本（负数、无穷或超过 2^53），已忽略；Prometheus 的 rate() 会将其视为重启，因此数值不同。";
    REFERENCE_OVERLAPS, "measure.reference_overlaps", Serious,
        "The reference shares {detail} with the window under examination: what is in both does not stand out. Name a time before the trouble.",
        "参考窗口与分析窗口重叠 {detail}：两者共有的异常不会显现。请指定故障前的时段。";
    REFERENCE_ABNORMAL, "measure.reference_abnormal", Serious,
        "The reference is no good time: {detail} of it lie in {subject}, which stands out from the rest of the data. Name another one, or none.",
        "参考窗口并不正常：其中 {detail} 位于 {subject}，而该时段明显异于其余数据。请另行指定或省略。";
    REFERENCE_LATE, "measure.reference_late", Serious,
        "The reference is no good time either: its mean TTFT is {detail}. What both share does not stand out. Name a better one, or none.",
        "参考数据同样不正常：其 TTFT 均值为 {detail}，两者共有的异常不会显现。请另行指定或省略。";
    INFERENCE_IDENTITY, "measure.inference_identity", Doubt,
        "Inference time is not prefill + decode ({detail} off): these three come from different requests or a known bug mixes them.",
        "推理时间不等于 prefill 与 decode 之和（相差 {detail}）：三者来自不同的请求，或存在已知缺陷。";
    HITS_OVER_QUERIES, "measure.hits_over_queries", Doubt,
        "More prefix-cache hits than queries: the hit ratio of this data is not safe.",
        "前缀缓存命中数多于查询数：该数据的命中率不可靠。";
    TTFT_IMPLAUSIBLE, "measure.ttft_implausible", Serious,
        "TTFT is practically zero for {subject} requests ({detail}): some releases write such values; no diagnosis is made from it.",
        "{subject} 个请求的 TTFT 几乎为零（{detail}）：某些版本会写出这样的值，因此不据此诊断。";
    NO_TTFT, "measure.no_ttft", Serious,
        "There is no TTFT histogram in this data: the symptom itself cannot be seen. Export vllm:time_to_first_token_seconds.",
        "数据中没有 TTFT 直方图：看不到症状本身。请导出 vllm:time_to_first_token_seconds。";
    QUANTILES_ONLY, "measure.buckets_missing", Doubt,
        "{subject} comes without buckets: means are exact, percentiles cannot be said.",
        "{subject} 没有桶数据：均值是精确的，但无法给出分位数。";
    NO_REFERENCE, "measure.no_reference", Info,
        "Nothing in the data stands out in time, so there is no reference: colours stand on fixed thresholds.",
        "数据在时间上没有明显变化，因此没有参考窗口：颜色依据固定阈值。";
    KNOWN_BUG, "measure.known_bug", Doubt,
        "Known defect of this generation: {detail}",
        "该版本的已知缺陷：{detail}";
    EXPECTED_MISSING, "measure.expected_missing", Info,
        "Families that this generation exports but that are not in the data: {detail}. Relabelling or an incomplete query drops them.",
        "该版本会导出但数据中缺少的指标：{detail}。可能被 relabel 规则或不完整的查询丢弃。";
    OLD_NAME, "measure.renamed_metric", Info,
        "{subject} is not a name that the engine exports: {detail}",
        "{subject} 不是引擎导出的指标名：{detail}";
    NEAR_NAME, "measure.near_name", Info,
        "{subject} is not a name that the engine exports; the nearest one that is: {detail}",
        "{subject} 不是引擎导出的指标名；最接近的真实指标名：{detail}";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_note_has_both_languages_and_an_id_of_its_own() {
        let mut ids: Vec<&str> = ALL.iter().map(|kind| kind.id).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), ALL.len());
        for kind in ALL {
            kind.text.check().unwrap();
        }
    }
}
