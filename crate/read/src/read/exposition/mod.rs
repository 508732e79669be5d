//! Prometheus text format 0.0.4, OpenMetrics 1.0 and `promtool tsdb dump`, read line by line.
//!
//! - One bad line never costs another: it is skipped, counted and shown once.
//! - A file may hold several scrapes one after the other. A new one begins after `# EOF`, after a
//!   date, or where a series comes again: see [`Exposition::sample`].
//! - Which unit the times have is known only at the end of the file: see [`finish`].

mod bound;
mod finish;
mod head;
mod line;
mod mark;

use super::notes;
use super::store::{Context, Draft, Identity, Store, excerpt};
use crate::error::Result;
use crate::series::Symbol;
use finish::Clues;
use head::Head;
use line::{Line, Time};
use rustc_hash::FxHashMap;

/// Longest line. The longest known, a metric with the labels of a whole Kubernetes pod, has 10 KiB.
const LONGEST_LINE: usize = 1 << 20;

/// Enough bytes for any excerpt.
const EXCERPT_BYTES: usize = 1024;

/// After so many lines of junk and not one sample it is no file of metrics.
const MOST_JUNK: u64 = 500;

/// How many samples may come between two looks at the size.
const SIZE_CHECK: u64 = 4096;

/// Which metadata line announced a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Metadata {
    Type,
    Help,
}

/// Samples of one series in the order of the file.
struct Column {
    identity: Identity,
    values: Vec<f64>,
    /// Times as written; NaN where none is.
    times: Vec<f64>,
    scrapes: Vec<u32>,
}

impl Column {
    fn new(identity: Identity) -> Column {
        Column { identity, values: Vec::new(), times: Vec::new(), scrapes: Vec::new() }
    }
}

/// Reads one file.
pub(super) struct Exposition {
    carry: Vec<u8>,
    overlong: bool,
    line: u64,
    head: Vec<u8>,
    /// Name and labels as written, after the declared type → column. Saves looking into the same
    /// labels again in every scrape.
    heads: FxHashMap<Box<[u8]>, usize>,
    by_identity: FxHashMap<Identity, usize>,
    columns: Vec<Column>,
    declared: &'static str,
    scrape: u32,
    first_of_scrape: Option<usize>,
    /// Metadata seen → the last scrape in which.
    announced: FxHashMap<(Metadata, Symbol), u32>,
    last_announced: Option<(Metadata, Symbol)>,
    /// The last metadata line was there already in this scrape.
    announced_again: bool,
    scrape_over: bool,
    clues: Clues,
}

