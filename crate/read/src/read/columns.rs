//! Columns that a Grafana panel hands over: no text, so no parser.

use super::formats;
use super::notes;
use super::store::{Context, Draft, Store, Timing, shorten};
use crate::error::{Error, ErrorCode, Result};
use crate::text::Text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One series of the directory. The expression of the query is not needed to read it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(default)]
    name: String,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    start: usize,
    length: usize,
    #[serde(default)]
    ref_id: Option<String>,
}

/// What the panel handed over, and a name for it.
pub(super) fn read(
    store: &mut Store,
    directory_json: &str,
    times: &[f64],
    values: &[f64],
) -> (Result<Draft>, Context) {
    let mut context = Context::new("Grafana");
    let entries: Vec<Entry> = match serde_json::from_str(directory_json) {
        Ok(entries) => entries,
        Err(error) => return (Err(unfit(&context, &error.to_string())), context),
    };
    let mut queries: Vec<&str> = entries.iter().filter_map(|entry| entry.ref_id.as_deref()).collect();
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
        let name = if entry.labels.contains_key("__name__") { "" } else { entry.name.as_str() };
        let labels = entry.labels.iter().map(|(label, value)| (label.as_str(), value.as_str()));
        let (identity, _) = store.identify(name, labels);
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
