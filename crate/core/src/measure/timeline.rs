//! The timeline: what depends on the data alone and not on the question. Made once, asked often.

use crate::catalog::Signal;
use crate::measure::bins::{Bins, Grid};
use crate::measure::bounds::Merged;
use crate::measure::events::Events;
use crate::measure::meter::{Meter, Span};
use crate::measure::model::Columns;
use crate::measure::windows::{Reason, Scene, find_focus, find_onset};

/// Bins and events of the fleet and of each replica on one grid.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The grid.
    pub grid: Grid,
    /// All replicas together.
    pub fleet: Bins,
    /// Each replica; empty when there is only one.
    pub replicas: Vec<Bins>,
    /// Events of each replica.
    pub events: Vec<Events>,
    /// What stands out by itself.
    pub found: Option<(Span, Reason)>,
    /// When the first layer changed, for a latency that stands out.
    pub onset: Option<f64>,
    /// P99 of TTFT per bin, all replicas together; NaN in gaps.
    pub ttft_p99: Vec<f64>,
}

impl Timeline {
    /// Goes over all columns once.
    pub fn of(meter: Meter) -> Timeline {
        let grid = Grid::over(meter.model.span, meter.model.step);
        let columns: Vec<&Columns> = meter.model.replicas.iter().map(|replica| &replica.columns).collect();
        let fleet = Bins::of(meter, &columns, &grid);
        let replicas = match columns.len() {
            0 | 1 => Vec::new(),
            _ => columns.iter().map(|columns| Bins::of(meter, &[*columns], &grid)).collect(),
        };
        let events = meter.model.replicas.iter().map(|replica| Events::of(meter, replica)).collect();
        let ttft_p99 = quantile_bins(meter, &columns, Signal::Ttft, &grid, 0.99);
        let mut timeline = Timeline { grid, fleet, replicas, events, found: None, onset: None, ttft_p99 };
        let scene = Scene { meter, timeline: &timeline };
        let found = find_focus(&scene);
        let harm = found.filter(|(_, reason)| *reason == Reason::Harm);
        let onset = harm.map(|(focus, _)| find_onset(&scene, focus));
        timeline.found = found;
        timeline.onset = onset;
        timeline
    }

    /// The bins of replica `index`.
    pub fn replica(&self, index: usize) -> &Bins {
        self.replicas.get(index).unwrap_or(&self.fleet)
    }
}

/// A quantile per bin over all columns: the point estimate of the merged buckets.
fn quantile_bins(meter: Meter, columns: &[&Columns], signal: Signal, grid: &Grid, q: f64) -> Vec<f64> {
    let histograms: Vec<_> = columns.iter().flat_map(|columns| columns.histograms(signal)).collect();
    let spans = grid.edges.windows(2).map(|pair| Span::new(pair[0], pair[1]));
    spans
        .map(|span| {
            let grown = meter.histogram(&histograms, span).filter(|grown| grown.count > 0.0);
            let merged = grown.and_then(|grown| Merged::new(&grown.buckets));
            merged.and_then(|merged| merged.interval(q)).map_or(f64::NAN, |bound| bound.point)
        })
        .collect()
}
