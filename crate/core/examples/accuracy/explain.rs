//! Why a verdict came out as it did: the facts, and what every rule says to them.

use crate::Data;
use std::io::Write;
use tailwalk_core::Options;
use tailwalk_core::analysis;
use tailwalk_core::measure::facts::FACTS;
use tailwalk_core::walk::diagnose::{State, diagnose};
use tailwalk_core::walk::thresholds::Thresholds;

/// Prints the facts of every scope and the state of every rule.
pub fn print(name: &str, data: &Data, out: &mut impl Write) -> std::io::Result<()> {
    let (windows, facts) = analysis::facts(&data.scene(), None, &Options::default());
    let start = data.model.span.0;
    let since = |time: f64| (time - start) / 1000.0;
    writeln!(out, "== {name}")?;
    write!(out, "focus {:.0}..{:.0} s", since(windows.focus.from), since(windows.focus.to))?;
    for reference in windows.reference {
        write!(out, ", reference {:.0}..{:.0} s", since(reference.from), since(reference.to))?;
    }
    writeln!(out, ", {:?}", windows.reason)?;
    for scope in std::iter::once(&facts.fleet).chain(&facts.replicas) {
        writeln!(out, "-- {}", scope.label)?;
        for row in FACTS {
            let (now, then) = (scope.now(row.fact), scope.then(row.fact));
            if now.is_some() || then.is_some() {
                let number =
                    |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.4}"));
                let change = scope.change(row.fact).map_or(String::new(), |change| format!("×{change:.2}"));
                writeln!(out, "{:28} {:>16} {:>16} {change:>8}", row.id, number(now), number(then))?;
            }
        }
    }
    for outcome in diagnose(&facts, &Thresholds::default()).outcomes {
        let state = match outcome.state {
            State::Fired => format!("FIRED {:?}", outcome.replicas),
            State::Blind(missing) => {
                let words: Vec<&str> = missing.iter().map(|fact| fact.id()).collect();
                format!("blind: {}", words.join(" "))
            }
            State::Silent(at) => match outcome.rule.all[at].fact() {
                Some(fact) => format!("silent: condition {at}, {}", fact.id()),
                None => format!("silent: condition {at}"),
            },
        };
        writeln!(out, "{:28} {state}", outcome.rule.id)?;
    }
    writeln!(out)
}
