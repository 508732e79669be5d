//! Series in columns: interned names and labels, shared time columns, values laid flat.
//!
//! - Times are milliseconds since the Unix epoch as `f64` (exact up to 2^53).
//! - A value may be NaN: the series was there but had no number. Stale marks are NaN as well.
//! - Time columns are shared: the series of one scrape job have the same grid, so a column is kept
//!   once (measured on a 60 MB `query_range` answer: a third of the memory).

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// Strings kept once.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    strings: Vec<Arc<str>>,
    index: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of `text`, made when new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.index.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.strings.len() as u32);
        let shared: Arc<str> = Arc::from(text);
        self.strings.push(shared.clone());
        self.index.insert(shared, symbol);
        symbol
    }

    /// The symbol of `text`, when it was ever interned.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.index.get(text).copied()
    }

    /// How many strings there are: every [`Symbol`] is below.
    pub fn count(&self) -> usize {
        self.strings.len()
    }

    /// The string behind `symbol`.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.strings[symbol.0 as usize]
    }
}

/// One series: a name, its other labels, and its samples in time order.
#[derive(Clone, Debug)]
pub struct Series {
    /// Metric name (`__name__`); the empty string when the query lost it.
    pub name: Symbol,
    /// Label pairs sorted by label name text, without `__name__`.
    pub labels: Box<[(Symbol, Symbol)]>,
    /// Times in ms, strictly increasing.
    pub times: Arc<[f64]>,
    /// One value per time.
    pub values: Box<[f64]>,
    /// Which file it came from: index into [`SeriesSet::files`].
    pub file: u32,
}

impl Series {
    /// The value of the label called `name`, when present.
    pub fn label<'a>(&self, symbols: &'a Symbols, name: &str) -> Option<&'a str> {
        let key = symbols.find(name)?;
        self.labels.iter().find(|(label, _)| *label == key).map(|(_, value)| symbols.text(*value))
    }
}

/// What the times of a set mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Milliseconds since the Unix epoch.
    #[default]
    Wall,
    /// No times were given (scrapes of `/metrics`): times are 0, 1, 2 … in the order of the scrapes.
    /// Differences can be taken, rates cannot.
    Ordinal,
}

/// One input file, as described to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// Name as given.
    pub name: String,
    /// Id of the format it was read as, for example `prometheus_api_matrix`.
    pub format: &'static str,
    /// Bytes before decompression.
    pub bytes: u64,
    /// Series found.
    pub series: u64,
    /// Samples found.
    pub samples: u64,
}

/// Everything that was read.
#[derive(Clone, Debug, Default)]
pub struct SeriesSet {
    /// All strings.
    pub symbols: Symbols,
    /// All series, in the order in which they were read; equal label sets were merged.
    pub series: Vec<Series>,
    /// What the times mean.
    pub clock: Clock,
    /// Where it came from.
    pub files: Vec<FileInfo>,
    /// `# TYPE` declarations and the like: metric family → declared type, when the format says.
    pub types: FxHashMap<Symbol, &'static str>,
}
