//! By how much a counter grew between two scrapes, exactly.
//!
//! Prometheus' `increase` extrapolates to the edges of its window; this does not. A window that runs
//! from scrape to scrape has an exact increase except for resets: what was counted between the last
//! scrape before a restart and the restart itself is lost, so the answer is then "at least".

/// The growth of a counter over a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Increase {
    /// How much it grew.
    pub value: f64,
    /// Falls in between, each taken as a restart from zero.
    pub resets: u32,
    /// The truth may be larger: the counter was reset, or it was first seen inside the window.
    pub at_least: bool,
    /// Time of the sample counted from, ms.
    pub from_ms: f64,
    /// Time of the sample counted to, ms.
    pub to_ms: f64,
}

/// A counter prepared for many windows: where it fell, and how much had been counted by then.
///
/// Samples stay where they are; only the falls are kept, so a counter without a restart costs nothing.
///
/// - A fall, however small, is a reset to zero. A reset that overtakes the old value before the next
///   scrape is invisible.
/// - NaN and what no counter can hold (see [`can_be_counted`]) are gaps: skipped, and compared across.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cumulative {
    falls: Box<[Fall]>,
    impossible: u32,
}

/// Whether a counter can hold `value`: from 0 to 2^53, where an `f64` can no longer count by one. A
/// junk sample beyond that, or below 0, says nothing of a restart.
pub fn can_be_counted(value: f64) -> bool {
    (0.0..=9_007_199_254_740_992.0).contains(&value)
}

/// From sample `at` on, `before` has been counted in earlier lives.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fall {
    at: u32,
    before: f64,
}

/// Where a window cuts a time column. Series share their columns, so one look-up serves many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Samples at or before the start of the window.
    base_end: usize,
    /// Samples at or before its end.
    end: usize,
}

impl Cut {
    /// Looks `[from_ms, to_ms]` up in `times`, which ascend.
    pub fn new(times: &[f64], from_ms: f64, to_ms: f64) -> Cut {
        let until = |limit_ms: f64| times.partition_point(|&time| time <= limit_ms);
        Cut { base_end: until(from_ms), end: until(to_ms) }
    }
}

impl Cumulative {
    /// Reads the column once.
    pub fn new(values: &[f64]) -> Cumulative {
        let mut falls: Vec<Fall> = Vec::new();
        let mut before = 0.0;
        let mut last = 0.0;
        let mut impossible = 0;
        for (index, &value) in values.iter().enumerate() {
            if !can_be_counted(value) {
                impossible += u32::from(!value.is_nan());
                continue;
            }
            if value < last {
                before += last;
                falls.push(Fall { at: index as u32, before });
            }
            last = value;
        }
        Cumulative { falls: falls.into_boxed_slice(), impossible }
    }

    /// The running total at sample `index`, as if the counter had never been reset.
    ///
    /// `values` is the column it was made from. NaN when the sample is a gap or does not exist.
    pub fn at(&self, values: &[f64], index: usize) -> f64 {
        let Some(value) = values.get(index).filter(|value| can_be_counted(**value)) else { return f64::NAN };
        let passed = self.passed(index);
        let before =
            passed.checked_sub(1).and_then(|last| self.falls.get(last)).map_or(0.0, |fall| fall.before);
        value + before
    }

    /// Resets in the whole column.
    pub fn resets(&self) -> u32 {
        self.falls.len() as u32
    }

    /// Samples that no counter can hold; NaN is a gap and does not count.
    pub fn impossible(&self) -> u32 {
        self.impossible
    }

    /// The growth over `[from_ms, to_ms]`: from the last sample at or before `from_ms`, or else the
    /// first one inside, to the last sample at or before `to_ms`.
    ///
    /// - `times` and `values` are the columns it was made from, `times` ascending.
    /// - `None` when there are not two samples to compare: nothing was seen in the window, or only
    ///   the first sample of a series.
    /// - The covered stretch is [`Increase::from_ms`] to [`Increase::to_ms`]; after a scrape gap it
    ///   may begin long before the window.
    pub fn increase(&self, times: &[f64], values: &[f64], from_ms: f64, to_ms: f64) -> Option<Increase> {
        self.increase_within(times, values, Cut::new(times, from_ms, to_ms))
    }

