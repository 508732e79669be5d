//! The end of a file of lines: which unit its times have, which scrape a sample is of, what to note.

use super::Column;
use super::line::Time;
use super::mark::DATE_SECONDS;
use crate::error::{Error, ErrorCode, Result};
use crate::read::formats;
use crate::read::notes;
use crate::read::number;
use crate::read::store::{Context, Draft, Seen, Store, Timing};
use crate::text::Text;

/// Milliseconds below this are before March 1973, and seconds above it are after the year 5138.
const SECONDS_END: f64 = 1e11;

/// What was noticed on the way.
#[derive(Default)]
pub(super) struct Clues {
    pub(super) samples: u64,
    timed: Seen,
    fraction: bool,
    least: f64,
    greatest: f64,
    pub(super) exemplars: u64,
    pub(super) bad_lines: Seen,
    pub(super) bad_metadata: Seen,
    pub(super) loose_lines: Seen,
    pub(super) dates: Seen,
    /// Scrape → its date in ms.
    pub(super) scrape_dates: Vec<(u32, f64)>,
    pub(super) has_eof: bool,
    pub(super) ends_with_eof: bool,
    /// Something that only OpenMetrics has.
    pub(super) openmetrics: bool,
    /// A name stands among the labels, as in a dump of promtool.
    pub(super) named_inside: bool,
}

impl Clues {
    pub(super) fn see_sample(&mut self, time: Option<Time>, line: u64, bytes: &[u8]) {
        self.samples += 1;
        let Some(Time { number, fraction }) = time else { return };
        if self.timed.count == 0 {
            (self.least, self.greatest) = (number, number);
        }
        self.timed.see(line, bytes);
        self.fraction |= fraction;
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
    }

    /// Why there is not one sample.
    pub(super) fn nothing(&self, context: &Context) -> Error {
        let last = self.bad_lines.excerpt.rsplit(' ').next().unwrap_or_default();
        if number::value(last.as_bytes()).is_some_and(|time| time > number::FURTHEST_MS) {
            context.error(ErrorCode::BadTimes, last).hint(TOO_LATE)
        } else if self.bad_lines.count > 0 {
            context.error(ErrorCode::UnknownFormat, self.bad_lines.excerpt.as_str()).hint(NO_METRIC)
        } else {
            context.error(ErrorCode::NoSamples, "").hint(ONLY_COMMENTS)
        }
    }

    /// Milliseconds in one unit of the times.
    ///
    /// - OpenMetrics (`# EOF`) has seconds, and so has whoever writes fractions; but not where that
    ///   would be after the year 5138.
    /// - A file whose times all lie between 2001 and 2286 as seconds has seconds: as milliseconds they
    ///   would all be in the spring of 1970.
    /// - Everything else has milliseconds, as the text format says.
    fn unit_ms(&self) -> f64 {
        let seconds = self.greatest < SECONDS_END && (self.fraction || self.has_eof)
            || DATE_SECONDS.contains(&self.least) && DATE_SECONDS.contains(&self.greatest);
        if seconds { 1000.0 } else { 1.0 }
    }

    /// One date for every scrape, rising.
    fn dates_fit(&self, scrapes: u32) -> bool {
        self.scrape_dates.len() == scrapes as usize
            && self.scrape_dates.iter().zip(0..).all(|((scrape, _), expected)| *scrape == expected)
            && self.scrape_dates.is_sorted_by(|(_, before), (_, after)| before < after)
    }
}

/// Where the times of the samples come from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Lines { unit_ms: f64 },
    Dates,
    Order,
}

/// Columns → series, with a note for everything that is doubtful.
pub(super) fn finish(
    columns: Vec<Column>,
    clues: Clues,
    scrapes: u32,
    store: &mut Store,
    context: &mut Context,
) -> Result<Draft> {
    if clues.samples == 0 {
        return Err(clues.nothing(context));
    }
    let source = if clues.timed.count * 2 >= clues.samples {
        Source::Lines { unit_ms: clues.unit_ms() }
    } else if clues.dates_fit(scrapes) {
        Source::Dates
    } else {
        Source::Order
    };
    note_clues(&clues, source, scrapes, context);

    let mut series = Vec::with_capacity(columns.len());
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let mut untimed = 0;
    for column in columns {
        for ((value, time), scrape) in column.values.iter().zip(&column.times).zip(&column.scrapes) {
            let time_ms = match source {
                Source::Lines { .. } if time.is_nan() => {
                    untimed += 1;
                    continue;
                }
                Source::Lines { unit_ms } => (time * unit_ms).round(),
                Source::Dates => clues.scrape_dates.get(*scrape as usize).map_or(0.0, |(_, date)| *date),
                Source::Order => f64::from(*scrape),
            };
            times.push(time_ms);
            values.push(*value);
        }
        if !values.is_empty() {
            series.push(context.series(store, column.identity, &mut times, &mut values));
        }
    }
    context.note_at(&notes::UNTIMED_SAMPLES, 0, "", untimed);
    context.note_repairs();
    let format = if clues.named_inside {
        formats::DUMP
    } else if clues.has_eof || clues.openmetrics {
        formats::OPENMETRICS
    } else {
        formats::TEXT
    };
    let timing = if source == Source::Order { Timing::Ordinal(scrapes) } else { Timing::Wall };
    Ok(Draft { series, samples: context.samples, timing, format })
}

fn note_clues(clues: &Clues, source: Source, scrapes: u32, context: &mut Context) {
    context.note_seen(&notes::BAD_LINES, &clues.bad_lines);
    context.note_seen(&notes::BAD_METADATA, &clues.bad_metadata);
    if clues.has_eof {
        context.note_seen(&notes::LOOSE_LINES, &clues.loose_lines);
    }
    match source {
        Source::Lines { unit_ms } if unit_ms > 1.0 && !clues.has_eof => {
            context.note_at(&notes::SECONDS, clues.timed.line, clues.timed.excerpt.as_str(), 1);
        }
        Source::Dates => {
            context.note_at(&notes::SCRAPE_TIMES, clues.dates.line, clues.dates.excerpt.as_str(), 1);
        }
        _ => {}
    }
    if source == Source::Order && clues.dates.count > 0 {
        context.note(&notes::SCRAPE_TIMES_UNUSED, "");
    }
    if !matches!(source, Source::Lines { .. }) {
        context.note_at(&notes::TIMES_UNUSED, 0, "", clues.timed.count);
        if scrapes > 1 {
            context.note(&notes::SCRAPES, scrapes.to_string());
        }
    }
    if !clues.ends_with_eof && (clues.has_eof || clues.openmetrics || clues.exemplars > 0) {
        context.note(&notes::NO_EOF, "");
    }
    context.note_at(&notes::EXEMPLARS, 0, "", clues.exemplars);
}

const NO_METRIC: Text =
    Text::new("Not one line is a metric; the first is: {detail}", "没有一行是指标；首行为：{detail}");
const TOO_LATE: Text = Text::new(
    "The first is {detail}, which looks like ns: write milliseconds.",
    "首个是 {detail}，看起来是 ns：应写毫秒。",
);
const ONLY_COMMENTS: Text = Text::new(
    "There are only comments: does the server have statistics switched off (--disable-log-stats)?",
    "其中只有注释：服务器是否关闭了统计（--disable-log-stats）？",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_have_both_languages() {
        for hint in [NO_METRIC, ONLY_COMMENTS, TOO_LATE] {
            hint.check().unwrap();
        }
    }
}
