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
    let written = data.serialize(&mut Serializer::with_formatter(&mut bytes, Stringify));
    written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Writes numbers and strings as ECMAScript does.
struct Stringify;

impl Formatter for Stringify {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(number_text(value).as_bytes())
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

/// ECMAScript `Number::toString`: the shortest digits that read back as `value`; an exponent below
/// 10^-6 and from 10^21 on. Infinities and NaN have no JSON and are `null`.
fn number_text(value: f64) -> String {
    if !value.is_finite() {
        return "null".to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let scientific = format!("{:e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    // The value is 0.digits × 10^point.
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = digits.len() as i32;
    let sign = if value < 0.0 { "-" } else { "" };
    let size = match point {
        _ if count <= point && point <= 21 => digits + &"0".repeat((point - count) as usize),
        1..=21 => {
            let (whole, fraction) = digits.split_at(point as usize);
            format!("{whole}.{fraction}")
        }
        -5..=0 => format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{:+}", point - 1)
        }
    };
    format!("{sign}{size}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_ecmascript() {
        let rows = [
            (0.0, "0"),
            (-0.0, "0"),
            (5.0, "5"),
            (-1.5, "-1.5"),
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
        hostile.serialize(&mut Serializer::with_formatter(&mut bytes, Stringify)).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, "\"a\\u001b[2J \\u009bx \\u202ey \\udb40\\udc41 \\\"q\\\" \\\\ 默认\\n\"");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), hostile);
    }
}
