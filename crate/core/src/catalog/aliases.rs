//! Names that articles, dashboards and rules use but vLLM does not export, and what they mean.
//!
//! Two kinds: names that never existed, and names that were renamed or dropped. For a plain slip of
//! the pen there is [`nearest`].

use super::engines::{ENGINES, EngineId};
use super::row::{Row, Usage};
use crate::text::Text;

/// One name that leads nowhere, and where to go.
#[derive(Clone, Copy, Debug)]
pub struct Translation {
    /// The name without prefix, `_total`, `_bucket`, `_sum`, `_count`.
    pub name: &'static str,
    /// The canonical families that answer it, the current one first; empty when none does.
    pub real: &'static [&'static str],
    /// What to know.
    pub comment: Text,
}

const fn row(
    name: &'static str,
    real: &'static [&'static str],
    en: &'static str,
    zh: &'static str,
) -> Translation {
    Translation { name, real, comment: Text::new(en, zh) }
}

const KV_USAGE: &[&str] = &["vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"];
const KV_SIZE: &[&str] = &["vllm:kv_cache_usage_perc", "vllm:cache_config_info"];
const PREFIX: &[&str] = &["vllm:prefix_cache_hits_total", "vllm:prefix_cache_queries_total"];
const E2E: &[&str] = &["vllm:e2e_request_latency_seconds"];
const SUCCESS: &[&str] = &["vllm:request_success_total"];

