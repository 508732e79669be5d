//! The report as JSON: one line and a line break.
//!
//! The letters are those of `JSON.stringify(report)` in a JavaScript host, so that a file from the
//! command line and one from the panel can be compared byte for byte. One exception: characters that
//! would act on a terminal (see `clean`) are written as `\uXXXX`, which every parser reads as the
//! same string.

use super::Style;
use super::clean::is_deceptive;
use crate::report::Report;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The report as one line of JSON.
pub fn write(report: &Report, _style: Style) -> String {
    let mut out = json_text(report);
    out.push('\n');
    out
}

/// Any plain data as JSON, written like a report.
pub fn json_text<T: Serialize + ?Sized>(data: &T) -> String {
    let mut bytes = Vec::new();
    // Cannot fail: a Vec takes every write and plain data has no map with odd keys. An empty text would
    // be seen.
    let written = data.serialize(&mut Serializer::with_formatter(&mut bytes, Stringify::default()));
    written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Writes numbers and strings as ECMAScript does.
#[derive(Default)]
struct Stringify {
    /// The number at hand: a report has ten thousand, so no memory is asked for each.
    number: String,
}

impl Formatter for Stringify {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        self.number.clear();
        write_number(&mut self.number, value);
        writer.write_all(self.number.as_bytes())
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(is_deceptive) {
            let (plain, deceptive) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            let mut letters = deceptive.chars();
            let letter = letters.next().unwrap_or_default();
            for half in letter.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{half:04x}")?;
            }
            rest = letters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Below 2^53 every whole number is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// ECMAScript `Number::toString`: the shortest digits that read back as `value`; an exponent below
/// 10^-6 and from 10^21 on. Infinities and NaN have no JSON and are `null`.
///
/// - Writing to a `String` cannot fail.
fn write_number(out: &mut String, value: f64) {
    if !value.is_finite() {
        out.push_str("null");
        return;
    }
    if value.fract() == 0.0 && value.abs() < EXACT {
        let _ = write!(out, "{}", value as i64);
        return;
    }
    // Digits with a point after the first, `e`, an exponent; made into the wanted spelling in place.
    let _ = write!(out, "{value:e}");
    let first = usize::from(value < 0.0);
    let end = out.find('e').unwrap_or(out.len());
    let exponent = out.get(end + 1..).and_then(|exponent| exponent.parse::<i32>().ok()).unwrap_or(0);
    out.truncate(end);
    if !(-6..21).contains(&exponent) {
        let _ = write!(out, "e{exponent:+}");
        return;
    }
    if end > first + 1 {
        out.remove(first + 1);
    }
    let digits = out.len() - first;
    match exponent {
        ..0 => {
            let zeros = exponent.unsigned_abs() as usize;
            out.insert_str(first, &"0.00000"[..zeros + 1]);
        }
        whole if whole as usize + 1 >= digits => {
            out.extend(std::iter::repeat_n('0', whole as usize + 1 - digits));
        }
        whole => out.insert(first + whole as usize + 1, '.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_text(value: f64) -> String {
        let mut text = String::new();
        write_number(&mut text, value);
        text
    }

    #[test]
    fn numbers_are_those_of_ecmascript() {
        let rows = [
            (0.0, "0"),
            (-0.0, "0"),
            (5.0, "5"),
            (-1.5, "-1.5"),
            (-0.5, "-0.5"),
            (-1e-7, "-1e-7"),
            (-1234.5, "-1234.5"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (-123_456_789_012_345_680_000.0, "-123456789012345680000"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1_796_022_862_000.0, "1796022862000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (0.000_001, "0.000001"),
            (0.000_001_25, "0.00000125"),
            (1e-7, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ];
        for (value, expected) in rows {
            assert_eq!(number_text(value), expected);
        }
    }

    #[test]
    fn numbers_read_back_as_they_were() {
        let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits);
            if value.is_finite() {
                assert_eq!(number_text(value).parse(), Ok(value), "{value:e}");
            }
        }
    }

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_reads_back_as_it_was() {
        let hostile = "a\u{1B}[2J \u{9B}x \u{202E}y \u{E0041} \"q\" \\ 默认\n";
        let mut bytes = Vec::new();
        hostile.serialize(&mut Serializer::with_formatter(&mut bytes, Stringify::default())).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, "\"a\\u001b[2J \\u009bx \\u202ey \\udb40\\udc41 \\\"q\\\" \\\\ 默认\\n\"");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), hostile);
    }
}
