//! Dates that people write between scrapes: `# scraped 2026-11-30T07:17:54Z`, or the bare output of
//! `date +%s` in a loop around `curl`.

use crate::read::number;

/// Seconds that can only be a date: September 2001 to November 2286.
pub(super) const DATE_SECONDS: std::ops::Range<f64> = 1e9..1e10;

/// The time that a line between scrapes states, in ms; a leading `#` is already gone.
///
/// - RFC 3339 with a zone, as the last word: without a zone nobody can tell the time.
/// - Seconds since the epoch, alone on the line.
pub(super) fn read(line: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(line).ok()?.trim();
    if let Some(seconds) = number::value(text.as_bytes())
        && DATE_SECONDS.contains(&seconds)
    {
        return number::seconds_to_ms(seconds);
    }
    rfc3339_ms(text.rsplit(' ').next()?)
}

fn rfc3339_ms(text: &str) -> Option<f64> {
    let (date, rest) = text.split_once(['T', 't', '_'])?;
    let mut parts = date.split('-');
    let year = whole(parts.next()?, 4)?;
    let (month, day) = (whole(parts.next()?, 2)?, whole(parts.next()?, 2)?);
    let zone_at = rest.find(['Z', 'z', '+', '-'])?;
    let (time, zone) = rest.split_at(zone_at);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = clock.split(':');
    let (hour, minute) = (whole(parts.next()?, 2)?, whole(parts.next()?, 2)?);
    let second = whole(parts.next()?, 2)?;
    let fraction = number::value(format!("0.{fraction}").as_bytes())?;
    let offset_minutes = match zone {
        "Z" | "z" => 0,
        _ => {
            let (hours, minutes) = match zone[1..].split_once(':') {
                Some(parts) => parts,
                None => zone[1..].split_at_checked(2)?,
            };
            let minutes = whole(hours, 2)? * 60 + whole(minutes, 2)?;
            if zone.starts_with('-') { -minutes } else { minutes }
        }
    };
    let valid =
        (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60 && second < 61;
    let seconds =
        days_since_epoch(year, month, day) * 86_400 + (hour * 60 + minute - offset_minutes) * 60 + second;
    if !valid {
        return None;
    }
    number::seconds_to_ms(seconds as f64 + fraction)
}

fn whole(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Days from 1970-01-01 in the Gregorian calendar (Hinnant, "chrono-compatible low-level date
/// algorithms": years begin in March, so the leap day is the last of its year).
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, expected) in [
            (" scraped 2026-11-30T07:17:54Z", Some(1_796_023_074_000.0)),
            ("2026-11-30T08:17:54.25+01:00", Some(1_796_023_074_250.0)),
            ("2026-11-30T02:17:54-0500", Some(1_796_023_074_000.0)),
            ("1970-01-01T00:00:00Z", Some(0.0)),
            ("2000-02-29T00:00:00Z", Some(951_782_400_000.0)),
            ("1796023074", Some(1_796_023_074_000.0)),
            ("1796023074.055", Some(1_796_023_074_055.0)),
            ("2026-11-30T07:17:54", None),
            ("2026-13-30T07:17:54Z", None),
            ("12", None),
            (" comment", None),
            ("", None),
            ("é2026-11-30T07:17:54+1é", None),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
    }
}
