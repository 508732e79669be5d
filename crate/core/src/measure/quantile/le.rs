//! `le` labels are numbers in the notation of Go's `strconv.ParseFloat`.

/// Reads one `le` label; `None` for what Go refuses.
///
/// - `inf`, `infinity` with an optional sign, `nan` without one, in any case.
/// - Decimal digits with an optional point and exponent: `1`, `1.`, `.5`, `1e-05`, `+2`.
/// - Hexadecimal with a mandatory binary exponent: `0x1p-1`.
/// - `_` between digits, and after `0x`: `1_000`.
/// - Too large is refused, too small reads as 0.
/// - No blanks, no decimal comma, no empty text.
pub fn parse_le(text: &str) -> Option<f64> {
    let (sign, body) = match text.as_bytes().first()? {
        b'-' => (-1.0, text.get(1..)?),
        b'+' => (1.0, text.get(1..)?),
        _ => (1.0, text),
    };
    if body.eq_ignore_ascii_case("inf") || body.eq_ignore_ascii_case("infinity") {
        return Some(sign * f64::INFINITY);
    }
    if text.eq_ignore_ascii_case("nan") {
        return Some(f64::NAN);
    }
    if !underscores_separate_digits(body) {
        return None;
    }
    let digits: String = body.chars().filter(|&letter| letter != '_').collect();
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => parse_hexadecimal(hexadecimal)?,
        None => parse_decimal(&digits)?,
    };
    value.is_finite().then_some(sign * value)
}

fn parse_decimal(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let numeric = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !(whole.is_empty() && fraction.is_empty());
    let exponent_reads = exponent.is_none_or(is_integer);
    if !(has_digits && numeric(whole) && numeric(fraction) && exponent_reads) {
        return None;
    }
    digits.parse().ok()
}

/// `text` stands behind `0x`; the mantissa may be long, so digits beyond 64 bits only raise the exponent.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if (whole.is_empty() && fraction.is_empty()) || !is_integer(exponent) {
        return None;
    }
    // An exponent beyond ±1e6 is zero or too large whatever the mantissa of a label is.
    let mut power = exponent.parse::<i64>().ok()?.clamp(-1_000_000, 1_000_000) as i32;
    let mut value: u64 = 0;
    for (index, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let kept = value >> 60 == 0;
        if kept {
            value = value << 4 | digit;
        }
        let behind_the_point = index >= whole.len();
        power += match (kept, behind_the_point) {
            (true, true) => -4,
            (false, false) => 4,
            _ => 0,
        };
    }
    Some(libm::scalbn(value as f64, power))
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn underscores_separate_digits(body: &str) -> bool {
    let prefixed = body.len() > 2 && (body.starts_with("0x") || body.starts_with("0X"));
    // The base prefix counts as a digit: `0x_1p0` is read.
    let (mut previous, rest) = if prefixed { (b'0', &body.as_bytes()[2..]) } else { (b'!', body.as_bytes()) };
    for &byte in rest {
        let digit = byte.is_ascii_digit() || (prefixed && byte.is_ascii_hexdigit());
        let broken = match (digit, byte == b'_') {
            (true, _) => false,
            (_, true) => previous != b'0',
            _ => previous == b'_',
        };
        if broken {
            return false;
        }
        previous = if digit {
            b'0'
        } else if byte == b'_' {
            b'_'
        } else {
            b'!'
        };
    }
    previous != b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_go_reads() {
        let cases = [
            ("1", 1.0),
            ("1.0", 1.0),
            ("1.", 1.0),
            (".5", 0.5),
            ("+2", 2.0),
            ("-0.25", -0.25),
            ("1e0", 1.0),
            ("1e-05", 1e-5),
            ("1E+2", 100.0),
            ("1_0", 10.0),
            ("0x1p-1", 0.5),
            ("0X1.8P1", 3.0),
            ("0x_1p0", 1.0),
            ("0x1.fffffffffffffffffp0", 2.0),
            ("0x123456789abcdef0123p0", 0x0012_3456_789a_bcde_u64 as f64 * 1_048_576.0 + 983_331.0),
            ("inf", f64::INFINITY),
            ("+Inf", f64::INFINITY),
            ("-INFINITY", f64::NEG_INFINITY),
            ("1e-999", 0.0),
            ("0x1p-99999999", 0.0),
        ];
        for (text, value) in cases {
            assert_eq!(parse_le(text), Some(value), "{text}");
        }
        assert!(parse_le("NaN").is_some_and(f64::is_nan));
    }

    #[test]
    fn refuses_what_go_refuses() {
        let cases = [
            "",
            " ",
            "1 ",
            " 1",
            "0,5",
            "1e999",
            "0x1p99999",
            "0x1",
            "0xp1",
            "1e",
            "e5",
            ".",
            "+",
            "--1",
            "+nan",
            "in",
            "infi",
            "infinityy",
            "1__0",
            "_1",
            "1_",
            "1_.0",
            "1e5_0_",
            "1.2.3",
            "Hello World",
            "0b1",
            "１",
            "0x1p1_",
            "1e+",
            "0x1p9999999999999999999999",
        ];
        for text in cases {
            assert_eq!(parse_le(text), None, "{text:?}");
        }
    }
}
