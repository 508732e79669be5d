//! Events of one replica: restarts, gaps between scrapes, standstill. Found once, asked per window.

use crate::catalog::Signal;
use crate::measure::meter::{Meter, Span};
use crate::measure::model::{Column, Columns};

/// Caches are cold and kernels are compiled for a while after a start: two minutes is the time in which
/// the reports of cold starts say that it heals by itself.
pub const COLD_MS: f64 = 120_000.0;
/// A single late scrape is normal: a gap is more than one and a half intervals.
const LATE: f64 = 1.5;

/// What happened to one replica. Stretches are `(from, to)` in ms, ascending.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Counters began again somewhere between these two scrapes.
    pub restarts: Vec<(f64, f64)>,
    /// Scrapes that should have been are missing.
    pub gaps: Vec<(f64, f64)>,
    /// Requests were in the engine at every scrape, but no token came out and no step was counted.
    pub still: Vec<(f64, f64)>,
}

impl Events {
    /// Goes over the scrapes of one replica once.
    pub fn of(meter: Meter, columns: &Columns) -> Events {
        let mut events = Events { still: standstills(meter, columns), ..Events::default() };
        if let Some(column) = counter_column(columns) {
            let (times, values) = meter.samples(column);
            let falls = (1..times.len()).filter(|at| values[*at] < values[at - 1]);
            events.restarts = falls.map(|at| (times[at - 1], times[at])).collect();
        }
        let Some(column) = reference_column(columns) else { return events };
        let (times, _) = meter.samples(column);
        let step = meter.model.step;
        for at in 1..times.len() {
            let (before, after) = (times[at - 1], times[at]);
            if after - before > LATE * step {
                events.gaps.push((before + step, after));
            }
        }
        // A scrape is there when any column has a sample: a file that is cut short ends some series early.
        let lasts = columns.counted().filter_map(|column| meter.samples(column).0.last().copied());
        let (last, end) = (lasts.fold(f64::NEG_INFINITY, f64::max), meter.model.span.1);
        if end - last > LATE * step && !times.is_empty() {
            events.gaps.push((last + step, end));
        }
        events
    }

    /// How often the process began again in `span`, or so shortly before that it is still cold at its
    /// beginning.
    ///
    /// A restart belongs to the window that holds the middle between its two scrapes, or that begins
    /// within [`COLD_MS`] after the process was back.
    pub fn restarts_in(&self, span: Span) -> f64 {
        let counts = |(before, after): &&(f64, f64)| {
            let middle = (before + after) / 2.0;
            (span.from..=span.to).contains(&middle) || (span.from - COLD_MS..=span.to).contains(after)
        };
        self.restarts.iter().filter(counts).count() as f64
    }

    /// Seconds without scrapes in `span`.
    pub fn gap_in(&self, span: Span) -> f64 {
        self.gaps.iter().map(|gap| overlap(*gap, span)).sum::<f64>() / 1000.0
    }

    /// Longest standstill in `span`, seconds.
    pub fn stuck_in(&self, span: Span) -> f64 {
        self.still.iter().map(|still| overlap(*still, span)).fold(0.0, f64::max) / 1000.0
    }
}

fn overlap((from, to): (f64, f64), span: Span) -> f64 {
    (to.min(span.to) - from.max(span.from)).max(0.0)
}

/// A column that every scrape carries: TTFT's count, else another counter, else a gauge.
pub fn reference_column(columns: &Columns) -> Option<&Column> {
    let histogram =
        |signal| columns.histograms(signal).first().and_then(|histogram| histogram.count.as_ref());
    let plain = |signal| columns.plain(signal).first();
    histogram(Signal::Ttft)
        .or_else(|| plain(Signal::GenerationTokens))
        .or_else(|| histogram(Signal::E2e))
        .or_else(|| plain(Signal::Running))
        .or_else(|| plain(Signal::Waiting))
        .or_else(|| columns.counted().next())
}

/// A column that only a restart makes fall; a gauge is none.
fn counter_column(columns: &Columns) -> Option<&Column> {
    let counts = [Signal::Ttft, Signal::E2e, Signal::Itl, Signal::QueueTime].into_iter();
    let counts = counts.flat_map(|signal| columns.histograms(signal)).filter_map(|h| h.count.as_ref());
    let plain = [Signal::GenerationTokens, Signal::PromptTokens, Signal::Finished].into_iter();
    counts.chain(plain.flat_map(|signal| columns.plain(signal))).next()
}

/// A column read in time order: the last value at or before each asked time.
struct Cursor<'a> {
    times: &'a [f64],
    values: &'a [f64],
    next: usize,
}

impl<'a> Cursor<'a> {
    fn new(meter: Meter<'a>, column: &Column) -> Cursor<'a> {
        let (times, values) = meter.samples(column);
        Cursor { times, values, next: 0 }
    }

    fn at(&mut self, time: f64) -> Option<f64> {
        while self.times.get(self.next).is_some_and(|at| *at <= time) {
            self.next += 1;
        }
        self.next.checked_sub(1).map(|at| self.values[at])
    }
}

fn standstills(meter: Meter, columns: &Columns) -> Vec<(f64, f64)> {
    let gauges = columns.plain(Signal::Running).iter().chain(columns.plain(Signal::Waiting));
    let Some(running) = gauges.into_iter().next() else { return Vec::new() };
    let counts = [Signal::Ttft, Signal::Itl, Signal::IterationTokens].into_iter();
    let counts = counts.flat_map(|signal| columns.histograms(signal)).filter_map(|h| h.count.as_ref());
    let mut progress: Vec<Cursor> = counts
        .chain(columns.plain(Signal::GenerationTokens))
        .map(|column| Cursor::new(meter, column))
        .collect();
    if progress.is_empty() {
        return Vec::new();
    }
    let mut waiting = columns.plain(Signal::Waiting).first().map(|column| Cursor::new(meter, column));
    let (times, values) = meter.samples(running);
    let mut stretches: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, Vec<Option<f64>>)> = None;
    for (time, running) in times.iter().zip(values) {
        let held = running + waiting.as_mut().and_then(|cursor| cursor.at(*time)).unwrap_or(0.0) > 0.0;
        let totals: Vec<Option<f64>> = progress.iter_mut().map(|cursor| cursor.at(*time)).collect();
        let still =
            before.as_ref().filter(|(_, old)| held && *old == totals && totals.iter().all(Option::is_some));
        if let Some((since, _)) = still {
            match stretches.last_mut() {
                Some((_, to)) if *to == *since => *to = *time,
                _ => stretches.push((*since, *time)),
            }
        }
        before = held.then_some((*time, totals));
    }
    stretches
}
