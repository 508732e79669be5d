//! Numbers as the exporters write them, exact to the bit and fast.
//!
//! - [`value`] answers what `str::parse::<f64>` answers, but most samples are short decimals, and
//!   for those one multiplication or division is exact (Clinger 1990): a mantissa up to 2^53 and a
//!   power of ten up to 10^22 are both doubles, so their product or quotient is rounded once.
//! - [`time_ms`] reads seconds to whole milliseconds without a detour through a rounded product.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Furthest time that is still a date, in ms: the range of ECMAScript's `Date`, ±100 million days.
/// A time beyond it is a number that landed in the wrong column.
pub(super) const FURTHEST_MS: f64 = 8.64e15;

/// A decimal at the start of `bytes`, of any length: its value and its length.
///
/// - `None` for a word, and for what the standard library has no finite number for.
#[inline]
pub(super) fn decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    short_decimal(bytes).or_else(|| long_decimal(bytes))
}

/// Sums of latencies are written with all 17 digits: that is usual, too.
#[inline(never)]
fn long_decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let other = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E');
    let length = bytes.iter().position(other)?;
    Some((value(&bytes[..length])?, length))
}

/// A decimal at the start of `bytes`: its value and its length.
///
/// - `None` when there is no digit, or when the fast path would not be exact: the caller takes the
///   whole token to [`value`].
/// - The byte after it is not looked at.
#[inline]
pub(super) fn short_decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut at = start;
    let mut mantissa = 0u64;
    while let Some(digit) = digit(bytes, at) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
        at += 1;
    }
    let whole = at - start;
    let mut digits = whole;
    let mut exponent = 0i32;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let point = at;
        while let Some(digit) = digit(bytes, at) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
            at += 1;
        }
        digits += at - point;
        exponent = -((at - point) as i32);
    }
    // 19 digits cannot overflow 64 bits. More, or none, is not for this path.
    if digits == 0 || digits > 19 || mantissa > 1 << 53 {
        return None;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let (power, length) = power(&bytes[at + 1..])?;
        exponent += power;
        at += 1 + length;
    }
    let magnitude = match exponent {
        0 => mantissa as f64,
        1..=22 => mantissa as f64 * POWERS[exponent as usize],
        -22..=-1 => mantissa as f64 / POWERS[-exponent as usize],
        _ => return None,
    };
    Some((if negative { -magnitude } else { magnitude }, at))
}

#[inline]
fn digit(bytes: &[u8], at: usize) -> Option<u64> {
    let digit = bytes.get(at)?.wrapping_sub(b'0');
    (digit < 10).then_some(u64::from(digit))
}

