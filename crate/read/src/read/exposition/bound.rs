//! The spelling of `le` and `quantile`.

use crate::read::number;

/// The spelling that Prometheus 3 gives to a bucket bound or a quantile while it scrapes.
///
/// - A whole number below 10^6 gets a fraction: `1` → `1.0`.
/// - From 10^6 on and below 10^-4 there is an exponent of at least two digits: `1e+06`, `1e-05`
///   (Go's shortest `%g`).
/// - Text that is no number has no canonical spelling: `None`.
pub(super) fn canonical(text: &str) -> Option<String> {
    let bound = number::value(text.as_bytes())?;
    if bound.is_nan() {
        return Some("NaN".to_string());
    }
    if bound.is_infinite() {
        return Some(if bound > 0.0 { "+Inf" } else { "-Inf" }.to_string());
    }
    if bound == 0.0 {
        return Some("0.0".to_string());
    }
    let scientific = format!("{bound:e}");
    let (digits, exponent) = scientific.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    Some(if (-4..6).contains(&exponent) {
        let plain = format!("{bound}");
        if plain.contains('.') { plain } else { plain + ".0" }
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{digits}e{sign}{:02}", exponent.abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_prometheus_3() {
        for (text, expected) in [
            ("1", "1.0"),
            ("1e0", "1.0"),
            ("-1", "-1.0"),
            ("0", "0.0"),
            ("-0", "0.0"),
            ("0.005", "0.005"),
            ("1e-04", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.1e-4", "0.00011"),
            ("1e+05", "100000.0"),
            ("999999", "999999.0"),
            ("1000000", "1e+06"),
            ("1234567.5", "1.2345675e+06"),
            ("100000000000.0", "1e+11"),
            ("1e100", "1e+100"),
            ("+INF", "+Inf"),
            ("-inf", "-Inf"),
            ("nan", "NaN"),
        ] {
            assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "foo", " 1", "0,5"] {
            assert_eq!(canonical(text), None, "{text}");
        }
    }
}
