//! Scenarios as text: the facts of a fleet and the verdict that they must lead to.
//!
//! ```text
//! # What happens, in a sentence.
//! arrivals_per_second 4.6          a fact of the focus window; the reference stays that of the base
//! ttft_mean 2.2 0.12               focus and reference
//! gpu_clock - -                    not in the data
//! flag v0                          v0, sawtooth, since_start, brief
//! no reference                     nothing to compare with, in any scope
//! replica a                        from here on facts of one replica; it begins as the base, too
//! expect surge_admission critical  cause, severity, replicas named
//! cleared sequence_cap by surge_admission
//! also client_side                 a finding that nothing explains, beside the verdict
//! confidence medium                compared where it is said
//! ```
//!
//! A scenario begins as the healthy server of `base/server.txt`, so it says only what is different. Facts
//! that follow from others (residual, shares, blame, demand, peers) are computed, unless they are written.

use std::collections::BTreeMap;
use std::path::Path;
use tailwalk_core::measure::derive::{compare_peers, derive_facts};
use tailwalk_core::measure::facts::{Fact, FactSet, Facts, Scope};

/// One scenario.
pub struct Scenario {
    /// What the walk sees.
    pub facts: Facts,
    /// The verdict, then all other findings, sorted: lines as they are written.
    pub expected: Vec<String>,
}

/// Reads a scenario; an error names file and line.
pub fn read(path: &Path, base: &Path) -> Result<Scenario, String> {
    let base = Draft::read(base)?.fleet;
    let draft = Draft::read(path)?;
    let verdict = draft.verdict.ok_or_else(|| format!("{}: nothing is expected", path.display()))?;
    let mut expected = draft.findings;
    tailwalk_core::sort::sort(&mut expected);
    expected.insert(0, verdict);
    let scope = |id: &str, written: &Written| new_scope(id, &base, written, !draft.no_reference);
    let mut replicas: Vec<Scope> = draft.replicas.iter().map(|(id, written)| scope(id, written)).collect();
    compare_peers(&mut replicas);
    for (replica, (_, written)) in replicas.iter_mut().zip(&draft.replicas) {
        lay(replica, written);
    }
    let has = |flag: &str| draft.flags.iter().any(|other| other == flag);
    let facts = Facts {
        fleet: scope("all", &draft.fleet),
        replicas,
        stands_out: !draft.no_reference,
        clocked: !has("since_start"),
        step_seconds: 15.0,
        since_start: has("since_start"),
        brief: has("brief"),
        v0: has("v0"),
        sawtooth: has("sawtooth"),
        ..Facts::default()
    };
    Ok(Scenario { facts, expected })
}

/// What a line says about one window.
#[derive(Clone, Copy, Default)]
enum Said {
    #[default]
    Nothing,
    Absent,
    Number(f64),
}

/// Facts as written: focus and reference.
type Written = BTreeMap<Fact, [Said; 2]>;

#[derive(Default)]
struct Draft {
    fleet: Written,
    replicas: Vec<(String, Written)>,
    flags: Vec<String>,
    no_reference: bool,
    verdict: Option<String>,
    findings: Vec<String>,
}

impl Draft {
    fn read(path: &Path) -> Result<Draft, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut draft = Draft::default();
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
            draft.take(&words).map_err(|error| format!("{}:{}: {error}", path.display(), at + 1))?;
        }
        Ok(draft)
    }

    fn take(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            [] => {}
            ["no", "reference"] => self.no_reference = true,
            ["flag", flag @ ("v0" | "sawtooth" | "since_start" | "brief")] => {
                self.flags.push((*flag).to_string())
            }
            ["replica", id] => self.replicas.push(((*id).to_string(), Written::new())),
            ["expect", _, _, ..] => self.verdict = Some(words.join(" ")),
            ["cleared", _, "by", _] | ["also", _] | ["confidence", "low" | "medium" | "high"] => {
                self.findings.push(words.join(" "))
            }
            [id, now] => self.say(id, [said(now)?, Said::Nothing])?,
            [id, now, then] => self.say(id, [said(now)?, said(then)?])?,
            _ => return Err(format!("{:?} is no line of a scenario", words.join(" "))),
        }
        Ok(())
    }

    fn say(&mut self, id: &str, values: [Said; 2]) -> Result<(), String> {
        let fact = Fact::find(id).ok_or_else(|| format!("no fact is called {id:?}"))?;
        let scope = self.replicas.last_mut().map_or(&mut self.fleet, |(_, written)| written);
        match scope.insert(fact, values) {
            None => Ok(()),
            Some(_) => Err(format!("{id} is said twice")),
        }
    }
}

