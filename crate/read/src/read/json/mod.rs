//! The answer of the Prometheus query API, read as a stream.
//!
//! - Keys may come in any order. The outer layers may be missing: `{"resultType", "result"}` and the
//!   bare array of promtool are read too. Several documents may follow one another.
//! - Nothing is built but the columns: of the input only the unfinished token at a chunk's end is
//!   kept, so memory is that of the samples (a tree of small objects needs many times more).
//! - Commas are not policed: they are blanks between elements.
//!
//! A small stack says where the reader is; it is at most five deep, and whatever is of no interest is
//! passed over by counting brackets, so no input makes it recurse.

mod finish;
mod labels;
mod pair;
mod recall;
pub(in crate::read) mod scan;

use super::notes;
use super::store::{Context, Identity, Seen, Store, excerpt, shorten};
use crate::error::Result;
use crate::json;
use crate::note::Note;
use crate::series::Series;
use labels::Labels;
use pair::Pair;
use recall::Recall;
use scan::Subtree;

/// Longest single token: a label set, a key, one sample. The largest label sets known (pods with all
/// their Kubernetes labels) have 10 KiB.
const LONGEST_TOKEN: usize = 1 << 20;

/// Most warnings or remarks of the API that are repeated to the user one by one.
const MOST_REMARKS: usize = 8;

/// Where the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Between documents.
    Outside,
    /// In the object with `status` and `data`.
    Top,
    /// In the object with `resultType` and `result`.
    Data,
    /// In the array of results.
    Items,
    /// In one result.
    Item,
    /// In the `values` of one result.
    Samples,
}

/// What the scanner found at a place.
enum Step {
    /// Go on at this index.
    On(usize),
    /// The token is not complete.
    More,
    /// Not JSON.
    Broken,
}

/// Reads one file.
#[derive(Default)]
pub(super) struct Json {
    /// The unfinished token.
    carry: Vec<u8>,
    /// Bytes taken in completely.
    offset: u64,
    stack: Vec<Place>,
    passing: Option<Subtree>,
    broken: bool,
    /// Keys of the first object that is no result, to guess what the file is.
    keys: Vec<String>,
    status: String,
    error_type: String,
    error_text: String,
    result_type: String,
    saw_result: bool,
    bare: bool,
    labels: Labels,
    identity: Option<Identity>,
    /// Times of the series at hand, unless they are those of the last one.
    times: Vec<f64>,
    values: Vec<f64>,
    recall: Recall,
    histogram: bool,
    series: Vec<Series>,
    bad_samples: Seen,
    histograms: u64,
    empty: u64,
    lost_labels: u64,
    remarks: usize,
    api_errors: u64,
    first_api_error: String,
}

impl Json {
    /// Takes the next bytes.
    pub(super) fn push(&mut self, store: &mut Store, context: &mut Context, mut bytes: &[u8]) -> Result<()> {
        while !self.carry.is_empty() && !bytes.is_empty() && !self.broken {
            // Complete the unfinished token, a little at a time, then go on without a copy.
            let mut carry = std::mem::take(&mut self.carry);
            let old = carry.len();
            let more = bytes.len().min(old.max(256));
            carry.extend_from_slice(&bytes[..more]);
            let taken = self.advance(store, context, &carry)?;
            self.offset += taken as u64;
            if taken >= old {
                bytes = &bytes[taken - old..];
                carry.clear();
            } else {
                bytes = &bytes[more..];
                carry.drain(..taken);
            }
            self.carry = carry;
            self.broken |= self.carry.len() > LONGEST_TOKEN;
        }
        if bytes.is_empty() || self.broken {
            return Ok(());
        }
        let taken = self.advance(store, context, bytes)?;
        self.offset += taken as u64;
        self.carry.extend_from_slice(&bytes[taken..]);
        self.broken |= self.carry.len() > LONGEST_TOKEN;
        Ok(())
    }

