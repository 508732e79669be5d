//! Columns that a Grafana panel hands over: no text, so no parser.

use super::formats;
use super::notes;
use super::store::{Context, Draft, Store, Timing, shorten};
use crate::error::{Error, ErrorCode, Result};
use crate::json::Json;
use crate::series::Symbol;
use crate::text::Text;
use std::ops::Range;
use std::sync::Arc;

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// As the engine exposes them: a counter, a bucket or a gauge.
    Raw,
    /// `rate()` or `irate()` of a counter, per second.
    Rate,
    /// `increase()` of a counter over `windowMs`, or over one step where that is not known.
    Increase,
}

impl Kind {
    fn of(number: u32) -> Option<Kind> {
        [Kind::Raw, Kind::Rate, Kind::Increase].get(number as usize).copied()
    }
}

/// Numbers of one series in the layout, before its labels.
const HEAD: usize = 8;

/// One series of the layout. Numbers that are no word stand for none.
struct Entry<'a> {
    name: u32,
    query: u32,
    kind: Kind,
    window_ms: u32,
    start: usize,
    times_start: usize,
    length: usize,
    /// Pairs of words: label, value.
    labels: &'a [[u32; 2]],
}

/// The series of a layout; `None` when it ends in the middle of one, or a kind is none.
fn entries(mut layout: &[u32]) -> Option<Vec<Entry<'_>>> {
    let mut entries = Vec::new();
    while let Some((head, rest)) = layout.split_first_chunk::<HEAD>() {
        let [name, query, kind, window_ms, start, times_start, length, labels] = *head;
        let (labels, rest) = rest.split_at_checked((labels as usize).checked_mul(2)?)?;
        let (start, times_start, length) = (start as usize, times_start as usize, length as usize);
        let (kind, labels) = (Kind::of(kind)?, labels.as_chunks().0);
        entries.push(Entry { name, query, kind, window_ms, start, times_start, length, labels });
        layout = rest;
    }
    layout.is_empty().then_some(entries)
}

/// What the panel handed over, and a name for it.
pub(super) fn read(
    store: &mut Store,
    words_json: &str,
    layout: &[u32],
    times: &[f64],
    values: &[f64],
) -> (Result<Draft>, Context) {
    let mut context = Context::new("Grafana");
    let list = match Json::parse(words_json) {
        Ok(Json::List(list)) => list,
        _ => return (Err(unfit(&context, "[…]")), context),
    };
    let words: Option<Vec<&str>> = list.iter().map(Json::text).collect();
    let (Some(words), Some(entries)) = (words, entries(layout)) else {
        return (Err(unfit(&context, "[…]")), context);
    };
    let word = |number: u32| words.get(number as usize).copied();
    let mut queries: Vec<&str> = entries.iter().filter_map(|entry| word(entry.query)).collect();
    crate::sort::sort(&mut queries);
    queries.dedup();
    if !queries.is_empty() {
        context.file = format!("Grafana {}", shorten(&queries.join(", "), 40));
    }
    let result = series(store, &mut context, &entries, &words, times, values);
    (result, context)
}

