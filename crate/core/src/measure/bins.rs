//! Time bins: the main signals of one scope on a common grid.
//!
//! Bins serve three customers: the search for windows, the price fit, and the charts. A bin without a
//! new scrape is a gap (NaN), never a zero.

use crate::catalog::Signal;
use crate::measure::increase::can_be_counted;
use crate::measure::meter::Meter;
use crate::measure::model::{Column, Columns};

/// At most this many bins: a chart is a few hundred points, and the window search is quadratic in it.
const MOST_BINS: f64 = 160.0;

/// The common grid: `edges.len()` is one more than the number of bins.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Edges in ms, ascending.
    pub edges: Vec<f64>,
}

impl Grid {
    /// A grid over `span` whose bins are whole multiples of `step` ms, at most 160 of them.
    pub fn over(span: (f64, f64), step: f64) -> Grid {
        let length = span.1 - span.0;
        if length <= 0.0 || step <= 0.0 || !length.is_finite() {
            return Grid::default();
        }
        let width = step * (length / step / MOST_BINS).ceil().max(1.0);
        let bins = (length / width).ceil() as usize;
        Grid { edges: (0..=bins).map(|at| span.0 + width * at as f64).collect() }
    }

    /// Number of bins.
    pub fn len(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// Whether there is no bin.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Width of a bin in ms.
    pub fn width(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.edges[1] - self.edges[0] }
    }

    /// Middle of each bin in ms.
    pub fn middles(&self) -> Vec<f64> {
        self.edges.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect()
    }
}

/// A counter on the grid: how much it grew in each bin and over how many seconds that was seen.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    /// Increase per bin; 0 where nothing was seen.
    pub value: Vec<f64>,
    /// Seconds between the scrapes that bound the bin; 0 in a gap.
    pub seconds: Vec<f64>,
}

impl Growth {
    fn zero(bins: usize) -> Growth {
        Growth { value: vec![0.0; bins], seconds: vec![0.0; bins] }
    }

    /// Rate per second and bin; NaN in gaps.
    pub fn rates(&self) -> Vec<f64> {
        let rate = |(value, seconds): (&f64, &f64)| if *seconds > 0.0 { value / seconds } else { f64::NAN };
        self.value.iter().zip(&self.seconds).map(rate).collect()
    }

    fn add(&mut self, meter: Meter, column: &Column, grid: &Grid) {
        let (times, values) = meter.samples(column);
        let mut index = 0;
        let mut before: Option<usize> = None;
        // The last sample that counts: an impossible one is a gap, and the next bin gets its growth.
        let mut here: Option<usize> = None;
        for (bin, edge) in grid.edges.iter().enumerate() {
            while index < times.len() && times[index] <= *edge {
                if can_be_counted(values[index]) {
                    here = Some(index);
                }
                index += 1;
            }
            if let (Some(bin), Some(here)) = (bin.checked_sub(1), here) {
                let base = before.unwrap_or(0);
                if here > base {
                    let grown = column.total.at(values, here) - column.total.at(values, base);
                    if grown.is_finite() {
                        self.value[bin] += grown * column.scale;
                        self.seconds[bin] = self.seconds[bin].max((times[here] - times[base]) / 1000.0);
                    }
                }
            }
            before = here;
        }
    }
}

/// A histogram on the grid, without its buckets.
#[derive(Clone, Debug, Default)]
pub struct MeanBins {
    /// Observations per bin.
    pub count: Growth,
    /// Sum per bin.
    pub sum: Growth,
}

impl MeanBins {
    /// Mean per bin; NaN where nothing was observed.
    pub fn means(&self) -> Vec<f64> {
        let mean = |((sum, seconds), count): ((&f64, &f64), &f64)| {
            if *count > 0.0 && *seconds > 0.0 { sum / count } else { f64::NAN }
        };
        self.sum.value.iter().zip(&self.sum.seconds).zip(&self.count.value).map(mean).collect()
    }
}

