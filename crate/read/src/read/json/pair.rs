//! One sample `[time, "value"]` and one label.

use super::scan;
use crate::read::number;
use std::borrow::Cow;

/// What stands at a place in an array of samples.
#[derive(Debug, PartialEq)]
pub(super) enum Pair {
    /// A sample, and the index after it.
    Sample { time_ms: f64, value: f64, next: usize },
    /// A complete value that is no sample.
    Bad { next: usize },
    /// The array's end.
    End,
    /// A blank or a comma.
    Blank,
    /// Not complete.
    More,
    /// Not JSON.
    Broken,
}

/// Reads the sample at `at`.
///
/// - The usual spelling, `[1796022566.807,"0.5"]` without blanks, takes one pass; whatever differs is
///   looked at again by [`unusual`].
#[inline]
pub(super) fn read(input: &[u8], at: usize) -> Pair {
    if let Some(text) = input.get(at..)
        && text.first() == Some(&b'[')
        && let Some((time_ms, time_length)) = number::time_ms(&text[1..])
        && let Some(rest) = text.get(1 + time_length..)
        && let Some(quoted) = rest.strip_prefix(b",\"")
        && let Some((value, value_length)) = quoted_value(quoted)
    {
        let next = at + 1 + time_length + 2 + value_length;
        return Pair::Sample { time_ms, value, next };
    }
    unusual(input, at)
}

/// The value after an opening quote, up to the bracket that ends the sample, and the length of it all.
#[inline]
pub(super) fn quoted_value(quoted: &[u8]) -> Option<(f64, usize)> {
    let (value, length) = number::decimal(quoted)?;
    quoted.get(length..)?.starts_with(b"\"]").then_some((value, length + 2))
}

/// Blanks, words, long numbers, numbers without quotes, and what is no sample.
fn unusual(input: &[u8], at: usize) -> Pair {
    match input.get(at) {
        None => return Pair::More,
        Some(b']') => return Pair::End,
        Some(b' ' | b'\n' | b'\r' | b'\t' | b',') => return Pair::Blank,
        Some(b'}' | b':') => return Pair::Broken,
        Some(_) => {}
    }
    let Some(next) = scan::value_end(input, at) else { return Pair::More };
    match sample(&input[at..next]) {
        Some((time_ms, value)) => Pair::Sample { time_ms, value, next },
        None => Pair::Bad { next },
    }
}

fn sample(text: &[u8]) -> Option<(f64, f64)> {
    let inside = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let comma = inside.iter().position(|byte| *byte == b',')?;
    let (time, value) = (inside[..comma].trim_ascii(), inside[comma + 1..].trim_ascii());
    let (time_ms, length) = number::time_ms(time)?;
    if length != time.len() {
        return None;
    }
    let value = match value {
        [b'"', inside @ .., b'"'] => number::value(inside)?,
        b"null" => f64::NAN,
        bare => number::value(bare)?,
    };
    Some((time_ms, value))
}

/// Name and value of the label at `at`, and the index after it; `None` when it is no label.
pub(super) fn label(object: &[u8], at: usize) -> Option<(Cow<'_, str>, Cow<'_, str>, usize)> {
    let quote = scan::string_end(object, at + 1)?;
    let name = scan::unescape(&object[at + 1..quote]);
    let colon = scan::skip(object, quote + 1, b' ');
    if object.get(colon) != Some(&b':') {
        return None;
    }
    let start = scan::skip(object, colon + 1, b' ');
    if object.get(start) == Some(&b'"') {
        let end = scan::string_end(object, start + 1)?;
        return Some((name, scan::unescape(&object[start + 1..end]), end + 1));
    }
    let end = scan::value_end(object, start)?;
    Some((name, String::from_utf8_lossy(&object[start..end]), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(f64, f64)>) {
        let expected = match expected {
            Some((time_ms, value)) => Pair::Sample { time_ms, value, next: text.len() },
            None => Pair::Bad { next: text.len() },
        };
        let got = read(text.as_bytes(), 0);
        assert_eq!(format!("{got:?}"), format!("{expected:?}"), "{text}");
        for cut in 0..text.len() {
            assert_eq!(read(&text.as_bytes()[..cut], 0), Pair::More, "{text} cut at {cut}");
        }
    }

    #[test]
    fn samples_in_every_spelling_and_incomplete_until_the_last_byte() {
        check(r#"[1796022566.807,"0.5"]"#, Some((1_796_022_566_807.0, 0.5)));
        check(r#"[1796022566,"12"]"#, Some((1_796_022_566_000.0, 12.0)));
        check("[ 1796022566.8 ,\n\"1e3\" ]", Some((1_796_022_566_800.0, 1000.0)));
        check(r#"[1.796022566e9,"0.013300656000000001"]"#, Some((1_796_022_566_000.0, 0.013300656000000001)));
        check(r#"[1,"NaN"]"#, Some((1000.0, f64::NAN)));
        check(r#"[1,"+Inf"]"#, Some((1000.0, f64::INFINITY)));
        check(r#"[1,"-Inf"]"#, Some((1000.0, f64::NEG_INFINITY)));
        check("[1,2]", Some((1000.0, 2.0)));
        check("[1,null]", Some((1000.0, f64::NAN)));
        check(r#"[1,"x"]"#, None);
        check(r#"["a","1"]"#, None);
        check("[1]", None);
        check(r#"[1,"1",2]"#, None);
        check(r#"[1e300,"1"]"#, None);
        check(r#"{"a":[1]}"#, None);
    }
}
