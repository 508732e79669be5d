//! One line of the text format or of OpenMetrics.
//!
//! One grammar for both, as wide as Prometheus 3.14 reads them, and a little wider: see the module
//! documentation of [`crate::read`]. A line knows nothing of the lines around it.

use super::head::{brace_end, is_blank, name_length, read_labels, trim_start, unescape};
use crate::read::json::scan::string_end;
use crate::read::number;
use std::borrow::Cow;

/// What a line says.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// Nothing.
    Blank,
    /// `# EOF`
    End,
    /// `# TYPE name type`; the type is one of [`TYPES`].
    Type { name: Cow<'a, str>, declared: &'static str },
    /// `# HELP name text`
    Help { name: Cow<'a, str> },
    /// `# UNIT name unit`
    Unit,
    /// Any other comment, without its `#`.
    Comment(&'a [u8]),
    /// A comment that begins like metadata and is none.
    BadMetadata,
    /// A sample. The head, name and labels, is not yet looked into.
    Sample { head: &'a [u8], value: f64, time: Option<Time>, exemplar: bool },
    /// Anything else.
    Bad,
}

/// A time at the end of a line, in the unit of the format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Time {
    pub(super) number: f64,
    /// Whether it is written with a point or an exponent, which only seconds are.
    pub(super) fraction: bool,
}

/// The declared types of both formats.
pub(super) const TYPES: &[&str] =
    &["counter", "gauge", "histogram", "summary", "untyped", "unknown", "info", "stateset", "gaugehistogram"];

/// Reads a line without its line feed, and whether OpenMetrics would refuse it for its blanks or for
/// being there at all.
pub(super) fn read(line: &[u8]) -> (Line<'_>, bool) {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = trim_start(line);
    let indented = text.len() < line.len();
    let (read, loose) = match text.first() {
        None => (Line::Blank, true),
        Some(b'#') => comment(text),
        Some(_) => match sample(text) {
            Some(sample) => sample,
            None => (Line::Bad, false),
        },
    };
    (read, loose || indented)
}

fn trim(text: &[u8]) -> &[u8] {
    let text = trim_start(text);
    let kept = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    &text[..kept]
}

/// The bytes before the next blank, and the rest.
fn token(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len());
    text.split_at(end)
}

fn comment(text: &[u8]) -> (Line<'_>, bool) {
    if let Some(rest) = text.strip_prefix(b"# EOF") {
        return if trim(rest).is_empty() { (Line::End, !rest.is_empty()) } else { (Line::Bad, false) };
    }
    let after_hash = &text[1..];
    let words = trim_start(after_hash);
    let (keyword, rest) = token(words);
    if words.len() == after_hash.len() || !matches!(keyword, b"HELP" | b"TYPE" | b"UNIT") {
        return (Line::Comment(after_hash), true);
    }
    let single_blanks = after_hash.first() == Some(&b' ') && words.len() + 1 == after_hash.len();
    match metadata(keyword, trim_start(rest)) {
        Some((line, neat)) => (line, !(single_blanks && neat)),
        None => (Line::BadMetadata, false),
    }
}

fn metadata<'a>(keyword: &[u8], text: &'a [u8]) -> Option<(Line<'a>, bool)> {
    let (name, rest) = match text.first()? {
        b'"' => {
            let end = string_end(text, 1)?;
            (unescape(&text[1..end])?, &text[end + 1..])
        }
        _ => {
            let length = name_length(text);
            let name = std::str::from_utf8(&text[..length]).ok().filter(|name| !name.is_empty())?;
            (Cow::Borrowed(name), &text[length..])
        }
    };
    // A blank must follow, though nothing need come after it.
    rest.first().filter(|byte| is_blank(**byte))?;
    let word = trim(rest);
    let neat = rest.len() == word.len() + 1;
    match keyword {
        b"HELP" => Some((Line::Help { name }, true)),
        b"TYPE" => {
            let declared = TYPES.iter().find(|known| known.as_bytes() == word)?;
            Some((Line::Type { name, declared }, neat))
        }
        _ => {
            let suffix = name.as_bytes().strip_suffix(word)?;
            (word.is_empty() || suffix.ends_with(b"_")).then_some((Line::Unit, neat))
        }
    }
}

fn sample(text: &[u8]) -> Option<(Line<'_>, bool)> {
    let length = name_length(text);
    let name_end = &text[length..];
    let braces = trim_start(name_end);
    let (head, rest) = if braces.first() == Some(&b'{') {
        let start = text.len() - braces.len();
        let end = brace_end(text, start + 1)?;
        text.split_at(end + 1)
    } else if length > 0 && name_end.first().is_some_and(|byte| is_blank(*byte)) {
        text.split_at(length)
    } else {
        return None;
    };
    let (number, rest_of_value) = token(trim_start(rest));
    let mut neat = rest.len() == number.len() + rest_of_value.len() + 1;
    let value = number::value(number)?;
    let mut rest = rest_of_value;
    let mut time = None;
    if !trim_start(rest).is_empty() && trim_start(rest).first() != Some(&b'#') {
        let (number, after) = token(trim_start(rest));
        neat &= rest.len() == number.len() + after.len() + 1;
        time = Some(read_time(number)?);
        rest = after;
    }
    let exemplar = !trim_start(rest).is_empty();
    if exemplar {
        neat &= is_exemplar(rest)?;
    } else {
        neat &= rest.is_empty();
    }
    Some((Line::Sample { head, value, time, exemplar }, !neat))
}

