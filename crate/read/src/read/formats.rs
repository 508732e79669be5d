//! The formats: what is read, and what is recognised only to say what would help.
//!
//! A format is recognised from bytes, never from a file name.

use crate::text::Text;

/// A format that Tailwalk reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// Stable id; stands in [`crate::series::FileInfo::format`].
    pub id: &'static str,
    /// Name in words.
    pub name: Text,
    /// By which bytes it is recognised.
    pub recognised_by: Text,
    /// What is read, and how.
    pub about: Text,
}

pub(super) const MATRIX: &str = "prometheus_api_matrix";
pub(super) const VECTOR: &str = "prometheus_api_vector";
pub(super) const PROMTOOL: &str = "promtool_json";
pub(super) const TEXT: &str = "exposition_text";
pub(super) const OPENMETRICS: &str = "openmetrics";
pub(super) const DUMP: &str = "promtool_dump";
pub(super) const FRAMES: &str = "grafana_frames";

/// Whether the times of a format are always read as seconds; of the others, large ones are milliseconds.
pub fn has_seconds(id: &str) -> bool {
    [MATRIX, VECTOR, PROMTOOL].contains(&id)
}

/// All formats that are read, wrappers last.
pub const FORMATS: &[FormatRow] = &[
    FormatRow {
        id: MATRIX,
        name: Text::new("Prometheus API, range or raw samples", "Prometheus API：区间或原始样本"),
        recognised_by: Text::new(
            "JSON with \"resultType\":\"matrix\"",
            "含 \"resultType\":\"matrix\" 的 JSON",
        ),
        about: Text::new(
            "The answer of /api/v1/query_range, or of /api/v1/query with a range selector such as [1h], which holds the raw samples and is the better export. Several answers in one file are read one after the other.",
            "/api/v1/query_range 的应答，或带区间选择器（如 [1h]）的 /api/v1/query 的应答；后者含原始样本，是更好的导出方式。同一文件中的多个应答会依次读取。",
        ),
    },
    FormatRow {
        id: VECTOR,
        name: Text::new("Prometheus API, one moment", "Prometheus API：单个时刻"),
        recognised_by: Text::new(
            "JSON with \"resultType\":\"vector\"",
            "含 \"resultType\":\"vector\" 的 JSON",
        ),
        about: Text::new(
            "The answer of /api/v1/query: one sample of each series, so only totals since the start can be seen.",
            "/api/v1/query 的应答：每个序列一个样本，因此只能看到启动以来的累计值。",
        ),
    },
    FormatRow {
        id: PROMTOOL,
        name: Text::new("promtool query -o json", "promtool query -o json"),
        recognised_by: Text::new(
            "a JSON array of objects with \"metric\"",
            "由含 \"metric\" 的对象组成的 JSON 数组",
        ),
        about: Text::new(
            "The bare result array of the API, as promtool writes it.",
            "promtool 写出的、没有外层的 API 结果数组。",
        ),
    },
    FormatRow {
        id: TEXT,
        name: Text::new("Prometheus text format 0.0.4", "Prometheus 文本格式 0.0.4"),
        recognised_by: Text::new(
            "lines such as name{label=\"value\"} 1",
            "形如 name{label=\"value\"} 1 的行",
        ),
        about: Text::new(
            "What GET /metrics answers, or /federate. One scrape or several one after the other; times in ms at the line's end, or a date before each scrape, or none.",
            "GET /metrics 或 /federate 的应答。可含一次或依次多次抓取；时间可为行尾的毫秒数、每次抓取前的日期，或没有。",
        ),
    },
    FormatRow {
        id: OPENMETRICS,
        name: Text::new("OpenMetrics 1.0", "OpenMetrics 1.0"),
        recognised_by: Text::new(
            "the text format with # EOF, # UNIT or exemplars",
            "含 # EOF、# UNIT 或 exemplar 的文本格式",
        ),
        about: Text::new(
            "As the text format, with times in seconds. Exemplars are left out.",
            "与文本格式相同，时间以秒计。不读取 exemplar。",
        ),
    },
    FormatRow {
        id: DUMP,
        name: Text::new("promtool tsdb dump", "promtool tsdb dump"),
        recognised_by: Text::new(
            "lines such as {__name__=\"…\"} 1 1796022566807",
            "形如 {__name__=\"…\"} 1 1796022566807 的行",
        ),
        about: Text::new(
            "The raw samples of a Prometheus data directory, times in ms.",
            "Prometheus 数据目录中的原始样本，时间以毫秒计。",
        ),
    },
    FormatRow {
        id: FRAMES,
        name: Text::new("Grafana data frames", "Grafana 数据帧"),
        recognised_by: Text::new("handed over by the panel", "由面板传入"),
        about: Text::new(
            "What the panel's query returned. A null or NaN is a gap.",
            "面板查询返回的数据。null 或 NaN 表示缺口。",
        ),
    },
    FormatRow {
        id: "gzip",
        name: Text::new("gzip around any of these", "以上格式的 gzip 压缩"),
        recognised_by: Text::new("first bytes 1f 8b", "开头字节 1f 8b"),
        about: Text::new(
            "Unpacked while it is read; several members are read one after the other.",
            "边读取边解压；依次读取多个成员。",
        ),
    },
    FormatRow {
        id: "utf16",
        name: Text::new("UTF-16 or a byte order mark around text", "UTF-16 或带字节序标记的文本"),
        recognised_by: Text::new(
            "byte order mark, or every second byte of the first four is zero",
            "字节序标记，或前四个字节中每隔一个为零",
        ),
        about: Text::new("What PowerShell's > writes.", "PowerShell 的 > 写出的内容。"),
    },
];

