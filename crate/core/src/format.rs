//! Numbers → text.
//!
//! The only place that decides how a number looks. It knows no locale, no time zone but UTC and no
//! platform, so native and wasm print the same letters.
//!
//! - Measured numbers have three significant digits, trailing zeros cut: `1.84 s`, `1.4 GiB`.
//! - Counts and tokens from 100 on are exact whole numbers: rounding what was counted helps nobody.
//! - Rounding comes before the choice of the scale: 999.9 ms is `1 s`, never `1000 ms`.
//! - English groups thousands with commas, Chinese does not. Unit symbols are the same in both.
//! - Unknown (`None` or NaN) is `no data`, never a zero.

mod time;

pub use time::{time_text, window_text};

use crate::text::{Language, Text};
use crate::unit::Unit;

/// Printed where a number is unknown.
pub const NO_DATA: Text = Text::new("no data", "无数据");
const NO_REQUESTS: Text = Text::new("no requests", "无请求");
const TOO_FEW: Text = Text::new("too few requests ({count})", "请求太少（{count}）");
const TOO_FEW_BUT: Text = Text::new("too few requests ({count}): {range}", "请求太少（{count}）：{range}");

/// From this size on whole numbers get an exponent: 2^53 is about 9·10^15, beyond it `f64` no longer
/// counts one by one.
const LARGEST_WHOLE_EXPONENT: i32 = 15;
/// Below 10^-6 of the smallest scale a row of zeros says less than an exponent.
const SMALLEST_PLAIN_EXPONENT: i32 = -6;

/// One scale of a unit.
struct Step {
    /// The scale is used from this many SI units on.
    from: f64,
    /// SI units in one of this scale.
    size: f64,
    /// What follows the number, with its blank.
    suffix: Text,
    /// What follows the number 1.
    singular: Text,
}

const fn step(from: f64, size: f64, symbol: &'static str) -> Step {
    worded(from, size, Text::new(symbol, symbol), Text::new(symbol, symbol))
}

const fn worded(from: f64, size: f64, suffix: Text, singular: Text) -> Step {
    Step { from, size, suffix, singular }
}

const KIB: f64 = 1024.0;
const PER_MINUTE: f64 = 1.0 / 60.0;
const PER_HOUR: f64 = 1.0 / 3600.0;

const SECONDS: &[Step] =
    &[step(0.0, 1e-9, " ns"), step(1e-6, 1e-6, " µs"), step(1e-3, 1e-3, " ms"), step(1.0, 1.0, " s")];
const SECONDS_PER_TOKEN: &[Step] = &[
    step(0.0, 1e-9, " ns/token"),
    step(1e-6, 1e-6, " µs/token"),
    step(1e-3, 1e-3, " ms/token"),
    step(1.0, 1.0, " s/token"),
];
const RATIO: &[Step] = &[step(0.0, 0.01, " %")];
const COUNT: &[Step] = &[step(0.0, 1.0, "")];
/// Rare events read better per minute or hour; the border is a hundredth of the larger scale.
const PER_SECOND: &[Step] =
    &[step(0.0, PER_HOUR, "/h"), step(0.01 * PER_MINUTE, PER_MINUTE, "/min"), step(0.01, 1.0, "/s")];
const TOKENS: &[Step] =
    &[worded(0.0, 1.0, Text::new(" tokens", " 个 token"), Text::new(" token", " 个 token"))];
const TOKENS_PER_SECOND: &[Step] =
    &[worded(0.0, 1.0, Text::new(" tokens/s", " token/s"), Text::new(" token/s", " token/s"))];
const CORES: &[Step] = &[worded(0.0, 1.0, Text::new(" cores", " 核"), Text::new(" core", " 核"))];
const HERTZ: &[Step] =
    &[step(0.0, 1.0, " Hz"), step(1e3, 1e3, " kHz"), step(1e6, 1e6, " MHz"), step(1e9, 1e9, " GHz")];
/// Kilowatts begin at ten: one accelerator, 350 to 1200 W, stays in watts and can be compared.
const WATTS: &[Step] = &[step(0.0, 1.0, " W"), step(1e4, 1e3, " kW")];
const CELSIUS: &[Step] = &[step(0.0, 1.0, " °C")];
const BYTES: &[Step] = &[
    step(0.0, 1.0, " B"),
    step(KIB, KIB, " KiB"),
    step(KIB * KIB, KIB * KIB, " MiB"),
    step(KIB * KIB * KIB, KIB * KIB * KIB, " GiB"),
    step(KIB * KIB * KIB * KIB, KIB * KIB * KIB * KIB, " TiB"),
];
const FACTOR: &[Step] = COUNT;

