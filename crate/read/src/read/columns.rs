//! Columns that a Grafana panel hands over: no text, so no parser.

use super::formats;
use super::notes;
use super::store::{Context, Draft, Store, Timing, excerpt, shorten};
use crate::error::{Error, ErrorCode, Result};
use crate::json::Json;
use crate::text::Text;

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
    /// `None` for a word that is none of these; nothing said means raw.
    fn of(word: Option<&str>) -> Option<Kind> {
        match word {
            None | Some("raw") => Some(Kind::Raw),
            Some("rate") => Some(Kind::Rate),
            Some("increase") => Some(Kind::Increase),
            Some(_) => None,
        }
    }
}

/// One series of the directory. The expression of the query is not needed to read it.
struct Entry<'a> {
    name: &'a str,
    labels: Vec<(&'a str, &'a str)>,
    start: usize,
    length: usize,
    query: Option<&'a str>,
    kind: Kind,
    window_ms: Option<f64>,
}

impl<'a> Entry<'a> {
    /// `None` when something has the wrong type, or `start` or `length` is not there.
    fn of(entry: &'a Json) -> Option<Entry<'a>> {
        let text = |name| match entry.get(name) {
            None | Some(Json::Null) => Some(None),
            Some(value) => value.text().map(Some),
        };
        let labels = match entry.get("labels") {
            None => Some(Vec::new()),
            Some(Json::Fields(fields)) => {
                fields.iter().map(|(label, value)| Some((label.as_str(), value.text()?))).collect()
            }
            Some(_) => None,
        };
        Some(Entry {
            name: text("name")?.unwrap_or(""),
            labels: labels?,
            start: entry.get("start")?.index()?,
            length: entry.get("length")?.index()?,
            query: text("refId")?,
            kind: Kind::of(text("kind")?)?,
            window_ms: entry.get("windowMs").and_then(Json::index).map(|window| window as f64),
        })
    }
}

/// What the panel handed over, and a name for it.
pub(super) fn read(
    store: &mut Store,
    directory_json: &str,
    times: &[f64],
    values: &[f64],
) -> (Result<Draft>, Context) {
    let mut context = Context::new("Grafana");
    let directory = match Json::parse(directory_json) {
        Ok(Json::List(directory)) => directory,
        Ok(_) => return (Err(unfit(&context, "[…]")), context),
        Err(at) => {
            return (
                Err(unfit(&context, &excerpt(directory_json.as_bytes().get(at..).unwrap_or_default()))),
                context,
            );
        }
    };
    let mut entries = Vec::with_capacity(directory.len());
    for (at, entry) in directory.iter().enumerate() {
        let Some(entry) = Entry::of(entry) else {
            return (Err(unfit(&context, &format!("[{at}]"))), context);
        };
        entries.push(entry);
    }
    let mut queries: Vec<&str> = entries.iter().filter_map(|entry| entry.query).collect();
    queries.sort_unstable();
    queries.dedup();
    if !queries.is_empty() {
        context.file = format!("Grafana {}", shorten(&queries.join(", "), 40));
    }
    let result = series(store, &mut context, &entries, times, values);
    (result, context)
}

/// - A NaN is a gap, so no sample: joined frames are full of them where series have other times.
/// - The label `__name__`, when there is one, is the name: Grafana calls the column `Value`.
/// - Rates and increases become counters again, with a doubt: see [`count_up`].
fn series(
    store: &mut Store,
    context: &mut Context,
    entries: &[Entry],
    times: &[f64],
    values: &[f64],
) -> Result<Draft> {
    let mut series = Vec::with_capacity(entries.len());
    let (mut kept_times, mut kept_values) = (Vec::new(), Vec::new());
    for entry in entries {
        let range = entry.start..entry.start.saturating_add(entry.length);
        let (Some(times), Some(values)) = (times.get(range.clone()), values.get(range)) else {
            return Err(unfit(context, &format!("{} + {}", entry.start, entry.length)));
        };
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
        let own_name = entry.labels.iter().find(|(label, _)| *label == "__name__").map(|(_, name)| *name);
        if entry.kind != Kind::Raw {
            context.note(&notes::COUNTED_UP, shorten(own_name.unwrap_or(entry.name), 80));
            count_up(entry, &mut kept_times, &mut kept_values);
        }
        let name = if own_name.is_some() { "" } else { entry.name };
        let (identity, _) = store.identify(name, entry.labels.iter().copied());
        series.push(context.series(store, identity, &mut kept_times, &mut kept_values));
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
    distances.sort_by(f64::total_cmp);
    let window = entry.window_ms.filter(|window| *window > 0.0);
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