fn read_time(text: &[u8]) -> Option<Time> {
    let number = number::value(text).filter(|number| number.abs() <= number::FURTHEST_MS)?;
    Some(Time { number, fraction: text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) })
}

/// Whether ` # {labels} value [time]` is neat; `None` when it is no exemplar.
fn is_exemplar(rest: &[u8]) -> Option<bool> {
    let after_hash = trim_start(rest).strip_prefix(b"#")?;
    let braces = trim_start(after_hash);
    if braces.len() == after_hash.len() || braces.first() != Some(&b'{') {
        return None;
    }
    let (labels, rest) = braces.split_at(brace_end(braces, 1)? + 1);
    if read_labels(labels)?.name.is_some() || !rest.first().is_some_and(|byte| is_blank(*byte)) {
        return None;
    }
    let (value, rest) = token(trim_start(rest));
    number::value(value)?;
    if trim_start(rest).is_empty() {
        return Some(rest.is_empty());
    }
    let (time, rest) = token(trim_start(rest));
    read_time(time)?;
    trim_start(rest).is_empty().then_some(rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::head::{Head, read_head};
    use super::*;

    fn check(line: &str, expected: &str) {
        let (read, loose) = read(line.as_bytes());
        let got = match read {
            Line::Sample { head, value, time, exemplar } => {
                let head = match read_head(head) {
                    None => "bad head".to_string(),
                    Some(Head { name, labels }) => {
                        let labels: Vec<String> = labels.iter().map(|(a, b)| format!("{a}={b}")).collect();
                        format!("{} [{}]", name.unwrap_or_default(), labels.join(" "))
                    }
                };
                let time = time.map_or(String::new(), |time| format!(" @{}", time.number));
                format!("{head} {value}{time}{}", if exemplar { " exemplar" } else { "" })
            }
            Line::Type { name, declared } => format!("type {name} {declared}"),
            Line::Help { name } => format!("help {name}"),
            Line::Comment(text) => format!("comment{}", String::from_utf8_lossy(text)),
            other => format!("{other:?}"),
        };
        let loose = if loose { " loose" } else { "" };
        assert_eq!(got + loose, expected, "{line}");
    }

    #[test]
    fn samples() {
        check("m 1", "m [] 1");
        check("m{} 1", "m [] 1");
        check("m{a=\"b\"} 1 5", "m [a=b] 1 @5");
        check("m 1\r", "m [] 1");
        check("  m 1", "m [] 1 loose");
        check("m  1", "m [] 1 loose");
        check("m 1 ", "m [] 1 loose");
        check("m\t1\t2", "m [] 1 @2");
        check("m{a=\"b\"}1", "m [a=b] 1 loose");
        check("m { a = \"b\" , } 1", "m [a=b] 1");
        check(r#"m{a="} # \" \\ \n \t"} 1"#, "m [a=} # \" \\ \n \\t] 1");
        check("m{ a=\"1\" b=\"2\" } 1", "m [a=1 b=2] 1");
        check(r#"{"a.b","c d"="e"} 1"#, "a.b [c d=e] 1");
        check(r#"{__name__="up", job="x"} 1 1796022566807"#, " [__name__=up job=x] 1 @1796022566807");
        check("m 8.2e+010 -1.5", "m [] 82000000000 @-1.5");
        check(r#"m 1 2 # {t="x"} 0.5 3"#, "m [] 1 @2 exemplar");
        check(r#"m 1 # {} 0.5 "#, "m [] 1 exemplar loose");
    }

    #[test]
    fn junk() {
        for line in [
            "m",
            "m ",
            "0m 1",
            "m x",
            "m 1 x",
            "m 1 2 3",
            "m{ 1",
            "m{a=\"b} 1",
            "m.n 1",
            "m 1 NaN",
            "m 1 # {}1",
            "m 1 #{} 1",
            "m 1 # {a} 1",
            "m 1 # {} 1 NaN",
            "m 1 # {\"n\"} 1",
            "# EOFm",
            "HTTP/1.1 200 OK",
            "@",
            "{",
        ] {
            check(line, "Bad");
        }
        for line in
            ["m{a} 1", "m{a=b} 1", "m{a:b=\"c\"} 1", "m{,} 1", "m{a=\"1\",,} 1", "m{=\"1\"} 1", "{a=\"1\"} 1"]
        {
            check(line, "bad head 1");
        }
        for line in ["m{\"n\"} 1", "{\"m\",\"n\"} 1", "m{a=\"1\"b=\"2\"} 1", "{\"\"=\"a\",\"m\"} 1"] {
            check(line, "bad head 1");
        }
    }

    #[test]
    fn comments_and_metadata() {
        check("", "Blank loose");
        check(" \t", "Blank loose");
        check("# EOF", "End");
        check("# EOF ", "End loose");
        check("#EOF", "commentEOF loose");
        check("# anything", "comment anything loose");
        check("# TYPE m:n histogram", "type m:n histogram");
        check("#\tTYPE  m  gauge ", "type m gauge loose");
        check("# TYPE \"a.b\" counter", "type a.b counter");
        check("# HELP m ", "help m");
        check("# UNIT m_seconds seconds", "Unit");
        check("# UNIT m ", "Unit");
        for line in [
            "# TYPE m",
            "# TYPE m meter",
            "# TYPE",
            "# TYPE m-n gauge",
            "# HELP m",
            "# HELP #",
            "# UNIT m seconds",
        ] {
            check(line, "BadMetadata");
        }
    }
}
