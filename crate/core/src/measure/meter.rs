//! Reading increases, means and gauge statistics of one window from the columns.

use crate::catalog::Signal;
use crate::measure::bounds::Buckets;
use crate::measure::increase::{Cut, can_be_counted};
use crate::measure::model::{Column, Columns, HistogramColumns, Model};
use crate::series::SeriesSet;

/// A stretch of time; samples at `from` are the base, samples in (`from`, `to`] count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Start in ms.
    pub from: f64,
    /// End in ms.
    pub to: f64,
    /// Everything since the counters were zero (one scrape): the base is 0.
    pub since_start: bool,
}

impl Span {
    /// A plain window.
    pub fn new(from: f64, to: f64) -> Span {
        Span { from, to, since_start: false }
    }

    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        (self.to - self.from) / 1000.0
    }

    /// How much of it lies in `other`, seconds.
    pub fn shared_seconds(&self, other: Span) -> f64 {
        (self.to.min(other.to) - self.from.max(other.from)).max(0.0) / 1000.0
    }

    /// The same length, `by` ms later.
    pub fn shifted(&self, by: f64) -> Span {
        Span { from: self.from + by, to: self.to + by, ..*self }
    }
}

/// Sum, count and buckets of one histogram over a window, all replicas of a scope together.
#[derive(Clone, Debug, Default)]
pub struct HistogramIncrease {
    /// Observations.
    pub count: f64,
    /// Sum of the observed values, SI.
    pub sum: Option<f64>,
    /// Per label set: cumulative counts by bound. Different layouts stay apart.
    pub buckets: Vec<Buckets>,
}

impl HistogramIncrease {
    /// Exact mean; absent without requests.
    pub fn mean(&self) -> Option<f64> {
        self.sum.filter(|_| self.count > 0.0).map(|sum| sum / self.count)
    }
}

/// A span looked up in time columns. The parts of a histogram share one, so of many look-ups in a row
/// only the first is a search: it was half the time of an analysis.
struct SpanCut<'a> {
    span: Span,
    last: Option<(&'a [f64], Cut)>,
}

impl<'a> SpanCut<'a> {
    fn new(span: Span) -> SpanCut<'a> {
        SpanCut { span, last: None }
    }

    fn of(&mut self, times: &'a [f64]) -> Cut {
        match self.last {
            Some((known, cut)) if std::ptr::eq(known, times) => cut,
            _ => {
                let cut = Cut::new(times, self.span.from, self.span.to);
                self.last = Some((times, cut));
                cut
            }
        }
    }
}

/// Access to the samples through the model.
#[derive(Clone, Copy, Debug)]
pub struct Meter<'a> {
    /// The samples.
    pub set: &'a SeriesSet,
    /// What they mean.
    pub model: &'a Model,
}

impl<'a> Meter<'a> {
    /// Times and values of a column.
    pub fn samples(&self, column: &Column) -> (&'a [f64], &'a [f64]) {
        let series = &self.set.series[column.series];
        (&series.times, &series.values)
    }

    /// Index of the last sample at or before `time`.
    pub fn index_at(times: &[f64], time: f64) -> Option<usize> {
        times.partition_point(|at| *at <= time).checked_sub(1)
    }

    /// Increase of one counter over `span`, reset-corrected, in SI.
    ///
    /// - The base is the last sample at or before the start; a series that begins inside the window is
    ///   counted from its first sample (what came before was not seen).
    /// - With `since_start` the base is 0.
    /// - Absent when fewer than two samples can be used.
    pub fn increase(&self, column: &Column, span: Span) -> Option<f64> {
        self.increase_cut(column, &mut SpanCut::new(span))
    }

    fn increase_cut(&self, column: &Column, cut: &mut SpanCut<'a>) -> Option<f64> {
        let (times, values) = self.samples(column);
        if cut.span.since_start {
            let value = values[Meter::index_at(times, cut.span.to)?];
            return can_be_counted(value).then_some(value * column.scale);
        }
        let grown = column.total.increase_within(times, values, cut.of(times))?;
        Some(grown.value * column.scale)
    }

    /// Increase of a counter over all its columns that `keep` accepts.
    pub fn counter(
        &self,
        columns: &Columns,
        signal: Signal,
        span: Span,
        keep: &dyn Fn(&Column) -> bool,
    ) -> Option<f64> {
        let kept = columns.plain(signal).iter().filter(|column| keep(column));
        kept.filter_map(|column| self.increase(column, span)).reduce(|a, b| a + b)
    }

