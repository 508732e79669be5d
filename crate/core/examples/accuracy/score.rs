//! Lines, the matrix of who is taken for whom, and totals.

use crate::truth::{Match, Truth};
use std::collections::BTreeMap;
use std::io::Write;
use tailwalk_core::Report;
use tailwalk_core::report::{Confidence, Severity, Verdict};

/// One case with what was answered.
pub struct Judged {
    name: String,
    truth: Truth,
    answer: Result<Answer, String>,
}

struct Answer {
    verdict: Verdict,
    found: Option<(f64, f64)>,
    findings: String,
    matched: Match,
}

impl Judged {
    /// Holds an answer against the truth.
    pub fn new(name: &str, truth: &Truth, report: tailwalk_core::error::Result<Report>) -> Judged {
        let answer = report.map_err(|error| error.to_string()).map(|report| Answer {
            matched: truth.judge(&report.verdict),
            found: seconds(&report),
            findings: findings(&report),
            verdict: report.verdict,
        });
        Judged { name: name.to_string(), truth: truth.clone(), answer }
    }

    fn matched(&self) -> Match {
        self.answer.as_ref().map_or(Match::Wrong, |answer| answer.matched)
    }

    fn cause(&self) -> &str {
        self.answer.as_ref().map_or("error", |answer| answer.verdict.cause.as_str())
    }

    fn is_alarm(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| answer.verdict.severity >= Severity::Warn)
    }

    /// Shared ÷ joined length of the found window and the fault.
    fn overlap(&self) -> Option<f64> {
        let found = self.answer.as_ref().ok()?.found?;
        let fault = self.truth.fault?;
        let shared = (found.1.min(fault.1) - found.0.max(fault.0)).max(0.0);
        let joined = (found.1 - found.0) + (fault.1 - fault.0) - shared;
        (joined > 0.0).then(|| shared / joined)
    }

    /// Whether the verdict names the replicas that were hit and no other; `None` where it is no question.
    fn names_replicas(&self) -> Option<bool> {
        let answer = self.answer.as_ref().ok()?;
        if self.truth.affected.is_empty() || answer.verdict.layer != "replica" {
            return None;
        }
        let hit = |id: &String| self.truth.affected.iter().any(|address| id.contains(address.as_str()));
        Some(
            answer.verdict.replicas.len() == self.truth.affected.len()
                && answer.verdict.replicas.iter().all(hit),
        )
    }
}

/// The focus window in Unix seconds, when it was found or given.
fn seconds(report: &Report) -> Option<(f64, f64)> {
    use tailwalk_core::report::WindowOrigin::{Found, Given};
    let focus = &report.window.focus;
    let (from, to) = focus.from_ms.zip(focus.to_ms)?;
    matches!(focus.origin, Found | Given).then_some((from / 1000.0, to / 1000.0))
}

