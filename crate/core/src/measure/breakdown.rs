//! Percentiles of one signal in one window, as intervals that certainly hold the truth.
//!
//! Four doubts are in every percentile of a histogram, and all are counted:
//!
//! - where inside its bucket it lies;
//! - which of the observations near the edges of the window belong to it, as only scrapes are seen: the
//!   lowest bucket is the one reached when only the low ones of the doubtful belong, the highest when
//!   only the high ones do;
//! - which observations are repetitions (V0 observes TTFT again after every preemption): the same;
//! - that the observations are a sample of what the server does to its users: the ranks
//!   `q·N ± 1.96·√(N·q·(1−q))` at 95 % confidence, never beyond the slowest observation. Without it the
//!   edge of a bucket would pretend that a client which measures two milliseconds more is wrong.

use crate::catalog::Signal;
use crate::measure::bounds::{Merged, requests_needed};
use crate::measure::meter::{Meter, Span};
use crate::measure::model::{Column, HistogramColumns};

/// The quantiles of a breakdown.
pub const QUANTILES: [f64; 4] = [0.5, 0.9, 0.95, 0.99];

/// One quantile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// Lower end.
    pub low: f64,
    /// Prometheus' estimate, inside the interval.
    pub point: f64,
    /// Upper end; infinite in the top bucket.
    pub high: f64,
    /// Fewer requests than this quantile needs for an upper limit at 95 % confidence.
    pub few: bool,
}

/// Percentiles of one signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Percentiles {
    /// The signal.
    pub signal: Signal,
    /// Observations.
    pub count: f64,
    /// Exact mean.
    pub mean: Option<f64>,
    /// One per [`QUANTILES`]; absent without buckets or observations.
    pub quantiles: [Option<Quantile>; 4],
    /// Smallest and largest possible share over the threshold that was asked for.
    pub over: Option<(f64, f64)>,
    /// The label sets use different buckets.
    pub layouts_differ: bool,
}

/// The percentiles of `histograms` together; absent when nothing was seen of them.
///
/// Up to `repeated` of the observations may be repetitions of others.
pub fn percentiles(
    meter: Meter,
    signal: Signal,
    histograms: &[&HistogramColumns],
    span: Span,
    threshold: Option<f64>,
    repeated: f64,
) -> Option<Percentiles> {
    let grown = meter.histogram(histograms, span)?;
    let merged = Merged::new(&grown.buckets);
    let edges = edge_counts(meter, histograms, span);
    let quantile = |q: f64| {
        let bound = merged.as_ref()?.interval(q)?;
        let few = requests_needed(q).is_some_and(|needed| grown.count < needed);
        let mut quantile = Quantile { low: bound.low, point: bound.point, high: bound.high, few };
        if let Some((low, high)) = edges.as_ref().and_then(|edges| edges.interval(q, repeated)) {
            quantile.low = quantile.low.min(low);
            quantile.high = quantile.high.max(high);
        }
        Some(quantile)
    };
    Some(Percentiles {
        signal,
        count: grown.count,
        mean: grown.mean(),
        quantiles: QUANTILES.map(quantile),
        over: threshold.and_then(|limit| merged.as_ref()?.share_over(limit)),
        layouts_differ: merged.as_ref().is_some_and(|merged| merged.same().is_none() && merged.total() > 0.0),
    })
}

/// Cumulative counts per bound: certainly inside the window, and possibly.
struct EdgeCounts {
    bounds: Vec<f64>,
    inside: Vec<f64>,
    possible: Vec<f64>,
}

