//! What the last series looked like: the next one mostly has the same times, and a sample the value of the
//! sample before it.
//!
//! The series of one query have one grid, so the text of a time is compared with the text that stood there
//! in the last series, sixteen bytes at once, and read as a number only where it differs. The times of such
//! a series are not collected either: its column is that of the last one.

use super::pair;
use std::sync::Arc;

/// Letters that are compared at once: a time with milliseconds, the comma, and the quote of the value.
const WIDTH: usize = 16;

/// The beginning of a text, and how much of it counts, in two words.
#[derive(Clone, Copy)]
struct Mark {
    letters: [u64; 2],
    mask: [u64; 2],
    length: usize,
}

impl Mark {
    /// Is nowhere.
    const NONE: Mark = Mark { letters: [1; 2], mask: [0; 2], length: 0 };

    /// Marks the first `length` letters of `text`, when they can be compared.
    fn of(text: &[u8], length: usize) -> Mark {
        match words(text) {
            Some([low, high]) if (1..=WIDTH).contains(&length) => {
                let first = |letters: usize| u64::MAX.checked_shr(64 - 8 * letters as u32).unwrap_or(0);
                let mask = [first(length.min(8)), first(length.saturating_sub(8))];
                Mark { letters: [low & mask[0], high & mask[1]], mask, length }
            }
            _ => Mark::NONE,
        }
    }

    #[inline]
    fn begins(&self, text: &[u8]) -> bool {
        let Some([low, high]) = words(text) else { return false };
        low & self.mask[0] == self.letters[0] && high & self.mask[1] == self.letters[1]
    }
}

/// The first sixteen letters.
#[inline]
fn words(text: &[u8]) -> Option<[u64; 2]> {
    let (low, rest) = text.split_first_chunk()?;
    Some([u64::from_le_bytes(*low), u64::from_le_bytes(*rest.first_chunk()?)])
}

/// The last series' times and the last sample's value.
pub(super) struct Recall {
    /// The times of the last series, and how each was written.
    column: Arc<[f64]>,
    marks: Vec<Mark>,
    /// How many times of this series agree with the column; `None` once one did not.
    agreeing: Option<usize>,
    value: (Mark, f64),
}

impl Default for Recall {
    fn default() -> Recall {
        Recall { column: Arc::default(), marks: Vec::new(), agreeing: Some(0), value: (Mark::NONE, 0.0) }
    }
}

impl Recall {
    /// The sample at `at` and the index after it, when its time is written as that of the last series.
    #[inline]
    pub(super) fn sample(&mut self, input: &[u8], at: usize) -> Option<(f64, usize)> {
        let agreeing = self.agreeing?;
        let mark = *self.marks.get(agreeing)?;
        let time = input.get(at..)?.strip_prefix(b"[")?;
        if !mark.begins(time) {
            return None;
        }
        let quoted = time.get(mark.length..)?;
        let (known, value) = self.value;
        let (value, length) =
            if known.begins(quoted) { (value, known.length) } else { self.new_value(quoted)? };
        self.agreeing = Some(agreeing + 1);
        Some((value, at + 1 + mark.length + length))
    }

    #[inline]
    fn new_value(&mut self, quoted: &[u8]) -> Option<(f64, usize)> {
        let (value, length) = pair::quoted_value(quoted)?;
        self.value = (Mark::of(quoted, length), value);
        Some((value, length))
    }

    /// Takes the time of a sample that was read in full: it agrees, or goes to `times`.
    ///
    /// - `text` begins as the sample was written.
    pub(super) fn time(&mut self, time_ms: f64, text: &[u8], times: &mut Vec<f64>) {
        if let Some(agreeing) = self.agreeing {
            if self.column.get(agreeing) == Some(&time_ms) {
                self.agreeing = Some(agreeing + 1);
                return;
            }
            times.extend_from_slice(&self.column[..agreeing]);
            self.marks.truncate(agreeing);
            self.agreeing = None;
        }
        let length = text.iter().position(|letter| *letter == b'"').unwrap_or(0);
        self.marks.push(text.get(1..).map_or(Mark::NONE, |time| Mark::of(time, length)));
        times.push(time_ms);
    }

    /// The series is over. Its column when it is the last one's; else its times are in `times`, and what
    /// becomes of them is to be kept. A series without samples changes nothing.
    pub(super) fn end(&mut self, times: &mut Vec<f64>) -> Option<Arc<[f64]>> {
        if let Some(agreeing) = self.agreeing.replace(0) {
            if agreeing == self.column.len() {
                return Some(self.column.clone());
            }
            if agreeing == 0 {
                return None;
            }
            times.extend_from_slice(&self.column[..agreeing]);
            self.marks.truncate(agreeing);
        }
        if !times.is_sorted_by(|before, after| before < after) {
            self.marks.clear();
        }
        None
    }

    /// Takes the column that the times became, unless they were not in order.
    pub(super) fn keep(&mut self, column: &Arc<[f64]>) {
        self.column = if self.marks.is_empty() { Arc::default() } else { column.clone() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::json::pair::Pair;

    /// Reads series as the reader does; how many samples were recalled, and each series' times and values.
    fn read(series: &[&str]) -> (usize, Vec<String>) {
        let mut recall = Recall::default();
        let mut recalled = 0;
        let all = series.iter().map(|text| {
            let (mut at, mut times, mut values) = (0, Vec::new(), Vec::new());
            while at < text.len() {
                if let Some((value, next)) = recall.sample(text.as_bytes(), at) {
                    recalled += 1;
                    values.push(value);
                    at = next;
                } else if let Pair::Sample { time_ms, value, next } = pair::read(text.as_bytes(), at) {
                    recall.time(time_ms, &text.as_bytes()[at..], &mut times);
                    values.push(value);
                    at = next;
                } else {
                    at += 1;
                }
            }
            let column = recall.end(&mut times).unwrap_or_else(|| Arc::from(times));
            if !values.is_empty() {
                recall.keep(&column);
            }
            format!("{column:?} {values:?}")
        });
        let all = all.collect();
        (recalled, all)
    }

    fn check(series: &[&str], recalled: usize) {
        let alone: Vec<String> = series.iter().flat_map(|text| read(&[text]).1).collect();
        assert_eq!(read(series), (recalled, alone));
    }

    #[test]
    fn equal_times_are_recalled_and_others_read() {
        let first = r#"[1796022566.807,"0.5"],[1796022567,"12"],[1796022568.5,"12"]"#;
        check(&[first, first], 3);
        check(&[first, r#"[1796022566.807,"1"],[1796022567,"-2"],[1796022568.5,"NaN"]"#], 2);
        // Fewer, more, others, the same time in another spelling, and the first again.
        check(&[first, r#"[1796022566.807,"1"]"#, first], 2);
        check(&[first, &format!(r#"{first},[1796022569,"0.013300656000000001"]"#)], 3);
        check(&[first, r#"[1796022566.807,"1"],[1796022567.1,"2"],[1796022568.5,"3"]"#, first], 2);
        check(&[first, r#"[1796022566.807,"1"],[1796022567.0,"2"],[1796022568.5,"3"]"#, first], 5);
        check(&[first, "", first], 3);
    }

    #[test]
    fn times_out_of_order_are_not_recalled() {
        let backwards = r#"[1796022567,"1"],[1796022566,"1"],[1796022567,"1"]"#;
        check(&[backwards, backwards], 0);
    }
}
