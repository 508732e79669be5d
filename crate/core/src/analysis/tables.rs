//! The tables of the report: replicas, percentiles, where mean TTFT goes.

use crate::catalog::Signal;
use crate::format::{interval_text, quantity_text, range_text};
use crate::measure::baseline::Baseline;
use crate::measure::breakdown::{Percentiles, percentiles};
use crate::measure::compute::Members;
use crate::measure::facts::{Fact, Facts};
use crate::measure::meter::{Meter, Span};
use crate::measure::notes;
use crate::measure::windows::{Scene, Windows};
use crate::note::{Note, Notes};
use crate::report::{self, Breakdown, Interval, Quantity, Replica, Share, Stage, Waterfall};
use crate::text::{Language, Text};
use crate::unit::Unit;
use crate::walk::evidence::quantity;
use crate::walk::thresholds::Thresholds;

/// The signals of the percentile breakdown with their names.
pub const BREAKDOWN: &[(Signal, Text)] = &[
    (Signal::Ttft, Text::new("TTFT", "TTFT")),
    (Signal::QueueTime, Text::new("Queue", "排队")),
    (Signal::PrefillTime, Text::new("Prefill", "Prefill")),
    (Signal::Itl, Text::new("Inter-token", "token 间")),
    (Signal::DecodeTime, Text::new("Decode", "Decode")),
    (Signal::InferenceTime, Text::new("Inference", "推理")),
    (Signal::E2e, Text::new("End to end", "端到端")),
];

const NO_REQUESTS: Text = Text::new("no requests", "没有请求");

const CAVEAT: Text = Text::new(
    "Queue and prefill are observed when a request finishes, TTFT at its first token: the parts describe other requests here.",
    "排队与 prefill 在请求完成时记录，TTFT 在首 token 时记录：此处各部分描述的不是同一批请求。",
);

const THIN: Text = Text::new("{label}: {now}; reference: {then}", "{label}：{now}；参考窗口：{then}");

const THIN_ALONE: Text = Text::new("{label}: {now}", "{label}：{now}");

/// Most replicas with rows of their own in the breakdown; the rest is in the rows of all.
const MOST_REPLICAS: usize = 32;

pub fn replicas(
    scene: &Scene,
    windows: &Windows,
    thresholds: &Thresholds,
    language: Language,
) -> Vec<Replica> {
    let meter = scene.meter;
    let target = thresholds.of(Fact::TtftP99).map(|row| row.watch);
    let ttft_of = |replicas: &[usize], target: Option<f64>| {
        let members = Members::some(scene, replicas);
        let repeated = repeated(meter, &members, windows.focus);
        percentiles(meter, Signal::Ttft, &members.histograms(Signal::Ttft), windows.focus, target, repeated)
    };
    let own: Vec<Option<Percentiles>> =
        (0..meter.model.replicas.len()).map(|at| ttft_of(&[at], target)).collect();
    let slow = |all: &Percentiles| all.over.map(|(low, high)| all.count * (low + high) / 2.0);
    let slow_total: f64 = own.iter().flatten().filter_map(slow).sum();
    let all: Vec<usize> = (0..own.len()).collect();
    meter
        .model
        .replicas
        .iter()
        .enumerate()
        .map(|(at, replica)| {
            let others: Vec<usize> = all.iter().copied().filter(|other| *other != at).collect();
            let without = (!others.is_empty()).then(|| ttft_of(&others, None));
            Replica {
                id: replica.id.clone(),
                label: replica.label.clone(),
                requests: own[at].as_ref().map(|all| all.count),
                slow_share: own[at]
                    .as_ref()
                    .and_then(slow)
                    .filter(|_| slow_total > 0.0)
                    .map(|s| s / slow_total),
                p99_without: without.flatten().map(|others| interval(&others, 3, Unit::Seconds, language)),
            }
        })
        .collect()
}

/// How many observations of TTFT are repetitions: V0 observes it again after every preemption.
fn repeated(meter: Meter, members: &Members, span: Span) -> f64 {
    if !meter.model.is_v0() {
        return 0.0;
    }
    members.counter(meter, Signal::Preemptions, span).unwrap_or(0.0)
}

fn interval(all: &Percentiles, at: usize, unit: Unit, language: Language) -> Interval {
    let quantile = all.quantiles[at];
    let finite = |value: f64| value.is_finite().then_some(value);
    let low = quantile.and_then(|quantile| finite(quantile.low));
    let point = quantile.and_then(|quantile| finite(quantile.point));
    let high = quantile.and_then(|quantile| finite(quantile.high));
    let few = quantile.is_some_and(|quantile| quantile.few) || all.count <= 0.0;
    let text = interval_text(low, point, high, unit, few.then_some(all.count), language);
    Interval { low, point, high, text, few }
}

