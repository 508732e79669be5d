//! When each layer changed: the order in which it happened, for whoever doubts the cause.

use crate::measure::bins::{Bins, MeanBins};
use crate::measure::facts::Fact;
use crate::measure::windows::{Scene, clear_rise, logs, span_of};

/// A layer that rose and stayed up for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerChange {
    /// What rose.
    pub fact: Fact,
    /// The stage of the ladder it belongs to.
    pub stage: &'static str,
    /// From when, ms.
    pub from: f64,
    /// Until when, ms; absent while it lasts.
    pub to: Option<f64>,
    /// Inside ÷ outside.
    pub factor: f64,
}

/// The clearest rise of each layer, in the order of time.
///
/// What is observed when a request finishes is dated back by the mean time from first token to end.
pub fn layer_changes(scene: &Scene) -> Vec<LayerChange> {
    let fleet = &scene.timeline.fleet;
    // Below the floor a ratio means nothing: one request, one hundredth of the cache.
    let above =
        |values: Vec<f64>, floor: f64| logs(&values.iter().map(|value| value + floor).collect::<Vec<_>>());
    let misses = fleet.queries.value.iter().zip(&fleet.hits.value).map(|(asked, hit)| 1.0 - hit / asked);
    let layers: [(Fact, &'static str, bool, Vec<f64>); 10] = [
        (Fact::Arrivals, "demand", false, above(fleet.ttft.count.rates(), 0.1)),
        (Fact::PromptLength, "prefill", true, logs(&fleet.prompt.means())),
        (Fact::OutputLength, "decode", true, logs(&fleet.output.means())),
        (Fact::MissRise, "prefix_cache", false, above(misses.collect(), 0.01)),
        (Fact::KvMean, "kv_cache", false, above(fleet.kv.clone(), 0.01)),
        (Fact::Preemptions, "preemption", false, above(fleet.preemptions.value.clone(), 1.0)),
        (Fact::RunningMean, "decode", false, above(fleet.running.clone(), 1.0)),
        (Fact::WaitingMean, "queue", false, above(fleet.waiting.clone(), 1.0)),
        (Fact::ItlMean, "gpu", false, logs(&fleet.itl.means())),
        (Fact::TtftMean, "ttft", false, logs(&fleet.ttft.means())),
    ];
    let last = scene.timeline.grid.len().saturating_sub(2);
    let rise = |(fact, stage, at_finish, values): (Fact, &'static str, bool, Vec<f64>)| {
        let stretch = clear_rise(scene, &values)?;
        let span = span_of(scene, stretch);
        let lag = if at_finish { 1000.0 * decode_seconds(fleet, stretch.from, stretch.to) } else { 0.0 };
        Some(LayerChange {
            fact,
            stage,
            from: span.from - lag,
            to: (stretch.to <= last).then_some(span.to - lag),
            factor: libm::exp(stretch.difference),
        })
    };
    let mut changes: Vec<LayerChange> = layers.into_iter().filter_map(rise).collect();
    crate::sort::sort_by(&mut changes, |a, b| a.from.total_cmp(&b.from));
    changes
}

/// Mean time from first token to end in some bins; 0 when unknown.
fn decode_seconds(bins: &Bins, from: usize, to: usize) -> f64 {
    let mean = |all: &MeanBins| {
        let sum = |values: &[f64]| values.get(from..to).map_or(0.0, |part| part.iter().sum());
        sum(&all.sum.value) / sum(&all.count.value)
    };
    (mean(&bins.e2e) - mean(&bins.ttft)).max(0.0)
}
