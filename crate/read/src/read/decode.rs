//! Bytes → UTF-8 bytes, as a stream.

/// Bytes that decide the encoding.
const MARK: usize = 4;

/// Takes raw bytes, gives UTF-8.
///
/// - A byte order mark is taken away.
/// - Bytes of UTF-8 are passed on unchecked: whoever reads a name or a label checks it.
/// - In UTF-16 what cannot be decoded becomes U+FFFD.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    encoding: Encoding,
    marked: bool,
    head: Vec<u8>,
    out: Vec<u8>,
}

#[derive(Debug, Default)]
enum Encoding {
    #[default]
    Unknown,
    Utf8,
    Utf16 {
        big_endian: bool,
        odd: Option<u8>,
        high: Option<u16>,
    },
}

impl Decoder {
    /// The next bytes as UTF-8; `last` says that no more will come.
    pub(super) fn decode<'a>(&'a mut self, bytes: &'a [u8], last: bool) -> &'a [u8] {
        self.out.clear();
        if let Encoding::Unknown = self.encoding {
            self.head.extend_from_slice(bytes);
            if self.head.len() < MARK && !last {
                return &[];
            }
            let head = std::mem::take(&mut self.head);
            let skipped = self.choose(&head);
            if let Encoding::Utf8 = self.encoding {
                self.out.extend_from_slice(&head[skipped..]);
            } else {
                self.widen(&head[skipped..]);
            }
        } else if let Encoding::Utf8 = self.encoding {
            return bytes;
        } else {
            self.widen(bytes);
        }
        if last {
            self.finish();
        }
        &self.out
    }

    /// The encoding when it is worth a word.
    pub(super) fn name(&self) -> Option<&'static str> {
        match self.encoding {
            Encoding::Utf16 { big_endian: false, .. } => Some("UTF-16LE"),
            Encoding::Utf16 { big_endian: true, .. } => Some("UTF-16BE"),
            Encoding::Utf8 if self.marked => Some("UTF-8 (BOM)"),
            _ => None,
        }
    }

    fn choose(&mut self, head: &[u8]) -> usize {
        let utf16 = |big_endian| Encoding::Utf16 { big_endian, odd: None, high: None };
        let (encoding, skipped) = match head {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
            [0xff, 0xfe, ..] => (utf16(false), 2),
            [0xfe, 0xff, ..] => (utf16(true), 2),
            [a, 0, b, 0, ..] if *a > 0 && *b > 0 => (utf16(false), 0),
            [0, a, 0, b, ..] if *a > 0 && *b > 0 => (utf16(true), 0),
            _ => (Encoding::Utf8, 0),
        };
        self.encoding = encoding;
        self.marked = skipped > 0;
        skipped
    }

    fn widen(&mut self, bytes: &[u8]) {
        let Encoding::Utf16 { big_endian, odd, high } = &mut self.encoding else { return };
        for byte in bytes {
            let Some(first) = odd.take() else {
                *odd = Some(*byte);
                continue;
            };
            let unit = match *big_endian {
                true => u16::from_be_bytes([first, *byte]),
                false => u16::from_le_bytes([first, *byte]),
            };
            let before = high.take();
            if before.is_none() && (0xd800..0xdc00).contains(&unit) {
                *high = Some(unit);
                continue;
            }
            for char in char::decode_utf16(before.into_iter().chain([unit])) {
                push_char(&mut self.out, char.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
    }

    fn finish(&mut self) {
        if let Encoding::Utf16 { odd, high, .. } = &mut self.encoding
            && (odd.take().is_some() | high.take().is_some())
        {
            push_char(&mut self.out, char::REPLACEMENT_CHARACTER);
        }
    }
}

fn push_char(out: &mut Vec<u8>, char: char) {
    out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        for size in [1, 2, 3, bytes.len().max(1)] {
            let mut decoder = Decoder::default();
            let mut out = Vec::new();
            for chunk in bytes.chunks(size) {
                out.extend_from_slice(decoder.decode(chunk, false));
            }
            out.extend_from_slice(decoder.decode(&[], true));
            assert_eq!(String::from_utf8_lossy(&out), expected, "in chunks of {size}");
        }
    }

    fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
        let bytes = |unit: u16| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn marks_and_encodings() {
        check(b"", "");
        check(b"a", "a");
        check(b"\xef\xbb\xbfab", "ab");
        check(b"\xef\xbb", "\u{fffd}");
        check(&utf16("\u{feff}m 1 é😀\n", false), "m 1 é😀\n");
        check(&utf16("\u{feff}m 1 é😀\n", true), "m 1 é😀\n");
        check(&utf16("{\"a\"", false), "{\"a\"");
        check(&utf16("{\"a\"", true), "{\"a\"");
        check(b"\xff\xfea\0b", "a\u{fffd}");
        check(b"\xff\xfe\x3d\xd8a\0", "\u{fffd}a");
        check(b"a\0{b", "a\0{b");
    }
}
