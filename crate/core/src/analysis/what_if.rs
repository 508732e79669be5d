//! What TTFT would have been, and where the slow requests came from.
//!
//! Each answer says whether it is exact or a band. Exact is arithmetic of what was observed, not a forecast: the
//! load of a replica that is left out would go elsewhere.

use crate::catalog::Signal;
use crate::format::{interval_text, quantity_text, range_text};
use crate::measure::bounds::Buckets;
use crate::measure::breakdown::percentiles;
use crate::measure::compute::Members;
use crate::measure::facts::{Fact, Facts, Scope};
use crate::measure::meter::Span;
use crate::measure::model::{HistogramColumns, Identity};
use crate::measure::windows::Scene;
use crate::report::{Certainty, Contribution, Counterfactual, Interval, Quantity, Replica, Share, Verdict};
use crate::text::{Language, Text};
use crate::unit::Unit;

const WITHOUT_QUEUE: Text = Text::new(
    "Without waiting in the queue, mean TTFT would be {value} instead of {actual}.",
    "若无排队，TTFT 均值为 {value}，而不是 {actual}。",
);
const P99_WITHOUT_QUEUE: Text = Text::new(
    "Without waiting in the queue, TTFT P99 would be {value} instead of {actual}.",
    "若无排队，TTFT P99 为 {value}，而不是 {actual}。",
);
const REFERENCE_WORK: Text = Text::new(
    "With as many prompt tokens to compute per request as in the reference, mean TTFT would be {value} instead of {actual}.",
    "若每请求需计算的 prompt token 与参考窗口相同，TTFT 均值为 {value}，而不是 {actual}。",
);
const REFERENCE_PRICE: Text = Text::new(
    "At the reference's prefill time per token, mean TTFT would be {value} instead of {actual}.",
    "若每 token 的 prefill 耗时与参考窗口相同，TTFT 均值为 {value}，而不是 {actual}。",
);
const WITHOUT_REPLICA: Text = Text::new(
    "Without {replica}, TTFT P99 of the others is {value} instead of {actual}.",
    "不计 {replica}，其余副本的 TTFT P99 为 {value}，而不是 {actual}。",
);

/// All sentences of this module, for the test of languages.
#[cfg(test)]
pub const TEXTS: &[Text] =
    &[WITHOUT_QUEUE, P99_WITHOUT_QUEUE, REFERENCE_WORK, REFERENCE_PRICE, WITHOUT_REPLICA];

/// A question is worth asking when its answer is at least a tenth below what was.
const NOTABLE: f64 = 0.9;
/// Counts of first tokens and of finished requests this close are taken for the same requests.
const SAME_REQUESTS: f64 = 0.1;
/// Most rows of one kind: the ones with most slow requests.
const MOST_ROWS: usize = 8;

/// A band of seconds; one value when both ends are equal.
type Band = (f64, f64);