/// All of them.
#[rustfmt::skip]
pub const TRANSLATIONS: &[Translation] = &[
    row("approximate_uncached_tokens_waiting", &["vllm:num_requests_waiting"],
        "Only proposed (vLLM PR 38025): the number of waiting tokens is not exported, the number of waiting requests is.",
        "仅为提案（vLLM PR 38025）：未导出等待的词元数，只导出等待的请求数。"),
    row("available_kv_cache_memory_bytes", &["vllm:cache_config_info"],
        "Only requested (vLLM issue 26850). The capacity in tokens is num_gpu_blocks × block_size, both labels of cache_config_info.",
        "仅有人提出需求（vLLM issue 26850）。以词元计的容量为 num_gpu_blocks × block_size，二者是 cache_config_info 的标签。"),
    row("avg_generation_throughput_toks_per_s", &["vllm:generation_tokens_total"],
        "Dropped in 0.7.0. Use the rate of the counter.", "已在 0.7.0 移除。请对计数器取 rate。"),
    row("avg_prefill_length", &["vllm:request_prompt_tokens"],
        "Never existed. The mean prompt length is sum divided by count of the histogram, each as a rate.",
        "从未存在。平均提示长度为该直方图总和与计数各取 rate 后相除。"),
    row("avg_prompt_throughput_toks_per_s", &["vllm:prompt_tokens_total"],
        "Dropped in 0.7.0. Use the rate of the counter.", "已在 0.7.0 移除。请对计数器取 rate。"),
    row("cache_usage_percent", KV_USAGE,
        "Never existed. KV usage is a ratio from 0 to 1, not a percentage.", "从未存在。KV 使用率是 0 到 1 的比值，不是百分数。"),
    row("cpu_cache_usage_perc", &[],
        "V0 only, gone since 0.9.1: V1 never swaps to CPU memory.", "仅 V0 有，自 0.9.1 起移除：V1 从不换出到 CPU 内存。"),
    row("cpu_prefix_cache_hit_rate", &[],
        "V0 only, gone since 0.9.1: V1 never swaps to CPU memory.", "仅 V0 有，自 0.9.1 起移除：V1 从不换出到 CPU 内存。"),
    row("generation_tokens_per_second", &["vllm:generation_tokens_total"],
        "Never existed. Use the rate of the counter.", "从未存在。请对计数器取 rate。"),
    row("gpu_cache_usage", KV_USAGE,
        "Never existed without its ending: it was gpu_cache_usage_perc and is kv_cache_usage_perc since 0.9.2.",
        "缺少后缀的名字从未存在：原名 gpu_cache_usage_perc，自 0.9.2 起为 kv_cache_usage_perc。"),
    row("gpu_cache_usage:avg", KV_USAGE,
        "The output of a recording rule over a name that never existed: always empty.", "这是记录规则的输出，其来源名称从未存在：结果始终为空。"),
    row("gpu_cache_usage_bytes", KV_SIZE,
        "Never existed. Usage is a ratio; the size follows from the labels of cache_config_info.",
        "从未存在。使用率是比值；容量可由 cache_config_info 的标签算出。"),
    row("gpu_cache_usage_perc", &["vllm:kv_cache_usage_perc"],
        "Renamed in 0.9.2, hidden since 0.11.0, gone since 0.12.0.", "0.9.2 改名，0.11.0 起隐藏，0.12.0 起移除。"),
    row("gpu_memory_used", &[],
        "vLLM exports no device memory. Use DCGM_FI_DEV_FB_USED, nvidia_smi_memory_used_bytes or gpu_used_vram; vLLM fills its share at start, so it says nothing about KV pressure.",
        "vLLM 不导出显存。请使用 DCGM_FI_DEV_FB_USED、nvidia_smi_memory_used_bytes 或 gpu_used_vram；vLLM 启动时即占满其份额，因此它不反映 KV 压力。"),
    row("gpu_prefix_cache_hit_rate", PREFIX,
        "V0 only, gone since 0.9.1. Divide the rates of the two counters.", "仅 V0 有，自 0.9.1 起移除。请将两个计数器的 rate 相除。"),
    row("gpu_prefix_cache_hits", &["vllm:prefix_cache_hits_total"],
        "Renamed in 0.9.2, gone since 0.12.0; counted blocks before 0.9.0, tokens since.",
        "0.9.2 改名，0.12.0 起移除；0.9.0 之前按块计数，之后按词元计数。"),
    row("gpu_prefix_cache_queries", &["vllm:prefix_cache_queries_total"],
        "Renamed in 0.9.2, gone since 0.12.0; counted blocks before 0.9.0, tokens since.",
        "0.9.2 改名，0.12.0 起移除；0.9.0 之前按块计数，之后按词元计数。"),
    row("kv_cache_usage_bytes", KV_SIZE,
        "Never existed. Usage is a ratio; the size follows from the labels of cache_config_info.",
        "从未存在。使用率是比值；容量可由 cache_config_info 的标签算出。"),
    row("num_free_blocks", KV_SIZE,
        "Never existed. Free blocks are (1 − usage) × num_gpu_blocks, a label of cache_config_info.",
        "从未存在。空闲块数为（1 − 使用率）× num_gpu_blocks，后者是 cache_config_info 的标签。"),
    row("num_preemptions_by_reason", &["vllm:num_preemptions_total"],
        "Only proposed (vLLM PR 58037): preemptions are not split by reason.", "仅为提案（vLLM PR 58037）：抢占次数没有按原因拆分。"),
    row("num_requests_swapped", &[],
        "V0 only, gone since 0.9.1: V1 recomputes instead of swapping, see num_preemptions_total.",
        "仅 V0 有，自 0.9.1 起移除：V1 以重算代替换出，参见 num_preemptions_total。"),
    row("num_tokens_waiting", &["vllm:num_requests_waiting"],
        "Only proposed (vLLM PR 38025): the number of waiting tokens is not exported, the number of waiting requests is.",
        "仅为提案（vLLM PR 38025）：未导出等待的词元数，只导出等待的请求数。"),
    row("num_total_requests", SUCCESS,
        "Never existed. Finished requests are counted by reason.", "从未存在。已完成的请求按原因计数。"),
    row("prompt_tokens_per_second", &["vllm:prompt_tokens_total"],
        "Never existed. Use the rate of the counter.", "从未存在。请对计数器取 rate。"),
    row("request_duration_seconds", E2E,
        "Never a name of vLLM. http_request_duration_seconds on the same port belongs to the HTTP middleware and has three coarse buckets.",
        "从来不是 vLLM 的指标名。同一端口上的 http_request_duration_seconds 属于 HTTP 中间件，只有三个粗略的桶。"),
    row("request_failure", SUCCESS,
        "Never existed. Failures are finished requests with finished_reason error or abort; abandoned ones are not counted at all.",
        "从未存在。失败请求是 finished_reason 为 error 或 abort 的已完成请求；被客户端放弃的请求不计数。"),
    row("request_latency_seconds", E2E,
        "Never a name of the engine. A histogram of this name is exported by the production-stack router, with the label server.",
        "从来不是引擎的指标名。production-stack 路由器会导出同名直方图，带有 server 标签。"),
    row("request_running_seconds", &["vllm:request_inference_time_seconds"],
        "Never existed. The time from first scheduling to the last token is the inference time, preemptions included.",
        "从未存在。从首次调度到最后一个词元的时间是推理时间，包含被抢占的时间。"),
    row("request_success:rate5m", SUCCESS,
        "The output of somebody's recording rule, not a name of vLLM.", "这是某条记录规则的输出，不是 vLLM 的指标名。"),
    row("request_time", E2E, "Never existed.", "从未存在。"),
    row("request_waiting_seconds", &["vllm:request_queue_time_seconds"],
        "Never existed. Queue time leaves out waiting after a preemption.", "从未存在。排队时间不包含被抢占之后的等待。"),
    row("time_in_queue_requests", &["vllm:request_queue_time_seconds"],
        "V0 only, the same quantity under another name, gone since 0.9.1.", "仅 V0 有，同一数量的另一名称，自 0.9.1 起移除。"),
    row("time_per_output_token_seconds", &["vllm:inter_token_latency_seconds", "vllm:request_time_per_output_token_seconds"],
        "Renamed in 0.10.2 to inter_token_latency_seconds, hidden since 0.12.0, gone since 0.15.0. It is the gap between outputs; the mean per request is request_time_per_output_token_seconds.",
        "0.10.2 改名为 inter_token_latency_seconds，0.12.0 起隐藏，0.15.0 起移除。它是相邻输出之间的间隔；每个请求的平均值是 request_time_per_output_token_seconds。"),
];

