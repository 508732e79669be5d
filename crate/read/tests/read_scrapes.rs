//! Scrapes of `/metrics`: where one ends and the next begins, what their times are, whose they are.

mod read_support;

use read_support::{check, read, sample, spell_notes, spell_series};
use tailwalk_read::read::Reader;
use tailwalk_read::series::Clock;

#[test]
fn one_scrape_without_times() {
    check(
        &[("f", "# HELP m help\n# TYPE m gauge\nm{a=\"1\"} 5\nm{a=\"2\"} 6\n")],
        r#"
exposition_text: 2 series, 2 samples
ordinal, 2 series
m{a="1"} 0=5.0
m{a="2"} 0=6.0
"#,
    );
}

#[test]
fn a_new_scrape_begins_where_a_series_comes_again() {
    let two_of_three = "
exposition_text: 3 series, 5 samples
ordinal, 3 series
m{} 0=1.0 1=4.0
n{} 0=2.0 1=5.0
new{} 1=6.0
read.scrapes x1: f holds 2 scrapes one after the other
";
    check(&[("f", "m 1\nn 2\nm 4\nn 5\nnew 6\n")], two_of_three);
    check(
        &[(
            "f",
            "# TYPE m gauge\nm 1\n# TYPE n gauge\nn 2\n# TYPE m gauge\nm 4\n# TYPE n gauge\nn 5\n# TYPE new gauge\nnew 6\n",
        )],
        two_of_three,
    );
    // The first family of the first scrape is missing in the second.
    check(
        &[(
            "f",
            "# TYPE m gauge\nm 1\n# TYPE n gauge\nn 2\n# TYPE o gauge\no 3\n# TYPE n gauge\nn 5\n# TYPE o gauge\no 6\n",
        )],
        "
exposition_text: 3 series, 5 samples
ordinal, 3 series
m{} 0=1.0
n{} 0=2.0 1=5.0
o{} 0=3.0 1=6.0
read.scrapes x1: f holds 2 scrapes one after the other
",
    );
}

#[test]
fn a_series_written_twice_by_the_exporter_is_no_new_scrape() {
    check(
        &[("f", "# TYPE m gauge\nm 1\n# TYPE n gauge\nn 2\nn 3\n# TYPE o gauge\no 4\n")],
        "
exposition_text: 3 series, 3 samples
ordinal, 3 series
m{} 0=1.0
n{} 0=2.0
o{} 0=4.0
read.contradicted_samples x1: Samples of f with another value at the same time in the same series, where the first was kept: 1
",
    );
}

#[test]
fn sections_of_openmetrics() {
    check(
        &[("f", "# TYPE m gauge\nm 1\n# EOF\n# TYPE m gauge\nm 2\nnew 3\n# EOF\n")],
        "
openmetrics: 2 series, 3 samples
ordinal, 2 series
m{} 0=1.0 1=2.0
new{} 1=3.0
read.scrapes x1: f holds 2 scrapes one after the other
",
    );
    check(
        &[("f", "m 1\n# EOF\nm 2\n")],
        "
openmetrics: 1 series, 2 samples
ordinal, 1 series
m{} 0=1.0 1=2.0
read.scrapes x1: f holds 2 scrapes one after the other
read.no_eof x1: f does not end with # EOF: it may be cut short
",
    );
}