/// How a neighbour is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// First bytes.
    Starts(&'static [u8]),
    /// Anywhere in the head.
    Contains(&'static [u8]),
    /// These bytes at this place.
    At(usize, &'static [u8]),
    /// JSON whose first object has all these keys.
    Keys(&'static [&'static str]),
}

/// A format that is recognised but not read, and what to do instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) mark: Mark,
    pub(super) hint: Text,
}

const fn row(mark: Mark, hint: Text) -> Neighbour {
    Neighbour { mark, hint }
}

/// The export that serves best, in every sentence that advises one.
macro_rules! instead {
    ($en:literal, $zh:literal) => {
        Text::new(
            concat!(
                "It looks like ", $en,
                ". Export the raw samples instead: curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'"
            ),
            concat!(
                "看起来是", $zh,
                "。请改为导出原始样本：curl -G $PROM/api/v1/query --data-urlencode 'query={__name__=~\"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*\"}[1h]'"
            ),
        )
    };
}

/// First match wins.
pub(super) const NEIGHBOURS: &[Neighbour] = &[
    row(
        Mark::Starts(b"\x1f\x8b"),
        Text::new("It is gzip inside gzip: unpack it once.", "它是 gzip 中的 gzip：请先解压一次。"),
    ),
    row(
        Mark::Starts(b"PK\x03\x04"),
        Text::new("It is a zip archive: unpack it first.", "它是 zip 压缩包：请先解压。"),
    ),
    row(
        Mark::Starts(b"\x28\xb5\x2f\xfd"),
        Text::new(
            "It is compressed with zstd: unpack it first (zstd -d).",
            "它是 zstd 压缩文件：请先解压（zstd -d）。",
        ),
    ),
    row(
        Mark::Starts(b"BZh"),
        Text::new("It is compressed with bzip2: unpack it first.", "它是 bzip2 压缩文件：请先解压。"),
    ),
    row(
        Mark::Starts(b"\xfd7zXZ"),
        Text::new("It is compressed with xz: unpack it first.", "它是 xz 压缩文件：请先解压。"),
    ),
    row(
        Mark::At(257, b"ustar"),
        Text::new("It is a tar archive: unpack it first.", "它是 tar 归档：请先解包。"),
    ),
    row(Mark::Starts(b"%PDF"), instead!("a PDF document", " PDF 文档")),
    row(
        Mark::Starts(b"\x89PNG"),
        instead!("a picture; numbers cannot be read from it", "图片，无法从中读取数值"),
    ),
    row(Mark::Starts(b"PAR1"), instead!("a Parquet file", " Parquet 文件")),
    row(Mark::Starts(b"sep="), instead!("a CSV export of Grafana", " Grafana 导出的 CSV")),
    row(Mark::Starts(b"\"Time\""), instead!("a CSV export of Grafana", " Grafana 导出的 CSV")),
    row(Mark::Starts(b"Time,"), instead!("a CSV export of Grafana", " Grafana 导出的 CSV")),
    row(
        Mark::Contains(b"Avg prompt throughput:"),
        instead!("a log of vLLM, which holds averages over ten seconds", " vLLM 日志，其中只有十秒平均值"),
    ),
    row(
        Mark::Contains(b"} =>"),
        Text::new(
            "It looks like the text output of promtool query: repeat the query with -o json.",
            "看起来是 promtool query 的文本输出：请加上 -o json 重新查询。",
        ),
    ),
    row(
        Mark::Keys(&["resourceMetrics"]),
        instead!("OTLP metrics of an OpenTelemetry exporter", " OpenTelemetry 导出的 OTLP 指标"),
    ),
    row(Mark::Keys(&["results"]), instead!("an answer of Grafana's query API", " Grafana 查询 API 的应答")),
    row(
        Mark::Keys(&["schema", "data"]),
        instead!("data frames saved from Grafana", "从 Grafana 保存的数据帧"),
    ),
    row(Mark::Keys(&["dashboard"]), instead!("a Grafana dashboard or snapshot", " Grafana 仪表板或快照")),
    row(
        Mark::Keys(&["panels"]),
        instead!(
            "a Grafana dashboard, which holds queries and no data",
            " Grafana 仪表板，只有查询而没有数据"
        ),
    ),
    row(
        Mark::Keys(&["metric", "values", "timestamps"]),
        instead!(
            "an export of VictoriaMetrics (/api/v1/export)",
            " VictoriaMetrics 的导出（/api/v1/export）"
        ),
    ),
    row(
        Mark::Keys(&["series", "status"]),
        instead!("a time series answer of Datadog", " Datadog 的时间序列应答"),
    ),
    row(Mark::Keys(&["benchmarks"]), instead!("a report of GuideLLM", " GuideLLM 的报告")),
    row(
        Mark::Keys(&["endpoint_url", "timestamp_ns"]),
        instead!("server metrics of AIPerf", " AIPerf 的服务器指标"),
    ),
    row(Mark::Keys(&["aiperf_version"]), instead!("a report of AIPerf", " AIPerf 的报告")),
    row(Mark::Keys(&["mean_ttft_ms"]), instead!("a result of vllm bench", " vllm bench 的结果")),
    row(Mark::Keys(&["ttfts"]), instead!("a result of vllm bench", " vllm bench 的结果")),
    row(
        Mark::Keys(&["status", "data"]),
        instead!(
            "an answer of the Prometheus API, but not to a query",
            " Prometheus API 的应答，但不是查询的应答"
        ),
    ),
];

