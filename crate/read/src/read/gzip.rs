//! Gzip (RFC 1952) around a file: the frame; miniz_oxide unpacks what is inside.
//!
//! A frame of our own, because the tables of the usual checksum crate are 16 KB that no compression makes
//! smaller, in a wasm that travels inline. Here they are computed when the first such file comes.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// How every gzip file begins.
pub(super) const MAGIC: &[u8] = b"\x1f\x8b";

/// Magic, method, flags, time, extra flags, system.
const HEADER: usize = 10;

/// The only method there is: deflate.
const DEFLATE: u8 = 8;

// Flags of the header.
const HEADER_CHECKSUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// Checksum and length after the packed bytes.
const TRAILER: usize = 8;

/// Unpacked bytes that are kept: deflate repeats what was up to 32 KiB ago, so twice that leaves room to
/// write. A power of two, as the decompressor goes round in it.
const WINDOW: usize = 1 << 16;

/// What one step of unpacking gave.
#[derive(Debug, PartialEq)]
pub(super) enum Step<'a> {
    /// The next unpacked bytes.
    Piece(&'a [u8]),
    /// The packed bytes are used up.
    Hungry,
    /// The packed bytes are not gzip from here on.
    Damaged,
}

/// What comes next in the packed bytes.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The fixed part of a header.
    Header,
    /// The length of the extra field.
    ExtraLength,
    /// What is passed over: an extra field or the checksum of the header.
    Skip(usize),
    /// A name or comment, which ends with a zero.
    Text,
    Body,
    Trailer,
    Damaged,
}

/// Unpacks one member after the other.
pub(super) struct Gzip {
    place: Place,
    /// Parts of the header that are still to come, as its flags.
    flags: u8,
    /// A part that must be seen whole, as far as it has come.
    part: Vec<u8>,
    inflate: Box<DecompressorOxide>,
    window: Box<[u8]>,
    at: usize,
    checksum: Checksum,
    length: u32,
}

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip {
            place: Place::Header,
            flags: 0,
            part: Vec::new(),
            inflate: Box::default(),
            window: vec![0; WINDOW].into_boxed_slice(),
            at: 0,
            checksum: Checksum::new(),
            length: 0,
        }
    }

    /// Whether the bytes may end here: a member is over and no other was begun.
    pub(super) fn is_whole(&self) -> bool {
        self.place == Place::Header && self.part.is_empty()
    }

    /// Goes on with `packed`, which becomes what is not used yet.
    pub(super) fn step(&mut self, packed: &mut &[u8]) -> Step<'_> {
        while self.place != Place::Damaged {
            if packed.is_empty() && self.place != Place::Body {
                return Step::Hungry;
            }
            match self.place {
                Place::Header => {
                    let Some(header) = self.whole(packed, HEADER) else { return Step::Hungry };
                    let sound =
                        header.starts_with(MAGIC) && header[2] == DEFLATE && header[3] & RESERVED == 0;
                    self.flags = header[3];
                    if sound { self.next_of_header() } else { self.place = Place::Damaged }
                }
                Place::ExtraLength => {
                    let Some(length) = self.whole(packed, 2) else { return Step::Hungry };
                    self.place = Place::Skip(usize::from(length[0]) | usize::from(length[1]) << 8);
                }
                Place::Skip(left) => {
                    let passed = left.min(packed.len());
                    *packed = &packed[passed..];
                    self.place = Place::Skip(left - passed);
                    if left == passed {
                        self.next_of_header();
                    }
                }
                Place::Text => match memchr::memchr(0, packed) {
                    Some(end) => {
                        *packed = &packed[end + 1..];
                        self.next_of_header();
                    }
                    None => *packed = &[],
                },
                Place::Body => {
                    let (from, written) = self.inflate(packed);
                    if written > 0 {
                        return Step::Piece(&self.window[from..from + written]);
                    }
                    if packed.is_empty() && self.place == Place::Body {
                        return Step::Hungry;
                    }
                }
                Place::Trailer => {
                    let Some(trailer) = self.whole(packed, TRAILER) else { return Step::Hungry };
                    let sums = [self.checksum.value().to_le_bytes(), self.length.to_le_bytes()];
                    self.place = if trailer == sums.concat() { Place::Header } else { Place::Damaged };
                }
                Place::Damaged => {}
            }
        }
        Step::Damaged
    }

    /// The next `length` bytes, when all have come.
    fn whole(&mut self, packed: &mut &[u8], length: usize) -> Option<Vec<u8>> {
        let (taken, rest) = packed.split_at(packed.len().min(length - self.part.len()));
        self.part.extend_from_slice(taken);
        *packed = rest;
        (self.part.len() == length).then(|| std::mem::take(&mut self.part))
    }

    /// Parts come in this order, each when its flag is set; then the body.
    fn next_of_header(&mut self) {
        let next = [EXTRA, NAME, COMMENT, HEADER_CHECKSUM].into_iter().find(|flag| self.flags & flag != 0);
        self.flags &= !next.unwrap_or(0);
        self.place = match next {
            Some(EXTRA) => Place::ExtraLength,
            Some(HEADER_CHECKSUM) => Place::Skip(2),
            Some(_) => Place::Text,
            None => Place::Body,
        };
        if next.is_none() {
            self.inflate.init();
            self.checksum.restart();
            self.length = 0;
        }
    }

    /// Unpacks into the window up to its end; where that begins and how many bytes it is.
    fn inflate(&mut self, packed: &mut &[u8]) -> (usize, usize) {
        let from = self.at;
        let flags = inflate_flags::TINFL_FLAG_HAS_MORE_INPUT;
        let (status, read, written) = decompress(&mut self.inflate, packed, &mut self.window, from, flags);
        *packed = &packed[read..];
        self.at = (from + written) % WINDOW;
        self.checksum.add(&self.window[from..from + written]);
        self.length = self.length.wrapping_add(written as u32);
        match status {
            TINFLStatus::Done => self.place = Place::Trailer,
            TINFLStatus::HasMoreOutput | TINFLStatus::NeedsMoreInput => {}
            _ => self.place = Place::Damaged,
        }
        (from, written)
    }
}