fn steps(unit: Unit) -> &'static [Step] {
    match unit {
        Unit::Seconds => SECONDS,
        Unit::Ratio => RATIO,
        Unit::Count => COUNT,
        Unit::PerSecond => PER_SECOND,
        Unit::Tokens => TOKENS,
        Unit::TokensPerSecond => TOKENS_PER_SECOND,
        Unit::SecondsPerToken => SECONDS_PER_TOKEN,
        Unit::Cores => CORES,
        Unit::Hertz => HERTZ,
        Unit::Watts => WATTS,
        Unit::Celsius => CELSIUS,
        Unit::Bytes => BYTES,
        Unit::Factor | Unit::TimeMs => FACTOR,
    }
}

/// A number in its scale, in pieces, so that an interval can name the unit once.
struct Printed {
    number: String,
    suffix: &'static str,
    /// Which step of the unit; `None` for zero, which fits every scale, and for compound durations.
    step: Option<usize>,
    zero: bool,
}

impl Printed {
    fn whole(self) -> String {
        self.number + self.suffix
    }
}

/// `value` in the most readable scale of `unit`.
///
/// - `None` and NaN are `no data`; infinities are `+Inf` and `-Inf`.
/// - Seconds from a minute on are compound: `2 min 5 s`, `3 h 20 min`, `2 d 4 h`.
/// - A ratio below 1 that would round to `100 %` is `> 99.9 %`.
/// - `TimeMs` is a date and time in UTC, see [`time_text`].
///
/// ```
/// use tailwalk_core::{format::quantity_text, text::Language, unit::Unit};
/// assert_eq!(quantity_text(Some(0.2412), Unit::Seconds, Language::En), "241 ms");
/// assert_eq!(quantity_text(None, Unit::Seconds, Language::Zh), "无数据");
/// ```
pub fn quantity_text(value: Option<f64>, unit: Unit, language: Language) -> String {
    match value {
        None => NO_DATA.template(language).to_string(),
        Some(value) if value.is_nan() => NO_DATA.template(language).to_string(),
        Some(value) if value.is_infinite() => if value > 0.0 { "+Inf" } else { "-Inf" }.to_string(),
        Some(value) => print(value, unit, language).whole(),
    }
}

/// A count of things, as `quantity_text(Some(count), Unit::Count, …)`.
pub fn count_text(count: f64, language: Language) -> String {
    quantity_text(Some(count), Unit::Count, language)
}

/// How many times more than the reference: `×3.5`; `no data` when unknown.
pub fn change_text(change: Option<f64>, language: Language) -> String {
    quantity_text(change, Unit::Factor, language)
}

/// A range without a point: `100–250 ms`, `> 10 s`, `≤ 250 ms`.
///
/// - Equal ends are one number; ends in different scales both carry their unit: `300 ms – 1.5 s`.
/// - A missing or infinite `high` is unbounded; both missing is `no data`.
pub fn range_text(low: Option<f64>, high: Option<f64>, unit: Unit, language: Language) -> String {
    match (finite(low), finite(high)) {
        (None, None) => NO_DATA.template(language).to_string(),
        (Some(low), None) => format!("> {}", quantity_text(Some(low), unit, language)),
        (None, Some(high)) => format!("≤ {}", quantity_text(Some(high), unit, language)),
        (Some(low), Some(high)) => {
            let (low, high) = (print(low, unit, language), print(high, unit, language));
            if low.number == high.number && low.suffix == high.suffix {
                high.whole()
            } else if low.zero || (low.step.is_some() && low.step == high.step) {
                format!("{}–{}", low.number, high.whole())
            } else {
                format!("{} – {}", low.whole(), high.whole())
            }
        }
    }
}

/// A quantile: the point, and the interval that certainly holds the true value.
///
/// - `241 ms (100–250)`: the point with its interval; ends in another scale carry their unit.
/// - `> 10 s`: the top bucket, `high` is missing or infinite.
/// - `too few requests (40): 100–250 ms`: `few` holds the number of requests when there are fewer
///   than the quantile needs; the point would pretend to a precision that is not there.
/// - `no requests`: `few` is 0.
/// - Equal ends are one number, no point is the range, nothing at all is `no data`.
pub fn interval_text(
    low: Option<f64>,
    point: Option<f64>,
    high: Option<f64>,
    unit: Unit,
    few: Option<f64>,
    language: Language,
) -> String {
    let (low, point, high) = (finite(low), finite(point), finite(high));
    if let Some(requests) = few {
        return few_text(low, high, unit, requests, language);
    }
    let Some(point) = point else { return range_text(low, high, unit, language) };
    match (low, high) {
        (None, None) => quantity_text(Some(point), unit, language),
        (Some(low), None) => range_text(Some(low), None, unit, language),
        (Some(low), Some(high)) if low == high => quantity_text(Some(point), unit, language),
        (low, high) => {
            let point = print(point, unit, language);
            let within = bounds_text(low, high, unit, &point, language);
            format!("{} ({within})", point.whole())
        }
    }
}

