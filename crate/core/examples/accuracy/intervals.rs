//! Do the true percentiles lie in the intervals that the report prints?
//!
//! Of incidents the truth is what the server observed, exactly: every miss is ours. Of recordings it is
//! what the client saw, so it also holds the way to the client: a few milliseconds, more when the API
//! server is stalled.

use crate::incidents::Incident;
use crate::recordings::Recording;
use crate::{Data, within};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use tailwalk_core::report::{Breakdown, Interval};

/// Signal of the breakdown and its key in the truth.
const SIGNALS: &[(&str, &str)] = &[
    ("ttft", "ttft_s"),
    ("itl", "itl_s"),
    ("e2e", "e2e_s"),
    ("queue_time", "queue_s"),
    ("prefill_time", "prefill_s"),
];

/// One true percentile and the interval printed for it.
struct Claim {
    group: String,
    place: String,
    percentile: &'static str,
    truth: f64,
    interval: Interval,
}

impl Claim {
    /// How far the truth lies outside the interval; 0 inside.
    fn distance(&self) -> f64 {
        let below = self.interval.low.unwrap_or(0.0) - self.truth;
        let above = self.truth - self.interval.high.unwrap_or(f64::INFINITY);
        below.max(above).max(0.0)
    }

    /// Upper ÷ lower end; infinite when either is open or the lower is zero.
    fn width(&self) -> f64 {
        match (self.interval.low, self.interval.high) {
            (Some(low), Some(high)) if low > 0.0 => high / low,
            _ => f64::INFINITY,
        }
    }
}

/// Incidents: all latencies in all phases but `whole`, whose truth leaves the onset and the recovery out.
///
/// A phase that begins or ends with the data is a group of its own: what happened before the first scrape
/// and after the last is in no counter.
pub fn of_incidents(incidents: &[Incident], out: &mut impl Write) -> std::io::Result<()> {
    let mut claims = Vec::new();
    for incident in incidents {
        let phases = incident.phases.as_object().into_iter().flatten();
        for (phase, truth) in phases.filter(|(phase, _)| *phase != "whole") {
            let Some(edges) = truth["from"].as_f64().zip(truth["to"].as_f64()) else { continue };
            for (signal, key) in SIGNALS {
                let group = if phase == "during" { signal } else { "at the edge of the data" };
                let place = format!("{} {phase} {signal}", incident.name);
                claim(&incident.data, edges, signal, &truth[key], group, &place, &mut claims);
            }
        }
    }
    print(&claims, out)
}

/// Recordings: TTFT in all windows of all inputs.
pub fn of_recordings(recordings: &[Recording], out: &mut impl Write) -> std::io::Result<()> {
    let mut claims = Vec::new();
    for recording in recordings {
        for (input, data) in &recording.inputs {
            for (window, edges) in recording.windows() {
                let truth = &recording.facts["client_by_event_time"][window]["ttft_s"];
                let place = format!("{} {window}", recording.name);
                claim(data, edges, "ttft", truth, input, &place, &mut claims);
            }
        }
    }
    print(&claims, out)
}

fn claim(
    data: &Data,
    edges: (f64, f64),
    signal: &str,
    truth: &Value,
    group: &str,
    place: &str,
    claims: &mut Vec<Claim>,
) {
    let count = truth["count"].as_f64().unwrap_or(0.0);
    let Ok(report) = data.analyze(&within(edges)) else { return };
    let is_fleet = |row: &&Breakdown| row.signal == signal && row.replica == "all" && row.window == "focus";
    let Some(row) = report.breakdown.iter().find(is_fleet).filter(|_| count > 0.0) else { return };
    for (percentile, interval) in [("p50", &row.p50), ("p90", &row.p90), ("p95", &row.p95), ("p99", &row.p99)]
    {
        let Some(truth) = truth[percentile].as_f64() else { continue };
        claims.push(Claim {
            group: group.to_string(),
            place: format!("{place} n={count}"),
            percentile,
            truth,
            interval: interval.clone(),
        });
    }
}

/// A total for each group with how narrow its intervals are (an interval without end holds everything),
/// then every miss.
fn print(claims: &[Claim], out: &mut impl Write) -> std::io::Result<()> {
    let mut groups: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
    for claim in claims {
        groups.entry(&claim.group).or_default().push(claim);
    }
    for (group, claims) in groups {
        let inside = claims.iter().filter(|claim| claim.distance() == 0.0).count();
        let mut widths: Vec<f64> = claims.iter().map(|claim| claim.width()).collect();
        tailwalk_core::sort::sort_numbers(&mut widths);
        let (middle, tenth) = (widths[widths.len() / 2], widths[widths.len() * 9 / 10]);
        let all = claims.len();
        writeln!(out, "{group:24} {inside} of {all} inside; high ÷ low: median {middle:.2}, P90 {tenth:.2}")?;
    }
    writeln!(out)?;
    for claim in claims.iter().filter(|claim| claim.distance() > 0.0) {
        let edge =
            |value: Option<f64>, open: &str| value.map_or(open.to_string(), |value| format!("{value:.3}"));
        writeln!(
            out,
            "MISS {:24} {:52} {} {:.4} not in [{}, {}], {:.4} off",
            claim.group,
            claim.place,
            claim.percentile,
            claim.truth,
            edge(claim.interval.low, "-"),
            edge(claim.interval.high, "inf"),
            claim.distance()
        )?;
    }
    writeln!(out)
}
