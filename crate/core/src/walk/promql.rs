//! PromQL by which a user recomputes a fact, in the names and labels of the data.

use crate::catalog::Signal;
use crate::measure::facts::{Fact, Facts, Recipe, Scope};
use crate::text::quote;

/// The expression for `recipe`, or `None` when one expression cannot say it or a name is not known.
///
/// - The window is the focus window, pinned with `@`; without a clock it is `[5m]`.
/// - Buckets are summed by `le`; counters are summed; ratio gauges take the highest replica.
/// - What needs two gauges at one time is a subquery at the step of the data: it reads them at multiples
///   of the step, not at the scrapes, and is off by as much.
pub fn promql(recipe: Recipe, facts: &Facts, scope: &Scope) -> Option<String> {
    // One millisecond more, as a range leaves out its left edge and the sample there is the base.
    let reaching_back = |more_ms: f64| match facts.focus_ms {
        Some((from, to)) if facts.clocked => {
            format!("[{}ms] @ {}", (to - from + more_ms).round() + 1.0, to.round() / 1000.0)
        }
        _ => "[5m]".to_string(),
    };
    let range = reaching_back(0.0);
    let step = format!("{}ms", (facts.step_seconds * 1000.0).round().max(1.0));
    let over_steps = |function: &str, inner: &str| {
        let stepped = range.replace(']', &format!(":{step}]"));
        format!("{function}_over_time(({inner}){stepped})")
    };
    let rate = |name: String| format!("sum(rate({name}{range}))");
    let plain = |signal: Signal| name(facts, scope, signal, "");
    let sum = |signal: Signal| name(facts, scope, signal, "_sum").map(&rate);
    let count = |signal: Signal| name(facts, scope, signal, "_count").map(&rate);
    let over = |function: &str, outer: &str, signal: Signal| {
        plain(signal).map(|name| format!("{outer}({function}_over_time({name}{range}))"))
    };
    Some(match recipe {
        Recipe::Increase(signal) => format!("sum(increase({}{range}))", counter_name(facts, scope, signal)?),
        Recipe::Rate(signal) => rate(counter_name(facts, scope, signal)?),
        Recipe::Count(signal) => count(signal)?,
        Recipe::Mean(signal) => format!("{} / {}", sum(signal)?, count(signal)?),
        Recipe::Quantile(signal, q) => {
            let buckets = name(facts, scope, signal, "_bucket")?;
            format!("histogram_quantile({q}, sum by (le) (rate({buckets}{range})))")
        }
        Recipe::Ratio(part, whole) => {
            format!(
                "{} / {}",
                rate(counter_name(facts, scope, part)?),
                rate(counter_name(facts, scope, whole)?)
            )
        }
        Recipe::Quotient(part, whole) => format!("{} / {}", sum(part)?, sum(whole)?),
        Recipe::ShareOfTtft(part) => format!("{} / {}", sum(part)?, sum(Signal::Ttft)?),
        Recipe::Residual => format!(
            "{} / {} - {} / {} - {} / {}",
            sum(Signal::Ttft)?,
            count(Signal::Ttft)?,
            sum(Signal::QueueTime)?,
            count(Signal::QueueTime)?,
            sum(Signal::PrefillTime)?,
            count(Signal::PrefillTime)?
        ),
        Recipe::Avg(signal) => {
            let outer = if signal.row().combine == crate::catalog::Combine::Sum { "sum" } else { "max" };
            over("avg", outer, signal)?
        }
        Recipe::Max(signal) => over("max", "max", signal)?,
        Recipe::Min(signal) => over("min", "min", signal)?,
        Recipe::Resets(signal) => {
            // The value before the restart stands on the other side of the gap.
            let gap_ms = scope.now(Fact::GapTime).unwrap_or(0.0) * 1000.0;
            let range = reaching_back(gap_ms + facts.step_seconds * 1000.0);
            format!("sum(changes({}{range}))", plain(signal)?)
        }
        Recipe::WhileWaiting(signal) => {
            let waiting = plain(Signal::Waiting)?;
            let weighted = over_steps("sum", &format!("{} * {waiting}", plain(signal)?));
            format!("sum({weighted}) / sum({})", over_steps("sum", &waiting))
        }
        Recipe::FloorWhileWaiting(signal) => {
            let one = facts.replicas.len() <= 1 || scope.id != facts.fleet.id;
            let waited = format!("{} and {} > 0", plain(signal)?, plain(Signal::Waiting)?);
            let (lowest, highest) = (over_steps("min", &waited), over_steps("max", &waited));
            one.then(|| format!("{lowest} / {highest}"))?
        }
        Recipe::Vanished => format!(
            "1 - (sum(increase({}{range})) + sum(delta({}{range}))) / sum(increase({}{range}))",
            counter_name(facts, scope, Signal::E2e)?,
            plain(Signal::Running)?,
            counter_name(facts, scope, Signal::Ttft)?
        ),
        Recipe::Down => {
            format!(
                "max({}) * {}",
                over_steps("sum", &format!("1 - {}", plain(Signal::Up)?)),
                facts.step_seconds
            )
        }
        Recipe::FairShare => format!(
            "{} * {} / {}",
            count(Signal::Ttft)?,
            facts.replicas.len(),
            name(facts, &facts.fleet, Signal::Ttft, "_count").map(rate)?
        ),
        Recipe::Nothing => return None,
    })
}

/// A counter by its name, a histogram by its count.
fn counter_name(facts: &Facts, scope: &Scope, signal: Signal) -> Option<String> {
    let histogram = signal.row().kind == crate::catalog::Kind::Histogram;
    name(facts, scope, signal, if histogram { "_count" } else { "" })
}

/// The family in the user's own spelling with the selector of the scope. Series of other exporters do
/// not carry the engine's labels, so they stand without.
fn name(facts: &Facts, scope: &Scope, signal: Signal, suffix: &str) -> Option<String> {
    let family = facts.names.get(signal)?;
    let own = signal.id().starts_with("gpu_")
        || signal.id().starts_with("process_")
        || signal.id().starts_with("cpu_");
    let selector = if own { "" } else { scope.selector.as_str() };
    let plain = family.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b':');
    Some(match (plain, selector.is_empty()) {
        (true, true) => format!("{family}{suffix}"),
        (true, false) => format!("{family}{suffix}{{{selector}}}"),
        (false, true) => format!("{{{}}}", quote(&format!("{family}{suffix}"))),
        (false, false) => format!("{{{},{selector}}}", quote(&format!("{family}{suffix}"))),
    })
}
