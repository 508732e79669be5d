//! Events of one replica: restarts, gaps between scrapes, standstill. Found once, asked per window.

use crate::catalog::Signal;
use crate::measure::increase::can_be_counted;
use crate::measure::meter::{Meter, Span};
use crate::measure::model::{Column, Columns, Replica};

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
    /// The same while none of them was running.
    pub blocked: Vec<(f64, f64)>,
    /// From the first to the last of the failed scrapes with which the data ends, two or more.
    pub away: Option<(f64, f64)>,
}

impl Events {
    /// Goes over the scrapes of one replica once.
    pub fn of(meter: Meter, replica: &Replica) -> Events {
        let columns = &replica.columns;
        let up = meter.model.servers[replica.server].columns.plain(Signal::Up).first();
        let up = up.map(|column| meter.samples(column));
        let mut events = Events {
            still: standstills(meter, columns, &|_| true),
            blocked: match columns.plain(Signal::Waiting) {
                [] => Vec::new(),
                _ => standstills(meter, columns, &|running| running == 0.0),
            },
            ..Events::default()
        };
        if let Some(column) = counter_column(columns) {
            let (times, values) = meter.samples(column);
            let mut last: Option<(f64, f64)> = None;
            for (&time, &value) in times.iter().zip(values).filter(|(_, value)| can_be_counted(**value)) {
                if let Some((before, _)) = last.filter(|(_, old)| value < *old) {
                    events.restarts.push((before, time));
                }
                last = Some((time, value));
            }
            events.restarts.extend(up.and_then(|up| came_back(up, (times, values))));
        }
        let Some(column) = reference_column(columns) else { return events };
        let (times, _) = meter.samples(column);
        events.away = up.zip(times.last()).and_then(|(up, last)| trailing_failures(up, *last));
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

    /// Seconds of failed scrapes with which the data ends, when `span` touches them.
    pub fn away_in(&self, span: Span, step: f64) -> f64 {
        let touched = self.away.filter(|(from, to)| *to > span.from && *from < span.to);
        touched.map_or(0.0, |(from, to)| (to - from + step) / 1000.0)
    }

    /// Longest standstill in `span`, seconds.
    pub fn stuck_in(&self, span: Span) -> f64 {
        longest(&self.still, span)
    }

    /// Longest standstill in `span` with nothing running, seconds.
    pub fn blocked_in(&self, span: Span) -> f64 {
        longest(&self.blocked, span)
    }
}

/// A process that the data first shows after failed scrapes, when it has served for no longer than it is
/// cold: the fall of its counters lies before the data.
fn came_back(up: (&[f64], &[f64]), counter: (&[f64], &[f64])) -> Option<(f64, f64)> {
    let ((first, last), (base, top)) =
        (counter.0.first().zip(counter.0.last())?, counter.1.first().zip(counter.1.last())?);
    let failed = up.0.iter().zip(up.1).take_while(|(time, _)| *time < first).last()?;
    let rate = (top - base) / (last - first);
    (*failed.1 == 0.0 && rate > 0.0 && *base / rate < COLD_MS).then_some((*failed.0, *first))
}

/// From the first to the last failed scrape after `last`, when there are two and no other came between.
fn trailing_failures((times, values): (&[f64], &[f64]), last: f64) -> Option<(f64, f64)> {
    let after = times.partition_point(|time| *time <= last);
    let failed = values.get(after..)?.iter().all(|value| *value == 0.0);
    let (from, to) = (times.get(after)?, times.last()?);
    (failed && to > from).then_some((*from, *to))
}

fn longest(stretches: &[(f64, f64)], span: Span) -> f64 {
    stretches.iter().map(|still| overlap(*still, span)).fold(0.0, f64::max) / 1000.0
}

fn overlap((from, to): (f64, f64), span: Span) -> f64 {
    (to.min(span.to) - from.max(span.from)).max(0.0)
}

/// A column that every scrape carries: TTFT's count, else any counter or gauge.
pub fn reference_column(columns: &Columns) -> Option<&Column> {
    let histogram =
        |signal| columns.histograms(signal).first().and_then(|histogram| histogram.count.as_ref());
    let plain = |signal| columns.plain(signal).first();
    histogram(Signal::Ttft)
        .or_else(|| plain(Signal::GenerationTokens))
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

/// Stretches without progress while requests are in the engine and `wanted` holds of the running ones.
fn standstills(meter: Meter, columns: &Columns, wanted: &dyn Fn(f64) -> bool) -> Vec<(f64, f64)> {
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
        let held = running + waiting.as_mut().and_then(|cursor| cursor.at(*time)).unwrap_or(0.0) > 0.0
            && wanted(*running);
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
