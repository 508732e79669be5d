use super::*;
use Language::{En, Zh};

/// One row per number: unit, value, English, Chinese.
fn check(rows: &[(Unit, f64, &str, &str)]) {
    for &(unit, value, en, zh) in rows {
        assert_eq!(quantity_text(Some(value), unit, En), en, "{unit:?} {value} en");
        assert_eq!(quantity_text(Some(value), unit, Zh), zh, "{unit:?} {value} zh");
    }
}

/// As [`check`] where both languages print the same.
fn check_same(rows: &[(Unit, f64, &str)]) {
    for &(unit, value, text) in rows {
        check(&[(unit, value, text, text)]);
    }
}

#[test]
fn seconds() {
    check_same(&[
        (Unit::Seconds, 0.241, "241 ms"),
        (Unit::Seconds, 1.8412, "1.84 s"),
        (Unit::Seconds, 125.0, "2 min 5 s"),
        (Unit::Seconds, 0.0, "0 s"),
        (Unit::Seconds, -0.0, "0 s"),
        (Unit::Seconds, -1.84, "-1.84 s"),
        (Unit::Seconds, 0.0003, "300 µs"),
        (Unit::Seconds, 4.2e-8, "42 ns"),
        (Unit::Seconds, 1e-20, "1e-11 ns"),
        (Unit::Seconds, 120.0, "2 min"),
        (Unit::Seconds, 12_000.0, "3 h 20 min"),
        (Unit::Seconds, 187_200.0, "2 d 4 h"),
        (Unit::Seconds, -90.0, "-1 min 30 s"),
    ]);
}

#[test]
fn rounding_carries_into_the_next_scale() {
    check_same(&[
        (Unit::Seconds, 0.9994, "999 ms"),
        (Unit::Seconds, 0.9996, "1 s"),
        (Unit::Seconds, 59.94, "59.9 s"),
        (Unit::Seconds, 59.96, "1 min"),
        (Unit::Seconds, 3599.4, "59 min 59 s"),
        (Unit::Seconds, 3599.6, "1 h"),
        (Unit::Seconds, 86_369.0, "23 h 59 min"),
        (Unit::Seconds, 86_371.0, "1 d"),
        (Unit::Hertz, 999_600_000.0, "1 GHz"),
        (Unit::Bytes, 1_048_570.0, "1 MiB"),
        (Unit::SecondsPerToken, 0.000_999_9, "1 ms/token"),
    ]);
}

#[test]
fn ratios() {
    check_same(&[
        (Unit::Ratio, 0.98, "98 %"),
        (Unit::Ratio, 0.004, "0.4 %"),
        (Unit::Ratio, 0.9834, "98.3 %"),
        (Unit::Ratio, 0.07, "7 %"),
        (Unit::Ratio, 0.0, "0 %"),
        (Unit::Ratio, 1.0, "100 %"),
        (Unit::Ratio, 1.25, "125 %"),
        (Unit::Ratio, 0.999_96, "> 99.9 %"),
        (Unit::Ratio, 0.000_000_02, "0.000002 %"),
    ]);
}

#[test]
fn counts_are_exact_from_a_hundred_on() {
    check(&[
        (Unit::Count, 0.0, "0", "0"),
        (Unit::Count, 0.305, "0.305", "0.305"),
        (Unit::Count, 3.2749, "3.27", "3.27"),
        (Unit::Count, 99.96, "100", "100"),
        (Unit::Count, 1234.0, "1,234", "1234"),
        (Unit::Count, 1_234_567.0, "1,234,567", "1234567"),
        (Unit::Count, -1234.4, "-1,234", "-1234"),
        (Unit::Count, 9e15, "9,000,000,000,000,000", "9000000000000000"),
        (Unit::Count, 1.5e18, "1.5e18", "1.5e18"),
        (Unit::Count, f64::MAX, "1.8e308", "1.8e308"),
        (Unit::Count, f64::MIN_POSITIVE, "2.23e-308", "2.23e-308"),
        (Unit::Tokens, 1370.0, "1,370 tokens", "1370 个 token"),
        (Unit::Tokens, 1.0, "1 token", "1 个 token"),
        (Unit::Tokens, 12.345, "12.3 tokens", "12.3 个 token"),
    ]);
}

#[test]
fn rates_and_prices() {
    check(&[
        (Unit::PerSecond, 3.2, "3.2/s", "3.2/s"),
        (Unit::PerSecond, 0.0, "0/s", "0/s"),
        (Unit::PerSecond, 0.01, "0.01/s", "0.01/s"),
        (Unit::PerSecond, 0.005, "0.3/min", "0.3/min"),
        (Unit::PerSecond, 0.0001, "0.36/h", "0.36/h"),
        (Unit::PerSecond, 12_345.0, "12,300/s", "12300/s"),
        (Unit::TokensPerSecond, 1372.0, "1,370 tokens/s", "1370 token/s"),
        (Unit::SecondsPerToken, 0.000_152, "152 µs/token", "152 µs/token"),
        (Unit::SecondsPerToken, 0.0, "0 s/token", "0 s/token"),
    ]);
}

