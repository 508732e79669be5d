//! What the reader's tests share: files in, one text out.

#![allow(dead_code)]

use std::fmt::Write;
use tailwalk_read::error::{Error, Result};
use tailwalk_read::json::Json;
use tailwalk_read::note::Notes;
use tailwalk_read::read::Reader;
use tailwalk_read::series::{Clock, Series, SeriesSet};
use tailwalk_read::text::Language;

/// A file of `tests/samples`.
pub fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A directory, `[{name, labels, start, times?, length, refId?, kind?, windowMs?}]`, as a panel hands it over.
pub fn layout(directory: &str) -> (String, Vec<u32>) {
    let Ok(Json::List(list)) = Json::parse(directory) else { panic!("{directory}") };
    let mut words: Vec<String> = Vec::new();
    let mut word = |text: &str| {
        words.iter().position(|known| known == text).unwrap_or_else(|| {
            words.push(text.to_string());
            words.len() - 1
        }) as u32
    };
    let mut numbers = Vec::new();
    for entry in &list {
        let text = |field: &str| entry.get(field).and_then(Json::text);
        let number = |field: &str| entry.get(field).and_then(Json::index).map(|number| number as u32);
        let kind = match text("kind") {
            Some("rate") => 1,
            Some("increase") => 2,
            _ => 0,
        };
        let start = number("start").unwrap_or(0);
        let labels: &[(String, Json)] = match entry.get("labels") {
            Some(Json::Fields(labels)) => labels,
            _ => &[],
        };
        numbers.extend([word(text("name").unwrap_or("")), text("refId").map_or(u32::MAX, &mut word), kind]);
        numbers.extend([number("windowMs").unwrap_or(0), start, number("times").unwrap_or(start)]);
        numbers.extend([number("length").unwrap_or(0), labels.len() as u32]);
        for (label, value) in labels {
            numbers.extend([word(label), word(value.text().unwrap_or(""))]);
        }
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    (format!("[{}]", quoted.join(",")), numbers)
}

/// Reads files in chunks of `size`; the first error ends it.
pub fn read(files: &[(&str, &[u8])], size: usize) -> Result<(SeriesSet, Notes)> {
    let mut reader = Reader::new();
    for (name, bytes) in files {
        reader.start_file(name);
        for chunk in bytes.chunks(size) {
            reader.push(chunk)?;
        }
        reader.end_file()?;
    }
    reader.finish()
}

/// Everything that was read, as text: files, clock, series with their samples, notes.
pub fn spell(result: &Result<(SeriesSet, Notes)>) -> String {
    match result {
        Ok((set, notes)) => {
            let mut text = head(set);
            for series in &set.series {
                writeln!(text, "{}", spell_series(set, series)).unwrap();
            }
            text + &spell_notes(notes)
        }
        Err(error) => spell_error(error),
    }
}

/// The same without the samples: how many series and samples each file gave.
pub fn summary(result: &Result<(SeriesSet, Notes)>) -> String {
    match result {
        Ok((set, notes)) => head(set) + &spell_notes(notes),
        Err(error) => spell_error(error),
    }
}

fn head(set: &SeriesSet) -> String {
    let mut text = String::new();
    for file in &set.files {
        writeln!(text, "{}: {} series, {} samples", file.format, file.series, file.samples).unwrap();
    }
    let clock = if set.clock == Clock::Wall { "wall" } else { "ordinal" };
    writeln!(text, "{clock}, {} series", set.series.len()).unwrap();
    text
}

pub fn spell_series(set: &SeriesSet, series: &Series) -> String {
    let text = |symbol| set.symbols.text(symbol);
    let labels: Vec<String> =
        series.labels.iter().map(|(label, value)| format!("{}={:?}", text(*label), text(*value))).collect();
    let samples: Vec<String> =
        series.times.iter().zip(&series.values).map(|(time, value)| format!("{time}={value:?}")).collect();
    format!("{}{{{}}} {}", text(series.name), labels.join(","), samples.join(" "))
}

pub fn spell_notes(notes: &Notes) -> String {
    let mut text = String::new();
    for note in notes.iter() {
        writeln!(text, "{} x{}: {}", note.kind.id, note.count, note.sentence(Language::En)).unwrap();
    }
    text
}

pub fn spell_error(error: &Error) -> String {
    format!("error {}: {}\n", error.code.id(), error.sentence(Language::En))
}

/// Reads text files and compares everything with `expected`, in several chunk sizes.
pub fn check(files: &[(&str, &str)], expected: &str) {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let expected = expected.trim_start_matches('\n');
    for size in [1, 2, 3, 7, usize::MAX] {
        let got = spell(&read(&files, size));
        assert_eq!(got, expected, "\nin chunks of {size}, got:\n{got}");
    }
}
