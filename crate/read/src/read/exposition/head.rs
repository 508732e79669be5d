//! The head of a sample: its name and its labels.

use crate::read::json::scan::string_end;
use std::borrow::Cow;

pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

pub(super) fn trim_start(text: &[u8]) -> &[u8] {
    let skipped = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[skipped..]
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':'
}

pub(super) fn name_length(text: &[u8]) -> usize {
    match text.first() {
        Some(first) if is_name_start(*first) => {
            text.iter().take_while(|byte| is_name_start(**byte) || byte.is_ascii_digit()).count()
        }
        _ => 0,
    }
}

/// Index of the brace that ends the labels that begin at `from`.
pub(super) fn brace_end(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + memchr::memchr2(b'"', b'}', text.get(from..)?)?;
        if text[at] == b'}' {
            return Some(at);
        }
        from = string_end(text, at + 1)? + 1;
    }
}

/// Takes back `\\`, `\"` and `\n`; any other backslash stands for itself. `None` when it is no UTF-8.
pub(super) fn unescape(text: &[u8]) -> Option<Cow<'_, str>> {
    let text = std::str::from_utf8(text).ok()?;
    if !text.contains('\\') {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let escaped = match (char, chars.peek()) {
            ('\\', Some('\\')) => '\\',
            ('\\', Some('"')) => '"',
            ('\\', Some('n')) => '\n',
            _ => {
                out.push(char);
                continue;
            }
        };
        chars.next();
        out.push(escaped);
    }
    Some(Cow::Owned(out))
}

/// The name and the labels of a sample.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Head<'a> {
    /// `None` when it is not written, or only as the label `__name__`.
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) labels: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

/// Looks into the head of a sample; `None` when it breaks the grammar or has no name.
pub(super) fn read_head(head: &[u8]) -> Option<Head<'_>> {
    let length = name_length(head);
    let braces = trim_start(&head[length..]);
    let mut read = if braces.is_empty() { Head::default() } else { read_labels(braces)? };
    if length > 0 {
        if read.name.is_some() {
            return None;
        }
        read.name = Some(Cow::Borrowed(std::str::from_utf8(&head[..length]).ok()?));
    }
    let named = read.name.is_some() || read.labels.iter().any(|(label, _)| label == "__name__");
    named.then_some(read)
}

/// Labels in their braces, perhaps with a quoted metric name among them.
pub(super) fn read_labels(braces: &[u8]) -> Option<Head<'_>> {
    let mut head = Head::default();
    let mut rest = trim_start(braces.strip_prefix(b"{")?);
    loop {
        if let Some(end) = rest.strip_prefix(b"}") {
            return end.is_empty().then_some(head);
        }
        let quoted = rest.first() == Some(&b'"');
        let (label, after) = if quoted {
            let end = string_end(rest, 1)?;
            (unescape(&rest[1..end])?, &rest[end + 1..])
        } else {
            // A label name is a metric name without colons.
            let length = name_length(rest);
            let name = std::str::from_utf8(&rest[..length]).ok()?;
            if name.contains(':') {
                return None;
            }
            (Cow::Borrowed(name), &rest[length..])
        };
        if label.is_empty() {
            return None;
        }
        let after = trim_start(after);
        let written = match after.first()? {
            b'=' => {
                let value = trim_start(&after[1..]);
                if value.first() != Some(&b'"') {
                    return None;
                }
                let end = string_end(value, 1)?;
                head.labels.push((label, unescape(&value[1..end])?));
                &value[end + 1..]
            }
            b',' | b'}' if quoted && head.name.is_none() => {
                head.name = Some(label);
                after
            }
            _ => return None,
        };
        // Prometheus' text parser needs no comma where there is a blank.
        rest = trim_start(written);
        match rest.first()? {
            b',' => rest = trim_start(&rest[1..]),
            b'}' => {}
            _ if rest.len() < written.len() => {}
            _ => return None,
        }
    }
}
