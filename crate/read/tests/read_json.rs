//! The answers of the Prometheus API: shapes, order of keys, repairs, refusals.

mod read_support;

use read_support::{check, read, sample, spell};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;

#[test]
fn keys_in_any_order_and_blanks_anywhere() {
    let expected = r#"
prometheus_api_matrix: 1 series, 2 samples
wall, 1 series
m{a="b"} 1500=1.0 2000=2.5
"#;
    for text in [
        r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"m","a":"b"},"values":[[1.5,"1"],[2,"2.5"]]}]}}"#,
        r#"{"data":{"result":[{"values":[[1.5,"1"],[2,"2.5"]],"metric":{"a":"b","__name__":"m"}}],"resultType":"matrix"},"status":"success"}"#,
        "{ \"status\" : \"success\" ,\r\n \"data\" : { \"resultType\" : \"matrix\" , \"result\" : [ { \"metric\" : { \"__name__\" : \"m\" , \"a\" : \"b\" } , \"values\" : [ [ 1.5 , \"1\" ] ,\n\t[ 2 , \"2.5\" ] ] } ] } }\n",
        r#"{"resultType":"matrix","result":[{"metric":{"__name__":"m","a":"b"},"values":[[1.5,"1"],[2,"2.5"]]}]}"#,
        r#"{"stats":{"x":[1,{"y":"]}"}]},"status":"success","data":{"analysis":{},"resultType":"matrix","result":[{"extra":[[{}]],"metric":{"__name__":"m","a":"b"},"values":[[1.5,"1"],[2,"2.5"]],"more":null}]}}"#,
    ] {
        check(&[("f", text)], expected);
    }
}

