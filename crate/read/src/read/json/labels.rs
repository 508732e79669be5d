//! Label sets: most pairs of one stand at the same place in the one before.
//!
//! The series of one server differ in a label or two. A pair that is written as the last series wrote it is
//! known by its letters: no text is checked, unescaped or looked up.

use super::{pair, scan};
use crate::read::store::{Identity, Pair, Store};

/// A label set as it was written, and what its pairs are.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    /// Where the text of each ends, 0 for one that is to be read anew; and what it is.
    pairs: Vec<(usize, Pair)>,
}

impl Written {
    /// The pair number `at`, when `text` begins with it; and its length.
    fn known(&self, at: usize, text: &[u8]) -> Option<(Pair, usize)> {
        let (end, pair) = *self.pairs.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.pairs.get(before)).map_or(0, |(end, _)| *end);
        let written = self.text.get(start..end).filter(|written| !written.is_empty())?;
        text.starts_with(written).then_some((pair, end - start))
    }

    fn add(&mut self, text: &[u8], pair: Pair) {
        // What has no closing quote could go on.
        if text.ends_with(b"\"") {
            self.text.extend_from_slice(text);
        }
        self.pairs.push((self.text.len(), pair));
    }
}

/// Reads label sets, one after the other.
#[derive(Default)]
pub(super) struct Labels {
    last: Written,
    next: Written,
}

impl Labels {
    /// The identity of the label set at `at`, whether it names a label twice, and the index after it;
    /// `None` while it is not complete.
    ///
    /// - A value that is no string is taken as it is written.
    /// - What is no pair ends the set; the rest of the object is passed over.
    pub(super) fn read(
        &mut self,
        store: &mut Store,
        input: &[u8],
        at: usize,
    ) -> Option<(Identity, bool, usize)> {
        self.next.text.clear();
        self.next.pairs.clear();
        let mut next = scan::skip(input, at + 1, b',');
        while input.get(next) == Some(&b'"') {
            let (pair, end) = match self.last.known(self.next.pairs.len(), &input[next..]) {
                Some((pair, length)) => (pair, next + length),
                None => {
                    let Some((label, value, end)) = pair::label(input, next) else { break };
                    (store.pair(&label, &value), end)
                }
            };
            self.next.add(&input[next..end], pair);
            next = scan::skip(input, end, b',');
        }
        let end = if input.get(next) == Some(&b'}') { next + 1 } else { scan::value_end(input, at)? };
        std::mem::swap(&mut self.last, &mut self.next);
        let (identity, repeated) = store.identity(None, self.last.pairs.iter().map(|(_, pair)| *pair));
        Some((identity, repeated, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(store: &Store, (name, labels): &Identity) -> String {
        let text = |symbol| store.symbols.text(symbol);
        let pairs = labels.iter().map(|(label, value)| format!(" {}={}", text(*label), text(*value)));
        format!("{}{}", text(*name), pairs.collect::<String>())
    }

    /// Reads label sets with one memory; each must be what it is alone.
    fn check(sets: &[(&str, &str)]) {
        let (mut labels, mut store) = (Labels::default(), Store::default());
        for (text, expected) in sets {
            for cut in 0..text.len() {
                assert!(labels.read(&mut store, &text.as_bytes()[..cut], 0).is_none(), "{text} cut at {cut}");
            }
            let (identity, _, end) = labels.read(&mut store, text.as_bytes(), 0).unwrap();
            assert_eq!((spell(&store, &identity).as_str(), end), (*expected, text.len()), "{text}");
        }
    }

    #[test]
    fn label_sets() {
        check(&[
            (r#"{ "__name__" : "a:b" , "l\u00e9":"\"x\"\n","n":7}"#, "a:b l\u{e9}=\"x\"\n n=7"),
            (r#"{}"#, ""),
            (r#"{"a" 1, "b": "c"}"#, ""),
        ]);
    }

    #[test]
    fn what_stands_as_before_is_the_same_and_the_rest_is_read() {
        check(&[
            (r#"{"__name__":"a","le":"1","pod":"x"}"#, "a le=1 pod=x"),
            (r#"{"__name__":"a","le":"1.5","pod":"x"}"#, "a le=1.5 pod=x"),
            (r#"{"__name__":"ab","le":"1.5","pod":"x","z":"z"}"#, "ab le=1.5 pod=x z=z"),
            (r#"{"le":"1.5","__name__":"ab"}"#, "ab le=1.5"),
            (r#"{"n":7,"le":"1"}"#, " le=1 n=7"),
            (r#"{"n":75,"le":"1"}"#, " le=1 n=75"),
            (r#"{"n":7}"#, " n=7"),
        ]);
    }
}
