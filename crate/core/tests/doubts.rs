//! Doubts about data and options: what is wrong in, ids of notes or an error's sentence out.

use tailwalk_core::report::Confidence;
use tailwalk_core::{Builder, Options, Report};

const START_MS: f64 = 1_796_024_700_000.0;
const SCRAPES: usize = 60;
const STEP_MS: f64 = 5_000.0;

/// Sixty scrapes of a server, five seconds apart, two requests a second. From scrape 30 to 45 TTFT is
/// forty times as long. `damage` may replace the value of a sample, `scale` stretches the times.
fn scrapes(scale: f64, damage: impl Fn(&str, usize) -> Option<&'static str>) -> String {
    let mut out = String::new();
    let (mut count, mut sum, mut fast) = (0.0, 0.0, 0.0);
    for scrape in 0..SCRAPES {
        let slow = (30..45).contains(&scrape);
        count += 10.0;
        sum += if slow { 20.0 } else { 0.5 };
        fast += if slow { 0.0 } else { 10.0 };
        let time = (START_MS + scrape as f64 * STEP_MS) * scale;
        let rows = [
            ("time_to_first_token_seconds_bucket{le=\"0.1\"}", fast),
            ("time_to_first_token_seconds_bucket{le=\"5\"}", count),
            ("time_to_first_token_seconds_bucket{le=\"+Inf\"}", count),
            ("time_to_first_token_seconds_sum", sum),
            ("time_to_first_token_seconds_count", count),
            ("generation_tokens_total", count * 50.0),
            ("num_requests_running", 3.0),
            ("num_requests_waiting", 0.0),
        ];
        for (name, value) in rows {
            let value = damage(name, scrape).map_or_else(|| value.to_string(), str::to_string);
            out.push_str(&format!("vllm:{name} {value} {time}\n"));
        }
    }
    out
}

fn sound(_: &str, _: usize) -> Option<&'static str> {
    None
}

fn analyze(text: &str, options: &Options) -> Result<Report, String> {
    let mut builder = Builder::new();
    builder.start_file("metrics.txt");
    builder.push(text.as_bytes()).and_then(|()| builder.end_file()).map_err(|error| error.to_string())?;
    let dataset = builder.finish().map_err(|error| error.to_string())?;
    dataset.analyze(options).map_err(|error| format!("{}: {error}", error.code.id()))
}

/// The sentence of the note `id`; empty without it.
fn note(report: &Report, id: &str) -> String {
    report.notes.iter().find(|note| note.id == id).map(|note| note.sentence.clone()).unwrap_or_default()
}

fn at(scrape: usize) -> f64 {
    START_MS + scrape as f64 * STEP_MS
}

/// A focus and a reference in scrapes; the id of the note that must come, and a part of its sentence.
fn check_reference(focus: Option<(usize, usize)>, reference: (usize, usize), id: &str, part: &str) {
    let options = Options {
        from_ms: focus.map(|(from, _)| at(from)),
        to_ms: focus.map(|(_, to)| at(to)),
        reference_ms: Some((at(reference.0), at(reference.1))),
        ..Options::default()
    };
    let said = match analyze(&scrapes(1.0, sound), &options) {
        Ok(report) => {
            let doubts = ["measure.reference_overlaps", "measure.reference_abnormal"];
            let found = doubts.map(|id| note(&report, id)).concat();
            assert!(id.is_empty() || report.verdict.confidence == Confidence::Low, "{reference:?}");
            if id.is_empty() { found } else { format!("{id}: {}", note(&report, id)) }
        }
        Err(error) => error,
    };
    let holds = if part.is_empty() { said.is_empty() } else { said.starts_with(id) && said.contains(part) };
    assert!(holds, "{focus:?} against {reference:?}: {said}");
}

#[test]
fn a_reference_that_is_no_good_time_is_named() {
    check_reference(Some((30, 45)), (0, 25), "", "");
    check_reference(Some((30, 45)), (20, 40), "measure.reference_overlaps", "shares 50 s");
    check_reference(Some((30, 45)), (31, 44), "bad_options", "lies inside the window under examination");
    check_reference(Some((0, 20)), (32, 42), "measure.reference_abnormal", "50 s of it lie in");
    check_reference(None, (0, 25), "", "");
    check_reference(None, (20, 40), "measure.reference_overlaps", "Name a time before the trouble");
}

