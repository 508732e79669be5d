//! Columns that a Grafana panel hands over: no text, so no parser.

use super::formats;
use super::notes;
use super::store::{Context, Draft, Store, Timing, excerpt, shorten};
use crate::error::{Error, ErrorCode, Result};
use crate::json::Json;
use crate::text::Text;

/// One series of the directory. The expression of the query is not needed to read it.
struct Entry<'a> {
    name: &'a str,
    labels: Vec<(&'a str, &'a str)>,
    start: usize,
    length: usize,
    query: Option<&'a str>,
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
        let name = if entry.labels.iter().any(|(label, _)| *label == "__name__") { "" } else { entry.name };
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