const RULE_OUTPUT: Translation = row(
    "",
    &[],
    "A colon behind the prefix marks the output of somebody's recording rule, not a name of vLLM.",
    "前缀之后的冒号表示这是某条记录规则的输出，不是 vLLM 的指标名。",
);

/// What somebody means who asks vLLM for `name`; `None` when nothing is known about it.
///
/// - Prefixes, histogram endings and `_total` make no difference; the prefix may be missing.
/// - Old names that a server of the right age still shows are translated as well: ask only about
///   names that are not there.
pub fn translate(name: &str) -> Option<&'static Translation> {
    let stem = bare(name);
    let find = |stem: &str| {
        TRANSLATIONS.binary_search_by(|row| row.name.cmp(stem)).ok().and_then(|index| TRANSLATIONS.get(index))
    };
    find(stem)
        .or_else(|| find(stem.strip_suffix("_total")?))
        .or_else(|| (stem.len() < name.len() && stem.contains(':')).then_some(&RULE_OUTPUT))
}

/// Twice the longest name in the table: the comparison costs the product of the lengths.
const LONGEST_NAME: usize = 120;

/// The family of vLLM whose name is closest to the unknown `name`, when it is close.
///
/// Close is a quarter of its length in letters added, dropped, changed or swapped. Of two as close,
/// the one that the walk uses wins. Nothing is close to a name of more than 120 letters.
pub fn nearest(name: &str) -> Option<&'static str> {
    let vllm = ENGINES.iter().find(|engine| engine.id == EngineId::Vllm)?;
    vllm.stem(name)?;
    let stem = bare(name);
    let stem = stem.strip_suffix("_total").unwrap_or(stem);
    let length = stem.chars().take(LONGEST_NAME + 1).count();
    if length > LONGEST_NAME {
        return None;
    }
    let distance = |row: &Row| edits(stem, row.stem);
    let unused = |row: &Row| matches!(row.usage, Usage::Ignored);
    let best = vllm.rows.iter().min_by_key(|row| (distance(row), unused(row)))?;
    (distance(best) <= length / 4).then_some(best.family)
}

fn bare(name: &str) -> &str {
    let vllm = ENGINES.iter().find(|engine| engine.id == EngineId::Vllm);
    let stem = vllm.and_then(|vllm| vllm.stem(name)).unwrap_or(name);
    ["_bucket", "_sum", "_count"].iter().find_map(|ending| stem.strip_suffix(ending)).unwrap_or(stem)
}

/// Letters added, dropped, changed, or swapped with their neighbour.
fn edits(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let changed = previous[column] + usize::from(a != b);
            let mut fewest = changed.min(previous[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && left[row - 1] == *b && right[column - 1] == *a {
                fewest = fewest.min(before[column - 1] + 1);
            }
            current.push(fewest);
        }
        before = previous;
        previous = current;
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_speak_both_languages() {
        for pair in TRANSLATIONS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
        }
        for row in TRANSLATIONS.iter().chain([&RULE_OUTPUT]) {
            row.comment.check().unwrap();
        }
    }

    #[test]
    fn real_names_are_real() {
        for row in TRANSLATIONS {
            for real in row.real {
                let known = ENGINES.iter().flat_map(|engine| engine.rows).any(|row| row.family == *real);
                assert!(known, "{real}");
            }
        }
    }

    fn check(name: &str, expected: Option<&[&str]>) {
        assert_eq!(translate(name).map(|row| row.real), expected, "{name}");
    }

    #[test]
    fn translates_under_every_spelling() {
        for name in
            ["request_time", "vllm:request_time", "vllm:request_time_bucket", "ray_vllm_request_time_sum"]
        {
            check(name, Some(E2E));
        }
        check("vllm:request_failure_total", Some(SUCCESS));
        check("vllm:gpu_cache_usage:avg", Some(KV_USAGE));
        check("vllm:something:rate5m", Some(&[]));
        check("job:request_latency:p99", None);
        check("vllm:num_requests_waiting", None);
        check("", None);
    }

    #[test]
    fn finds_the_nearest_name() {
        for (name, expected) in [
            ("vllm:time_to_first_tokens_seconds_bucket", Some("vllm:time_to_first_token_seconds")),
            ("vllm:num_request_waiting", Some("vllm:num_requests_waiting")),
            ("vllm_kv_cache_usage_percent", Some("vllm:kv_cache_usage_perc")),
            ("vllm:request_queue_seconds", Some("vllm:request_queue_time_seconds")),
            ("vllm:num_preemption_total", Some("vllm:num_preemptions_total")),
            ("vllm:qeue", None),
            ("vllm:", None),
            ("sglang:num_request_waiting", None),
        ] {
            assert_eq!(nearest(name), expected, "{name}");
        }
        assert_eq!(nearest(&format!("vllm:{}", "x".repeat(100_000))), None);
    }

    #[test]
    fn edit_distance() {
        for (left, right, distance) in
            [("", "", 0), ("a", "", 1), ("abc", "acb", 1), ("kitten", "sitting", 3), ("抢占", "抢", 1)]
        {
            assert_eq!(edits(left, right), distance, "{left} {right}");
            assert_eq!(edits(right, left), distance, "{right} {left}");
        }
    }
}