/// The first eight bytes as one number when all are digits: pairs, then fours, then eight are joined by
/// multiplications inside one word (Lemire, "quickly parsing eight digits").
#[inline]
fn eight_digits(bytes: &[u8]) -> Option<u64> {
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    let digits = word ^ 0x3030_3030_3030_3030;
    // A digit is 0 to 9: adding 6 does not reach the upper half of its byte.
    if (digits | digits.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0 != 0 {
        return None;
    }
    let pairs = digits * 10 + (digits >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    Some(low.wrapping_add(high) >> 32)
}

/// The power after an `e`, with an optional sign; leading zeros are usual (`e+010`).
fn power(bytes: &[u8]) -> Option<(i32, usize)> {
    let (negative, start) = match bytes.first() {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    };
    let mut at = start;
    let mut power = 0i32;
    while let Some(digit) = digit(bytes, at) {
        power = power.saturating_mul(10).saturating_add(digit as i32);
        at += 1;
    }
    (at > start && power <= 400).then_some((if negative { -power } else { power }, at))
}

/// A whole token as a number, by the rules of Prometheus.
///
/// - `NaN`, `Inf`, `Infinity` in any case; a sign before `Inf` only. Every NaN is the same NaN.
/// - No hexadecimal and no `_`: Prometheus refuses them.
/// - No overflow: `1e400` is refused rather than read as infinity. Underflow is 0.
pub(super) fn value(token: &[u8]) -> Option<f64> {
    if let Some((number, length)) = short_decimal(token)
        && length == token.len()
    {
        return Some(number);
    }
    let unsigned = token.strip_prefix(b"-").or_else(|| token.strip_prefix(b"+")).unwrap_or(token);
    if unsigned.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') {
        let number: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
        return number.is_finite().then_some(number);
    }
    if token.eq_ignore_ascii_case(b"nan") {
        return Some(f64::NAN);
    }
    if unsigned.eq_ignore_ascii_case(b"inf") || unsigned.eq_ignore_ascii_case(b"infinity") {
        return Some(if token.first() == Some(&b'-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    None
}

/// Seconds at the start of `bytes` as whole milliseconds, and the length of the text.
///
/// - Up to three decimals are read as an integer of milliseconds; other spellings are parsed as
///   seconds, multiplied and rounded to the nearest millisecond.
/// - `None` when it is no decimal, or beyond [`FURTHEST_MS`].
#[inline]
pub(super) fn time_ms(bytes: &[u8]) -> Option<(f64, usize)> {
    let (mut whole, mut at) = match eight_digits(bytes) {
        Some(number) => (number, 8),
        None => (0, 0),
    };
    while let Some(digit) = digit(bytes, at) {
        whole = whole.wrapping_mul(10).wrapping_add(digit);
        at += 1;
    }
    if at == 0 || at > 12 {
        return unusual_time_ms(bytes);
    }
    let mut ms = whole * 1000;
    if bytes.get(at) == Some(&b'.') {
        let mut unit = 100;
        at += 1;
        while let Some(digit) = digit(bytes, at) {
            if unit == 0 {
                return unusual_time_ms(bytes);
            }
            ms += digit * unit;
            unit /= 10;
            at += 1;
        }
    }
    match bytes.get(at) {
        Some(b'e' | b'E') => unusual_time_ms(bytes),
        _ => Some((ms as f64, at)),
    }
}

#[cold]
fn unusual_time_ms(bytes: &[u8]) -> Option<(f64, usize)> {
    let length = bytes
        .iter()
        .position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'))
        .unwrap_or(bytes.len());
    let ms = seconds_to_ms(value(&bytes[..length])?)?;
    Some((ms, length))
}

/// Seconds as whole milliseconds; `None` when it is no date.
pub(super) fn seconds_to_ms(seconds: f64) -> Option<f64> {
    let ms = (seconds * 1000.0).round();
    (ms.abs() <= FURTHEST_MS).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let expected: f64 = text.parse().unwrap();
        let got = value(text.as_bytes()).unwrap();
        assert_eq!(got.to_bits(), expected.to_bits(), "{text}: {got:e} is not {expected:e}");
    }

    #[test]
    fn equal_to_the_standard_parser_to_the_bit() {
        for text in [
            "0",
            "-0",
            "0.0",
            "1",
            "1.",
            ".5",
            "-.5",
            "+3",
            "007",
            "5e-324",
            "1e-400",
            "2.2250738585072011e-308",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "1e22",
            "1e23",
            "9007199254740991e22",
            "123456789012345678",
            "0.1",
            "0.3",
            "1796022551.838736",
            "0.013300656000000001",
            "9.223372036854776e18",
            "1.7976931348623157e308",
            "3E8",
            "8.2e+010",
            "0000000000000000000000000000000000000000001.2e-1",
            "179769313486231570000000000000000000000",
        ] {
            check(text);
        }
    }

    #[test]
    fn equal_to_the_standard_parser_on_many_spellings() {
        let mut state = 7u64;
        let mut next = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 11
        };
        for _ in 0..200_000 {
            let mantissa = next() >> (next() % 53);
            let text = match next() % 5 {
                0 => format!("{mantissa}"),
                1 => format!("{}.{:03}", mantissa % 1_000_000, next() % 1000),
                2 => format!("-{}", f64::from_bits((next() << 11) | (next() % 2048)).abs()),
                3 => format!("{mantissa}e{}", next() as i64 % 60 - 30),
                _ => format!("{:e}", mantissa as f64 / (1 + next() % 1000) as f64),
            };
            if text.parse::<f64>().is_ok_and(f64::is_finite) {
                check(&text);
            }
        }
    }

    #[test]
    fn words_and_refusals() {
        assert!(value(b"NaN").unwrap().is_nan() && value(b"nan").unwrap().is_nan());
        for (text, expected) in
            [("Inf", f64::INFINITY), ("+infinity", f64::INFINITY), ("-INF", -f64::INFINITY)]
        {
            assert_eq!(value(text.as_bytes()), Some(expected), "{text}");
        }
        for text in
            ["", "-", "+", ".", "+NaN", "1_2", "0x1p-3", "1e400", "-1e400", "1s", "e5", "1e", "1e+", "true"]
        {
            assert_eq!(value(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn times_are_whole_milliseconds() {
        for (text, expected) in [
            ("1796022566.807", Some((1_796_022_566_807.0, 14))),
            ("1796022566", Some((1_796_022_566_000.0, 10))),
            ("1796022566.8,", Some((1_796_022_566_800.0, 12))),
            ("1796022566.8073999", Some((1_796_022_566_807.0, 18))),
            ("1.796022566807e+09", Some((1_796_022_566_807.0, 18))),
            ("-2.5", Some((-2500.0, 4))),
            ("1e30", None),
            ("12345678901234567890", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(time_ms(text.as_bytes()), expected, "{text}");
        }
    }
}
