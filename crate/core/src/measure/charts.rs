//! Lines over time, thinned to the grid.

use crate::measure::bins::Bins;
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
    let fleet = &scene.timeline.fleet;
    let mut all = vec![waterfall(fleet), ttft(scene)];
    let each = |id, unit, pick: &dyn Fn(&Bins) -> Vec<f64>| {
        let mut lines = vec![Line { replica: None, role: "value", values: pick(fleet) }];
        if scene.timeline.replicas.len() <= MOST_REPLICA_LINES {
            lines.extend(scene.timeline.replicas.iter().enumerate().map(|(at, bins)| Line {
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
    let mut lines = vec![
        Line { replica: None, role: "mean", values: scene.timeline.fleet.ttft.means() },
        Line { replica: None, role: "p99", values: scene.timeline.ttft_p99.clone() },
    ];
    if scene.timeline.replicas.len() <= MOST_REPLICA_LINES {
        lines.extend(scene.timeline.replicas.iter().enumerate().map(|(at, bins)| Line {
            replica: Some(at),
            role: "value",
            values: bins.ttft.means(),
        }));
    }
    Lines { id: "ttft", unit: Unit::Seconds, stacked: false, lines }
}