#[test]
fn hardware() {
    check(&[
        (Unit::Cores, 0.98, "0.98 cores", "0.98 核"),
        (Unit::Cores, 1.0, "1 core", "1 核"),
        (Unit::Hertz, 1.71e9, "1.71 GHz", "1.71 GHz"),
        (Unit::Hertz, 345e6, "345 MHz", "345 MHz"),
        (Unit::Watts, 412.3, "412 W", "412 W"),
        (Unit::Watts, 1200.0, "1,200 W", "1200 W"),
        (Unit::Watts, 11_200.0, "11.2 kW", "11.2 kW"),
        (Unit::Celsius, 71.0, "71 °C", "71 °C"),
        (Unit::Celsius, -4.0, "-4 °C", "-4 °C"),
        (Unit::Bytes, 512.0, "512 B", "512 B"),
        (Unit::Bytes, 1_503_238_553.6, "1.4 GiB", "1.4 GiB"),
        (Unit::Factor, 3.5, "×3.5", "×3.5"),
        (Unit::Factor, 0.0, "×0", "×0"),
        (Unit::Factor, 1520.0, "×1,520", "×1520"),
    ]);
}

#[test]
fn what_is_no_number() {
    check(&[
        (Unit::Seconds, f64::NAN, "no data", "无数据"),
        (Unit::TimeMs, f64::NAN, "no data", "无数据"),
        (Unit::Ratio, f64::INFINITY, "+Inf", "+Inf"),
        (Unit::Bytes, f64::NEG_INFINITY, "-Inf", "-Inf"),
    ]);
    assert_eq!(quantity_text(None, Unit::Tokens, En), "no data");
    assert_eq!(change_text(None, Zh), "无数据");
}

#[test]
fn dates() {
    check_same(&[
        (Unit::TimeMs, 1_796_022_862_999.0, "2026-11-30 07:14:22 UTC"),
        (Unit::TimeMs, 0.0, "1970-01-01 00:00:00 UTC"),
        (Unit::TimeMs, -0.5, "1969-12-31 23:59:59 UTC"),
        (Unit::TimeMs, -1500.5, "1969-12-31 23:59:58 UTC"),
        (Unit::TimeMs, 951_782_400_000.0, "2000-02-29 00:00:00 UTC"),
        (Unit::TimeMs, 951_868_800_000.0, "2000-03-01 00:00:00 UTC"),
        (Unit::TimeMs, 4_107_456_000_000.0, "2100-02-28 00:00:00 UTC"),
        (Unit::TimeMs, 4_107_542_400_000.0, "2100-03-01 00:00:00 UTC"),
        (Unit::TimeMs, 1_735_689_599_000.0, "2024-12-31 23:59:59 UTC"),
        (Unit::TimeMs, -62_167_219_200_000.0, "0000-01-01 00:00:00 UTC"),
        (Unit::TimeMs, 253_402_300_799_999.0, "9999-12-31 23:59:59 UTC"),
    ]);
    check(&[
        (Unit::TimeMs, 253_402_300_800_000.0, "no data", "无数据"),
        (Unit::TimeMs, -1e300, "no data", "无数据"),
    ]);
}