    /// Count and sum of one histogram, without its buckets.
    pub fn totals(&self, histograms: &[&HistogramColumns], span: Span) -> Option<(f64, Option<f64>)> {
        let cut = &mut SpanCut::new(span);
        let mut total: Option<(f64, Option<f64>)> = None;
        for histogram in histograms {
            let Some(count) = histogram.counted().and_then(|column| self.increase_cut(column, cut)) else {
                continue;
            };
            let sum = histogram.sum.as_ref().and_then(|column| self.increase_cut(column, cut));
            total = Some(match total {
                None => (count, sum),
                Some((before, sums)) => (before + count, sums.zip(sum).map(|(a, b)| a + b)),
            });
        }
        total
    }

    /// Mean of several histograms together; absent where nothing was observed or a sum is missing.
    pub fn mean(&self, histograms: &[&HistogramColumns], span: Span) -> Option<f64> {
        let (count, sum) = self.totals(histograms, span)?;
        sum.filter(|_| count > 0.0).map(|sum| sum / count)
    }

    /// Count, sum and buckets of several histograms.
    pub fn histogram(&self, histograms: &[&HistogramColumns], span: Span) -> Option<HistogramIncrease> {
        let (count, sum) = self.totals(histograms, span)?;
        let cut = &mut SpanCut::new(span);
        let mut all = HistogramIncrease { count, sum, buckets: Vec::new() };
        for histogram in histograms {
            let counts: Option<Vec<f64>> =
                histogram.buckets.iter().map(|column| self.increase_cut(column, cut)).collect();
            let Some(counts) = counts.filter(|counts| !counts.is_empty()) else { continue };
            let own_sum = histogram.sum.as_ref().and_then(|column| self.increase_cut(column, cut));
            let mut bounds = histogram.bounds.clone();
            let mut counts = counts;
            if bounds.last().is_some_and(|bound| bound.is_finite()) {
                // No +Inf bucket: `_count` is the same number.
                let Some(count) = histogram.count.as_ref().and_then(|c| self.increase_cut(c, cut)) else {
                    continue;
                };
                bounds.push(f64::INFINITY);
                counts.push(count);
            }
            // Counters of one scrape that contradict each other give no percentile.
            if let Ok(buckets) = Buckets::new(bounds, counts, own_sum) {
                all.buckets.push(buckets);
            }
        }
        Some(all)
    }

    /// Samples of a gauge inside (`from`, `to`]; the only sample when `since_start`.
    pub fn gauge(&self, column: &Column, span: Span) -> &'a [f64] {
        let (times, values) = self.samples(column);
        if span.since_start {
            return values.last().map_or(&[], std::slice::from_ref);
        }
        let start = times.partition_point(|at| *at <= span.from);
        let end = times.partition_point(|at| *at <= span.to);
        &values[start.min(end)..end]
    }

    /// The value of a gauge at `time`: the last sample at or before it.
    pub fn value_at(&self, column: &Column, time: f64) -> Option<f64> {
        let (times, values) = self.samples(column);
        Meter::index_at(times, time)
            .map(|index| values[index] * column.scale)
            .filter(|value| value.is_finite())
    }

    /// Mean, lowest and highest of a gauge in a window.
    pub fn gauge_stats(&self, column: &Column, span: Span) -> Option<GaugeStats> {
        GaugeStats::of(self.gauge(column, span).iter().map(|value| value * column.scale))
    }
}

/// Mean, lowest and highest of some samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaugeStats {
    /// Mean.
    pub mean: f64,
    /// Lowest.
    pub min: f64,
    /// Highest.
    pub max: f64,
}

impl GaugeStats {
    /// Over the values that can be real, at most 2^53; absent when there is none.
    pub fn of(values: impl Iterator<Item = f64>) -> Option<GaugeStats> {
        let mut count = 0.0;
        let mut stats = GaugeStats { mean: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY };
        for value in values.filter(|value| can_be_counted(value.abs())) {
            count += 1.0;
            stats.mean += value;
            stats.min = stats.min.min(value);
            stats.max = stats.max.max(value);
        }
        stats.mean /= count;
        (count > 0.0).then_some(stats)
    }
}