fn few_text(low: Option<f64>, high: Option<f64>, unit: Unit, requests: f64, language: Language) -> String {
    if requests <= 0.0 {
        return NO_REQUESTS.template(language).to_string();
    }
    let count = count_text(requests, language);
    if low.is_none() && high.is_none() {
        return TOO_FEW.fill(language, &[("count", &count)]);
    }
    let range = range_text(low, high, unit, language);
    TOO_FEW_BUT.fill(language, &[("count", &count), ("range", &range)])
}

/// The bracket behind a point: bare numbers when both ends are in the scale of the point.
fn bounds_text(
    low: Option<f64>,
    high: Option<f64>,
    unit: Unit,
    point: &Printed,
    language: Language,
) -> String {
    let fits = |end: &Printed| end.zero || (end.step.is_some() && end.step == point.step);
    match (low.map(|low| print(low, unit, language)), high.map(|high| print(high, unit, language))) {
        (Some(low), Some(high)) if fits(&low) && fits(&high) => format!("{}–{}", low.number, high.number),
        (Some(low), Some(high)) if low.zero => format!("{}–{}", low.number, high.whole()),
        (Some(low), Some(high)) => format!("{} – {}", low.whole(), high.whole()),
        (None, Some(high)) => format!("≤ {}", high.whole()),
        (Some(low), None) => format!("> {}", low.whole()),
        (None, None) => String::new(),
    }
}

fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// `value` must be finite.
fn print(value: f64, unit: Unit, language: Language) -> Printed {
    if unit == Unit::TimeMs {
        let number = time_text(Some(value), language);
        return Printed { number, suffix: "", step: None, zero: false };
    }
    let size = value.abs();
    let mut printed = print_size(size, unit, language);
    let sign = if value < 0.0 && !printed.zero { "-" } else { "" };
    let times = if unit == Unit::Factor { "×" } else { "" };
    printed.number = format!("{sign}{times}{}", printed.number);
    printed
}

fn print_size(size: f64, unit: Unit, language: Language) -> Printed {
    let steps = steps(unit);
    if size == 0.0 {
        // Zero of a scaled unit is written in the base unit: `0 s`, not `0 ns`.
        let base = steps.iter().find(|step| step.size == 1.0).or(steps.first());
        let suffix = base.map_or("", |step| step.suffix.template(language));
        return Printed { number: "0".to_string(), suffix, step: None, zero: true };
    }
    let rounded = round_to_three_digits(size);
    if unit == Unit::Seconds && rounded >= 60.0 {
        return Printed { number: time::duration_text(size, language), suffix: "", step: None, zero: false };
    }
    let index = steps.iter().rposition(|step| rounded >= step.from).unwrap_or(0);
    let step = &steps[index];
    let scaled = size / step.size;
    let number = if unit == Unit::Ratio && size < 1.0 && rounded >= 1.0 {
        "> 99.9".to_string()
    } else if matches!(unit, Unit::Count | Unit::Tokens) && scaled >= 100.0 {
        whole_number(scaled, language)
    } else {
        three_digits(scaled, language)
    };
    let suffix = if number == "1" { &step.singular } else { &step.suffix };
    Printed { suffix: suffix.template(language), number, step: Some(index), zero: false }
}

/// `size` rounded as it will be printed; `size` itself if that cannot be.
fn round_to_three_digits(size: f64) -> f64 {
    format!("{size:.2e}").parse().unwrap_or(size)
}

/// `size` > 0 with three significant digits, trailing zeros cut.
fn three_digits(size: f64, language: Language) -> String {
    let scientific = format!("{size:.2e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    if !(SMALLEST_PLAIN_EXPONENT..=LARGEST_WHOLE_EXPONENT).contains(&exponent) {
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        return format!("{mantissa}e{exponent}");
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1));
    }
    let before = exponent as usize + 1;
    if digits.len() <= before {
        return group_thousands(&format!("{digits:0<before$}"), language);
    }
    let (whole, fraction) = digits.split_at(before);
    format!("{}.{fraction}", group_thousands(whole, language))
}

fn whole_number(size: f64, language: Language) -> String {
    let whole = format!("{size:.0}");
    if whole.len() as i32 > LARGEST_WHOLE_EXPONENT + 1 {
        return three_digits(size, language);
    }
    group_thousands(&whole, language)
}

fn group_thousands(digits: &str, language: Language) -> String {
    if language == Language::Zh {
        return digits.to_string();
    }
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests;
