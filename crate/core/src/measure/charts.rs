//! Lines over time, thinned to the grid.

use crate::catalog::Signal;
use crate::measure::bins::{Bins, Grid};
use crate::measure::meter::{Meter, Span};
use crate::measure::model::Columns;
use crate::measure::windows::Scene;
use crate::unit::Unit;

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Replica index; absent for all together.
    pub replica: Option<usize>,
    /// `queue`, `prefill`, `residual`, `value`, `mean`, `p99`.
    pub role: &'static str,
    /// Values per bin; NaN in gaps.
    pub values: Vec<f64>,
}

/// Lines that share an axis.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Stable id.
    pub id: &'static str,
    /// Unit of all lines.
    pub unit: Unit,
    /// The lines add up.
    pub stacked: bool,
    /// The lines.
    pub lines: Vec<Line>,
}

/// At most this many replicas are drawn as lines of their own.
const MOST_REPLICA_LINES: usize = 12;

/// All charts of the scene.
pub fn charts(scene: &Scene) -> Vec<Lines> {
    let fleet = &scene.fleet;
    let mut all = vec![waterfall(fleet), ttft(scene)];
    let each = |id, unit, pick: &dyn Fn(&Bins) -> Vec<f64>| {
        let mut lines = vec![Line { replica: None, role: "value", values: pick(fleet) }];
        if scene.replicas.len() <= MOST_REPLICA_LINES {
            lines.extend(scene.replicas.iter().enumerate().map(|(at, bins)| Line {
                replica: Some(at),
                role: "value",
                values: pick(bins),
            }));
        }
        Lines { id, unit, stacked: false, lines }
    };
    all.push(each("itl", Unit::Seconds, &|bins| bins.itl.means()));
    all.push(each("waiting", Unit::Count, &|bins| bins.waiting.clone()));
    all.push(each("running", Unit::Count, &|bins| bins.running.clone()));
    all.push(each("kv_usage", Unit::Ratio, &|bins| bins.kv.clone()));
    all.push(each("preemptions", Unit::PerSecond, &|bins| bins.preemptions.rates()));
    all.push(each("arrivals", Unit::PerSecond, &|bins| bins.ttft.count.rates()));
    all.push(each("hit_ratio", Unit::Ratio, &|bins| quotients(&bins.hits.value, &bins.queries.value)));
    all.push(each("generated", Unit::TokensPerSecond, &|bins| bins.generated.rates()));
    all.retain(|chart| chart.lines.iter().any(|line| line.values.iter().any(|value| value.is_finite())));
    all
}

fn quotients(parts: &[f64], wholes: &[f64]) -> Vec<f64> {
    let one = |(part, whole): (&f64, &f64)| if *whole > 0.0 { part / whole } else { f64::NAN };
    parts.iter().zip(wholes).map(one).collect()
}

/// Mean TTFT split into its parts; the parts of a bin are of requests that finished in it, so what they
/// exceed TTFT by is not drawn below zero.
fn waterfall(bins: &Bins) -> Lines {
    let (ttft, queue, prefill) = (bins.ttft.means(), bins.queue.means(), bins.prefill.means());
    let residual = ttft
        .iter()
        .zip(&queue)
        .zip(&prefill)
        .map(|((ttft, queue), prefill)| (ttft - queue - prefill).max(0.0));
    let line = |role, values| Line { replica: None, role, values };
    let residual = residual.collect();
    Lines {
        id: "waterfall",
        unit: Unit::Seconds,
        stacked: true,
        lines: vec![line("queue", queue), line("prefill", prefill), line("residual", residual)],
    }
}

fn ttft(scene: &Scene) -> Lines {
    let columns: Vec<&Columns> = scene.meter.model.replicas.iter().map(|replica| &replica.columns).collect();
    let p99 = quantile_bins(scene.meter, &columns, Signal::Ttft, &scene.grid, 0.99);
    let mut lines = vec![
        Line { replica: None, role: "mean", values: scene.fleet.ttft.means() },
        Line { replica: None, role: "p99", values: p99 },
    ];
    if scene.replicas.len() <= MOST_REPLICA_LINES {
        lines.extend(scene.replicas.iter().enumerate().map(|(at, bins)| Line {
            replica: Some(at),
            role: "value",
            values: bins.ttft.means(),
        }));
    }
    Lines { id: "ttft", unit: Unit::Seconds, stacked: false, lines }
}

/// A quantile per bin over all columns: the point estimate of the merged buckets.
fn quantile_bins(meter: Meter, columns: &[&Columns], signal: Signal, grid: &Grid, q: f64) -> Vec<f64> {
    let histograms: Vec<_> = columns.iter().flat_map(|columns| columns.histograms(signal)).collect();
    let spans = grid.edges.windows(2).map(|pair| Span::new(pair[0], pair[1]));
    spans
        .map(|span| {
            let grown = meter.histogram(&histograms, span).filter(|grown| grown.count > 0.0);
            let merged = grown.and_then(|grown| crate::measure::bounds::Merged::new(&grown.buckets));
            merged.and_then(|merged| merged.interval(q)).map_or(f64::NAN, |bound| bound.point)
        })
        .collect()
}
