//! Do the true percentiles of TTFT lie in the intervals that the report prints?

use crate::recordings::Recording;
use crate::within;
use std::io::Write;
use tailwalk_core::report::Interval;

/// Percentile in `truth.json`, its name, and the interval of a breakdown row.
const PERCENTILES: [&str; 3] = ["p50", "p95", "p99"];

/// One row for each recording, input and window; a total at the end.
///
/// The truth is the client's (nearest rank of the events in the window), so it also holds the way to the
/// client, a millisecond or two on one machine.
pub fn print(recordings: &[Recording], out: &mut impl Write) -> std::io::Result<()> {
    let (mut inside, mut all) = (0, 0);
    for recording in recordings {
        for (input, data) in &recording.inputs {
            for (window, edges) in recording.windows() {
                let truth = &recording.facts["client_by_event_time"][window]["ttft_s"];
                if truth["count"].as_f64().unwrap_or(0.0) == 0.0 {
                    continue;
                }
                let head = format!("{:20} {input:4} {window:7} n={:<4}", recording.name, truth["count"]);
                let report = match data.analyze(&within(edges)) {
                    Ok(report) => report,
                    Err(error) => {
                        writeln!(out, "{head} error: {error}")?;
                        continue;
                    }
                };
                let row = report.breakdown.iter().find(|row| {
                    row.signal == "ttft" && row.replica == "all" && row.window == "focus"
                });
                let Some(row) = row else {
                    writeln!(out, "{head} no row")?;
                    continue;
                };
                write!(out, "{head}")?;
                for (name, interval) in PERCENTILES.iter().zip([&row.p50, &row.p95, &row.p99]) {
                    let Some(value) = truth[name].as_f64() else { continue };
                    let holds = holds(interval, value);
                    all += 1;
                    inside += usize::from(holds);
                    let mark = if holds { "OK  " } else { "MISS" };
                    write!(out, "  {mark} {name} {value:.3} in {}", bracket(interval))?;
                }
                writeln!(out)?;
            }
        }
    }
    writeln!(out, "\ntrue percentile inside     {inside} of {all}\n")
}

fn holds(interval: &Interval, value: f64) -> bool {
    interval.low.unwrap_or(0.0) <= value && value <= interval.high.unwrap_or(f64::INFINITY)
}

fn bracket(interval: &Interval) -> String {
    let edge = |value: Option<f64>, other: &str| value.map_or(other.to_string(), |value| format!("{value:.3}"));
    format!("[{:>7}, {:>7}]", edge(interval.low, "-"), edge(interval.high, "inf"))
}