    /// [`Cumulative::increase`] where the window has already been looked up in the time column.
    pub fn increase_within(&self, times: &[f64], values: &[f64], cut: Cut) -> Option<Increase> {
        let (base_end, end) = (cut.base_end.min(values.len()), cut.end.min(values.len()));
        let last = last_counted(values, end)?;
        let base = last_counted(values, base_end);
        let first = match base {
            Some(index) => index,
            None => base_end + values.get(base_end..end)?.iter().position(|value| can_be_counted(*value))?,
        };
        if first >= last {
            return None;
        }
        let resets = (self.passed(last) - self.passed(first)) as u32;
        Some(Increase {
            value: self.at(values, last) - self.at(values, first),
            resets,
            at_least: resets > 0 || base.is_none(),
            from_ms: *times.get(first)?,
            to_ms: *times.get(last)?,
        })
    }

    fn passed(&self, index: usize) -> usize {
        self.falls.partition_point(|fall| fall.at as usize <= index)
    }
}

/// Index of the last of the first `end` samples that is no gap. Nearly always the very last: a loop is
/// smaller and faster than an iterator that never gets to its second step.
fn last_counted(values: &[f64], end: usize) -> Option<usize> {
    (0..end).rev().find(|&index| values.get(index).is_some_and(|value| can_be_counted(*value)))
}

