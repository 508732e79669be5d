//! What can be doubtful about input.
//!
//! `{subject}` is the file, unless the row says otherwise.

use crate::note::{NoteKind, Weight};
use crate::text::Text;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $weight:ident, $en:literal, $zh:literal;)*) => {
        $(
            $(#[$doc])*
            pub static $name: NoteKind =
                NoteKind { id: $id, weight: Weight::$weight, text: Text::new($en, $zh) };
        )*

        /// All rows, for tables and tests.
        pub static ALL: &[&NoteKind] = &[$(&$name),*];
    };
}

kinds! {
    /// Columns that are already rates.
    COUNTED_UP = "read.counted_up", Doubt,
        "{count} series of {subject} are rates or increases and were turned back into counters, the first {detail}: restarts and times between the points are lost; better query the counters themselves",
        "{subject} 中有 {count} 个序列是 rate 或 increase 的结果，已还原为计数器，首个是 {detail}：重启与点间时刻已丢失；最好直接查询计数器本身";
    /// A line that is no metric.
    BAD_LINES = "read.bad_lines", Doubt,
        "Lines of {subject} that are no valid metrics and were skipped: {count}, the first at {place}: {detail}",
        "{subject} 中有 {count} 行不是有效的指标，已跳过，首行在 {place}：{detail}";
    /// `# HELP`, `# TYPE` or `# UNIT` that says nothing valid.
    BAD_METADATA = "read.bad_metadata", Info,
        "HELP, TYPE or UNIT lines of {subject} that are not valid and were ignored: {count}, the first at {place}: {detail}",
        "{subject} 中有 {count} 行 HELP、TYPE 或 UNIT 无效，已忽略，首行在 {place}：{detail}";
    /// Understood, though OpenMetrics forbids the spelling.
    LOOSE_LINES = "read.loose_lines", Info,
        "Lines of {subject} that break the rules of OpenMetrics (blanks, comments) and were read all the same: {count}, the first at {place}: {detail}",
        "{subject} 中有 {count} 行不符合 OpenMetrics 的规则（空白或注释），仍已读取，首行在 {place}：{detail}";
    /// OpenMetrics without its last line.
    NO_EOF = "read.no_eof", Doubt,
        "{subject} does not end with # EOF: it may be cut short",
        "{subject} 没有以 # EOF 结尾：可能被截断";
    /// Several scrapes in one file.
    SCRAPES = "read.scrapes", Info,
        "{subject} holds {detail} scrapes one after the other",
        "{subject} 中依次有 {detail} 次抓取";
    /// Times of scrapes taken from comments or lines between them.
    SCRAPE_TIMES = "read.scrape_times", Info,
        "The times of the scrapes in {subject} come from the dates written between them, the first at {place}: {detail}",
        "{subject} 中各次抓取的时间取自其间写下的日期，首个在 {place}：{detail}";
    /// Dates between the scrapes that could not be used.
    SCRAPE_TIMES_UNUSED = "read.scrape_times_unused", Doubt,
        "{subject} has dates between its scrapes, but not one for every scrape in rising order: they were not used",
        "{subject} 的抓取之间写有日期，但并非每次抓取都有且递增：未使用这些日期";
    /// Exemplars.
    EXEMPLARS = "read.exemplars", Info,
        "Exemplars of {subject} that were left out, while their samples were read: {count}",
        "{subject} 中的 {count} 个 exemplar 未使用，其样本已读取";
    /// The same label twice in one label set.
    REPEATED_LABEL = "read.repeated_label", Doubt,
        "Label sets of {subject} that name a label twice, where the last value was taken: {count}, the first at {place}: {detail}",
        "{subject} 中有 {count} 个标签集重复了同一标签，取最后的值，首个在 {place}：{detail}";
    /// A file of scrapes without times, a few samples of which carry one.
    TIMES_UNUSED = "read.times_unused", Doubt,
        "Few samples of {subject} carry a time ({count}): their times were not used",
        "{subject} 中只有 {count} 个样本带有时间：这些时间未使用";
    /// A file with times, a few samples of which carry none.
    UNTIMED_SAMPLES = "read.untimed_samples", Doubt,
        "Samples of {subject} that carry no time, while the others do, and were left out: {count}",
        "{subject} 中有 {count} 个样本没有时间，已忽略；其余样本带有时间";
    /// Text format with times in seconds.
    SECONDS = "read.seconds", Info,
        "The times in {subject} were read as seconds, the first at {place}: {detail}",
        "{subject} 中的时间按秒读取，首个在 {place}：{detail}";
    /// Not UTF-8.
    ENCODING = "read.encoding", Info,
        "{subject} was read as {detail}",
        "{subject} 按 {detail} 读取";
    /// `curl -i`.
    HTTP_HEADERS = "read.http_headers", Info,
        "{subject} begins with the headers of an HTTP response; they were skipped: {detail}",
        "{subject} 以 HTTP 响应头开头，已跳过：{detail}";
    /// Times out of order.
    REORDERED = "read.reordered", Info,
        "Samples of {subject} that stood after a later one and were put in order: {count}",
        "{subject} 中有 {count} 个样本排在更晚的样本之后，已重新排序";
    /// The same sample twice.
    REPEATED_SAMPLES = "read.repeated_samples", Info,
        "Samples of {subject} that were there twice and were counted once: {count}",
        "{subject} 中有 {count} 个样本重复出现，只计一次";
    /// Two values at one time.
    CONTRADICTED_SAMPLES = "read.contradicted_samples", Doubt,
        "Samples of {subject} with another value at the same time in the same series, where the first was kept: {count}",
        "{subject} 中有 {count} 个样本在同一序列的同一时间有不同的值，保留了先出现的值";
    /// A JSON sample that is no pair of time and number.
    BAD_SAMPLES = "read.bad_samples", Doubt,
        "Samples of {subject} that are no pair of a time and a number and were skipped: {count}, the first: {detail}",
        "{subject} 中有 {count} 个样本不是时间与数值的组合，已跳过，首个：{detail}";
    /// Native histograms.
    NATIVE_HISTOGRAMS = "read.native_histograms", Doubt,
        "Series of {subject} with native histograms, which are not read: {count}; ask for the classic _bucket series",
        "{subject} 中有 {count} 个序列含原生直方图，未读取；请查询传统的 _bucket 序列";
    /// Series without a sample.
    EMPTY_SERIES = "read.empty_series", Info,
        "Series of {subject} without a sample: {count}",
        "{subject} 中有 {count} 个序列没有样本";
    /// Series whose labels were lost.
    LOST_LABELS = "read.lost_labels", Doubt,
        "Series of {subject} with samples but no labels, which were left out: {count}",
        "{subject} 中有 {count} 个序列有样本但没有标签，已忽略";
    /// JSON that ends in the middle.
    TRUNCATED = "read.truncated", Serious,
        "{subject} is cut short: what was read up to byte {detail} was kept",
        "{subject} 被截断：保留了第 {detail} 字节之前读到的内容";
    /// JSON that breaks in the middle.
    BROKEN = "read.broken", Serious,
        "{subject} is damaged: what was read up to byte {detail} was kept, the rest was not read",
        "{subject} 已损坏：保留了第 {detail} 字节之前读到的内容，其余未读取";
    /// gzip that ends or breaks in the middle.
    BROKEN_GZIP = "read.broken_gzip", Serious,
        "The gzip stream of {subject} is cut short or damaged: what could be unpacked ({detail} bytes) was read",
        "{subject} 的 gzip 流被截断或损坏：已读取能解压的部分（{detail} 字节）";
    /// `warnings` of the API; `{subject}` is the warning.
    API_WARNING = "read.api_warning", Doubt,
        "Prometheus warned with the answer in {place}: {subject}",
        "Prometheus 在 {place} 的应答中警告：{subject}";
    /// `infos` of the API; `{subject}` is the remark.
    API_INFO = "read.api_info", Info,
        "Prometheus remarked on the answer in {place}: {subject}",
        "Prometheus 在 {place} 的应答中提示：{subject}";
    /// One of several answers in a file is an error.
    API_ERROR = "read.api_error", Serious,
        "Answers in {subject} that are errors of Prometheus: {count}, the first: {detail}",
        "{subject} 中有 {count} 个应答是 Prometheus 的错误，首个：{detail}";
    /// A file that was begun and not ended.
    ABANDONED = "read.abandoned", Serious,
        "{subject} was not given to the end and was left out",
        "{subject} 未完整传入，已忽略";
    /// Scrapes without times beside data with times.
    UNTIMED_LEFT_OUT = "read.untimed_left_out", Serious,
        "{subject} carries no times and the other input does: it was left out",
        "{subject} 没有时间而其他输入有：已忽略";
    /// Files of one process in the wrong order.
    SWAPPED = "read.swapped", Info,
        "{subject} was put before {detail}: every counter stands lower in it",
        "{subject} 被排到 {detail} 之前：其中每个计数器的值都更小";
    /// Which files were told apart as replicas.
    REPLICAS = "read.replicas", Info,
        "{subject} comes from another process than the other files and names no instance: it got the label instance=\"{detail}\"",
        "{subject} 与其他文件来自不同进程且没有 instance 标签：已加上标签 instance=\"{detail}\"";
    /// Several files, and nothing says whether they are of one process.
    ASSUMED_ORDER = "read.assumed_order", Doubt,
        "Nothing in {subject} says which process it is from; as its counters continue those of {detail}, it was read as a later scrape of the same one",
        "{subject} 中没有信息表明来自哪个进程；由于其计数器接续 {detail}，已按同一进程的后续抓取读取";
    /// Two sources for the same series and the same time.
    OVERLAP = "read.overlap", Doubt,
        "Where {subject} overlaps with {detail}, the one with more samples was used; samples of {subject} left out: {count}",
        "{subject} 与 {detail} 重叠之处采用样本较多的一方：{subject} 有 {count} 个样本未使用";
    /// Grafana data with a time that is none.
    BAD_TIMES = "read.bad_times", Doubt,
        "Samples of {subject} that have no valid time and were left out: {count}",
        "{subject} 中有 {count} 个样本没有有效时间，已忽略";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_both_languages_and_an_id_of_its_own() {
        let mut ids: Vec<&str> = ALL.iter().map(|kind| kind.id).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), ALL.len());
        for kind in ALL {
            kind.text.check().unwrap();
            assert!(kind.id.starts_with("read."), "{}", kind.id);
        }
    }
}