/// Where `part` is in `head`: a plain search, as a head is short and asked once.
pub(super) fn find(head: &[u8], part: &[u8]) -> Option<usize> {
    head.windows(part.len()).position(|window| window == part)
}

/// What the head of a file looks like, when it is a neighbour by its bytes.
pub(super) fn neighbour(head: &[u8]) -> Option<Text> {
    let fits = |mark: Mark| match mark {
        Mark::Starts(bytes) => head.starts_with(bytes),
        Mark::At(place, bytes) => head.get(place..).is_some_and(|rest| rest.starts_with(bytes)),
        Mark::Contains(bytes) => find(head, bytes).is_some(),
        Mark::Keys(_) => false,
    };
    NEIGHBOURS.iter().find(|row| fits(row.mark)).map(|row| row.hint)
}

/// What JSON looks like whose first object has these keys.
pub(super) fn neighbour_by_keys(keys: &[String]) -> Option<Text> {
    let has = |key: &&str| keys.iter().any(|found| found == key);
    let fits = |mark: Mark| matches!(mark, Mark::Keys(wanted) if wanted.iter().all(&has));
    NEIGHBOURS.iter().find(|row| fits(row.mark)).map(|row| row.hint)
}

/// Bytes after the first blanks that decide what a file is. An HTTP or HTML head and the magic of tar (at 257) fit in.
pub(super) const HEAD: usize = 1024;

