//! Every word that the exports themselves say.

use crate::report::{Confidence, Severity, WindowOrigin};
use crate::text::Text;

/// Layers and links of a chain that are no rung of the ladder.
pub const LAYERS: &[(&str, Text)] = &[
    ("api_server", Text::new("Front end", "前端")),
    ("client", Text::new("Clients", "客户端")),
    ("cold_start", Text::new("Cold start", "冷启动")),
    ("decode", Text::new("Decode", "Decode")),
    ("decode_load", Text::new("Decode load", "Decode 负载")),
    ("e2e", Text::new("End to end", "端到端延迟")),
    ("gpu_compute", Text::new("GPU compute", "GPU 计算")),
    ("itl", Text::new("Inter-token latency", "token 间延迟")),
    ("no_progress", Text::new("No progress", "无进展")),
    ("output_length", Text::new("Answer length", "回答长度")),
    ("replica", Text::new("Replica", "副本")),
    ("traffic", Text::new("Traffic", "流量")),
];

macro_rules! words {
    ($($name:ident, $en:literal, $zh:literal;)*) => {
        $(pub const $name: Text = Text::new($en, $zh);)*
        #[cfg(test)]
        const ALL: &[Text] = &[$($name),*];
    };
}

words! {
    OK, "ok", "正常";
    WATCH, "watch", "关注";
    WARN, "warn", "警告";
    CRITICAL, "critical", "严重";
    UNKNOWN, "unknown", "未知";
    CONFIDENCE_LOW, "low", "低";
    CONFIDENCE_MEDIUM, "medium", "中";
    CONFIDENCE_HIGH, "high", "高";

    TITLE, "{severity}: {title}", "{severity}：{title}";
    CONFIDENCE, "confidence: {confidence}", "置信度：{confidence}";
    SINCE, "since {from}", "自 {from} 起";
    BETWEEN, "from {from} to {to}", "自 {from} 至 {to}";
    COMPARED, "compared with {window}", "参考 {window}";
    COMPARED_WITH_NOTHING, "compared with nothing: the data holds no other window", "无参考：数据中没有其他时间窗口";
    AND_MORE, "{names} and {count} more", "{names} 等另外 {count} 个";
    PATH, "{chain}, on {replicas}", "{chain}，位于 {replicas}";

    LADDER, "Layers", "各层状态";
    LAYER, "Layer", "层";
    SEVERITY, "Severity", "级别";
    NUMBER, "Number", "数值";
    ROOT, "root cause", "根因";
    FOLDED_OK, "checked and fine: {names}", "已检查，正常：{names}";
    FOLDED_UNKNOWN, "not known: {names}", "无法判断：{names}";
    LADDER_SENTENCES, "Why each layer has its severity", "各层级别的依据";

    EVIDENCE, "Numbers that prove it", "关键证据";
    FOCUS, "focus", "分析窗口";
    REFERENCE, "reference", "参考窗口";
    CHANGE, "change", "变化";
    NAMED, "{name} ({detail})", "{name}（{detail}）";

    WATERFALL, "Where the mean TTFT goes (queue and prefill as requests finish)", "平均 TTFT 的构成（排队与 prefill 按请求完成时刻）";
    WATERFALL_LEGEND, "[#] queue [=] prefill [.] residual", "[#] 排队 [=] prefill [.] 其余";
    WATERFALL_PARTS, "{ttft} = queue {queue} + prefill {prefill} + residual {residual}", "{ttft} = 排队 {queue} + prefill {prefill} + 其余 {residual}";

    PERCENTILES, "Percentiles (observed in the window itself)", "分位数（窗口内观察到的值）";
    SIGNAL, "Signal", "指标";
    REQUESTS, "count", "次数";
    MEAN, "mean", "均值";
    OVER, "over target", "超出目标";

    REPLICAS, "Replicas", "副本";
    REPLICA, "Replica", "副本";
    REPLICA_REQUESTS, "requests", "请求数";
    REPLICA_TTFT, "TTFT P99", "TTFT P99";
    REPLICA_SHARE, "share of the slow", "慢请求占比";
    REPLICA_WITHOUT, "P99 without it", "去除后的 P99";

    REJECTED, "Ruled out", "已排除";
    CLAIM, "{name}: {sentence}", "{name}：{sentence}";
    MISSING, "Missing evidence", "缺少的证据";
    ADVICE, "What to do", "建议措施";
    FLAG, "setting: {flag}", "参数：{flag}";
    SOURCE, "source: {source}", "来源：{source}";
    TRUST, "How far to trust this", "结论的可信程度";
    CONFIDENCE_REASON, "Confidence {confidence}: {reason}", "置信度{confidence}：{reason}";
    REFUTED_BY, "It would be wrong if: {sentence}", "若出现以下情况则结论不成立：{sentence}";
    RECHECK, "PromQL to check it yourself", "用 PromQL 自行复核";

    FINDINGS, "Other findings", "其他发现";
    FINDING, "{severity}, {title}: {headline}", "{severity}，{title}：{headline}";
    EXPLAINED, "{finding} Explained by: {cause}.", "{finding}可由此解释：{cause}。";

    NOTES, "Doubts about the data", "数据疑点";
    INFO, "info", "提示";
    DOUBT, "doubt", "存疑";
    SERIOUS, "serious", "严重存疑";

    EXAMINED, "What was examined", "分析范围";
    EXAMINED_FOCUS, "focus: {window}, {origin}", "分析窗口：{window}，{origin}";
    EXAMINED_REFERENCE, "reference: {window}, {origin}", "参考窗口：{window}，{origin}";
    ORIGIN_GIVEN, "as asked for", "由用户指定";
    ORIGIN_FOUND, "found by a change in the data", "根据数据变化自动选取";
    ORIGIN_WHOLE, "all of the data", "全部数据";
    ORIGIN_SINCE_START, "everything since the process started", "自进程启动以来";
    ORIGIN_FILE, "the file named as the good one", "用户指定的正常数据";
    ENGINE, "engine: {engine} ({sentence})", "引擎：{engine}（{sentence}）";
    MODELS, "models: {names}", "模型：{names}";
    INPUT, "{name}: {format}, {bytes}, {series} series, {samples} samples", "{name}：{format}，{bytes}，{series} 条序列，{samples} 个样本";
    UNKNOWN_FAMILIES, "metric families of no known signal ({count}): {names}", "未识别的指标族（{count}）：{names}";
    GENERATOR, "made by {generator}", "由 {generator} 生成";
}

