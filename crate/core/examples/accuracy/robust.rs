//! What becomes of a verdict when data is missing, cut or renamed.

use crate::Data;
use crate::disturb::{Sort, disturb};
use crate::score::severity_word;
use crate::truth::{Match, Truth};
use std::collections::BTreeMap;
use std::io::Write;
use tailwalk_core::Options;
use tailwalk_core::report::{Severity, Verdict};

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Right, with the same cause as undisturbed.
    Same,
    /// Right, with another cause than undisturbed.
    Other,
    /// Not the cause, but its layer or chain: the nearest that the rest of the data can say.
    Near,
    /// "Cannot tell".
    CannotTell,
    /// No alarm and no finding where there is a fault.
    Silent,
    /// As wrong as undisturbed.
    WrongBefore,
    /// Another cause, or an alarm where all is calm.
    Wrong,
}

impl Fate {
    const ALL: [(Fate, &'static str); 7] = [
        (Fate::Same, "same"),
        (Fate::Other, "other right"),
        (Fate::Near, "same chain"),
        (Fate::CannotTell, "cannot tell"),
        (Fate::Silent, "silent"),
        (Fate::WrongBefore, "wrong before"),
        (Fate::Wrong, "WRONG"),
    ];

    fn of(truth: &Truth, base: Option<&Verdict>, verdict: &Verdict) -> Fate {
        let before = base.map_or("", |base| base.cause.as_str());
        match truth.judge(verdict) {
            Match::Exact | Match::Accepted if before == verdict.cause => Fate::Same,
            Match::Exact | Match::Accepted => Fate::Other,
            _ if truth.calm && verdict.severity < Severity::Warn => Fate::Other,
            Match::CannotTell => Fate::CannotTell,
            Match::Chain => Fate::Near,
            Match::Wrong if before == verdict.cause => Fate::WrongBefore,
            Match::Wrong if !truth.calm && verdict.layer == "none" => Fate::Silent,
            Match::Wrong => Fate::Wrong,
        }
    }
}

/// A case that can be disturbed.
pub struct Subject<'a> {
    /// Name to print.
    pub name: &'a str,
    /// What is right.
    pub truth: &'a Truth,
    /// The data as they are.
    pub data: &'a Data,
}

/// Disturbs every case in every way; prints the fates by sort, then each one that is silent or wrong.
pub fn run(subjects: &[Subject], out: &mut impl Write) -> std::io::Result<()> {
    let mut counts: BTreeMap<(Sort, Fate), usize> = BTreeMap::new();
    let mut lines: Vec<(Fate, String)> = Vec::new();
    let healthy = Truth::healthy();
    for subject in subjects {
        let base = subject.data.analyze(&Options::default()).ok().map(|report| report.verdict);
        disturb(&subject.data.set, subject.truth, &mut |disturbed| {
            let data = Data::of(disturbed.set, subject.data.notes.clone());
            let truth = if disturbed.sort == Sort::Calm { &healthy } else { subject.truth };
            let (fate, got) = match data.analyze(&Options::default()) {
                Ok(report) => {
                    let verdict = report.verdict;
                    let fate = Fate::of(truth, base.as_ref(), &verdict);
                    (fate, format!("{} {}", verdict.cause, severity_word(verdict.severity)))
                }
                Err(error) => (Fate::Wrong, error.to_string()),
            };
            *counts.entry((disturbed.sort, fate)).or_default() += 1;
            if fate >= Fate::Silent {
                lines.push((fate, format!("{:38} {:46} got {got}", subject.name, disturbed.name)));
            }
        });
    }
    writeln!(out, "# Disturbed\n")?;
    write!(out, "{:32} {:>6}", "", "runs")?;
    Fate::ALL.iter().try_for_each(|(_, word)| write!(out, " {word:>12}"))?;
    writeln!(out, "  wrong or silent")?;
    for sort in Sort::ALL {
        print_row(sort.words(), |fate| counts.get(&(sort, fate)).copied().unwrap_or(0), out)?;
    }
    let total = |fate| counts.iter().filter(|((_, other), _)| *other == fate).map(|(_, count)| count).sum();
    print_row("all", total, out)?;
    for (fate, word) in Fate::ALL.iter().filter(|(fate, _)| *fate >= Fate::Silent) {
        writeln!(out, "\n{word}")?;
        let these = lines.iter().filter(|(other, _)| other == fate);
        these.into_iter().try_for_each(|(_, line)| writeln!(out, "  {line}"))?;
    }
    writeln!(out)
}

/// Explains the disturbed cases whose line holds `words`.
pub fn explain(subjects: &[Subject], words: &str, out: &mut impl Write) -> std::io::Result<()> {
    let mut result = Ok(());
    for subject in subjects {
        disturb(&subject.data.set, subject.truth, &mut |disturbed| {
            let name = format!("{}, {}", subject.name, disturbed.name);
            if name.contains(words) && result.is_ok() {
                let data = Data::of(disturbed.set, subject.data.notes.clone());
                result = crate::explain::print(&name, &data, out);
            }
        });
    }
    result
}

fn print_row(words: &str, count: impl Fn(Fate) -> usize, out: &mut impl Write) -> std::io::Result<()> {
    let counts: Vec<usize> = Fate::ALL.iter().map(|(fate, _)| count(*fate)).collect();
    let all: usize = counts.iter().sum();
    write!(out, "{words:32} {all:>6}")?;
    counts.iter().try_for_each(|count| write!(out, " {count:>12}"))?;
    let bad = count(Fate::Silent) + count(Fate::Wrong) + count(Fate::WrongBefore);
    writeln!(out, "  {:.1} %", 100.0 * bad as f64 / all.max(1) as f64)
}
