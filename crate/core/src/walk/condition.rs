//! Conditions: the closed set of questions that a rule may ask.

use crate::measure::facts::{Fact, Facts, Scope};
use crate::walk::limits::Limit;
use crate::walk::thresholds::Thresholds;

/// What a condition is asked about: one scope among all facts.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// All facts.
    pub facts: &'a Facts,
    /// The replica, or all of them.
    pub scope: &'a Scope,
    /// The thresholds in force.
    pub thresholds: &'a Thresholds,
}

/// How a fact enters a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Growth {
    /// focus ÷ reference.
    Of(Fact),
    /// The value itself, for facts that are ratios to the reference already.
    Value(Fact),
}

impl Growth {
    /// How much the fact has grown in `scope`.
    pub fn read(self, scope: &Scope) -> Option<f64> {
        match self {
            Growth::Of(fact) => scope.change(fact),
            Growth::Value(fact) => scope.now(fact),
        }
    }

    /// The fact that is asked.
    pub fn fact(self) -> Fact {
        match self {
            Growth::Of(fact) | Growth::Value(fact) => fact,
        }
    }
}

/// One question to the facts of a scope.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// The value in the focus window is at least the limit.
    AtLeast(Fact, &'static Limit),
    /// The value in the focus window is below the limit.
    Below(Fact, &'static Limit),
    /// focus ÷ reference is at least the limit.
    Rose(Fact, &'static Limit),
    /// focus ÷ reference is below the limit.
    NotRisen(Fact, &'static Limit),
    /// focus ÷ reference is at most the limit.
    Fell(Fact, &'static Limit),
    /// The first has grown at least as much as the second.
    Outgrows(Growth, Growth),
    /// A latency hurts: above its reference or above its fixed threshold.
    Harm,
    /// No latency hurts.
    NoHarm,
    /// One of them holds.
    Any(&'static [Condition]),
    /// Holds also when it cannot be known.
    IfKnown(&'static Condition),
    /// A question that the other rows cannot put; counted by a test.
    Check(&'static str, fn(&Case) -> Option<bool>),
}

/// What the facts say to a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// These facts would have to be known.
    Unknown(Vec<Fact>),
}

impl Answer {
    fn from(known: Option<bool>, facts: &[Fact]) -> Answer {
        match known {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Unknown(facts.to_vec()),
        }
    }
}

impl Condition {
    /// Asks the facts of `case`.
    pub fn ask(&self, case: &Case) -> Answer {
        let scope = case.scope;
        match self {
            Condition::AtLeast(fact, limit) => {
                Answer::from(scope.now(*fact).map(|value| value >= limit.value), &[*fact])
            }
            Condition::Below(fact, limit) => {
                Answer::from(scope.now(*fact).map(|value| value < limit.value), &[*fact])
            }
            Condition::Rose(fact, limit) => {
                Answer::from(scope.change(*fact).map(|change| change >= limit.value), &[*fact])
            }
            Condition::NotRisen(fact, limit) => {
                Answer::from(scope.change(*fact).map(|change| change < limit.value), &[*fact])
            }
            Condition::Fell(fact, limit) => {
                Answer::from(scope.change(*fact).map(|change| change <= limit.value), &[*fact])
            }
            Condition::Outgrows(more, less) => {
                let both = more.read(scope).zip(less.read(scope));
                Answer::from(both.map(|(more, less)| more >= less), &[more.fact(), less.fact()])
            }
            Condition::Harm => Answer::from(crate::walk::harm::hurts(case), &[Fact::TtftMean]),
            Condition::NoHarm => {
                Answer::from(crate::walk::harm::hurts(case).map(|hurts| !hurts), &[Fact::TtftMean])
            }
            Condition::Any(conditions) => any(conditions, case),
            Condition::IfKnown(condition) => match condition.ask(case) {
                Answer::Unknown(_) => Answer::Yes,
                known => known,
            },
            Condition::Check(_, question) => Answer::from(question(case), &[]),
        }
    }

    /// The fact that the condition is mostly about, for sentences.
    pub fn fact(&self) -> Option<Fact> {
        match self {
            Condition::AtLeast(fact, _)
            | Condition::Below(fact, _)
            | Condition::Rose(fact, _)
            | Condition::NotRisen(fact, _)
            | Condition::Fell(fact, _) => Some(*fact),
            Condition::Outgrows(more, _) => Some(more.fact()),
            Condition::Harm | Condition::NoHarm => Some(Fact::LatencyRise),
            Condition::Any(conditions) => conditions.first().and_then(Condition::fact),
            Condition::IfKnown(condition) => condition.fact(),
            Condition::Check(..) => None,
        }
    }
}

fn any(conditions: &[Condition], case: &Case) -> Answer {
    let mut missing = Vec::new();
    for condition in conditions {
        match condition.ask(case) {
            Answer::Yes => return Answer::Yes,
            Answer::No => {}
            Answer::Unknown(more) => missing.extend(more),
        }
    }
    if missing.is_empty() { Answer::No } else { Answer::Unknown(missing) }
}