/// The growth of one column over one window; see [`Cumulative::increase`], which is cheaper for many.
pub fn increase(times: &[f64], values: &[f64], from_ms: f64, to_ms: f64) -> Option<Increase> {
    Cumulative::new(values).increase(times, values, from_ms, to_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `column` is one value per 15 s from t = 0, `_` a gap; the answer is
    /// `value from..to`, with `resets n` and `at least` where they apply.
    fn check(column: &str, from_s: f64, to_s: f64, expected: &str) {
        let values: Vec<f64> =
            column.split_whitespace().map(|word| word.parse().unwrap_or(f64::NAN)).collect();
        let times: Vec<f64> = (0..values.len()).map(|index| index as f64 * 15_000.0).collect();
        let answer = match increase(&times, &values, from_s * 1e3, to_s * 1e3) {
            None => "nothing".to_string(),
            Some(grown) => {
                let resets =
                    if grown.resets > 0 { format!(", resets {}", grown.resets) } else { String::new() };
                let at_least = if grown.at_least { ", at least" } else { "" };
                format!("{} {}..{}{resets}{at_least}", grown.value, grown.from_ms / 1e3, grown.to_ms / 1e3)
            }
        };
        assert_eq!(answer, expected, "{column} [{from_s}, {to_s}]");
    }

    #[test]
    fn from_scrape_to_scrape() {
        check("10 12 15 19", 0.0, 45.0, "9 0..45");
        check("10 12 15 19", 15.0, 30.0, "3 15..30");
        check("10 12 15 19", 20.0, 44.0, "3 15..30");
        check("10 12 15 19", -100.0, 999.0, "9 0..45, at least");
        check("5 5 5", 0.0, 30.0, "0 0..30");
    }

    #[test]
    fn nothing_to_compare() {
        check("", 0.0, 60.0, "nothing");
        check("7", 0.0, 60.0, "nothing");
        check("7", -5.0, 60.0, "nothing");
        check("1 2 3", 31.0, 60.0, "nothing");
        check("1 2 3", 16.0, 29.0, "nothing");
        check("1 2 3", -60.0, -1.0, "nothing");
        check("1 2 3", 30.0, 0.0, "nothing");
        check("_ _ _", 0.0, 60.0, "nothing");
        check("1 2 3", f64::NAN, 60.0, "2 0..30, at least");
    }

    #[test]
    fn resets_are_added_up_and_make_it_a_lower_limit() {
        check("10 20 3 8", 0.0, 45.0, "18 0..45, resets 1, at least");
        check("10 20 3 8", 15.0, 30.0, "3 15..30, resets 1, at least");
        check("10 20 3 8", 30.0, 45.0, "5 30..45");
        check("9 1 1 0 4", 0.0, 60.0, "5 0..60, resets 2, at least");
    }

    #[test]
    fn gaps_are_skipped_and_compared_across() {
        check("10 _ 15 _ 21", 15.0, 45.0, "5 0..30");
        check("10 _ 15 _ 21", 30.0, 60.0, "6 30..60");
        check("10 _ 4 _ 6", 0.0, 60.0, "6 0..60, resets 1, at least");
        check("_ _ 4 6", 0.0, 45.0, "2 30..45, at least");
        check("1 inf 3", 0.0, 30.0, "2 0..30");
    }

    #[test]
    fn what_no_counter_can_hold_is_a_gap_and_no_restart() {
        check("10 -1 12", 0.0, 30.0, "2 0..30");
        check("10 1e308 12", 0.0, 30.0, "2 0..30");
        check("10 1e308 4", 0.0, 30.0, "4 0..30, resets 1, at least");
        check("-5 10 12", 0.0, 30.0, "2 15..30, at least");
        check("10 12 -inf", 0.0, 30.0, "2 0..15");
        assert_eq!(Cumulative::new(&[1.0, -1.0, 1e308, f64::INFINITY, f64::NAN, 2.0]).impossible(), 3);
    }

    #[test]
    fn the_running_total_never_falls() {
        let values = [5.0, 7.0, f64::NAN, 2.0, 9.0, 1.0];
        let cumulative = Cumulative::new(&values);
        let totals: Vec<f64> = (0..values.len()).map(|index| cumulative.at(&values, index)).collect();
        assert_eq!(totals[..2], [5.0, 7.0]);
        assert!(totals[2].is_nan());
        assert_eq!(totals[3..], [9.0, 16.0, 17.0]);
        assert_eq!(cumulative.resets(), 2);
        assert!(cumulative.at(&values, 99).is_nan());
    }

    #[test]
    fn columns_of_unequal_length_are_no_panic() {
        assert_eq!(increase(&[0.0, 1.0, 2.0], &[1.0, 4.0], 0.0, 2.0).map(|grown| grown.value), Some(3.0));
        assert_eq!(increase(&[0.0], &[1.0, 4.0], 0.0, 2.0), None);
    }

    /// Every window of a seeded column, against a walk over its samples.
    #[test]
    fn agrees_with_a_walk_over_the_samples() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let mut windows = 0;
        for _ in 0..20 {
            let mut value = 0.0;
            let values: Vec<f64> = (0..40)
                .map(|_| match random() {
                    x if x < 0.1 => f64::NAN,
                    x if x < 0.2 => {
                        value = (random() * 3.0).floor();
                        value
                    }
                    _ => {
                        value += (random() * 10.0).floor();
                        value
                    }
                })
                .collect();
            let times: Vec<f64> = (0..40).map(f64::from).collect();
            let cumulative = Cumulative::new(&values);
            for from in 0..40 {
                for to in from..40 {
                    let base = (0..=from).rev().find(|&index| !values[index].is_nan());
                    let seen: Vec<f64> = (base.unwrap_or(from)..=to)
                        .map(|index| values[index])
                        .filter(|value| !value.is_nan())
                        .collect();
                    let walked: f64 = seen
                        .windows(2)
                        .map(|pair| if pair[1] < pair[0] { pair[1] } else { pair[1] - pair[0] })
                        .sum();
                    let found = cumulative.increase(&times, &values, from as f64, to as f64);
                    assert_eq!(found.map(|grown| grown.value), (seen.len() > 1).then_some(walked));
                    windows += 1;
                }
            }
        }
        assert_eq!(windows, 20 * 820);
    }
}