    /// How many bytes of `input` are complete tokens, and done.
    fn advance(&mut self, store: &mut Store, context: &mut Context, input: &[u8]) -> Result<usize> {
        let mut at = 0;
        loop {
            if let Some(passing) = &mut self.passing {
                at += passing.advance(&input[at..]);
                if !passing.done {
                    return Ok(at);
                }
                self.passing = None;
            }
            let place = self.stack.last().copied().unwrap_or(Place::Outside);
            at = scan::skip(input, at, b',');
            if at >= input.len() {
                return Ok(at);
            }
            let step = match place {
                Place::Samples => {
                    let step = self.samples(input, at);
                    context.check_size(self.series.len(), self.values.len())?;
                    step
                }
                Place::Outside => self.document(input, at),
                Place::Items => self.items(input, at),
                Place::Top | Place::Data | Place::Item => self.object(store, context, place, input, at)?,
            };
            match step {
                Step::On(next) => at = next,
                Step::More => return Ok(at),
                Step::Broken => {
                    self.broken = true;
                    return Ok(at);
                }
            }
        }
    }

    fn document(&mut self, input: &[u8], at: usize) -> Step {
        match input[at] {
            b'{' => self.stack.push(Place::Top),
            b'[' => {
                self.bare = true;
                self.stack.push(Place::Items);
            }
            _ => return Step::Broken,
        }
        Step::On(at + 1)
    }

    fn items(&mut self, input: &[u8], at: usize) -> Step {
        match input[at] {
            b'{' => {
                self.stack.push(Place::Item);
                Step::On(at + 1)
            }
            b']' => {
                self.stack.pop();
                Step::On(at + 1)
            }
            b'}' | b':' => Step::Broken,
            // A scalar or string result is `[time, "value"]` itself.
            _ => {
                self.stack.pop();
                self.passing = Some(Subtree::inside());
                Step::On(at)
            }
        }
    }

    /// One key and, when it is short, its value.
    fn object(
        &mut self,
        store: &mut Store,
        context: &mut Context,
        place: Place,
        input: &[u8],
        at: usize,
    ) -> Result<Step> {
        match input[at] {
            b'}' => {
                self.stack.pop();
                match place {
                    Place::Item => self.end_item(store, context)?,
                    Place::Top => self.end_document(),
                    _ => {}
                }
                return Ok(Step::On(at + 1));
            }
            b'"' => {}
            _ => return Ok(Step::Broken),
        }
        let Some(quote) = scan::string_end(input, at + 1) else { return Ok(Step::More) };
        let colon = scan::skip(input, quote + 1, b' ');
        match input.get(colon) {
            None => return Ok(Step::More),
            Some(b':') => {}
            Some(_) => return Ok(Step::Broken),
        }
        let value = scan::skip(input, colon + 1, b' ');
        let Some(first) = input.get(value) else { return Ok(Step::More) };
        // Nobody escapes a letter of the keys that are looked for.
        let key = &input[at + 1..quote];
        Ok(match (place, key, first) {
            (Place::Top, b"data", b'{') => {
                self.remember("data");
                self.enter(Place::Data, value)
            }
            (Place::Top | Place::Data, b"result", b'[') => {
                self.saw_result = true;
                self.enter(Place::Items, value)
            }
            (Place::Top | Place::Data, b"result", _) => {
                self.saw_result = true;
                self.pass(value)
            }
            (Place::Item, b"values", b'[') => self.enter(Place::Samples, value),
            (Place::Item, b"histogram" | b"histograms", _) => {
                self.histogram = true;
                self.pass(value)
            }
            (Place::Item, b"metric", b'{') => {
                let Some((identity, repeated, end)) = self.labels.read(store, input, value) else {
                    return Ok(Step::More);
                };
                if repeated {
                    context.note_at(&notes::REPEATED_LABEL, 0, excerpt(&input[value..end]), 1);
                }
                self.identity = Some(identity);
                Step::On(end)
            }
            (Place::Item, b"value", b'[')
            | (Place::Top, b"status" | b"error" | b"errorType" | b"warnings" | b"infos", _)
            | (Place::Top | Place::Data, b"resultType", _) => {
                let Some(end) = scan::value_end(input, value) else { return Ok(Step::More) };
                self.short_value(context, key, &input[value..end]);
                Step::On(end)
            }
            (_, key, _) => {
                self.remember(&scan::unescape(key));
                self.pass(value)
            }
        })
    }

    fn enter(&mut self, place: Place, value: usize) -> Step {
        self.stack.push(place);
        Step::On(value + 1)
    }