impl EdgeCounts {
    /// The lowest and the highest bucket that can hold the quantile, when up to `repeated` of the
    /// observations are repetitions of others.
    fn interval(&self, q: f64, repeated: f64) -> Option<(f64, f64)> {
        let (all_inside, all_possible) = (*self.inside.last()?, *self.possible.last()?);
        if all_possible <= 0.0 {
            return None;
        }
        let doubtful = |at: usize| self.possible[at] - self.inside[at];
        let lowest = (0..self.bounds.len()).find(|at| {
            // Of the doubtful only those at or below this bound belong, and no repetition is below it.
            let count = self.inside[*at] + doubtful(*at);
            let total = all_inside + doubtful(*at);
            let above = (total - count).min(repeated);
            count > 0.0 && count >= rank(q, total - above, -1.0)
        })?;
        let last = self.bounds.len() - 1;
        let highest = (0..self.bounds.len()).find(|at| {
            // Of the doubtful only those above this bound belong, and all repetitions are below it.
            let above = doubtful(last) - doubtful(*at);
            let below = self.inside[*at].min(repeated);
            self.inside[*at] - below >= rank(q, all_inside + above - below, 1.0)
        });
        let low = lowest.checked_sub(1).map_or(0.0, |at| self.bounds[at].max(0.0));
        Some((low, highest.map_or(f64::INFINITY, |at| self.bounds[at])))
    }
}

/// Rank of the quantile among `total` observations, `side` times 1.96 standard deviations of the
/// binomial rank away; at least the first, at most the last.
fn rank(q: f64, total: f64, side: f64) -> f64 {
    let spread = 1.96 * (total * q * (1.0 - q)).max(0.0).sqrt();
    (q * total + side * spread).ceil().clamp(1.0, total.max(1.0))
}

/// Counts between the scrapes just inside and just outside the window; absent when the layouts differ
/// (the merged step functions already are intervals) or a count is missing.
fn edge_counts(meter: Meter, histograms: &[&HistogramColumns], span: Span) -> Option<EdgeCounts> {
    let first = histograms.iter().find(|histogram| !histogram.buckets.is_empty())?;
    let mut counts = EdgeCounts {
        bounds: first.bounds.clone(),
        inside: vec![0.0; first.bounds.len()],
        possible: vec![0.0; first.bounds.len()],
    };
    let mut last: Option<(&[f64], Scrapes)> = None;
    for histogram in histograms.iter().filter(|histogram| !histogram.buckets.is_empty()) {
        if histogram.bounds != counts.bounds {
            return None;
        }
        for (at, bucket) in histogram.buckets.iter().enumerate() {
            let (inside, possible) = if span.since_start {
                meter.increase(bucket, span).map(|count| (count, count))?
            } else {
                // Buckets share a time column, which then is searched only once.
                let times = meter.samples(bucket).0;
                let scrapes = match last {
                    Some((known, scrapes)) if std::ptr::eq(known, times) => scrapes,
                    _ => Scrapes::around(times, span)?,
                };
                last = Some((times, scrapes));
                edge_growth(meter, bucket, scrapes)?
            };
            counts.inside[at] += inside;
            counts.possible[at] += possible;
        }
    }
    Some(counts)
}

/// The scrapes at the edges of a window, as indexes of a time column.
#[derive(Clone, Copy)]
struct Scrapes {
    /// Last one at or before the start.
    before: usize,
    /// First one at or after the start.
    start: usize,
    /// Last one at or before the end.
    end: usize,
    /// First one at or after the end.
    after: usize,
}

impl Scrapes {
    fn around(times: &[f64], span: Span) -> Option<Scrapes> {
        let last = times.len().checked_sub(1)?;
        Some(Scrapes {
            before: Meter::index_at(times, span.from).unwrap_or(0),
            start: times.partition_point(|at| *at < span.from).min(last),
            end: Meter::index_at(times, span.to)?,
            after: times.partition_point(|at| *at < span.to).min(last),
        })
    }
}

fn edge_growth(meter: Meter, column: &Column, scrapes: Scrapes) -> Option<(f64, f64)> {
    let (_, values) = meter.samples(column);
    let total = |at: usize| column.total.at(values, at);
    let Scrapes { before, start, end, after } = scrapes;
    let inside = if end > start { total(end) - total(start) } else { 0.0 };
    let possible = total(after) - total(before);
    (inside.is_finite() && possible.is_finite() && possible >= inside).then_some((inside, possible))
}
