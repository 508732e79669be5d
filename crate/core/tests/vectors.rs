//! The maths against answers of the real Prometheus engine and against raw observations.
//!
//! Cases are data (`tests/vectors/*.json`); every test also says how many it ran, so that none can
//! fall silently out of the selection.

use serde_json::Value;
use tailwalk_core::measure::bounds::{Buckets, Merged};
use tailwalk_core::measure::prometheus::Range;
use tailwalk_core::measure::quantile::{
    Element, Question, Sample, evaluate, histogram_fraction, histogram_quantile, read_buckets, sum_by_le,
};

/// Agreement that is asked for: rounding of a few additions, not a different formula.
const TOLERANCE: f64 = 1e-12;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut whole: Value = serde_json::from_str(&text).unwrap();
    let Value::Array(cases) = whole["cases"].take() else { panic!("{file} has no cases") };
    cases
}

fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) if text == "StaleNaN" => f64::from_bits(0x7ff0_0000_0000_0002),
        Value::String(text) => text.parse().unwrap(),
        other => other.as_f64().unwrap(),
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

#[track_caller]
fn check(id: &str, found: f64, expected: f64) {
    let same = found == expected || (found.is_nan() && expected.is_nan());
    let close = (found - expected).abs() <= TOLERANCE * expected.abs().max(f64::MIN_POSITIVE);
    assert!(same || close, "{id}: found {found}, expected {expected}");
}

fn pairs(buckets: &[Value]) -> Vec<(&str, f64)> {
    buckets.iter().map(|bucket| (bucket["le"].as_str().unwrap_or(""), number(&bucket["count"]))).collect()
}

/// The answer to one case with the remarks as their ids; `None` when there is no output series.
fn ask(case: &Value, counts: &[(&str, f64)]) -> (Option<f64>, Vec<String>) {
    let (buckets, dropped) = read_buckets(counts.iter().copied());
    let mut remarks: Vec<String> = dropped.then(|| "bad_bucket_label".to_string()).into_iter().collect();
    let args = &case["args"];
    if buckets.is_empty() {
        return (None, remarks);
    }
    match text(case, "fn") {
        "histogram_quantile" => {
            let (value, remark) = histogram_quantile(number(&args["q"]), &buckets);
            remarks.extend(remark.map(|remark| remark.id().to_string()));
            (Some(value), remarks)
        }
        "histogram_fraction" => {
            (Some(histogram_fraction(number(&args["lower"]), number(&args["upper"]), &buckets)), remarks)
        }
        other => panic!("{other} has no single answer"),
    }
}

fn check_answer(case: &Value, found: (Option<f64>, Vec<String>)) {
    let id = text(case, "id");
    let expected = &case["expected"];
    match found.0 {
        Some(value) => check(id, value, number(&expected["value"])),
        None => assert_eq!(expected["empty"], Value::Bool(true), "{id}"),
    }
    let mut remarks: Vec<&str> = ["warnings", "infos"]
        .iter()
        .flat_map(|kind| list(expected, kind))
        .map(|remark| remark.as_str().unwrap())
        .collect();
    tailwalk_core::sort::sort(&mut remarks);
    let mut found = found.1;
    tailwalk_core::sort::sort(&mut found);
    assert_eq!(found, remarks, "{id}");
}

fn run_histograms(
    kind: &str,
    functions: &[&str],
    answer: impl Fn(&Value) -> (Option<f64>, Vec<String>),
) -> usize {
    let all = cases("histogram_quantile.json");
    let chosen =
        all.iter().filter(|case| text(case, "kind") == kind && functions.contains(&text(case, "fn")));
    chosen.map(|case| check_answer(case, answer(case))).count()
}

#[test]
fn classic_histograms() {
    let ran = run_histograms("classic", &["histogram_quantile", "histogram_fraction"], |case| {
        ask(case, &pairs(list(&case["input"], "buckets")))
    });
    assert_eq!(ran, 272);
}