    fn pass(&mut self, value: usize) -> Step {
        self.passing = Some(Subtree::default());
        Step::On(value)
    }

    fn remember(&mut self, key: &str) {
        if self.keys.len() < 32 && key.len() <= 40 && !self.keys.iter().any(|known| known == key) {
            self.keys.push(key.to_string());
        }
    }

    fn short_value(&mut self, context: &mut Context, key: &[u8], value: &[u8]) {
        let text = || match value {
            [b'"', inside @ .., b'"'] => scan::unescape(inside).into_owned(),
            other => excerpt(other),
        };
        match key {
            b"value" => match pair::read(value, 0) {
                Pair::Sample { time_ms, value: number, .. } => {
                    self.recall.time(time_ms, value, &mut self.times);
                    self.values.push(number);
                }
                _ => self.bad_samples.see(0, value),
            },
            b"status" => {
                self.status = text();
                self.remember("status");
            }
            b"error" => self.error_text = text(),
            b"errorType" => self.error_type = text(),
            b"resultType" => self.result_type = text(),
            b"warnings" | b"infos" => {
                let kind = if key == b"infos" { &notes::API_INFO } else { &notes::API_WARNING };
                let remarks = std::str::from_utf8(value).ok().and_then(|text| json::Json::parse(text).ok());
                let Some(json::Json::List(remarks)) = remarks else { return };
                for remark in remarks.iter().filter_map(json::Json::text) {
                    self.remarks += 1;
                    let subject = if self.remarks <= MOST_REMARKS { remark } else { "…" };
                    let subject = shorten(subject, 400);
                    context.notes.add(Note::new(kind, subject, "").at(&context.file, 0));
                }
            }
            _ => {}
        }
    }

    /// As many samples as are complete.
    fn samples(&mut self, input: &[u8], from: usize) -> Step {
        let mut at = from;
        loop {
            if let Some((value, next)) = self.recall.sample(input, at) {
                self.values.push(value);
                at = next + usize::from(input.get(next) == Some(&b','));
                continue;
            }
            match pair::read(input, at) {
                Pair::Sample { time_ms, value, next } => {
                    self.recall.time(time_ms, &input[at..], &mut self.times);
                    self.values.push(value);
                    at = next + usize::from(input.get(next) == Some(&b','));
                }
                Pair::Bad { next } => {
                    self.bad_samples.see(0, &input[at..next]);
                    at = scan::skip(input, next, b',');
                }
                Pair::End => {
                    self.stack.pop();
                    return Step::On(at + 1);
                }
                Pair::Blank => {
                    at = scan::skip(input, at, b',');
                    if at >= input.len() {
                        return Step::On(at);
                    }
                }
                // What was read is done; called again without progress, it asks for more.
                Pair::More if at > from => return Step::On(at),
                Pair::More => return Step::More,
                Pair::Broken => return Step::Broken,
            }
        }
    }

    /// One result is complete.
    fn end_item(&mut self, store: &mut Store, context: &mut Context) -> Result<()> {
        let histogram = std::mem::take(&mut self.histogram);
        self.histograms += u64::from(histogram);
        let column = self.recall.end(&mut self.times);
        match (self.identity.take(), self.values.is_empty()) {
            (Some(identity), false) => {
                let series = match column {
                    Some(column) => context.series_in(column, identity, &mut self.values),
                    None => context.series(store, identity, &mut self.times, &mut self.values),
                };
                self.recall.keep(&series.times);
                self.series.push(series);
                context.check_size(self.series.len(), 0)?;
            }
            (None, false) => {
                self.recall = Recall::default();
                self.lost_labels += 1;
                self.times.clear();
                self.values.clear();
            }
            (_, true) => self.empty += u64::from(!histogram),
        }
        Ok(())
    }

    fn end_document(&mut self) {
        if self.status == "error" {
            self.api_errors += 1;
            if self.api_errors == 1 {
                self.first_api_error = match (self.error_type.as_str(), self.error_text.as_str()) {
                    ("", text) => text.to_string(),
                    (kind, text) => format!("{kind}: {text}"),
                };
            }
        }
        self.status.clear();
    }
}
