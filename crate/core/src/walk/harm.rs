//! Harm: does anybody feel it, and how much?
//!
//! With a reference the question is how far a latency stands above it; without one only fixed
//! thresholds are left. Both are stated in the report, so that a colour can be argued with.

use crate::measure::facts::{Basis, Fact, Scope};
use crate::report::Severity;
use crate::walk::condition::Case;
use crate::walk::limits;

/// The latencies that a user can feel.
const FELT: [Fact; 3] = [Fact::TtftMean, Fact::ItlMean, Fact::E2eMean];

/// Whether a latency of this scope hurts; `None` when no latency is known.
pub fn hurts(case: &Case) -> Option<bool> {
    severity(case).map(|severity| severity >= Severity::Watch)
}

/// How much the latencies of this scope hurt: see [`judge`].
pub fn severity(case: &Case) -> Option<Severity> {
    judge(case).map(|(severity, _)| severity)
}

/// A mean of fewer requests is the story of its slowest one, not a state of the server.
const FEWEST_REQUESTS: f64 = 30.0;

/// How much the latencies of this scope hurt, and what that stands on.
///
/// - A rise must be three standard errors of a mean with the spread of a typical latency (as wide as
///   its mean): ×1.2 needs 225 requests, ×1.5 needs 36. TTFT and end-to-end latency have longer tails
///   than that, so their means count from 30 requests on; inter-token latency has many values in each.
/// - Above the reference: from ×1.2 watch, ×1.5 warn, ×3 critical, the worst of TTFT, inter-token and
///   end-to-end latency. An excess of TTFT under 20 ms, or of inter-token latency under 2 ms, is not
///   felt whatever its ratio: that is below one frame of a screen, and below the reading speed of a
///   stream.
/// - What was found and lasted less than two minutes goes beyond watch from ×3 on only: alerts wait as long.
/// - A longer answer takes longer: of end-to-end latency only what exceeds the growth of the answers
///   goes beyond watch.
/// - The thresholds of TTFT's P99: all without a reference; from warn on also with one, as a server that
///   was always late is late.
/// - Against the same time on other days only ×1.5 counts: one day differs from another by a fifth by itself.
/// - A severity that was reached a moment earlier is left only a tenth below its bound
///   ([`limits::LEAVE`]), so that colours do not flicker.
/// - `None` when neither can be said.
pub fn judge(case: &Case) -> Option<(Severity, Basis)> {
    let relative = FELT.into_iter().filter_map(|fact| by_reference(case, fact)).max();
    let burst = |felt: Severity| case.facts.brief && felt == Severity::Warn;
    let relative = relative.map(|felt| if burst(felt) { Severity::Watch } else { felt });
    let fixed = by_threshold(case);
    match (relative, fixed) {
        (Some(relative), Some(fixed)) if fixed >= Severity::Warn && fixed > relative => {
            Some((fixed, Basis::Threshold))
        }
        (Some(relative), _) => Some((relative, case.facts.baseline)),
        (None, fixed) => fixed.map(|fixed| (fixed, Basis::Threshold)),
    }
}

fn by_threshold(case: &Case) -> Option<Severity> {
    let scope = case.scope;
    scope.now(Fact::TtftP99)?;
    let few = scope.now(Fact::FirstTokens).is_some_and(|count| count < limits::FEW_REQUESTS.value / 5.0);
    let severity = case.thresholds.held(scope, Fact::TtftP99).unwrap_or(Severity::Unknown);
    if !few {
        return Some(severity);
    }
    // The P99 of a handful of requests is the slowest one: it alarms nobody. A median over the bound of
    // the P99 does: half of them are.
    let enough = scope.now(Fact::FirstTokens).is_some_and(|count| count >= FEWEST_REQUESTS);
    let median = scope.now(Fact::TtftP50).filter(|_| enough);
    let felt = median.and_then(|median| case.thresholds.severity(Fact::TtftP99, median));
    Some(felt.filter(|felt| *felt >= Severity::Warn).unwrap_or(severity.min(Severity::Ok)))
}

fn by_reference(case: &Case, fact: Fact) -> Option<Severity> {
    let scope = case.scope;
    let (now, then) = (scope.now(fact)?, scope.then(fact).filter(|then| *then > 0.0)?);
    let seasonal = case.facts.baseline == Basis::Seasonal;
    let level = |then: f64| {
        let of = |value: f64| by_ratio(rise(scope, fact, value, then), seasonal);
        let recent = scope.recently(fact).map_or(Severity::Unknown, of);
        of(now).max(of(now / limits::LEAVE.value).min(recent))
    };
    if fact != Fact::E2eMean {
        return Some(level(then));
    }
    let longer = scope.change(Fact::OutputLength).unwrap_or(1.0).max(1.0);
    Some(level(then * longer).max(level(then).min(Severity::Watch)))
}

/// now ÷ then; at most 1 where the difference is not felt or not clear.
fn rise(scope: &Scope, fact: Fact, now: f64, then: f64) -> f64 {
    let change = now / then;
    let (felt, fewest) = match fact {
        Fact::ItlMean => (0.002, 0.0),
        _ => (0.020, FEWEST_REQUESTS),
    };
    let requests = scope.now(Fact::FirstTokens).or(scope.now(Fact::Finished)).unwrap_or(0.0);
    let clear = requests >= fewest && (change - 1.0) * requests.sqrt() >= 3.0;
    if now - then < felt || !clear { change.min(1.0) } else { change }
}

fn by_ratio(ratio: f64, seasonal: bool) -> Severity {
    if ratio >= limits::HARM_CRITICAL.value {
        Severity::Critical
    } else if ratio >= limits::HARM_WARN.value {
        Severity::Warn
    } else if ratio >= limits::HARM_WATCH.value && !seasonal {
        Severity::Watch
    } else {
        Severity::Ok
    }
}