fn said(word: &str) -> Result<Said, String> {
    match word {
        "-" => Ok(Said::Absent),
        number => number.parse().map(Said::Number).map_err(|_| format!("{number:?} is no number")),
    }
}

fn new_scope(id: &str, base: &Written, written: &Written, compared: bool) -> Scope {
    let reference = compared.then(FactSet::default);
    let mut scope = Scope { id: id.to_string(), label: id.to_string(), reference, ..Scope::default() };
    lay(&mut scope, base);
    lay(&mut scope, written);
    let unsaid = |fact: Fact, window: usize| {
        [base, written]
            .iter()
            .all(|all| all.get(&fact).is_none_or(|row| matches!(row[window], Said::Nothing)))
    };
    for (fact, follows) in FOLLOWERS {
        if unsaid(*fact, 0) {
            scope.focus.set(*fact, follows(&scope.focus));
        }
        if let Some(reference) = scope.reference.as_mut().filter(|_| unsaid(*fact, 1)) {
            reference.set(*fact, follows(reference));
        }
    }
    derive_facts(&mut scope);
    lay(&mut scope, written);
    scope
}

/// Puts what is written over what is there.
fn lay(scope: &mut Scope, written: &Written) {
    for (fact, [now, then]) in written {
        put(&mut scope.focus, *fact, *now);
        if let Some(reference) = &mut scope.reference {
            put(reference, *fact, *then);
        }
    }
}

fn put(facts: &mut FactSet, fact: Fact, said: Said) {
    match said {
        Said::Nothing => {}
        Said::Absent => facts.set(fact, None),
        Said::Number(value) => facts.set(fact, Some(value)),
    }
}

/// A fact and how it follows from others of the same window, as measuring defines it.
type Follower = (Fact, fn(&FactSet) -> Option<f64>);

/// In an order in which each needs only what stands before it.
const FOLLOWERS: &[Follower] = &[
    (Fact::ResidualMean, |f| {
        Some(f.get(Fact::TtftMean)? - f.get(Fact::QueueMean)? - f.get(Fact::PrefillMean)?)
    }),
    (Fact::QueueShare, |f| Some(f.get(Fact::QueueMean)? / whole(f)?)),
    (Fact::PrefillShare, |f| Some(f.get(Fact::PrefillMean)? / whole(f)?)),
    (Fact::ResidualShare, |f| Some(f.get(Fact::ResidualMean)?.max(0.0) / whole(f)?)),
    (Fact::TokenTime, |f| Some(f.get(Fact::DecodeMean)? / f.get(Fact::OutputLength)?)),
    (Fact::PrefillPrice, |f| Some(f.get(Fact::PrefillMean)? / f.get(Fact::ComputedLength)?)),
    (Fact::ComputedDemand, |f| Some(f.get(Fact::Arrivals)? * f.get(Fact::ComputedLength)?)),
    (Fact::OutputDemand, |f| Some(f.get(Fact::Arrivals)? * f.get(Fact::OutputLength)?)),
    (Fact::DeferredShare, |f| {
        Some(f.get(Fact::DeferredMean)? / f.get(Fact::WaitingMean).filter(|mean| *mean > 0.0)?)
    }),
    (Fact::PreemptionsPerRequest, |f| Some(f.get(Fact::Preemptions)? / f.get(Fact::Finished)?)),
    (Fact::RecomputeTax, |f| {
        let (prompt, output) = (f.get(Fact::PromptLength)?, f.get(Fact::OutputLength)?);
        let useful = f.get(Fact::ComputedLength)? + output;
        Some(f.get(Fact::PreemptionsPerRequest)? * (prompt + output / 2.0) / useful)
    }),
];

/// TTFT, or its parts where they exceed it.
fn whole(facts: &FactSet) -> Option<f64> {
    let parts = facts.get(Fact::QueueMean)? + facts.get(Fact::PrefillMean)?;
    Some(facts.get(Fact::TtftMean)?.max(parts))
}
