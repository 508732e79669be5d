//! What the reader's tests share: files in, one text out.

#![allow(dead_code)]

use std::fmt::Write;
use tailwalk_read::error::{Error, Result};
use tailwalk_read::note::Notes;
use tailwalk_read::read::Reader;
use tailwalk_read::series::{Clock, Series, SeriesSet};
use tailwalk_read::text::Language;

/// A file of `tests/samples`.
pub fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
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