#[test]
fn sums_by_le() {
    let ran = run_histograms("classic_sum_by_le", &["histogram_quantile"], |case| {
        let replicas: Vec<_> = list(&case["input"], "replicas")
            .iter()
            .map(|replica| pairs(replica.as_array().unwrap()))
            .collect();
        ask(case, &sum_by_le(&replicas))
    });
    assert_eq!(ran, 22);
}

#[test]
fn whole_pipelines() {
    let ran = run_histograms("pipeline_rate_sum_by_le", &["histogram_quantile"], |case| {
        let args = &case["args"];
        let (eval_ms, range_ms) = (number(&args["eval_ms"]), number(&args["range_ms"]));
        let rates: Vec<(&str, f64)> = list(&case["input"], "series")
            .iter()
            .filter_map(|series| {
                let (times, values) = columns(list(series, "samples"));
                let rate = Range::new(&times, &values, eval_ms, range_ms).rate()?;
                Some((text(&series["labels"], "le"), rate))
            })
            .collect();
        ask(case, &sum_by_le(&[rates]))
    });
    assert_eq!(ran, 38);
}

#[test]
fn whole_queries() {
    let all = cases("histogram_quantile.json");
    let mut ran = 0;
    let kinds = ["set_level_error", "mixed_classic_native", "empty_input", "classic"];
    for case in all.iter().filter(|case| kinds.contains(&text(case, "kind"))) {
        let (id, function, args) = (text(case, "id"), text(case, "fn"), &case["args"]);
        let alone = matches!(function, "histogram_quantile" | "histogram_fraction");
        if text(case, "kind") == "classic" && alone {
            continue;
        }
        let several: Vec<f64> = args["qs"].as_array().into_iter().flatten().map(number).collect();
        let question = match function {
            "histogram_quantile" => Question::Quantile(number(&args["q"])),
            "histogram_quantiles" => {
                Question::Quantiles(args["label"].as_str().unwrap_or("q"), several.as_slice())
            }
            "histogram_fraction" => Question::Fraction(number(&args["lower"]), number(&args["upper"])),
            _ => Question::NativeOnly,
        };
        let vector: Vec<Element<'_>> = match case["input"]["vector"].as_array() {
            Some(elements) => elements.iter().map(element).collect(),
            None => list(&case["input"], "buckets")
                .iter()
                .map(|bucket| Element {
                    labels: bucket["le"].as_str().map(|le| ("le", le)).into_iter().collect(),
                    sample: Sample::Number(number(&bucket["count"])),
                })
                .collect(),
        };
        match (evaluate(question, &vector), case["expected"]["error"].as_str()) {
            (Err(_), Some(error)) => {
                assert_eq!(error, "vector cannot contain metrics with the same labelset", "{id}");
            }
            (Ok((rows, remarks)), None) => {
                assert!(rows.is_empty() && case["expected"]["empty"] == true, "{id}: {rows:?}");
                // Remarks of the form "other:" are about arguments that are not part of the case.
                let expected: Vec<&str> = ["warnings", "infos"]
                    .iter()
                    .flat_map(|kind| list(&case["expected"], kind))
                    .map(|remark| remark.as_str().unwrap())
                    .filter(|remark| !remark.starts_with("other:"))
                    .collect();
                let found: Vec<&str> = remarks.iter().map(|remark| remark.id()).collect();
                assert_eq!(found, expected, "{id}");
            }
            (found, expected) => panic!("{id}: {found:?}, expected {expected:?}"),
        }
        ran += 1;
    }
    assert_eq!(ran, 23);
}

fn element(value: &Value) -> Element<'_> {
    let labels = value["metric"].as_object().unwrap();
    let sample = match &value["value"] {
        Value::String(text) if text == "native" => Sample::Native,
        count => Sample::Number(number(count)),
    };
    Element {
        labels: labels.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap())).collect(),
        sample,
    }
}

#[test]
fn every_case_that_is_not_native_is_run() {
    let all = cases("histogram_quantile.json");
    let native = all.iter().filter(|case| text(case, "kind").starts_with("native_")).count();
    assert_eq!((all.len(), native), (817, 462));
    assert_eq!(272 + 22 + 38 + 23, all.len() - native);
}