/// - A NaN is a gap, so no sample: joined frames are full of them where series have other times.
/// - The label `__name__`, when there is one, is the name: Grafana calls the column `Value`.
/// - Rates and increases become counters again, with a doubt: see [`count_up`].
/// - The same stretch of times under several series is looked at once.
fn series(
    store: &mut Store,
    context: &mut Context,
    entries: &[Entry],
    words: &[&str],
    times: &[f64],
    values: &[f64],
) -> Result<Draft> {
    let symbols: Vec<Symbol> = words.iter().map(|word| store.symbols.intern(word)).collect();
    let symbol = |number: u32| symbols.get(number as usize).copied();
    let own_name = store.symbols.find("__name__");
    let mut series = Vec::with_capacity(entries.len());
    let (mut kept_times, mut kept_values) = (Vec::new(), Vec::new());
    let mut ready: Option<(Range<usize>, Arc<[f64]>)> = None;
    for entry in entries {
        let range = |start: usize| start..start.saturating_add(entry.length);
        let times_range = range(entry.times_start);
        let (Some(name), Some(times), Some(values)) =
            (symbol(entry.name), times.get(times_range.clone()), values.get(range(entry.start)))
        else {
            return Err(unfit(context, &format!("{} + {}", entry.start, entry.length)));
        };
        if entry.labels.as_flattened().iter().any(|word| symbol(*word).is_none()) {
            return Err(unfit(context, "labels"));
        }
        let pairs = entry.labels.iter().filter_map(|[label, value]| {
            let (label, value) = symbol(*label).zip(symbol(*value))?;
            Some((Some(label).filter(|label| Some(*label) != own_name), value))
        });
        let (identity, _) = store.identity(Some(name), pairs);
        let whole =
            entry.kind == Kind::Raw && !values.is_empty() && !values.iter().any(|value| value.is_nan());
        if let Some((_, times)) = ready.as_ref().filter(|(known, _)| whole && *known == times_range) {
            series.push(context.whole_series(identity, times.clone(), values));
            continue;
        }
        let mut bad_times = 0;
        for (time, value) in times.iter().zip(values) {
            if value.is_nan() {
                continue;
            }
            if time.is_finite() {
                kept_times.push(*time);
                kept_values.push(*value);
            } else {
                bad_times += 1;
            }
        }
        context.note_at(&notes::BAD_TIMES, 0, "", bad_times);
        if kept_values.is_empty() {
            context.note(&notes::EMPTY_SERIES, "");
            continue;
        }
        if entry.kind != Kind::Raw {
            context.note(&notes::COUNTED_UP, shorten(store.symbols.text(identity.0), 80));
            count_up(entry, &mut kept_times, &mut kept_values);
        }
        let made = context.series(store, identity, &mut kept_times, &mut kept_values);
        if whole && *made.times == *times {
            ready = Some((times_range, made.times.clone()));
        }
        series.push(made);
    }
    context.note_repairs();
    if series.is_empty() {
        return Err(context.error(ErrorCode::NoSamples, ""));
    }
    let samples = context.samples;
    Ok(Draft { series, samples, timing: Timing::Wall, format: formats::FRAMES })
}

/// Makes a counter of rates: it grows by each rate times the step before its sample.
///
/// - It starts at 0 one step before the first sample, so that the first rate counts too.
/// - The step is the median distance of samples, and one window where there is a single sample. Time
///   without samples adds nothing: what happened there is not known.
/// - A rate below zero or without end is no rate of a counter and adds nothing.
/// - An increase over a window longer than the step counts each event in several samples: divided by the
///   window it is a rate.
fn count_up(entry: &Entry, times: &mut Vec<f64>, values: &mut Vec<f64>) {
    let mut distances: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    crate::sort::sort_numbers(&mut distances);
    let window = Some(f64::from(entry.window_ms)).filter(|window| *window > 0.0);
    let step =
        distances.get(distances.len().saturating_sub(1) / 2).copied().filter(|step| *step > 0.0).or(window);
    let step = step.unwrap_or(DEFAULT_STEP_MS);
    let factor = match entry.kind {
        Kind::Increase => step / window.unwrap_or(step),
        Kind::Raw | Kind::Rate => step / 1000.0,
    };
    let mut total = 0.0;
    for value in values.iter_mut() {
        if value.is_finite() && *value > 0.0 {
            total += *value * factor;
        }
        *value = total;
    }
    if let Some(first) = times.first().copied() {
        times.insert(0, first - step);
        values.insert(0, 0.0);
    }
}

/// The step of a rate of which there is one sample and no window: Prometheus' default scrape interval.
const DEFAULT_STEP_MS: f64 = 60_000.0;

fn unfit(context: &Context, detail: &str) -> Error {
    context.error(ErrorCode::BadJson, shorten(detail, 200)).hint(UNFIT)
}

const UNFIT: Text =
    Text::new("The directory does not fit its columns: {detail}", "目录与数据列不符：{detail}");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_have_both_languages() {
        UNFIT.check().unwrap();
    }
}
