//! What is known to be true about a case, and whether a verdict agrees with it.

use serde_json::Value;
use tailwalk_core::report::{Severity, Verdict};

/// The truth about one case.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The one right answer, as the files name it: a cause, or a layer where only that is known.
    pub wanted: String,
    /// Causes that count as right.
    pub accept: Vec<String>,
    /// Layers that count as right, for the files that name no cause.
    pub accept_layers: Vec<String>,
    /// Layers from the cause to the symptom, with the accepted ones.
    pub chain: Vec<String>,
    /// Nobody needs to be woken up.
    pub calm: bool,
    /// The fault, Unix seconds.
    pub fault: Option<(f64, f64)>,
    /// The recording, Unix seconds.
    pub recorded: (f64, f64),
    /// Addresses hit, where the right answer is a replica.
    pub affected: Vec<String>,
}

/// How well a verdict agrees with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// Neither the cause nor its chain.
    Wrong,
    /// "Cannot tell".
    CannotTell,
    /// Another link of the same chain.
    Chain,
    /// An answer that an expert could give.
    Accepted,
    /// The one right answer.
    Exact,
}

impl Truth {
    /// Nothing is wrong.
    pub fn healthy() -> Truth {
        let none = || "none".to_string();
        Truth {
            wanted: none(),
            accept_layers: vec![none(), "traffic".into()],
            calm: true,
            ..Truth::default()
        }
    }

    /// Compares; in a calm case an alarm is wrong whatever its cause.
    pub fn judge(&self, verdict: &Verdict) -> Match {
        let named = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
        if self.calm && verdict.severity >= Severity::Warn {
            Match::Wrong
        } else if self.wanted == verdict.cause
            || named(&self.accept_layers, &self.wanted) && self.wanted == verdict.layer
        {
            Match::Exact
        } else if named(&self.accept, &verdict.cause) || named(&self.accept_layers, &verdict.layer) {
            Match::Accepted
        } else if verdict.cause == "cannot_tell" {
            Match::CannotTell
        } else if named(&self.chain, &verdict.layer) {
            Match::Chain
        } else {
            Match::Wrong
        }
    }
}

/// A list of words in a JSON field; empty when it is not there.
pub fn words(value: &Value) -> Vec<String> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(|word| word.as_str().map(str::to_string)).collect()
}

/// Two numbers as a stretch of time.
pub fn stretch(from: &Value, to: &Value) -> Option<(f64, f64)> {
    from.as_f64().zip(to.as_f64())
}