fn columns(samples: &[Value]) -> (Vec<f64>, Vec<f64>) {
    samples.iter().map(|sample| (number(&sample[0]), number(&sample[1]))).unzip()
}

#[test]
fn rates_and_their_kin() {
    let all = cases("rate.json");
    let beyond = ["histogram_samples", "needs_start_timestamps", "extended_range_selector"];
    let mut ran = 0;
    let mut skipped = 0;
    for case in &all {
        let flags = case["flags"].as_array().map_or(&[][..], Vec::as_slice);
        if flags.iter().any(|flag| beyond.contains(&flag.as_str().unwrap())) {
            skipped += 1;
            continue;
        }
        let (id, args) = (text(case, "id"), &case["args"]);
        let (times, values) = columns(list(&case["input"], "samples"));
        let end_ms = number(&args["eval_ms"]) - number(&args["offset_ms"]);
        let range = Range::new(&times, &values, end_ms, number(&args["range_ms"]));
        let found = match text(case, "fn") {
            "rate" => range.rate(),
            "increase" => range.increase(),
            "delta" => range.delta(),
            "irate" => range.irate(),
            "idelta" => range.idelta(),
            "resets" => range.resets(),
            "changes" => range.changes(),
            other => panic!("{other}"),
        };
        match found {
            Some(value) => check(id, value, number(&case["expected"]["value"])),
            None => assert_eq!(case["expected"]["empty"], Value::Bool(true), "{id}"),
        }
        ran += 1;
    }
    assert_eq!((ran, skipped), (371, 429));
}

fn histogram(buckets: &[Value], sum: Option<f64>) -> Buckets {
    let pairs = buckets.iter().map(|bucket| (number(&bucket["le"]), number(&bucket["count"])));
    Buckets::from_pairs(pairs, sum).unwrap()
}

#[track_caller]
fn check_pair(id: &str, found: (f64, f64), expected: &Value) {
    let tolerance = 1e-9;
    for (found, expected) in [(found.0, number(&expected[0])), (found.1, number(&expected[1]))] {
        let close = (found - expected).abs() <= tolerance * expected.abs().max(tolerance);
        assert!(found == expected || close, "{id}: found {found}, expected {expected}");
    }
}

#[track_caller]
fn check_truth(id: &str, (low, high): (f64, f64), truth: f64) {
    let slack = 1e-9 * truth.abs();
    assert!(low - slack <= truth && truth <= high + slack, "{id}: {truth} outside [{low}, {high}]");
}

#[test]
fn honest_bounds() {
    let all = cases("quantile_bounds.json");
    let (mut single, mut merged) = (0, 0);
    for case in &all {
        let (id, q, truth) = (text(case, "id"), number(&case["q"]), number(&case["true_quantile"]));
        if let Some(replicas) = case["replicas"].as_array() {
            let parts: Vec<Buckets> =
                replicas.iter().map(|buckets| histogram(buckets.as_array().unwrap(), None)).collect();
            let bound = Merged::new(&parts).unwrap().interval(q).unwrap();
            assert_eq!(bound.rank, number(&case["rank"]), "{id}");
            check_pair(id, (bound.low, bound.high), &case["interval"]);
            check_truth(id, (bound.low, bound.high), truth);
            merged += 1;
            continue;
        }
        let buckets = histogram(list(case, "buckets"), Some(number(&case["sum"])));
        let plain = buckets.interval(q).unwrap();
        assert_eq!(plain.rank, number(&case["rank"]), "{id}");
        check_pair(id, (plain.low, plain.high), &case["interval"]);
        check_truth(id, (plain.low, plain.high), truth);
        let narrow = buckets.interval_with_sum(q).unwrap();
        assert!(narrow.sum_agrees, "{id}");
        check_pair(id, (narrow.low, narrow.high), &case["interval_with_sum"]);
        check_truth(id, (narrow.low, narrow.high), truth);
        let share = buckets.share_over(number(&case["threshold"])).unwrap();
        check_pair(id, share, &case["share_over_interval"]);
        check_truth(id, share, number(&case["true_share_over"]));
        single += 1;
    }
    assert_eq!((single, merged), (44, 26));
}
