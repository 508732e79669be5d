//! Harm: does anybody feel it, and how much?
//!
//! With a reference the question is how far a latency stands above it; without one only fixed
//! thresholds are left. Both are stated in the report, so that a colour can be argued with.

use crate::measure::facts::{Fact, Scope};
use crate::report::Severity;
use crate::walk::condition::Case;
use crate::walk::limits;

/// The latencies that a user can feel.
const FELT: [Fact; 3] = [Fact::TtftMean, Fact::ItlMean, Fact::E2eMean];

/// Whether a latency of this scope hurts; `None` when no latency is known.
pub fn hurts(case: &Case) -> Option<bool> {
    severity(case).map(|severity| severity >= Severity::Watch)
}

/// How much the latencies of this scope hurt.
///
/// - A rise must be three standard errors of a mean with the spread of a typical latency (as wide as
///   its mean): ×1.2 needs 225 requests, ×1.5 needs 36, ×3 needs 3.
/// - Above the reference: from ×1.2 watch, ×1.5 warn, ×3 critical, the worst of TTFT, inter-token and
///   end-to-end latency. An excess of TTFT under 20 ms, or of inter-token latency under 2 ms, is not
///   felt whatever its ratio: that is below one frame of a screen, and below the reading speed of a
///   stream.
/// - Without a reference: the thresholds of TTFT's P99.
/// - `None` when neither can be said.
pub fn severity(case: &Case) -> Option<Severity> {
    let scope = case.scope;
    let felt: Vec<f64> = FELT.into_iter().filter_map(|fact| rise(scope, fact)).collect();
    let relative = felt.iter().copied().reduce(f64::max).map(by_ratio);
    if relative.is_some() {
        return relative;
    }
    let p99 = scope.now(Fact::TtftP99)?;
    let few = scope.now(Fact::FirstTokens).is_some_and(|count| count < limits::FEW_REQUESTS.value / 5.0);
    let by_threshold = case.thresholds.severity(Fact::TtftP99, p99).unwrap_or(Severity::Unknown);
    // The P99 of a handful of requests is the slowest one: it alarms nobody.
    Some(if few { by_threshold.min(Severity::Ok) } else { by_threshold })
}

fn rise(scope: &Scope, fact: Fact) -> Option<f64> {
    let change = scope.change(fact)?;
    let excess = scope.excess(fact)?;
    let felt = match fact {
        Fact::ItlMean => 0.002,
        _ => 0.020,
    };
    let requests = scope.now(Fact::FirstTokens).or(scope.now(Fact::Finished)).unwrap_or(0.0);
    let clear = (change - 1.0) * requests.sqrt() >= 3.0;
    Some(if excess < felt || !clear { change.min(1.0) } else { change })
}

fn by_ratio(ratio: f64) -> Severity {
    if ratio >= limits::HARM_CRITICAL.value {
        Severity::Critical
    } else if ratio >= limits::HARM_WARN.value {
        Severity::Warn
    } else if ratio >= limits::HARM_WATCH.value {
        Severity::Watch
    } else {
        Severity::Ok
    }
}
