//! JSON bytes: where a string, a value or a skipped subtree ends, without recursion.

use memchr::memchr2;
use std::borrow::Cow;

/// Index of the quote that ends a string whose first character is at `from`.
pub(in crate::read) fn string_end(input: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + memchr2(b'"', b'\\', input.get(from..)?)?;
        match input[at] {
            b'"' => return Some(at),
            _ => from = at + 2,
        }
    }
}

/// Index of the first byte at or after `at` that is neither blank nor one of `also`.
pub(super) fn skip(input: &[u8], mut at: usize, also: u8) -> usize {
    while let Some(byte) = input.get(at)
        && (*byte == also || matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
    {
        at += 1;
    }
    at
}

/// Index after the value that begins at `at`; `None` while it is not complete.
pub(super) fn value_end(input: &[u8], at: usize) -> Option<usize> {
    let mut subtree = Subtree::default();
    let length = subtree.advance(input.get(at..)?);
    subtree.done.then_some(at + length)
}

/// The text between the quotes of a string.
///
/// - Broken escapes and bytes that are no UTF-8 are kept as well as they can be.
pub(super) fn unescape(inside: &[u8]) -> Cow<'_, str> {
    if memchr::memchr(b'\\', inside).is_none() {
        // Checking first is faster than the lossy conversion, and nearly all text is fine.
        return match std::str::from_utf8(inside) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(inside),
        };
    }
    let text = String::from_utf8_lossy(inside);
    crate::json::unescape(&text).map_or(text, Cow::Owned)
}

/// A value that is passed over, in as many pieces as it comes.
#[derive(Debug, Default)]
pub(super) struct Subtree {
    depth: u64,
    in_string: bool,
    escaped: bool,
    begun: bool,
    /// The value is over.
    pub(super) done: bool,
}

impl Subtree {
    /// The rest of an array that was entered already.
    pub(super) fn inside() -> Subtree {
        Subtree { depth: 1, begun: true, ..Subtree::default() }
    }

    /// How many bytes of `input` belong to it.
    ///
    /// - A number or word ends before the comma, bracket or blank that follows.
    pub(super) fn advance(&mut self, input: &[u8]) -> usize {
        let mut at = 0;
        while at < input.len() && !self.done {
            if self.escaped {
                self.escaped = false;
                at += 1;
            } else if self.in_string {
                let Some(found) = memchr2(b'"', b'\\', &input[at..]) else { return input.len() };
                at += found + 1;
                if input[at - 1] == b'\\' {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    self.done = self.depth == 0;
                }
            } else {
                match input[at] {
                    b'"' => {
                        self.in_string = true;
                        self.begun = true;
                    }
                    b'{' | b'[' => {
                        self.depth += 1;
                        self.begun = true;
                    }
                    b'}' | b']' if self.depth == 0 => {
                        self.done = true;
                        return at;
                    }
                    b'}' | b']' => {
                        self.depth -= 1;
                        self.done = self.depth == 0;
                    }
                    b',' | b' ' | b'\n' | b'\r' | b'\t' => {
                        if self.depth == 0 && self.begun {
                            self.done = true;
                            return at;
                        }
                    }
                    _ => self.begun = true,
                }
                at += 1;
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_end_in_any_split() {
        for (text, end) in [
            (r#""a\"b" rest"#, 6),
            (r#"{"a":[1,"]"]},1"#, 13),
            ("12,", 2),
            ("null}", 4),
            ("  7 ", 3),
            (r#"[[[["\\"]]]]"#, 12),
        ] {
            assert_eq!(value_end(text.as_bytes(), 0), Some(end), "{text}");
            for split in 0..=text.len() {
                let (first, second) = text.as_bytes().split_at(split);
                let mut subtree = Subtree::default();
                let taken = subtree.advance(first);
                let total = if subtree.done { taken } else { taken + subtree.advance(second) };
                assert!(subtree.done && total == end, "{text} at {split}: {total}");
            }
        }
        assert_eq!(value_end(b"[1, 2", 0), None);
        assert_eq!(value_end(b"12", 0), None);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(br"a\nb\u00e9\ud83d\ude00"), "a\nbé😀");
        assert_eq!(unescape(br"bad \q"), "bad \\q");
        assert_eq!(unescape(b"bad \xff"), "bad \u{fffd}");
    }
}