#[test]
fn times_in_milliseconds_seconds_and_between_the_scrapes() {
    let two = |text: &str, kind: &str, notes: &str| {
        let expected = format!(
            "{kind}: 1 series, 2 samples\nwall, 1 series\nm{{}} 1796022566807=1.0 1796022571807=2.0\n{notes}"
        );
        check(&[("f", text)], &expected);
    };
    two("m 1 1796022566807\nm 2 1796022571807\n", "exposition_text", "");
    two("m 1 1796022566.807\nm 2 1796022571.807\n# EOF\n", "openmetrics", "");
    two(
        "m 1 1796022566.807\nm 2 1796022571.807\n",
        "exposition_text",
        "read.seconds x1: The times in f were read as seconds, the first at f:1: m 1 1796022566.807\n",
    );
    two("{__name__=\"m\"} 1 1796022566807\n{__name__=\"m\"} 2 1796022571807\n", "promtool_dump", "");
    let dates = "read.scrape_times x1: The times of the scrapes in f come from the dates written between them, the first at f:1: ";
    let scrapes = "read.scrapes x1: f holds 2 scrapes one after the other\n";
    two(
        "1796022566.807\nm 1\n1796022571.807\nm 2\n",
        "exposition_text",
        &format!("{dates}1796022566.807\n{scrapes}"),
    );
    two(
        "# 2026-11-30T07:09:26.807Z\nm 1\n# at 2026-11-30T08:09:31.807+01:00\nm 2\n",
        "exposition_text",
        &format!("{dates}# 2026-11-30T07:09:26.807Z\n{scrapes}"),
    );
}

#[test]
fn times_that_are_only_here_and_there() {
    check(
        &[("f", "m 1\nn 2\no 3 1796022566807\n")],
        "
exposition_text: 3 series, 3 samples
ordinal, 3 series
m{} 0=1.0
n{} 0=2.0
o{} 0=3.0
read.times_unused x1: Few samples of f carry a time (1): their times were not used
",
    );
    check(
        &[("f", "m 1 1796022566807\nn 2 1796022566807\no 3\n")],
        "
exposition_text: 2 series, 2 samples
wall, 2 series
m{} 1796022566807=1.0
n{} 1796022566807=2.0
read.untimed_samples x1: Samples of f that carry no time, while the others do, and were left out: 1
",
    );
    check(
        &[("f", "# 2026-11-30T07:09:26Z\nm 1\nm 2\n")],
        "
exposition_text: 1 series, 2 samples
ordinal, 1 series
m{} 0=1.0 1=2.0
read.scrape_times_unused x1: f has dates between its scrapes, but not one for every scrape in rising order: they were not used
read.scrapes x1: f holds 2 scrapes one after the other
",
    );
}