/// The questions that the data can answer.
pub fn counterfactuals(
    scene: &Scene,
    focus: Span,
    facts: &Facts,
    verdict: &Verdict,
    replicas: &[Replica],
    language: Language,
) -> Vec<Counterfactual> {
    let fleet = &facts.fleet;
    let members = Members::fleet(scene);
    let mean = fleet.now(Fact::TtftMean);
    let p99 = |signal| {
        let all = percentiles(scene.meter, signal, &members.histograms(signal), focus, None, 0.0)?;
        all.quantiles[3]
    };
    let mut rows = Vec::new();
    let mut add = |id: &str, text: Text, actual: Option<f64>, band: Option<Band>, exact: bool| {
        let Some((low, high)) = band.filter(|(low, high)| low <= high) else { return false };
        let certainty = if exact { Certainty::Exact } else { Certainty::Bounded };
        let value = interval((low, high), language);
        let actual = Quantity::new(actual, Unit::Seconds, language);
        let sentence = text.fill(language, &[("value", &value.text), ("actual", &actual.text)]);
        rows.push(Counterfactual { id: id.to_string(), replica: None, certainty, actual, value, sentence });
        true
    };
    let notable = |band: &Band| mean.is_some_and(|mean| band.1 <= NOTABLE * mean);
    let queue = buckets_mean(scene, &members, focus);
    let (band, exact) = without_queue(fleet, queue);
    let waited = add("without_queue", WITHOUT_QUEUE, mean, band.filter(notable), exact);
    // TTFT without its queue is at least prefill and at most itself, request by request, so the same holds
    // of every percentile.
    if let (true, Some(ttft), Some(prefill)) = (waited, p99(Signal::Ttft), p99(Signal::PrefillTime)) {
        let band = Some((prefill.low, ttft.high));
        add("p99_without_queue", P99_WITHOUT_QUEUE, Some(ttft.point), band, false);
    }
    for (id, text, fact) in [
        ("reference_work", REFERENCE_WORK, Fact::ComputedLength),
        ("reference_price", REFERENCE_PRICE, Fact::PrefillPrice),
    ] {
        add(id, text, mean, at_reference(fleet, fact).filter(notable), false);
    }
    let all = p99(Signal::Ttft).map(|ttft| Quantity::new(Some(ttft.point), Unit::Seconds, language));
    for replica in replicas.iter().filter(|replica| verdict.replicas.contains(&replica.id)).take(3) {
        let (Some(value), Some(actual)) = (&replica.p99_without, &all) else { continue };
        let values = [("replica", replica.label.as_str()), ("value", &value.text), ("actual", &actual.text)];
        rows.push(Counterfactual {
            id: "without_replica".to_string(),
            replica: Some(replica.id.clone()),
            certainty: Certainty::Exact,
            actual: actual.clone(),
            value: value.clone(),
            sentence: WITHOUT_REPLICA.fill(language, &values),
        });
    }
    rows
}

/// Mean TTFT − mean queue time, and whether both describe the same requests.
///
/// - Where they do not (a queue builds or drains), prefill alone is the least.
/// - Without a sum the buckets give a band of the mean.
fn without_queue(scope: &Scope, buckets: Option<Band>) -> (Option<Band>, bool) {
    let Some(ttft) = scope.now(Fact::TtftMean) else { return (None, false) };
    let queue = scope.now(Fact::QueueMean);
    let Some((low, high)) = queue.map(|queue| (queue, queue)).or(buckets) else { return (None, false) };
    let prefill = scope.now(Fact::PrefillMean);
    let counts = scope.now(Fact::FirstTokens).zip(scope.now(Fact::Finished));
    let same = counts.is_some_and(|(first, done)| (first - done).abs() <= SAME_REQUESTS * first)
        && ttft - high >= prefill.unwrap_or(0.0);
    if same {
        return (Some((ttft - high, ttft - low)), queue.is_some());
    }
    let least = prefill.unwrap_or(0.0).min(ttft);
    (Some((least, (ttft - low).max(least))), false)
}

/// Between which two numbers the mean queue time lies, by its buckets alone.
fn buckets_mean(scene: &Scene, members: &Members, span: Span) -> Option<Band> {
    let grown = scene.meter.histogram(&members.histograms(Signal::QueueTime), span)?;
    let total: f64 = grown.buckets.iter().map(Buckets::total).sum();
    let mut band = (0.0, 0.0);
    for buckets in &grown.buckets {
        let (mut left, mut before) = (0.0, 0.0);
        for (bound, count) in buckets.bounds().iter().zip(buckets.counts()) {
            if *count > before {
                band.0 += (count - before) * left;
                band.1 += (count - before) * bound;
            }
            (left, before) = (*bound, *count);
        }
    }
    (total > 0.0 && band.1.is_finite()).then(|| (band.0 / total, band.1 / total))
}

/// Mean TTFT with a factor of prefill as in the reference: prefill = tokens × time per token, so it scales.
/// The queue would shrink too, at most to what it was: that is the band.
fn at_reference(scope: &Scope, fact: Fact) -> Option<Band> {
    let change = scope.change(fact).filter(|change| *change > 1.0)?;
    let (ttft, prefill) = (scope.now(Fact::TtftMean)?, scope.now(Fact::PrefillMean)?);
    let scaled = prefill / change;
    let high = ttft - (prefill - scaled);
    let waited = scope.excess(Fact::QueueMean)?.max(0.0);
    Some(((high - waited).max(scaled), high.max(scaled)))
}