/// All findings in one line: what stands, and what is explained by what.
fn findings(report: &Report) -> String {
    let words = report.findings.iter().map(|finding| match &finding.cleared_by {
        Some(root) => format!("{}<{root}", finding.cause),
        None => finding.cause.clone(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Lines, matrix and totals.
pub fn print(cases: &[Judged], out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:2} {:38} {:22} {:22} {:8} {:6} {:>13} {:>13} {:>4}  findings (x<y: x explained by y)",
        "", "case", "wanted", "got", "severity", "conf.", "found s", "true s", "both"
    )?;
    cases.iter().try_for_each(|case| print_line(case, out))?;
    writeln!(out, "\nWho is taken for whom (wanted: got × cases)\n")?;
    print_matrix(cases, out)?;
    writeln!(out)?;
    print_totals(cases, out)
}

fn print_line(case: &Judged, out: &mut impl Write) -> std::io::Result<()> {
    let mark = match case.matched() {
        Match::Exact => "",
        Match::Accepted => "~",
        Match::Chain => "c",
        Match::CannotTell => "?",
        Match::Wrong => "XX",
    };
    let since = case.truth.recorded.0;
    let window = |edges: Option<(f64, f64)>| {
        edges.map_or(String::new(), |(from, to)| format!("{:.0}..{:.0}", from - since, to - since))
    };
    let both = case.overlap().map_or(String::new(), |overlap| format!("{overlap:.2}"));
    let wanted = &case.truth.wanted;
    let answer = match &case.answer {
        Ok(answer) => answer,
        Err(error) => return writeln!(out, "{mark:2} {:38} {wanted:22} error: {error}", case.name),
    };
    let verdict = &answer.verdict;
    let replicas = if case.names_replicas() == Some(false) { " WRONG REPLICAS" } else { "" };
    writeln!(
        out,
        "{mark:2} {:38} {wanted:22} {:22} {:8} {:6} {:>13} {:>13} {both:>4}  {}{replicas}",
        case.name,
        verdict.cause,
        severity_word(verdict.severity),
        confidence_word(verdict.confidence),
        window(answer.found),
        window(case.truth.fault),
        answer.findings,
    )
}

/// The word of a severity.
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Unknown => "unknown",
        Severity::Ok => "ok",
        Severity::Watch => "watch",
        Severity::Warn => "warn",
        Severity::Critical => "critical",
    }
}

fn confidence_word(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Low => "low",
        Confidence::Medium => "medium",
        Confidence::High => "high",
    }
}

fn print_matrix(cases: &[Judged], out: &mut impl Write) -> std::io::Result<()> {
    let mut matrix: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for case in cases {
        *matrix.entry(&case.truth.wanted).or_default().entry(case.cause()).or_default() += 1;
    }
    for (wanted, row) in matrix {
        let mut cells: Vec<(&str, usize)> = row.into_iter().collect();
        tailwalk_core::sort::sort_by(&mut cells, |(_, a), (_, b)| b.cmp(a));
        let cells: Vec<String> = cells.iter().map(|(got, count)| format!("{got} × {count}")).collect();
        writeln!(out, "{wanted:22} {}", cells.join(", "))?;
    }
    Ok(())
}

fn print_totals(cases: &[Judged], out: &mut impl Write) -> std::io::Result<()> {
    let all = cases.len();
    let share = |count: usize, of: usize| {
        format!("{count} of {of} ({:.0} %)", 100.0 * count as f64 / of.max(1) as f64)
    };
    let at_least = |least: Match| cases.iter().filter(|case| case.matched() >= least).count();
    let calm: Vec<&Judged> = cases.iter().filter(|case| case.truth.calm).collect();
    let replicas: Vec<bool> = cases.iter().filter_map(Judged::names_replicas).collect();
    let overlaps: Vec<f64> =
        cases.iter().filter(|case| !case.truth.calm).filter_map(Judged::overlap).collect();
    let told = cases.iter().filter(|case| case.cause() == "cannot_tell").count();
    writeln!(out, "exact                      {}", share(at_least(Match::Exact), all))?;
    writeln!(out, "accepted                   {}", share(at_least(Match::Accepted), all))?;
    writeln!(out, "accepted or same chain     {}", share(at_least(Match::Chain), all))?;
    writeln!(out, "cannot tell                {}", share(told, all))?;
    let alarms = calm.iter().filter(|case| case.is_alarm()).count();
    writeln!(out, "alarms where all is calm   {}", share(alarms, calm.len()))?;
    let named = replicas.iter().filter(|named| **named).count();
    writeln!(out, "right replicas named       {}", share(named, replicas.len()))?;
    if !overlaps.is_empty() {
        let mean = overlaps.iter().sum::<f64>() / overlaps.len() as f64;
        writeln!(
            out,
            "found window over true     {mean:.2} mean of shared ÷ joined, {} cases",
            overlaps.len()
        )?;
    }
    writeln!(out)
}