#[test]
fn dirt_is_skipped_counted_and_shown_once() {
    check(
        &[(
            "dump.txt",
            "\u{feff}\r\n    # TYPE m histogram\r\n  m_bucket{le=\"1\", x=\"a}\\\"b\"} 8.2e+010\r\n说明\r\nm_bucket{le=\"+Inf\" 3\r\n\r\nm_sum{x=\"\u{7}\"} oops\r\n# HELP\r\nm_count 4",
        )],
        "
exposition_text: 2 series, 2 samples
ordinal, 2 series
m_bucket{le=\"1.0\",x=\"a}\\\"b\"} 0=82000000000.0
m_count{} 0=4.0
read.encoding x1: dump.txt was read as UTF-8 (BOM)
read.bad_lines x3: Lines of dump.txt that are no valid metrics and were skipped: 3, the first at dump.txt:4: 说明
read.bad_metadata x1: HELP, TYPE or UNIT lines of dump.txt that are not valid and were ignored: 1, the first at dump.txt:8: # HELP
",
    );
}

#[test]
fn headers_of_the_response_are_skipped() {
    check(
        &[("f", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nm 1\nx\n")],
        "
exposition_text: 1 series, 1 samples
ordinal, 1 series
m{} 0=1.0
read.http_headers x2: f begins with the headers of an HTTP response; they were skipped: HTTP/1.1 100 Continue
read.bad_lines x1: Lines of f that are no valid metrics and were skipped: 1, the first at f:7: x
",
    );
}

#[test]
fn a_repeated_label_and_exemplars_are_noted() {
    check(
        &[("f", "# TYPE m counter\nm_total{a=\"1\",a=\"2\"} 5 # {t=\"x\"} 1\n# EOF\n")],
        r#"
openmetrics: 1 series, 1 samples
ordinal, 1 series
m_total{a="2"} 0=5.0
read.repeated_label x1: Label sets of f that name a label twice, where the last value was taken: 1, the first at f:2: m_total{a="1",a="2"}
read.exemplars x1: Exemplars of f that were left out, while their samples were read: 1
"#,
    );
}

#[test]
fn what_is_no_metrics_is_an_error() {
    for (text, expected) in [
        ("", "error empty: f is empty: the server answered without metrics, or the export wrote nothing.\n"),
        (
            " \r\n\t\n",
            "error empty: f is empty: the server answered without metrics, or the export wrote nothing.\n",
        ),
        (
            "# only\n# comments\n",
            "error no_samples: f holds not one sample. There are only comments: does the server have statistics switched off (--disable-log-stats)?\n",
        ),
        (
            "<html><head><title> 502 Bad Gateway </title></head></html>",
            "error html: f is a web page, not metrics: most often a login or error page of a proxy. Fetch /metrics or the Prometheus API with the right address and credentials. Its title is: \"502 Bad Gateway\".\n",
        ),
        (
            "once upon a time\nthere was\n",
            "error unknown_format: f is in no format that Tailwalk reads: it takes Prometheus API JSON, exposition text and OpenMetrics, plain or gzipped. Not one line is a metric; the first is: once upon a time\n",
        ),
    ] {
        check(&[("f", text)], expected);
    }
}

const BEFORE: &str = "process_start_time_seconds 100\nc_total 5\nd_total 0\n";
const AFTER: &str = "process_start_time_seconds 100\nc_total 9\nd_total 3\n";
const OTHER: &str = "process_start_time_seconds 200\nc_total 7\nd_total 1\n";

#[test]
fn files_of_one_process_are_consecutive_scrapes() {
    let expected = "
exposition_text: 3 series, 3 samples
exposition_text: 3 series, 3 samples
ordinal, 3 series
process_start_time_seconds{} 0=100.0 1=100.0
c_total{} 0=5.0 1=9.0
d_total{} 0=0.0 1=3.0
";
    check(&[("a", BEFORE), ("b", AFTER)], expected);
    check(
        &[("b", AFTER), ("a", BEFORE)],
        &format!("{expected}read.swapped x1: a was put before b: every counter stands lower in it\n"),
    );
}

#[test]
fn files_of_different_processes_are_replicas() {
    check(
        &[("a", BEFORE), ("b", OTHER), ("c", AFTER)],
        r#"
exposition_text: 3 series, 3 samples
exposition_text: 3 series, 3 samples
exposition_text: 3 series, 3 samples
ordinal, 6 series
process_start_time_seconds{instance="a"} 0=100.0 1=100.0
c_total{instance="a"} 0=5.0 1=9.0
d_total{instance="a"} 0=0.0 1=3.0
process_start_time_seconds{instance="b"} 0=200.0
c_total{instance="b"} 0=7.0
d_total{instance="b"} 0=1.0
read.replicas x1: a comes from another process than the other files and names no instance: it got the label instance="a"
read.replicas x1: b comes from another process than the other files and names no instance: it got the label instance="b"
"#,
    );
    // Two files of the same name, as they come from two folders.
    check(
        &[("m", "process_start_time_seconds 1\n"), ("m", "process_start_time_seconds 2\n")],
        r#"
exposition_text: 1 series, 1 samples
exposition_text: 1 series, 1 samples
ordinal, 2 series
process_start_time_seconds{instance="m"} 0=1.0
process_start_time_seconds{instance="m (2)"} 0=2.0
read.replicas x2: m comes from another process than the other files and names no instance: it got the label instance="m"
"#,
    );
}

#[test]
fn files_with_nothing_in_common_need_no_instance() {
    check(
        &[("engine", BEFORE), ("gpu", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 50\n")],
        r#"
exposition_text: 3 series, 3 samples
exposition_text: 1 series, 1 samples
ordinal, 4 series
process_start_time_seconds{} 0=100.0
c_total{} 0=5.0
d_total{} 0=0.0
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 0=50.0
"#,
    );
}

#[test]
fn created_times_tell_processes_apart_as_well_and_counters_are_the_last_resort() {
    check(
        &[("a", "c_total 5\nc_created 7\n"), ("b", "c_total 3\nc_created 8\n")],
        r#"
exposition_text: 2 series, 2 samples
exposition_text: 2 series, 2 samples
ordinal, 4 series
c_total{instance="a"} 0=5.0
c_created{instance="a"} 0=7.0
c_total{instance="b"} 0=3.0
c_created{instance="b"} 0=8.0
read.replicas x1: a comes from another process than the other files and names no instance: it got the label instance="a"
read.replicas x1: b comes from another process than the other files and names no instance: it got the label instance="b"
"#,
    );
    check(
        &[("a", "c_total 5\nd_total 2\n"), ("b", "c_total 6\nd_total 2\n")],
        "
exposition_text: 2 series, 2 samples
exposition_text: 2 series, 2 samples
ordinal, 2 series
c_total{} 0=5.0 1=6.0
d_total{} 0=2.0 1=2.0
read.assumed_order x1: Nothing in b says which process it is from; as its counters continue those of a, it was read as a later scrape of the same one
",
    );
    check(
        &[("a", "c_total 5\nd_total 2\n"), ("b", "c_total 6\nd_total 1\n")],
        r#"
exposition_text: 2 series, 2 samples
exposition_text: 2 series, 2 samples
ordinal, 4 series
c_total{instance="a"} 0=5.0
d_total{instance="a"} 0=2.0
c_total{instance="b"} 0=6.0
d_total{instance="b"} 0=1.0
read.replicas x1: a comes from another process than the other files and names no instance: it got the label instance="a"
read.replicas x1: b comes from another process than the other files and names no instance: it got the label instance="b"
"#,
    );
}

#[test]
fn with_times_a_later_process_is_a_restart_and_a_concurrent_one_a_replica() {
    let file = |start: u32, value: u32, ms: u32| {
        format!("process_start_time_seconds {start} {ms}\nc_total {value} {ms}\n")
    };
    check(
        &[("a", &file(100, 5, 150_000)), ("b", &file(200, 3, 250_000))],
        "
exposition_text: 2 series, 2 samples
exposition_text: 2 series, 2 samples
wall, 2 series
process_start_time_seconds{} 150000=100.0 250000=200.0
c_total{} 150000=5.0 250000=3.0
",
    );
    check(
        &[("a", &file(100, 5, 240_000)), ("b", &file(200, 3, 250_000))],
        r#"
exposition_text: 2 series, 2 samples
exposition_text: 2 series, 2 samples
wall, 4 series
process_start_time_seconds{instance="a"} 240000=100.0
c_total{instance="a"} 240000=5.0
process_start_time_seconds{instance="b"} 250000=200.0
c_total{instance="b"} 250000=3.0
read.replicas x1: a comes from another process than the other files and names no instance: it got the label instance="a"
read.replicas x1: b comes from another process than the other files and names no instance: it got the label instance="b"
"#,
    );
}

#[test]
fn a_file_without_times_beside_one_with_times_is_left_out() {
    check(
        &[("a", "m 1\n"), ("b", "m 2 1796022566807\n")],
        "
exposition_text: 1 series, 1 samples
exposition_text: 1 series, 1 samples
wall, 1 series
m{} 1796022566807=2.0
read.untimed_left_out x1: a carries no times and the other input does: it was left out
",
    );
}

#[test]
fn two_real_servers_at_two_moments() {
    let start = sample("vllm_0.32_metrics-start-8101.txt");
    let fault = sample("vllm_0.32_metrics-fault-8101.txt");
    let other = sample("vllm_0.32_metrics-fault-8102.txt");
    let (set, notes) =
        read(&[("fault-8101", &fault), ("fault-8102", &other), ("start-8101", &start)], 1000).unwrap();
    assert_eq!(set.clock, Clock::Ordinal);
    let wanted = ["vllm:time_to_first_token_seconds_count", "process_start_time_seconds"];
    let chosen = set.series.iter().filter(|series| wanted.contains(&set.symbols.text(series.name)));
    let text: Vec<String> = chosen.map(|series| spell_series(&set, series)).collect();
    assert_eq!(
        text,
        [
            r#"process_start_time_seconds{instance="start-8101"} 0=1796023465.75 1=1796023465.75"#,
            r#"vllm:time_to_first_token_seconds_count{engine="0",instance="start-8101",model_name="lab/tiny-llama"} 0=6.0 1=270.0"#,
            r#"process_start_time_seconds{instance="fault-8102"} 0=1796023495.96"#,
            r#"vllm:time_to_first_token_seconds_count{engine="0",instance="fault-8102",model_name="lab/tiny-llama"} 0=269.0"#,
        ]
    );
    assert_eq!(spell_notes(&notes).lines().count(), 3, "{}", spell_notes(&notes));
}

#[test]
fn an_error_concerns_its_file_only() {
    let mut reader = Reader::new();
    reader.start_file("good");
    reader.push(b"m 1\n").unwrap();
    reader.end_file().unwrap();
    reader.start_file("page");
    assert!(reader.push(&[b"<html>".as_slice(), &[b' '; 2000]].concat()).is_err());
    assert!(reader.push(b"more").is_err());
    assert!(reader.end_file().is_err());
    reader.start_file("begun");
    reader.push(b"m 5\n").unwrap();
    let (set, notes) = reader.finish().unwrap();
    assert_eq!(set.files.len(), 1);
    assert_eq!(spell_series(&set, &set.series[0]), "m{} 0=1.0");
    assert_eq!(spell_notes(&notes), "read.abandoned x1: begun was not given to the end and was left out\n");
    assert!(Reader::new().finish().is_err());
}

#[test]
fn declared_types_are_kept() {
    let (set, _) = read(&[("f", b"# TYPE a counter\na_total 1\n# TYPE b histogram\nb_sum 2\n")], 5).unwrap();
    let of = |family: &str| set.symbols.find(family).and_then(|symbol| set.types.get(&symbol).copied());
    assert_eq!((of("a"), of("b"), of("c")), (Some("counter"), Some("histogram"), None));
}

/// A column of `kind` with samples at 1, 2, 3 and 9 s; the answer is the series as text.
fn check_counted_up(kind: &str, values: [f64; 4], expected: &str) {
    let directory = format!(r#"[{{"name":"m","start":0,"length":4,{kind}}}]"#);
    let (words, layout) = read_support::layout(&directory);
    let mut reader = Reader::new();
    reader.columns(&words, &layout, &[1000.0, 2000.0, 3000.0, 9000.0], &values).unwrap();
    let text = read_support::spell(&reader.finish());
    let line = text.lines().find(|line| line.starts_with("m{}")).unwrap_or_default();
    assert_eq!(line, expected, "{kind}");
    assert_eq!(text.contains("read.counted_up"), !kind.contains("raw"), "{text}");
}

#[test]
fn rates_become_counters_again() {
    let check = check_counted_up;
    check(r#""kind":"raw""#, [2.0, 4.0, 0.0, 1.0], "m{} 1000=2.0 2000=4.0 3000=0.0 9000=1.0");
    check(r#""kind":"rate""#, [2.0, 4.0, 0.0, 1.0], "m{} 0=0.0 1000=2.0 2000=6.0 3000=6.0 9000=7.0");
    check(r#""kind":"rate""#, [2.0, f64::NAN, 3.0, 1.0], "m{} -1000=0.0 1000=4.0 3000=10.0 9000=12.0");
    check(
        r#""kind":"rate""#,
        [2.0, -4.0, f64::INFINITY, 1.0],
        "m{} 0=0.0 1000=2.0 2000=2.0 3000=2.0 9000=3.0",
    );
    check(r#""kind":"increase""#, [2.0, 4.0, 0.0, 1.0], "m{} 0=0.0 1000=2.0 2000=6.0 3000=6.0 9000=7.0");
    let window = r#""kind":"increase","windowMs":4000"#;
    check(window, [2.0, 4.0, 0.0, 1.0], "m{} 0=0.0 1000=0.5 2000=1.5 3000=1.5 9000=1.75");
    check(
        r#""kind":"increase","windowMs":-1"#,
        [2.0, 4.0, 0.0, 1.0],
        "m{} 0=0.0 1000=2.0 2000=6.0 3000=6.0 9000=7.0",
    );
}

#[test]
fn columns_of_a_panel() {
    let directory = r#"[
        {"name":"Value","labels":{"__name__":"m","instance":"x"},"start":0,"length":3,"refId":"A","expr":"m"},
        {"name":"rate","start":3,"length":2,"refId":"B"},
        {"name":"gaps","labels":{},"start":4,"length":1}
    ]"#;
    let times = [1000.0, 2000.0, 3000.0, 1000.0, f64::NAN];
    let values = [1.0, f64::NAN, 3.0, 7.0, 8.0];
    let (words, layout) = read_support::layout(directory);
    let mut reader = Reader::new();
    reader.columns(&words, &layout, &times, &values).unwrap();
    let result = reader.finish();
    assert_eq!(
        read_support::spell(&result),
        "grafana_frames: 2 series, 3 samples\n\
         wall, 2 series\n\
         m{instance=\"x\"} 1000=1.0 3000=3.0\n\
         rate{} 1000=7.0\n\
         read.bad_times x2: Samples of Grafana A, B that have no valid time and were left out: 2\n\
         read.empty_series x1: Series of Grafana A, B without a sample: 1\n"
    );
    let cases: [(&str, &[u32]); 8] = [
        ("[", &[]),
        ("{}", &[]),
        ("[1]", &[]),
        (r#"["m"]"#, &[0, 0, 0, 0, 0, 0, 1]),
        (r#"["m"]"#, &[0, 0, 3, 0, 0, 0, 1, 0]),
        (r#"["m"]"#, &[0, 0, 0, 0, 4, 0, 2, 0]),
        (r#"["m"]"#, &[0, 0, 0, 0, 0, u32::MAX, u32::MAX, 0]),
        (r#"["m"]"#, &[0, 0, 0, 0, 0, 0, 1, 1, 0, 7]),
    ];
    for (words, layout) in cases {
        let error = Reader::new().columns(words, layout, &times, &values).unwrap_err();
        assert_eq!(error.code.id(), "bad_json", "{words} {layout:?}");
    }
    let huge = [0, 0, 0, 0, 0, 0, 1, u32::MAX];
    assert!(Reader::new().columns("[\"m\"]", &huge, &times, &values).is_err());
}

#[test]
fn columns_share_their_times() {
    let directory = r#"[
        {"name":"a","start":0,"times":0,"length":3},
        {"name":"b","start":3,"times":0,"length":3},
        {"name":"gap","start":6,"times":0,"length":3},
        {"name":"rate","start":0,"times":0,"length":3,"kind":"rate"},
        {"name":"c","start":0,"times":0,"length":2},
        {"name":"falls","start":0,"times":3,"length":3},
        {"name":"again","start":3,"times":3,"length":3}
    ]"#;
    let times = [1000.0, 2000.0, 3000.0, 3000.0, 2000.0, 2000.0];
    let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, f64::NAN, 9.0];
    let (words, layout) = read_support::layout(directory);
    let mut reader = Reader::new();
    reader.columns(&words, &layout, &times, &values).unwrap();
    let (set, _) = reader.finish().unwrap();
    let lines: Vec<String> = set.series.iter().map(|one| read_support::spell_series(&set, one)).collect();
    assert_eq!(
        lines,
        [
            "a{} 1000=1.0 2000=2.0 3000=3.0",
            "b{} 1000=4.0 2000=5.0 3000=6.0",
            "gap{} 1000=7.0 3000=9.0",
            "rate{} 0=0.0 1000=1.0 2000=3.0 3000=6.0",
            "c{} 1000=1.0 2000=2.0",
            "falls{} 2000=2.0 3000=1.0",
            "again{} 2000=5.0 3000=4.0",
        ]
    );
    assert!(std::ptr::eq(&*set.series[0].times, &*set.series[1].times));
}