/// What a file is, by its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Text,
    Html,
}

/// What the head of a file is; `head` begins with its first byte that is no blank.
///
/// - `{"…" :` and `[{`, `[[`, `[]` are JSON; `{"…",`, `{"…"}` and `{name=` are lines of metrics with
///   the name inside the braces.
/// - Whatever else it is, it is tried as lines of metrics: a file may begin with junk.
pub(super) fn recognise(head: &[u8]) -> Kind {
    match head.first() {
        Some(b'<') => Kind::Html,
        Some(b'[') => match first_after_blanks(head, 1) {
            Some((b'{' | b'[' | b']', _)) | None => Kind::Json,
            Some(_) => Kind::Text,
        },
        Some(b'{') => match first_after_blanks(head, 1) {
            Some((b'"', at)) => {
                let after_key = super::json::scan::string_end(head, at + 1);
                match after_key.map(|end| first_after_blanks(head, end + 1)) {
                    Some(Some((b':', _))) | None | Some(None) => Kind::Json,
                    Some(Some(_)) => Kind::Text,
                }
            }
            Some((b'}', _)) | None => Kind::Json,
            Some(_) => Kind::Text,
        },
        _ => Kind::Text,
    }
}

fn first_after_blanks(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(from..)?;
    let skipped = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some((rest[skipped], from + skipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_both_languages_and_ids_of_their_own() {
        let mut ids: Vec<&str> = FORMATS.iter().map(|row| row.id).collect();
        crate::sort::sort(&mut ids);
        ids.dedup();
        assert_eq!(ids.len(), FORMATS.len());
        for row in FORMATS {
            for text in [row.name, row.recognised_by, row.about] {
                text.check().unwrap();
            }
        }
        for row in NEIGHBOURS {
            row.hint.check().unwrap();
        }
    }

    #[test]
    fn json_and_names_in_braces_are_told_apart() {
        for (head, kind) in [
            (r#"{"status":"success"}"#, Kind::Json),
            ("{ \"a\"\n : 1}", Kind::Json),
            ("[{\"metric\"", Kind::Json),
            ("[ ]", Kind::Json),
            ("{}", Kind::Json),
            (r#"{"http.server.duration",a="1"} 1"#, Kind::Text),
            (r#"{"name"} 1"#, Kind::Text),
            (r#"{__name__="up"} 1 2"#, Kind::Text),
            ("[INFO] log", Kind::Text),
            ("# HELP a b", Kind::Text),
            ("<!doctype html>", Kind::Html),
        ] {
            assert_eq!(recognise(head.as_bytes()), kind, "{head}");
        }
    }

    #[test]
    fn the_first_matching_neighbour_answers() {
        let keys = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let hint = neighbour_by_keys(&keys(&["series", "status", "from_date"])).unwrap();
        assert!(hint.en.contains("Datadog"));
        assert!(neighbour_by_keys(&keys(&["results"])).unwrap().en.contains("Grafana"));
        assert_eq!(neighbour_by_keys(&keys(&["a"])), None);
        assert!(neighbour(b"\x28\xb5\x2f\xfd....").unwrap().en.contains("zstd"));
        assert_eq!(neighbour(b"# HELP a b"), None);
    }
}
