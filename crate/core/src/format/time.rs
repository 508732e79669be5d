//! Dates, durations and windows, UTC only.

use super::NO_DATA;
use crate::text::{Language, Text};

const NO_TIMES: Text = Text::new("no times in the data", "数据中没有时间");
const SINCE: Text = Text::new("since {time}", "自 {time} 起");
const UNTIL: Text = Text::new("until {time}", "至 {time}");
#[cfg(test)]
pub(super) const ROWS: &[Text] = &[NO_TIMES, SINCE, UNTIL];

const MS_PER_SECOND: f64 = 1000.0;
const SECONDS_PER_DAY: i64 = 86_400;
/// Days from 0000-03-01 to 1970-01-01. Counted from March a leap day is the last day of its year.
const EPOCH_DAY: i64 = 719_468;
/// First day of each month, counted from 1 March.
const MONTH_STARTS: [i64; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];
/// 0000-01-01 and 9999-12-31 23:59:59.999: outside of it four digits do not hold the year.
const CALENDAR_MS: std::ops::RangeInclusive<f64> = -62_167_219_200_000.0..=253_402_300_799_999.0;

struct Moment {
    date: String,
    clock: String,
}

/// `2026-11-30 07:14:22 UTC`; the fraction of a second is cut.
///
/// Unknown, or outside of the years 0 to 9999, is `no data`.
pub fn time_text(time_ms: Option<f64>, language: Language) -> String {
    match time_ms.and_then(moment) {
        Some(moment) => format!("{} {} UTC", moment.date, moment.clock),
        None => NO_DATA.template(language).to_string(),
    }
}

/// A stretch of time: `2026-11-30 07:14:22–07:19:22 UTC (5 min)`.
///
/// - The second date is left out when it is the same day.
/// - One end unknown: `since …` or `until …`; both unknown: `no times in the data`.
pub fn window_text(from_ms: Option<f64>, to_ms: Option<f64>, language: Language) -> String {
    let (Some(from), Some(to)) = (from_ms.and_then(moment), to_ms.and_then(moment)) else {
        let (row, end) = match (from_ms.and_then(moment), to_ms.and_then(moment)) {
            (Some(_), _) => (SINCE, from_ms),
            (_, Some(_)) => (UNTIL, to_ms),
            _ => (NO_TIMES, None),
        };
        return row.fill(language, &[("time", &time_text(end, language))]);
    };
    let seconds = (to_ms.unwrap_or(0.0) - from_ms.unwrap_or(0.0)) / MS_PER_SECOND;
    let length = super::quantity_text(Some(seconds), crate::unit::Unit::Seconds, language);
    if from.date == to.date {
        format!("{} {}–{} UTC ({length})", from.date, from.clock, to.clock)
    } else {
        format!("{} {} – {} {} UTC ({length})", from.date, from.clock, to.date, to.clock)
    }
}

/// A duration of a minute or more in its two largest parts; the second is left out when zero.
pub(super) fn duration_text(seconds: f64, language: Language) -> String {
    let whole_seconds = seconds.round();
    let minutes = (seconds / 60.0).round();
    if whole_seconds < 3600.0 {
        return two_parts(whole_seconds, 60.0, ["min", "s"], language);
    }
    if minutes < 1440.0 {
        return two_parts(minutes, 60.0, ["h", "min"], language);
    }
    two_parts((seconds / 3600.0).round(), 24.0, ["d", "h"], language)
}

fn two_parts(total: f64, per_large: f64, names: [&str; 2], language: Language) -> String {
    let (large, small) = ((total / per_large).floor(), total % per_large);
    let large = super::count_text(large, language);
    match small == 0.0 {
        true => format!("{large} {}", names[0]),
        false => format!("{large} {} {small:.0} {}", names[0], names[1]),
    }
}

fn moment(time_ms: f64) -> Option<Moment> {
    if !CALENDAR_MS.contains(&time_ms) {
        return None;
    }
    let seconds = (time_ms / MS_PER_SECOND).floor() as i64;
    let (year, month, day) = civil_date(seconds.div_euclid(SECONDS_PER_DAY));
    let second = seconds.rem_euclid(SECONDS_PER_DAY);
    Some(Moment {
        date: format!("{year:04}-{month:02}-{day:02}"),
        clock: format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60),
    })
}

/// Year, month and day of a day counted from 1970-01-01, Gregorian.
///
/// Works by peeling off whole cycles of 400, 100, 4 and 1 years that begin on 1 March; the last
/// 100-year and 1-year piece of its cycle may be one day longer, hence the two `min(3)`.
fn civil_date(day_since_epoch: i64) -> (i64, i64, i64) {
    let days = day_since_epoch + EPOCH_DAY;
    let (cycles_400, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let cycles_100 = (day / 36_524).min(3);
    let day = day - cycles_100 * 36_524;
    let (cycles_4, day) = (day / 1461, day % 1461);
    let years = (day / 365).min(3);
    let day = day - years * 365;

    let march_year = cycles_400 * 400 + cycles_100 * 100 + cycles_4 * 4 + years;
    let from_march = MONTH_STARTS.iter().rposition(|start| day >= *start).unwrap_or(0);
    let day_of_month = day - MONTH_STARTS.get(from_march).unwrap_or(&0) + 1;
    match from_march as i64 + 3 {
        month if month > 12 => (march_year + 1, month - 12, day_of_month),
        month => (march_year, month, day_of_month),
    }
}