pub fn breakdown(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    thresholds: &Thresholds,
    language: Language,
    notes: &mut Notes,
) -> Vec<Breakdown> {
    let mut rows = Vec::new();
    // Percentiles of several days have no median that is an interval: only one window is a row.
    let reference = if let [one] = windows.reference.as_slice() { Some(*one) } else { None };
    let mut scopes = vec![("all", [Some(Members::fleet(scene)), Some(Members::fleet(&baseline.scene))])];
    let replicas = &scene.meter.model.replicas;
    for (at, replica) in replicas.iter().enumerate().take(MOST_REPLICAS).filter(|_| replicas.len() > 1) {
        let other = baseline.counterpart(scene, at).map(|at| Members::some(&baseline.scene, &[at]));
        scopes.push((&replica.id, [Some(Members::some(scene, &[at])), other]));
    }
    let sides = [("focus", scene.meter, Some(windows.focus)), ("reference", baseline.scene.meter, reference)];
    for (signal, title) in BREAKDOWN {
        let threshold = match signal {
            Signal::Ttft => thresholds.of(Fact::TtftP99).map(|row| row.watch),
            Signal::Itl => thresholds.of(Fact::ItlP99).map(|row| row.watch),
            _ => None,
        };
        for (id, members) in &scopes {
            for ((window, meter, span), members) in sides.iter().zip(members) {
                let (meter, Some(span), Some(members)) = (*meter, *span, members) else { continue };
                let histograms = members.histograms(*signal);
                let repeated = if *signal == Signal::Ttft { repeated(meter, members, span) } else { 0.0 };
                let Some(all) = percentiles(meter, *signal, &histograms, span, threshold, repeated) else {
                    continue;
                };
                if all.layouts_differ {
                    notes.add(Note::new(&notes::LAYOUTS_DIFFER, signal.id(), ""));
                }
                if all.count > 0.0 && all.quantiles[0].is_none() {
                    notes.add(Note::new(&notes::QUANTILES_ONLY, signal.id(), ""));
                }
                rows.push(breakdown_row(&all, title, id, window, threshold, language));
            }
        }
    }
    rows
}

fn breakdown_row(
    all: &Percentiles,
    title: &Text,
    replica: &str,
    window: &str,
    threshold: Option<f64>,
    language: Language,
) -> Breakdown {
    let unit = all.signal.row().unit;
    let mean_text = match all.mean {
        Some(mean) => quantity_text(Some(mean), unit, language),
        None if all.count <= 0.0 => NO_REQUESTS.template(language).to_string(),
        None => quantity_text(None, unit, language),
    };
    let (low, high) = (all.over.map(|(low, _)| low), all.over.map(|(_, high)| high));
    Breakdown {
        signal: all.signal.id().to_string(),
        title: title.template(language).to_string(),
        replica: replica.to_string(),
        window: window.to_string(),
        count: Some(all.count),
        mean: all.mean,
        mean_text,
        p50: interval(all, 0, unit, language),
        p90: interval(all, 1, unit, language),
        p95: interval(all, 2, unit, language),
        p99: interval(all, 3, unit, language),
        over_threshold: Share { threshold, low, high, text: range_text(low, high, Unit::Ratio, language) },
    }
}

pub fn waterfall(facts: &Facts, language: Language) -> Vec<Waterfall> {
    let mut rows = Vec::new();
    for scope in std::iter::once(&facts.fleet).chain(facts.replicas.iter().take(MOST_REPLICAS)) {
        let windows = [("focus", Some(&scope.focus)), ("reference", scope.reference.as_ref())];
        for (window, set) in windows.into_iter().filter_map(|(window, set)| Some((window, set?))) {
            let seconds = |fact| Quantity::new(set.get(fact), Unit::Seconds, language);
            let residual = set.get(Fact::ResidualMean);
            let doubtful = residual.is_some_and(|rest| rest < 0.0);
            if set.get(Fact::TtftMean).is_none() {
                continue;
            }
            rows.push(Waterfall {
                replica: scope.id.clone(),
                window: window.to_string(),
                ttft: seconds(Fact::TtftMean),
                queue: seconds(Fact::QueueMean),
                prefill: seconds(Fact::PrefillMean),
                residual: quantity(Fact::ResidualMean, residual, language),
                caveat: if doubtful { CAVEAT.template(language).to_string() } else { String::new() },
            });
        }
    }
    rows
}

/// A P99 of too few requests is an interval on the ladder too, as in the breakdown.
pub fn thin_percentiles(ladder: &mut [Stage], breakdown: &[Breakdown], language: Language) {
    let fact = Fact::TtftP99.row().id;
    let own = |window: &str| {
        breakdown
            .iter()
            .find(|row| row.signal == Signal::Ttft.id() && row.window == window)
            .map(|row| &row.p99)
    };
    let Some(focus) = own("focus").filter(|p99| p99.few) else { return };
    let then = own("reference");
    for stage in ladder {
        let is_shown = stage.evidence.first().is_some_and(|evidence| evidence.fact == fact);
        let known = stage.severity != report::Severity::Unknown;
        let Some(evidence) = stage.evidence.iter_mut().find(|evidence| evidence.fact == fact) else {
            continue;
        };
        evidence.focus = Quantity { value: None, unit: Unit::Seconds, text: focus.text.clone() };
        evidence.reference =
            then.map(|p99| Quantity { value: None, unit: Unit::Seconds, text: p99.text.clone() });
        evidence.change = None;
        evidence.sentence = match then {
            Some(then) => {
                THIN.fill(language, &[("label", &evidence.label), ("now", &focus.text), ("then", &then.text)])
            }
            None => THIN_ALONE.fill(language, &[("label", &evidence.label), ("now", &focus.text)]),
        };
        if is_shown && known {
            stage.sentence.clone_from(&evidence.sentence);
            stage.number.value = None;
            stage.number.text = range_text(focus.low, focus.high, Unit::Seconds, language);
        }
    }
}

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[Text] = &[NO_REQUESTS, CAVEAT, THIN, THIN_ALONE];