fn interval((low, high): Band, language: Language) -> Interval {
    let unit = Unit::Seconds;
    let finite = |value: f64| value.is_finite().then_some(value);
    let exact = low == high;
    let text = match exact {
        true => quantity_text(Some(low), unit, language),
        false => interval_text(finite(low), None, finite(high), unit, None, language),
    };
    Interval { low: finite(low), point: finite(low).filter(|_| exact), high: finite(high), text, few: false }
}

/// The histograms of one value of a label.
struct Group<'a> {
    name: String,
    histograms: Vec<&'a HistogramColumns>,
}

/// Who served the requests over `threshold`: by replica, engine, model and finish reason, each where
/// there are several.
///
/// No known engine puts a finish reason on TTFT; where a recording rule does, it is used.
pub fn contributions(scene: &Scene, focus: Span, threshold: f64, language: Language) -> Vec<Contribution> {
    let replicas = &scene.meter.model.replicas;
    let by = |name: &dyn Fn(usize, &HistogramColumns) -> String| {
        let mut groups: Vec<Group> = Vec::new();
        for (at, replica) in replicas.iter().enumerate() {
            for histogram in replica.columns.histograms(Signal::Ttft) {
                let name = name(at, histogram);
                match groups.iter_mut().find(|group| group.name == name) {
                    Some(group) => group.histograms.push(histogram),
                    None => groups.push(Group { name, histograms: vec![histogram] }),
                }
            }
        }
        groups
    };
    let reason = |_: usize, histogram: &HistogramColumns| {
        let tag = histogram.count.as_ref().and_then(|column| column.tag);
        tag.map_or(String::new(), |tag| scene.meter.set.symbols.text(tag).to_string())
    };
    let label = |identity: Identity| {
        move |at: usize, _: &HistogramColumns| replicas[at].label_of(identity).to_string()
    };
    let kinds = [
        ("replica", by(&|at, _| replicas[at].label.clone())),
        ("engine", by(&label(Identity::Engine))),
        ("model", by(&label(Identity::Model))),
        ("finish_reason", by(&reason)),
    ];
    let several = |groups: &[Group]| groups.len() > 1;
    let rows = kinds.iter().filter(|(_, groups)| several(groups));
    rows.flat_map(|(kind, groups)| shares(scene, focus, threshold, kind, groups, language)).collect()
}

fn shares(
    scene: &Scene,
    focus: Span,
    threshold: f64,
    by: &str,
    groups: &[Group],
    language: Language,
) -> Vec<Contribution> {
    let slow = |group: &Group| -> Option<(f64, f64, f64)> {
        let all = percentiles(scene.meter, Signal::Ttft, &group.histograms, focus, Some(threshold), 0.0)?;
        let (low, high) = all.over?;
        Some((all.count, all.count * low, all.count * high))
    };
    let counts: Vec<Option<(f64, f64, f64)>> = groups.iter().map(slow).collect();
    let total = |pick: fn(&(f64, f64, f64)) -> f64| -> f64 { counts.iter().flatten().map(pick).sum() };
    let (lowest, highest) = (total(|count| count.1), total(|count| count.2));
    let part = |own: f64, others: f64| if own > 0.0 { own / (own + others) } else { 0.0 };
    let mut rows: Vec<Contribution> = groups
        .iter()
        .zip(&counts)
        .filter_map(|(group, count)| {
            let (requests, low, high) = (*count)?;
            let share = (part(low, highest - high), part(high, lowest - low));
            Some(Contribution {
                by: by.to_string(),
                name: group.name.clone(),
                requests,
                certainty: if low == high { Certainty::Exact } else { Certainty::Bounded },
                share: Share {
                    threshold: Some(threshold),
                    low: Some(share.0),
                    high: Some(share.1),
                    text: range_text(Some(share.0), Some(share.1), Unit::Ratio, language),
                },
            })
        })
        .filter(|_| highest > 0.0)
        .collect();
    crate::sort::sort_by(&mut rows, |a, b| {
        b.share.high.unwrap_or(0.0).total_cmp(&a.share.high.unwrap_or(0.0))
    });
    rows.truncate(MOST_ROWS);
    rows
}