/// The main signals of one scope.
#[derive(Clone, Debug, Default)]
pub struct Bins {
    /// Latencies and sizes.
    pub ttft: MeanBins,
    /// Queue time.
    pub queue: MeanBins,
    /// Prefill time.
    pub prefill: MeanBins,
    /// Inter-token latency.
    pub itl: MeanBins,
    /// End-to-end latency.
    pub e2e: MeanBins,
    /// Tokens per step.
    pub steps: MeanBins,
    /// Computed prompt tokens of finished requests.
    pub computed: MeanBins,
    /// Prompt tokens of finished requests.
    pub prompt: MeanBins,
    /// Generated tokens of finished requests.
    pub output: MeanBins,
    /// Generated tokens.
    pub generated: Growth,
    /// Prompt tokens processed.
    pub prompted: Growth,
    /// Prefix-cache hits.
    pub hits: Growth,
    /// Prefix-cache queries.
    pub queries: Growth,
    /// Preemptions.
    pub preemptions: Growth,
    /// Finished requests.
    pub finished: Growth,
    /// Running requests, mean per bin.
    pub running: Vec<f64>,
    /// Waiting requests, mean per bin.
    pub waiting: Vec<f64>,
    /// KV usage, highest replica, mean per bin.
    pub kv: Vec<f64>,
}

impl Bins {
    /// The bins of all `columns` together.
    pub fn of(meter: Meter, columns: &[&Columns], grid: &Grid) -> Bins {
        let mean = |signal| mean_bins(meter, columns, signal, grid);
        let growth = |signal| growth(meter, columns, signal, grid);
        Bins {
            ttft: mean(Signal::Ttft),
            queue: mean(Signal::QueueTime),
            prefill: mean(Signal::PrefillTime),
            itl: mean(Signal::Itl),
            e2e: mean(Signal::E2e),
            steps: mean(Signal::IterationTokens),
            computed: mean(Signal::RequestComputedTokens),
            prompt: mean(Signal::RequestPromptTokens),
            output: mean(Signal::RequestGenerationTokens),
            generated: growth(Signal::GenerationTokens),
            prompted: growth(Signal::PromptTokens),
            hits: growth(Signal::PrefixHits),
            queries: growth(Signal::PrefixQueries),
            preemptions: growth(Signal::Preemptions),
            finished: growth(Signal::Finished),
            running: gauge_bins(meter, columns, Signal::Running, grid, true),
            waiting: gauge_bins(meter, columns, Signal::Waiting, grid, true),
            kv: gauge_bins(meter, columns, Signal::KvUsage, grid, false),
        }
    }
}

/// A histogram of all `columns` on the grid.
pub fn mean_bins(meter: Meter, columns: &[&Columns], signal: Signal, grid: &Grid) -> MeanBins {
    let mut bins = MeanBins { count: Growth::zero(grid.len()), sum: Growth::zero(grid.len()) };
    for histogram in columns.iter().flat_map(|columns| columns.histograms(signal)) {
        if let (Some(count), Some(sum)) = (&histogram.count, &histogram.sum) {
            bins.count.add(meter, count, grid);
            bins.sum.add(meter, sum, grid);
        }
    }
    bins
}

/// A counter of all `columns` on the grid.
pub fn growth(meter: Meter, columns: &[&Columns], signal: Signal, grid: &Grid) -> Growth {
    let mut growth = Growth::zero(grid.len());
    for column in columns.iter().flat_map(|columns| columns.plain(signal)) {
        growth.add(meter, column, grid);
    }
    growth
}

/// A gauge on the grid: mean per bin, then the sum or the highest of the columns; NaN in gaps.
pub fn gauge_bins(meter: Meter, columns: &[&Columns], signal: Signal, grid: &Grid, sum: bool) -> Vec<f64> {
    let mut all = vec![f64::NAN; grid.len()];
    // One scrape has no grid.
    let Some(first) = grid.edges.first() else { return all };
    for column in columns.iter().flat_map(|columns| columns.plain(signal)) {
        let (times, values) = meter.samples(column);
        // The first sample lies on the first edge and counts for the first bin.
        let mut index = times.partition_point(|at| at < first);
        for (bin, edge) in grid.edges.iter().skip(1).enumerate() {
            let start = index;
            while index < times.len() && times[index] <= *edge {
                index += 1;
            }
            let inside = values[start..index].iter().filter(|value| can_be_counted(value.abs()));
            let (total, count) =
                inside.fold((0.0, 0.0), |(sum, n), value| (sum + value * column.scale, n + 1.0));
            if count > 0.0 {
                let mean = total / count;
                all[bin] = match all[bin] {
                    old if old.is_nan() => mean,
                    old if sum => old + mean,
                    old => old.max(mean),
                };
            }
        }
    }
    all
}