impl Exposition {
    /// For a file whose first byte stands in this line.
    pub(super) fn new(line: u64) -> Exposition {
        Exposition {
            carry: Vec::new(),
            overlong: false,
            line,
            head: Vec::new(),
            heads: FxHashMap::default(),
            by_identity: FxHashMap::default(),
            columns: Vec::new(),
            declared: "",
            scrape: 0,
            first_of_scrape: None,
            announced: FxHashMap::default(),
            last_announced: None,
            announced_again: false,
            scrape_over: false,
            clues: Clues::default(),
        }
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, store: &mut Store, context: &mut Context, mut bytes: &[u8]) -> Result<()> {
        while let Some(feed) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..feed], &bytes[feed + 1..]);
            if self.overlong || self.carry.len() + line.len() > LONGEST_LINE {
                self.refuse_overlong(line);
            } else if self.carry.is_empty() {
                self.line(store, context, line)?;
            } else {
                let mut carry = std::mem::take(&mut self.carry);
                carry.extend_from_slice(line);
                self.line(store, context, &carry)?;
                carry.clear();
                self.carry = carry;
            }
            self.overlong = false;
            self.line += 1;
            bytes = rest;
        }
        if self.overlong || self.carry.len() + bytes.len() > LONGEST_LINE {
            self.refuse_overlong(bytes);
        } else {
            self.carry.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn refuse_overlong(&mut self, bytes: &[u8]) {
        if !self.overlong {
            // The same excerpt however the line was cut into chunks.
            self.carry.extend_from_slice(&bytes[..bytes.len().min(EXCERPT_BYTES)]);
            self.carry.truncate(EXCERPT_BYTES);
            self.clues.bad_lines.see(self.line, &self.carry);
            self.carry = Vec::new();
        }
        self.overlong = true;
    }

    /// The file is over.
    pub(super) fn end(mut self, store: &mut Store, context: &mut Context) -> Result<Draft> {
        let carry = std::mem::take(&mut self.carry);
        if !carry.is_empty() {
            self.line(store, context, &carry)?;
        }
        let Exposition { columns, clues, scrape, .. } = self;
        finish::finish(columns, clues, scrape + 1, store, context)
    }

    fn line(&mut self, store: &mut Store, context: &mut Context, bytes: &[u8]) -> Result<()> {
        let (line, loose) = line::read(bytes);
        if loose {
            self.clues.loose_lines.see(self.line, bytes);
        }
        if line != Line::Blank {
            self.clues.ends_with_eof = line == Line::End;
        }
        match line {
            Line::Blank => {}
            Line::End => {
                self.clues.has_eof = true;
                self.scrape_over = true;
            }
            Line::Type { name, declared } => {
                self.declared = declared;
                self.clues.openmetrics |=
                    matches!(declared, "unknown" | "info" | "stateset" | "gaugehistogram");
                let family = store.symbols.intern(&name);
                store.types.insert(family, declared);
                self.announce(Metadata::Type, family);
            }
            Line::Help { name } => {
                let family = store.symbols.intern(&name);
                self.announce(Metadata::Help, family);
            }
            Line::Unit => self.clues.openmetrics = true,
            Line::Comment(text) => {
                if let Some(time_ms) = mark::read(text) {
                    self.date(time_ms, bytes);
                }
            }
            Line::BadMetadata => self.clues.bad_metadata.see(self.line, bytes),
            Line::Sample { head, value, time, exemplar } => match self.column(store, context, head) {
                Some(column) => {
                    self.clues.exemplars += u64::from(exemplar);
                    self.sample(column, value, time, bytes);
                    if self.clues.samples.is_multiple_of(SIZE_CHECK) {
                        context.check_size(self.columns.len(), self.clues.samples as usize)?;
                    }
                }
                None => self.bad(context, bytes)?,
            },
            Line::Bad => match mark::read(bytes) {
                Some(time_ms) => self.date(time_ms, bytes),
                None => self.bad(context, bytes)?,
            },
        }
        Ok(())
    }

    fn bad(&mut self, context: &Context, bytes: &[u8]) -> Result<()> {
        self.clues.bad_lines.see(self.line, bytes);
        if self.clues.samples == 0 && self.clues.bad_lines.count >= MOST_JUNK {
            return Err(self.clues.nothing(context));
        }
        Ok(())
    }

    /// A family is announced; twice in a scrape means that a new scrape has begun.
    fn announce(&mut self, metadata: Metadata, family: Symbol) {
        let key = (metadata, family);
        self.announced_again = self.announced.insert(key, self.scrape) == Some(self.scrape);
        self.last_announced = Some(key);
    }

    /// A date stands before its scrape.
    fn date(&mut self, time_ms: f64, bytes: &[u8]) {
        let scrape = self.scrape + u32::from(self.first_of_scrape.is_some());
        self.clues.dates.see(self.line, bytes);
        match self.clues.scrape_dates.last_mut() {
            Some((last, date)) if *last == scrape => *date = time_ms,
            _ => self.clues.scrape_dates.push((scrape, time_ms)),
        }
        self.scrape_over = true;
    }

    /// The column of a sample's head; `None` when the head breaks the grammar.
    fn column(&mut self, store: &mut Store, context: &mut Context, head: &[u8]) -> Option<usize> {
        self.head.clear();
        self.head.extend_from_slice(self.declared.as_bytes());
        self.head.push(b' ');
        self.head.extend_from_slice(head);
        if let Some(column) = self.heads.get(self.head.as_slice()) {
            return Some(*column);
        }
        let Head { name, mut labels } = head::read_head(head)?;
        let bound = match self.declared {
            "histogram" => "le",
            "summary" => "quantile",
            _ => "",
        };
        for (label, value) in &mut labels {
            if *label == bound
                && let Some(canonical) = bound::canonical(value)
            {
                *value = canonical.into();
            }
        }
        self.clues.named_inside |= name.is_none();
        let pairs = labels.iter().map(|(label, value)| (&**label, &**value));
        let (identity, repeated) = store.identify(name.as_deref().unwrap_or_default(), pairs);
        if repeated {
            context.note_at(&notes::REPEATED_LABEL, self.line, excerpt(head), 1);
        }
        let column = *self.by_identity.entry(identity).or_insert_with_key(|identity| {
            self.columns.push(Column::new(identity.clone()));
            self.columns.len() - 1
        });
        self.heads.insert(Box::from(self.head.as_slice()), column);
        Some(column)
    }

    /// One sample; begins a new scrape when it must be of one.
    ///
    /// - A series that comes again is in a new scrape if it was the first of the last one, if its
    ///   metadata came again too, or if there is no metadata at all.
    /// - Otherwise the exporter wrote a series twice: both stay in one scrape, where one is left out
    ///   with a note.
    fn sample(&mut self, column: usize, value: f64, time: Option<Time>, bytes: &[u8]) {
        let Some(entry) = self.columns.get_mut(column) else { return };
        let again = entry.scrapes.last() == Some(&self.scrape)
            && (self.first_of_scrape == Some(column) || self.announced_again || self.announced.is_empty());
        if again || (self.scrape_over && self.first_of_scrape.is_some()) {
            self.scrape += 1;
            self.first_of_scrape = None;
            if let Some(key) = self.last_announced {
                self.announced.insert(key, self.scrape);
            }
        }
        self.scrape_over = false;
        self.first_of_scrape.get_or_insert(column);
        entry.values.push(value);
        entry.times.push(time.map_or(f64::NAN, |time| time.number));
        entry.scrapes.push(self.scrape);
        self.clues.see_sample(time, self.line, bytes);
    }
}
