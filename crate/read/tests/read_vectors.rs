//! 470 documents in the text format and in OpenMetrics, each with the verdict of three or four independent
//! parsers and the samples that Prometheus 3.14 reads (`tests/vectors/exposition.json`).
//!
//! The choice, asserted for every document that is not in a list below: **we read what Prometheus 3.14
//! reads, to the sample, and what every parser refuses never passes without a note or an error.** The format
//! is recognised from the bytes: the `format` of a case is not used.

use serde_json::Value;
use std::collections::BTreeMap;
use tailwalk_read::error::ErrorCode;
use tailwalk_read::read::Reader;
use tailwalk_read::series::Clock;

/// Prometheus reads it, we read something else.
const OTHERWISE: &[(&str, &str)] = &[
    ("om-spec/bad_grouping_or_ordering_9", UNTIMED),
    ("om-spec/bad_grouping_or_ordering_10", UNTIMED),
    ("expfmt/from_test_parse_2", UNTIMED),
    ("om-spec/duplicate_timestamps_0", ONE_TIME),
    ("om-spec/duplicate_timestamps_1", ONE_TIME),
    ("prom-promparse/TestPromParse:67", ONE_TIME),
    ("prom-promparse/TestUTF8PromParse:394", ONE_TIME),
    ("prom-openmetricsparse/TestOpenMetricsParse_UTF8:699", ONE_TIME),
    (
        "om-spec/timestamps",
        "a time beyond all dates (12345678901234567890 s) is a bad line, where Prometheus overflows",
    ),
    (
        "prom-openmetricsparse/TestSTParseFailures:1186",
        "a _created line without its counter is a series like any other, where Prometheus drops it",
    ),
    (
        "expfmt/from_test_parse_error_2",
        "a line break inside quotes ends the line, so that a lost quote costs one line and not the rest of the file",
    ),
    ("vm/success:417", "indentation is no part of the name, though Prometheus makes it one"),
];

const UNTIMED: &str = "most samples carry a time, so the one without cannot be placed: left out, with a note";
const ONE_TIME: &str = "a series has one value at one time: the first is kept, the others are counted in a note, as Prometheus' storage does";

/// Every parser refuses it, we read it without a note.
const UNNOTED: &[(&str, &str)] = &[
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:813", TEXT),
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:817", TEXT),
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:833", TEXT),
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:889", TEXT),
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:893", TEXT),
    ("prom-openmetricsparse/TestOpenMetricsParseErrors:897", TEXT),
];

const TEXT: &str =
    "bad OpenMetrics, but the same bytes are flawless text format, and nothing in them says OpenMetrics";

/// Prometheus refuses it while another parser reads it, and so do we.
const WIDER: &[(&str, &str)] = &[
    ("expfmt/from_test_parse_3", "a negative time is a time before 1970"),
    ("expfmt/from_test_parse_error_9", SECONDS),
    ("vm/success:304", SECONDS),
    ("vm/success:464", SECONDS),
    ("x/timestamps_float_in_text", SECONDS),
    ("x/exemplar_in_text", "an exemplar is left out with a note, its sample is read, in either format"),
    ("x/vllm_scrape_crlf", "line ends of Windows are line ends"),
];

const SECONDS: &str = "a time with a fraction is in seconds, with a note, also without # EOF";

/// One sample: its labels as text, its value as text (0 for -0, which the vectors cannot hold), its time
/// when times are known.
type Sample = (String, String, Option<i64>);

struct Outcome {
    samples: Vec<Sample>,
    ordinal: bool,
    notes: Vec<&'static str>,
    error: Option<ErrorCode>,
}

fn read(bytes: &[u8]) -> Outcome {
    let mut reader = Reader::new();
    reader.start_file("case");
    let pushed = reader.push(bytes);
    let ended = reader.end_file();
    if let Err(error) = pushed.and(ended) {
        return Outcome { samples: Vec::new(), ordinal: false, notes: Vec::new(), error: Some(error.code) };
    }
    let (set, notes) = reader.finish().expect("a file that ended well gives samples");
    let text = |symbol| set.symbols.text(symbol);
    let ordinal = set.clock == Clock::Ordinal;
    let mut samples = Vec::new();
    for series in &set.series {
        let pairs = series.labels.iter().map(|(label, value)| (text(*label), text(*value)));
        let labels = spell(pairs.chain([("__name__", text(series.name))]));
        for (time, value) in series.times.iter().zip(&series.values) {
            samples.push((labels.clone(), format!("{:?}", value + 0.0), (!ordinal).then_some(*time as i64)));
        }
    }
    Outcome { samples, ordinal, notes: notes.iter().map(|note| note.kind.id).collect(), error: None }
}

fn spell<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let pairs: BTreeMap<&str, &str> = pairs.collect();
    format!("{pairs:?}")
}