#[test]
fn a_calendar_of_400_years_has_no_gap_and_no_double_day() {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |year, month| match month {
        2 => 28 + i64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let (mut year, mut month, mut day) = (1970, 1, 1);
    for since_epoch in 0..146_097 {
        let expected = format!("{year:04}-{month:02}-{day:02} 00:00:00 UTC");
        assert_eq!(time_text(Some(since_epoch as f64 * 86_400_000.0), En), expected);
        day += 1;
        if day > length(year, month) {
            (day, month) = (1, month + 1);
        }
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
}

#[test]
fn windows() {
    let start = 1_796_022_862_000.0;
    let rows = [
        (Some(start), Some(start + 300_000.0), "2026-11-30 07:14:22–07:19:22 UTC (5 min)"),
        (Some(start), Some(start + 86_400_000.0), "2026-11-30 07:14:22 – 2026-12-01 07:14:22 UTC (1 d)"),
        (Some(start), None, "since 2026-11-30 07:14:22 UTC"),
        (None, Some(start), "until 2026-11-30 07:14:22 UTC"),
        (None, None, "no times in the data"),
        (Some(f64::NAN), Some(1e300), "no times in the data"),
    ];
    for (from, to, expected) in rows {
        assert_eq!(window_text(from, to, En), expected);
    }
    assert_eq!(window_text(Some(start), None, Zh), "自 2026-11-30 07:14:22 UTC 起");
}

#[test]
fn ranges() {
    let rows = [
        (Some(0.1), Some(0.25), Unit::Seconds, "100–250 ms"),
        (Some(0.3), Some(1.5), Unit::Seconds, "300 ms – 1.5 s"),
        (Some(0.0), Some(0.3), Unit::Seconds, "0–300 ms"),
        (Some(0.0), Some(0.0), Unit::Seconds, "0 s"),
        (Some(60.0), Some(150.0), Unit::Seconds, "1 min – 2 min 30 s"),
        (Some(10.0), None, Unit::Seconds, "> 10 s"),
        (Some(10.0), Some(f64::INFINITY), Unit::Seconds, "> 10 s"),
        (None, Some(0.25), Unit::Seconds, "≤ 250 ms"),
        (None, Some(f64::NAN), Unit::Seconds, "no data"),
        (Some(0.12), Some(0.18), Unit::Ratio, "12–18 %"),
        (Some(0.02), Some(0.02), Unit::Ratio, "2 %"),
        (Some(1000.0), Some(2500.0), Unit::Tokens, "1,000–2,500 tokens"),
    ];
    for (low, high, unit, expected) in rows {
        assert_eq!(range_text(low, high, unit, En), expected);
    }
}

#[test]
fn intervals() {
    let inf = f64::INFINITY;
    let rows = [
        (Some(0.1), Some(0.241), Some(0.25), None, "241 ms (100–250)", "241 ms (100–250)"),
        (Some(0.0), Some(0.297), Some(0.3), None, "297 ms (0–300)", "297 ms (0–300)"),
        (Some(0.3), Some(0.9), Some(1.5), None, "900 ms (300 ms – 1.5 s)", "900 ms (300 ms – 1.5 s)"),
        (Some(0.0), Some(0.9), Some(1.5), None, "900 ms (0–1.5 s)", "900 ms (0–1.5 s)"),
        (
            Some(40.0),
            Some(70.0),
            Some(80.0),
            None,
            "1 min 10 s (40 s – 1 min 20 s)",
            "1 min 10 s (40 s – 1 min 20 s)",
        ),
        (Some(10.0), Some(10.0), None, None, "> 10 s", "> 10 s"),
        (Some(10.0), None, Some(inf), None, "> 10 s", "> 10 s"),
        (Some(2.0), Some(2.0), Some(2.0), None, "2 s", "2 s"),
        (None, Some(0.2), Some(0.25), None, "200 ms (≤ 250 ms)", "200 ms (≤ 250 ms)"),
        (None, Some(0.2), None, None, "200 ms", "200 ms"),
        (Some(0.1), None, Some(0.25), None, "100–250 ms", "100–250 ms"),
        (None, None, None, None, "no data", "无数据"),
        (
            Some(0.1),
            Some(0.241),
            Some(0.25),
            Some(40.0),
            "too few requests (40): 100–250 ms",
            "请求太少（40）：100–250 ms",
        ),
        (Some(10.0), None, None, Some(7.0), "too few requests (7): > 10 s", "请求太少（7）：> 10 s"),
        (None, None, None, Some(40.0), "too few requests (40)", "请求太少（40）"),
        (None, None, None, Some(0.0), "no requests", "无请求"),
    ];
    for (low, point, high, few, en, zh) in rows {
        assert_eq!(interval_text(low, point, high, Unit::Seconds, few, En), en);
        assert_eq!(interval_text(low, point, high, Unit::Seconds, few, Zh), zh);
    }
}

#[test]
fn hostile_numbers_never_panic_and_never_print_nothing() {
    let numbers = [0.0, -0.0, 1e-320, 1e308, -1e308, f64::MAX, f64::MIN, f64::NAN, f64::INFINITY, 1e15, 1e16];
    let units = [Unit::Seconds, Unit::Ratio, Unit::Count, Unit::TimeMs, Unit::Bytes, Unit::Factor];
    for unit in units {
        for low in numbers {
            assert!(!quantity_text(Some(low), unit, En).is_empty());
            for high in numbers {
                for language in [En, Zh] {
                    let text = interval_text(Some(low), Some(high), Some(low), unit, None, language);
                    assert!(!text.is_empty() && !text.contains("NaN"), "{low} {high} {unit:?}: {text}");
                    assert!(!window_text(Some(low), Some(high), language).is_empty());
                }
            }
        }
    }
}

#[test]
fn every_row_has_both_languages() {
    for row in [NO_DATA, NO_REQUESTS, TOO_FEW, TOO_FEW_BUT].iter().chain(time::ROWS) {
        row.check().unwrap();
    }
}