/// The refusal of a JSON answer whose times are `factor` times what they should be.
fn refused_json(factor: f64) -> String {
    let value = |scrape| format!("[{},\"{scrape}\"]", at(scrape) / 1000.0 * factor);
    let values: Vec<String> = (0..9).map(value).collect();
    let json = format!(
        r#"{{"data":{{"resultType":"matrix","result":[{{"metric":{{"__name__":"vllm:num_requests_running"}},"values":[{}]}}]}}}}"#,
        values.join(",")
    );
    analyze(&json, &Options::default()).unwrap_err()
}

#[test]
fn times_in_a_smaller_unit_are_refused_and_the_unit_is_named() {
    for (refused, said) in [
        (refused_json(1e3), "They look like ms, but this format has seconds"),
        (refused_json(1e6), "Its time must be in seconds, not in ms, µs or ns"),
        (refused_json(1e9), "Its time must be in seconds, not in ms, µs or ns"),
        (analyze(&scrapes(1e3, sound), &Options::default()).unwrap_err(), "They look like µs"),
        (analyze(&scrapes(1e6, sound), &Options::default()).unwrap_err(), "which looks like ns"),
    ] {
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn impossible_samples_are_counted_and_are_no_restart() {
    for junk in ["-1", "1e308", "+Inf", "-Inf"] {
        let damage = |name: &str, scrape: usize| {
            (name.ends_with("_total") && scrape % 20 == 7 || name.ends_with("_count") && scrape % 20 == 11)
                .then_some(junk)
        };
        let report = analyze(&scrapes(1.0, damage), &Options::default()).unwrap();
        assert!(note(&report, "measure.impossible_values").contains("hold 6 impossible sample"), "{junk}");
        for id in ["measure.resets", "measure.sawtooth"] {
            assert_eq!(note(&report, id), "", "{junk}");
        }
        let whole = analyze(&scrapes(1.0, sound), &Options::default()).unwrap();
        assert_eq!(report.verdict.cause, whole.verdict.cause, "{junk}");
        assert_eq!(report.window.focus.from_ms, whole.window.focus.from_ms, "{junk}");
    }
}

#[test]
fn a_p99_of_too_few_requests_is_an_interval_on_the_ladder_too() {
    let report = analyze(&scrapes(1.0, sound), &Options::default()).unwrap();
    let rung = &report.ladder[0];
    let row = report.breakdown.iter().find(|row| row.signal == "ttft" && row.window == "focus").unwrap();
    assert!(row.p99.few);
    assert_eq!((rung.number.value, rung.number.text.as_str()), (None, "100 ms – 5 s"));
    assert!(rung.sentence.contains(&row.p99.text), "{}", rung.sentence);
    assert_eq!(rung.evidence[0].change, None);
}

#[test]
fn a_window_of_ones_own_is_not_measured_against_the_trouble() {
    let at = |scrape: f64| START_MS + scrape * STEP_MS;
    for (from, to) in [(46.0, 59.0), (38.0, 44.0)] {
        let options = Options { from_ms: Some(at(from)), to_ms: Some(at(to)), ..Options::default() };
        let report = analyze(&scrapes(1.0, sound), &options).unwrap();
        let reference = report.window.reference.unwrap();
        assert!(reference.to_ms.unwrap() <= at(30.0), "{from}..{to}: {}", reference.text);
    }
}

#[test]
fn buckets_alone_are_scrapes_like_others() {
    let whole = scrapes(1.0, sound);
    let buckets: String =
        whole.lines().filter(|line| line.contains("_bucket")).map(|line| format!("{line}\n")).collect();
    let report = analyze(&buckets, &Options::default()).unwrap();
    assert_eq!(note(&report, "measure.one_scrape"), "");
    let row = report.breakdown.iter().find(|row| row.signal == "ttft" && row.window == "focus").unwrap();
    assert_eq!((row.count, row.mean, row.p99.low, row.p99.high), (Some(590.0), None, Some(0.1), Some(5.0)));
}

#[test]
fn one_of_several_files_in_another_unit_of_time_is_refused() {
    let mut builder = Builder::new();
    for (name, scale) in [("good.txt", 1.0), ("wrong.txt", 1000.0)] {
        builder.start_file(name);
        builder.push(scrapes(scale, sound).as_bytes()).and_then(|()| builder.end_file()).unwrap();
    }
    let error = builder.finish().and_then(|dataset| dataset.analyze(&Options::default())).unwrap_err();
    assert_eq!((error.code.id(), error.file.as_str()), ("bad_times", ""));
}