/// The samples as Prometheus reads them, and the start times it takes from `_created` lines.
fn expected(case: &Value) -> (Vec<Sample>, Vec<i64>) {
    let mut starts = Vec::new();
    let samples = case["prometheus_samples"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
    let samples = samples.map(|sample| {
        starts.extend(sample["start_timestamp_ms"].as_i64());
        let labels = sample["labels"].as_object().expect("labels");
        // In Prometheus' data model a label without a value is no label.
        let pairs = labels.iter().map(|(label, value)| (label.as_str(), value.as_str().expect("text")));
        let value: f64 = match &sample["value"] {
            Value::String(word) => word.parse().expect("NaN or an infinity"),
            number => number.as_f64().expect("a number"),
        };
        (
            spell(pairs.filter(|(_, value)| !value.is_empty())),
            format!("{:?}", value + 0.0),
            sample["timestamp_ms"].as_i64(),
        )
    });
    (samples.collect(), starts)
}

fn bytes(case: &Value) -> Vec<u8> {
    match case["input"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => base64(case["input_base64"].as_str().expect("an input")),
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    for quad in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = quad.iter().fold(0u32, |bits, byte| bits << 6 | u32::from(digit(*byte)));
        let bits = bits << (6 * (4 - quad.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..quad.len()]);
    }
    out
}

/// What is wrong with our reading of a document that Prometheus reads.
fn differs(outcome: &Outcome, case: &Value) -> Option<String> {
    let (expected, starts) = expected(case);
    if let Some(error) = outcome.error {
        let nothing = matches!(error, ErrorCode::Empty | ErrorCode::NoSamples);
        return (!expected.is_empty() || !nothing).then(|| format!("{error:?}"));
    }
    let timeless = |(labels, value, _): &Sample| (labels.clone(), value.clone(), None);
    let (mut want, mut got) = (expected.clone(), outcome.samples.clone());
    if outcome.ordinal {
        let timed = expected.iter().any(|(_, _, time)| time.is_some());
        if timed && !outcome.notes.contains(&"read.times_unused") {
            return Some("times dropped without a note".to_string());
        }
        want = want.iter().map(timeless).collect();
    }
    tailwalk_read::sort::sort(&mut want);
    tailwalk_read::sort::sort(&mut got);
    // Prometheus turns `_created` lines of OpenMetrics into start times; we keep them as series.
    got.retain(|sample| {
        let (labels, value, _) = sample;
        let start = value.parse::<f64>().map(|seconds| (seconds * 1000.0).round() as i64).unwrap_or(0);
        !(labels.contains("_created\"") && starts.contains(&start) && !want.contains(sample))
    });
    if want == got {
        return None;
    }
    let missing = want.iter().filter(|sample| !got.contains(sample));
    let surplus = got.iter().filter(|sample| !want.contains(sample));
    let counts = format!("{} of {} samples", got.len(), want.len());
    Some(format!(
        "{counts}\n  missing {:?}\n  surplus {:?}",
        missing.collect::<Vec<_>>(),
        surplus.collect::<Vec<_>>()
    ))
}

#[test]
fn every_document_is_read_as_prometheus_reads_it_or_listed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/exposition.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).expect(path)).expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 470);
    let mut complaints = Vec::new();
    let mut listed: Vec<&str> = Vec::new();
    let mut complain = |list: &'static [(&'static str, &'static str)], id: &str, wrong: Option<String>| match (
        list.iter().find(|(listed, _)| *listed == id),
        wrong,
    ) {
        (None, Some(wrong)) => complaints.push(format!("{id}: {wrong}")),
        (Some(_), None) => complaints.push(format!("{id} is listed and need not be")),
        (Some((id, _)), Some(_)) => listed.push(id),
        (None, None) => {}
    };
    for case in cases {
        let id = case["id"].as_str().expect("id");
        let outcome = read(&bytes(case));
        let flagged = outcome.error.is_some() || !outcome.notes.is_empty();
        if case["verdicts"]["prometheus_3_14"] == "ok" {
            let differs = differs(&outcome, case);
            let agreed_and_good = case["agree"] == true && case["expected_strict"] == "ok";
            assert!(!agreed_and_good || differs.is_none(), "{id}: every parser reads it: {differs:?}");
            complain(OTHERWISE, id, differs);
        } else if case["agree"] == true {
            complain(UNNOTED, id, (!flagged).then(|| format!("passes unnoted: {}", case["input"])));
        } else {
            let read = outcome.error.is_none() && !outcome.notes.contains(&"read.bad_lines");
            complain(WIDER, id, read.then(|| format!("read: {}", case["input"])));
        }
    }
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
    assert_eq!(listed.len(), OTHERWISE.len() + UNNOTED.len() + WIDER.len());
}
