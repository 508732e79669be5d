//! What all files of one reading share, and what one file gives.

use super::settle::{Repairs, TimeColumns, settle};
use crate::error::{Error, ErrorCode, Result};
use crate::note::{Note, NoteKind, Notes};
use crate::read::notes;
use crate::series::{Series, Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Most samples of one file: 1 GiB of values, which with their times is what a 32-bit address space
/// can hold beside everything else.
const MOST_SAMPLES: u64 = 1 << 27;

/// Most series of one file. A cluster of 500 engines with 600 series each has 300 000.
const MOST_SERIES: usize = 1 << 22;

/// Longest excerpt in a note, in characters.
const EXCERPT: usize = 80;

/// Strings, time columns and declared types of everything read so far.
#[derive(Default)]
pub(super) struct Store {
    pub(super) symbols: Symbols,
    pub(super) times: TimeColumns,
    pub(super) types: FxHashMap<Symbol, &'static str>,
    /// Room for the labels of one series.
    pairs: Vec<(Symbol, Symbol)>,
    /// Room for the same as they come.
    spoken: Vec<Pair>,
}

/// A label and its value; no label for `__name__`, as that is the name.
pub(super) type Pair = (Option<Symbol>, Symbol);

/// A name and its other labels, sorted by label name text.
pub(super) type Identity = (Symbol, Box<[(Symbol, Symbol)]>);

impl Store {
    /// The identity of a label set, and whether a label was named twice.
    pub(super) fn identify<'a>(
        &mut self,
        name: &str,
        labels: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> (Identity, bool) {
        let name = Some(name).filter(|name| !name.is_empty()).map(|name| self.symbols.intern(name));
        let mut pairs = std::mem::take(&mut self.spoken);
        pairs.clear();
        pairs.extend(labels.map(|(label, value)| self.pair(label, value)));
        let identity = self.identity(name, pairs.iter().copied());
        self.spoken = pairs;
        identity
    }

    /// A label and its value.
    pub(super) fn pair(&mut self, label: &str, value: &str) -> Pair {
        let label = (label != "__name__").then(|| self.symbols.intern(label));
        (label, self.symbols.intern(value))
    }

    /// The identity of a label set, and whether a label was named twice.
    ///
    /// - `__name__` is the name. A label without a value is no label. Of a repeated label the last wins.
    pub(super) fn identity(
        &mut self,
        mut name: Option<Symbol>,
        labels: impl Iterator<Item = Pair>,
    ) -> (Identity, bool) {
        let mut repeated = false;
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        for (label, value) in labels {
            match label {
                Some(label) => pairs.push((label, value)),
                None => repeated |= name.replace(value).is_some(),
            }
        }
        let symbols = &self.symbols;
        crate::sort::sort_by(&mut pairs, |(a, _), (b, _)| symbols.text(*a).cmp(symbols.text(*b)));
        let all = pairs.len();
        pairs.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = later.1;
            }
            same
        });
        repeated |= pairs.len() < all;
        pairs.retain(|(_, value)| !symbols.text(*value).is_empty());
        let labels = Box::from(pairs.as_slice());
        self.pairs = pairs;
        ((name.unwrap_or_else(|| self.symbols.intern("")), labels), repeated)
    }
}

/// Whether the times of a file are times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    /// Milliseconds since the epoch.
    Wall,
    /// 0, 1, 2 … for as many scrapes.
    Ordinal(u32),
}

/// How often something was seen, and where first.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) count: u64,
    pub(super) line: u64,
    pub(super) excerpt: String,
}

impl Seen {
    pub(super) fn see(&mut self, line: u64, bytes: &[u8]) {
        if self.count == 0 {
            self.line = line;
            self.excerpt = excerpt(bytes.trim_ascii_end());
        }
        self.count += 1;
    }
}

/// What one file gave.
pub(super) struct Draft {
    pub(super) series: Vec<Series>,
    pub(super) samples: u64,
    pub(super) timing: Timing,
    pub(super) format: &'static str,
}

/// The file being read: its name, its doubts and its size so far.
pub(super) struct Context {
    pub(super) file: String,
    pub(super) notes: Notes,
    pub(super) samples: u64,
    repairs: Repairs,
}

impl Context {
    pub(super) fn new(file: &str) -> Context {
        Context { file: file.to_string(), notes: Notes::default(), samples: 0, repairs: Repairs::default() }
    }

    pub(super) fn note(&mut self, kind: &'static NoteKind, detail: impl Into<String>) {
        self.note_at(kind, 0, detail, 1);
    }

    pub(super) fn note_at(
        &mut self,
        kind: &'static NoteKind,
        line: u64,
        detail: impl Into<String>,
        count: u64,
    ) {
        if count > 0 {
            let note = Note::new(kind, self.file.as_str(), detail).at(&self.file, line);
            self.notes.add(Note { count, ..note });
        }
    }

    /// A note with the first place and example, when there is any.
    pub(super) fn note_seen(&mut self, kind: &'static NoteKind, seen: &Seen) {
        self.note_at(kind, seen.line, seen.excerpt.as_str(), seen.count);
    }

    pub(super) fn error(&self, code: ErrorCode, detail: impl Into<String>) -> Error {
        Error::new(code, self.file.as_str(), detail)
    }

    /// Makes a series of collected samples: settled, with shared times and values of exact size.
    ///
    /// - The scratch vectors are empty afterwards and keep their capacity.
    pub(super) fn series(
        &mut self,
        store: &mut Store,
        identity: Identity,
        times: &mut Vec<f64>,
        values: &mut Vec<f64>,
    ) -> Series {
        self.repairs.add(settle(times, values));
        let column = store.times.share(times);
        times.clear();
        self.series_in(column, identity, values)
    }

    /// Makes a series of the values at the times of `column`.
    pub(super) fn series_in(
        &mut self,
        column: Arc<[f64]>,
        identity: Identity,
        values: &mut Vec<f64>,
    ) -> Series {
        self.samples += values.len() as u64;
        let (name, labels) = identity;
        let series = Series { name, labels, times: column, values: Box::from(values.as_slice()), file: 0 };
        values.clear();
        series
    }

    /// Makes a series of values without gaps at times that are settled and shared already.
    pub(super) fn whole_series(&mut self, identity: Identity, times: Arc<[f64]>, values: &[f64]) -> Series {
        self.samples += values.len() as u64;
        let (name, labels) = identity;
        Series { name, labels, times, values: Box::from(values), file: 0 }
    }

    /// Refuses what cannot be held, before memory runs out.
    pub(super) fn check_size(&self, series: usize, waiting: usize) -> Result<()> {
        if self.samples + waiting as u64 > MOST_SAMPLES || series > MOST_SERIES {
            return Err(self.error(ErrorCode::TooLarge, format!("> {} samples", self.samples)));
        }
        Ok(())
    }

    /// Notes what [`Context::series`] had to repair.
    pub(super) fn note_repairs(&mut self) {
        let repairs = std::mem::take(&mut self.repairs);
        self.note_at(&notes::REORDERED, 0, "", repairs.reordered);
        self.note_at(&notes::REPEATED_SAMPLES, 0, "", repairs.repeated);
        self.note_at(&notes::CONTRADICTED_SAMPLES, 0, "", repairs.contradicted);
    }
}

/// A short printable piece of `bytes`.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(4 * EXCERPT + 4)];
    shorten(&String::from_utf8_lossy(start), EXCERPT)
}

/// The first `most` characters of `text`, without control characters.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let mut short: String =
        chars.by_ref().take(most).map(|char| if char.is_control() { '·' } else { char }).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