#[test]
fn bare_arrays_instants_and_several_documents() {
    check(
        &[("f", r#"[{"metric":{"__name__":"m"},"value":[7,"NaN"]},{"metric":{},"value":[7,"+Inf"]}]"#)],
        "
promtool_json: 2 series, 2 samples
wall, 2 series
m{} 7000=NaN
{} 7000=inf
",
    );
    check(
        &[(
            "f",
            concat!(
                r#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"m"},"value":[1,"1"]}]}}"#,
                "\n",
                r#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"m"},"value":[2,"3"]}]}}"#,
            ),
        )],
        "
prometheus_api_vector: 2 series, 2 samples
wall, 1 series
m{} 1000=1.0 2000=3.0
",
    );
}

#[test]
fn escapes_in_labels() {
    check(
        &[(
            "f",
            r#"[{"metric":{"__name__":"m","p\u0061th":"C:\\x \"y\" \u00e9\ud83d\ude00","empty":""},"value":[1,"1"]}]"#,
        )],
        r#"
promtool_json: 1 series, 1 samples
wall, 1 series
m{path="C:\\x \"y\" é😀"} 1000=1.0
"#,
    );
}

#[test]
fn warnings_and_remarks_travel_along() {
    check(
        &[(
            "f",
            r#"{"status":"success","warnings":["slow store"],"infos":["PromQL info: not a counter"],"data":{"resultType":"vector","result":[{"metric":{"__name__":"m"},"value":[1,"1"]}]}}"#,
        )],
        "
prometheus_api_vector: 1 series, 1 samples
wall, 1 series
m{} 1000=1.0
read.api_warning x1: Prometheus warned with the answer in f: slow store
read.api_info x1: Prometheus remarked on the answer in f: PromQL info: not a counter
",
    );
}

#[test]
fn doubtful_samples_are_repaired_or_left_out_and_counted() {
    check(
        &[(
            "f",
            r#"[{"metric":{"__name__":"m"},"values":[[2,"2"],[1,"1"],[2,"2"],[2,"9"],[3,"x"],["t","1"],[4],[5,null],[1e99,"1"]]},
               {"metric":{"__name__":"empty"},"values":[]},
               {"metric":{"__name__":"native"},"histograms":[[1,{"count":"2","buckets":[[0,"1","2","2"]]}]]},
               {"values":[[1,"1"]]}]"#,
        )],
        "
promtool_json: 1 series, 3 samples
wall, 1 series
m{} 1000=1.0 2000=2.0 5000=NaN
read.bad_samples x4: Samples of f that are no pair of a time and a number and were skipped: 4, the first: [3,\"x\"]
read.empty_series x1: Series of f without a sample: 1
read.native_histograms x1: Series of f with native histograms, which are not read: 1; ask for the classic _bucket series
read.lost_labels x1: Series of f with samples but no labels, which were left out: 1
read.reordered x1: Samples of f that stood after a later one and were put in order: 1
read.repeated_samples x1: Samples of f that were there twice and were counted once: 1
read.contradicted_samples x1: Samples of f with another value at the same time in the same series, where the first was kept: 1
",
    );
}

#[test]
fn a_file_cut_short_keeps_its_complete_samples() {
    let text = r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"m"},"values":[[1,"1"],[2,"2"],[3,"3"#;
    check(
        &[("f", text)],
        "
prometheus_api_matrix: 1 series, 2 samples
wall, 1 series
m{} 1000=1.0 2000=2.0
read.truncated x1: f is cut short: what was read up to byte 113 was kept
",
    );
    check(
        &[("f", &text[..90])],
        "error bad_json: f is JSON, but not an answer of the Prometheus query API. It is cut short after 90 bytes.\n",
    );
    check(
        &[("f", r#"[{"metric":{"__name__":"m"},"value":[1,"1"]}}{"#)],
        "
promtool_json: 1 series, 1 samples
wall, 1 series
m{} 1000=1.0
read.broken x1: f is damaged: what was read up to byte 44 was kept, the rest was not read
",
    );
}

#[test]
fn errors_of_the_server_and_answers_without_series() {
    for (text, expected) in [
        (
            r#"{"status":"error","errorType":"timeout","error":"query timed out"}"#,
            "error api_error: f is an error answer of Prometheus: timeout: query timed out\n",
        ),
        (
            r#"{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}"#,
            "error no_samples: f holds not one sample. The result is of type scalar: a single value without labels. Ask for the series themselves.\n",
        ),
        (
            "[]",
            "error no_samples: f holds not one sample. The query matched no series: check the metric name, the labels and the time range.\n",
        ),
        (
            r#"{"hello":1,"world":[]}"#,
            "error bad_json: f is JSON, but not an answer of the Prometheus query API. Its keys are: hello, world.\n",
        ),
        (
            r#"{"a":1]"#,
            "error bad_json: f is JSON, but not an answer of the Prometheus query API. It breaks at byte 6.\n",
        ),
    ] {
        check(&[("f", text)], expected);
    }
    check(
        &[(
            "f",
            r#"{"data":{"resultType":"vector","result":[{"metric":{"__name__":"m"},"value":[1,"1"]}]}}{"status":"error","error":"gone"}"#,
        )],
        "
prometheus_api_vector: 1 series, 1 samples
wall, 1 series
m{} 1000=1.0
read.api_error x1: Answers in f that are errors of Prometheus: 1, the first: gone
",
    );
}

#[test]
fn equal_grids_share_one_column_of_times() {
    let text = r#"[{"metric":{"__name__":"a"},"values":[[1,"1"],[2,"1"]]},{"metric":{"__name__":"b"},"values":[[1,"1"]]},{"metric":{"__name__":"c"},"values":[[1,"5"],[2,"6"]]}]"#;
    let (set, _) = read(&[("f", text.as_bytes())], usize::MAX).unwrap();
    let times = |at: usize| &set.series[at].times;
    assert!(std::sync::Arc::ptr_eq(times(0), times(2)));
    assert!(!std::sync::Arc::ptr_eq(times(0), times(1)));
}

#[test]
fn every_sample_of_a_real_answer_is_what_an_independent_parser_reads() {
    let packed = sample("prom_api_query_range_matrix.json.gz");
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
    let tree: Value = serde_json::from_slice(&text).unwrap();
    let mut expected = String::from("prometheus_api_matrix: 46 series, 598 samples\nwall, 46 series\n");
    for result in tree["data"]["result"].as_array().unwrap() {
        let mut labels: BTreeMap<&str, &str> = BTreeMap::new();
        for (label, value) in result["metric"].as_object().unwrap() {
            labels.insert(label, value.as_str().unwrap());
        }
        let name = labels.remove("__name__").unwrap_or_default();
        let labels: Vec<String> = labels.iter().map(|(label, value)| format!("{label}={value:?}")).collect();
        let samples = result["values"].as_array().unwrap().iter().map(|pair| {
            let value: f64 = pair[1].as_str().unwrap().parse().unwrap();
            format!(" {}={value:?}", (pair[0].as_f64().unwrap() * 1000.0).round())
        });
        expected += &format!("{name}{{{}}}{}\n", labels.join(","), samples.collect::<String>());
    }
    for bytes in [&text, &packed] {
        assert_eq!(spell(&read(&[("f", bytes)], 1000)), expected);
    }
}

#[test]
fn exports_that_follow_or_overlap_become_one_series() {
    let export = |samples: &str| format!(r#"[{{"metric":{{"__name__":"m"}},"values":[{samples}]}}]"#);
    let head = "promtool_json: 1 series, 2 samples\npromtool_json: 1 series, 2 samples\nwall, 1 series\n";
    for (first, second, expected) in [
        (r#"[1,"1"],[2,"2"]"#, r#"[3,"3"],[4,"4"]"#, "m{} 1000=1.0 2000=2.0 3000=3.0 4000=4.0\n"),
        (
            r#"[1,"1"],[2,"2"]"#,
            r#"[2,"2"],[3,"3"]"#,
            "m{} 1000=1.0 2000=2.0 3000=3.0\nread.repeated_samples x1: Samples of b that were there twice and were counted once: 1\n",
        ),
        (
            r#"[1,"1"],[2,"2"]"#,
            r#"[2,"9"],[3,"3"]"#,
            "m{} 1000=1.0 2000=2.0 3000=3.0\nread.contradicted_samples x1: Samples of b with another value at the same time in the same series, where the first was kept: 1\n",
        ),
        (
            r#"[1,"1"],[3,"3"]"#,
            r#"[2,"0"],[4,"4"]"#,
            "m{} 1000=1.0 3000=3.0 4000=4.0\nread.overlap x1: Where b overlaps with a, the one with more samples was used; samples of b left out: 1\n",
        ),
    ] {
        check(&[("a", &export(first)), ("b", &export(second))], &format!("{head}{expected}"));
    }
}