/// The word of a severity.
pub fn severity(severity: Severity) -> Text {
    match severity {
        Severity::Unknown => UNKNOWN,
        Severity::Ok => OK,
        Severity::Watch => WATCH,
        Severity::Warn => WARN,
        Severity::Critical => CRITICAL,
    }
}

/// The shape of a severity, one ASCII letter: also a log file and a pager keep it.
pub fn shape(severity: Severity) -> &'static str {
    match severity {
        Severity::Unknown => "?",
        Severity::Ok => "+",
        Severity::Watch => "~",
        Severity::Warn => "!",
        Severity::Critical => "X",
    }
}

/// The word of a confidence.
pub fn confidence(confidence: Confidence) -> Text {
    match confidence {
        Confidence::Low => CONFIDENCE_LOW,
        Confidence::Medium => CONFIDENCE_MEDIUM,
        Confidence::High => CONFIDENCE_HIGH,
    }
}

/// How a window came to be.
pub fn origin(origin: WindowOrigin) -> Text {
    match origin {
        WindowOrigin::Given => ORIGIN_GIVEN,
        WindowOrigin::Found => ORIGIN_FOUND,
        WindowOrigin::Whole => ORIGIN_WHOLE,
        WindowOrigin::SinceStart => ORIGIN_SINCE_START,
        WindowOrigin::File => ORIGIN_FILE,
    }
}

/// The word of a note's weight, when it is one that the contract names.
pub fn weight(weight: &str) -> Option<Text> {
    match weight {
        "info" => Some(INFO),
        "doubt" => Some(DOUBT),
        "serious" => Some(SERIOUS),
        _ => None,
    }
}

/// The word of a window, when it is one that the contract names.
pub fn window(window: &str) -> Option<Text> {
    match window {
        "focus" => Some(FOCUS),
        "reference" => Some(REFERENCE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_both_languages_and_the_same_placeholders() {
        for row in ALL {
            row.check().unwrap();
        }
    }
}