/// Bytes of the checksum that are added at once: eight tables, one lookup each, instead of a chain of eight.
const AT_ONCE: usize = 8;

/// CRC-32 as gzip has it.
struct Checksum {
    /// What a byte does to the sum, as many bytes later as the row says.
    tables: Vec<[u32; 256]>,
    state: u32,
}

impl Checksum {
    fn new() -> Checksum {
        let mut row = [0; 256];
        for (byte, sum) in (0..).zip(&mut row) {
            *sum = (0..8).fold(byte, |sum: u32, _| (sum >> 1) ^ ((sum & 1) * 0xedb8_8320));
        }
        let one_later = |before: &[u32; 256]| Some(before.map(|sum| (sum >> 8) ^ row[(sum & 0xff) as usize]));
        let tables = std::iter::successors(Some(row), one_later).take(AT_ONCE).collect();
        Checksum { tables, state: !0 }
    }

    fn restart(&mut self) {
        self.state = !0;
    }

    fn value(&self) -> u32 {
        !self.state
    }

    fn add(&mut self, bytes: &[u8]) {
        let [t0, t1, t2, t3, t4, t5, t6, t7] = self.tables.as_slice() else { return };
        let (eights, rest) = bytes.as_chunks::<AT_ONCE>();
        let mut state = self.state;
        for [a, b, c, d, e, f, g, h] in eights {
            let low = state ^ u32::from_le_bytes([*a, *b, *c, *d]);
            let [a, b, c, d] = low.to_le_bytes();
            state = t7[usize::from(a)] ^ t6[usize::from(b)] ^ t5[usize::from(c)] ^ t4[usize::from(d)];
            state ^= t3[usize::from(*e)] ^ t2[usize::from(*f)] ^ t1[usize::from(*g)] ^ t0[usize::from(*h)];
        }
        self.state =
            rest.iter().fold(state, |state, byte| (state >> 8) ^ t0[usize::from(state as u8 ^ byte)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn the_checksum_is_that_of_its_definition() {
        for (text, expected) in [("", 0), ("123456789", 0xcbf4_3926), ("The quick brown fox", 0xb74574de)] {
            for cut in 0..=text.len() {
                let mut checksum = Checksum::new();
                checksum.add(&text.as_bytes()[..cut]);
                checksum.add(&text.as_bytes()[cut..]);
                assert_eq!(checksum.value(), expected, "{text} at {cut}");
            }
        }
    }

    /// What comes out of `packed` in pieces of `size`, and how it ends.
    fn unpack(packed: &[u8], size: usize) -> (Vec<u8>, &'static str) {
        let mut gzip = Gzip::new();
        let mut out = Vec::new();
        for mut piece in packed.chunks(size) {
            loop {
                match gzip.step(&mut piece) {
                    Step::Piece(bytes) => out.extend_from_slice(bytes),
                    Step::Hungry => break,
                    Step::Damaged => return (out, "damaged"),
                }
            }
        }
        (out, if gzip.is_whole() { "whole" } else { "cut" })
    }

    fn check(packed: &[u8], expected: &[u8], end: &str) {
        for size in [1, 7, 4096, usize::MAX] {
            assert_eq!(unpack(packed, size), (expected.to_vec(), end), "in pieces of {size}");
        }
    }

    /// A member with every optional part of a header.
    fn member(text: &[u8]) -> Vec<u8> {
        let builder = flate2::GzBuilder::new().filename("a name").comment("a comment").extra(vec![7; 300]);
        let mut encoder = builder.write(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn members_follow_one_another_and_say_where_they_break() {
        let text = "vllm:num_requests_waiting 3\n".repeat(9000).into_bytes();
        let packed = member(&text);
        check(&packed, &text, "whole");
        check(&[packed.clone(), member(b"")].concat(), &text, "whole");
        check(&[packed.clone(), packed.clone()].concat(), &[text.clone(), text.clone()].concat(), "whole");
        check(&packed[..packed.len() - 1], &text, "cut");
        check(&[packed.clone(), b"\x1f".to_vec()].concat(), &text, "cut");
        check(&[packed.clone(), vec![0; HEADER]].concat(), &text, "damaged");
        let mut flawed = packed.clone();
        *flawed.last_mut().unwrap() ^= 1;
        check(&flawed, &text, "damaged");
        flawed = packed;
        flawed[3] |= RESERVED;
        check(&flawed, b"", "damaged");
    }

    #[test]
    fn a_checksum_of_the_header_is_passed_over() {
        let mut packed = member(b"text");
        let header = HEADER + 2 + 300 + "a name\0".len() + "a comment\0".len();
        packed[3] |= HEADER_CHECKSUM;
        packed.splice(header..header, [1, 2]);
        check(&packed, b"text", "whole");
    }
}
