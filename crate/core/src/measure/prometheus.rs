//! What Prometheus 3.14 prints: `rate`, `increase`, `delta`, `irate`, `idelta`, `resets`, `changes`.
//!
//! The window of `f(x[range] offset …)` at an evaluation time `t` is `(t − range, t]`, open on the
//! left since 3.0. Stale markers are removed; other NaN samples stay. `None` means no output series.

/// The bit pattern of Prometheus' stale marker.
const STALE: u64 = 0x7ff0_0000_0000_0002;

/// How far from the edge of the window, in average spacings, a sample may lie for the edge to be
/// reached by extrapolation: 1.1 allows for jitter of the scrapes.
const THRESHOLD_SPACINGS: f64 = 1.1;

/// The samples of one range selector.
#[derive(Clone, Debug)]
pub struct Range {
    samples: Vec<(f64, f64)>,
    start_ms: f64,
    end_ms: f64,
}

/// What kind of extrapolated difference.
#[derive(Clone, Copy, PartialEq)]
enum Difference {
    Rate,
    Increase,
    Delta,
}

impl Range {
    /// The samples of `(end_ms − range_ms, end_ms]`; `times` ascending, in ms.
    pub fn new(times: &[f64], values: &[f64], end_ms: f64, range_ms: f64) -> Range {
        let start_ms = end_ms - range_ms;
        let samples = times.iter().copied().zip(values.iter().copied());
        let inside = |time: f64, value: f64| time > start_ms && time <= end_ms && value.to_bits() != STALE;
        Range { samples: samples.filter(|&(time, value)| inside(time, value)).collect(), start_ms, end_ms }
    }

    /// `increase`: the growth of a counter, extrapolated to the edges of the window.
    ///
    /// - Fewer than two samples → `None`.
    /// - Every fall, however small, is a reset and adds the value before it.
    /// - An edge nearer than 1.1 average spacings is reached; a farther one gets half a spacing.
    /// - At the left edge no farther than where the line through the samples meets zero.
    /// - Integers in, fractions out.
    pub fn increase(&self) -> Option<f64> {
        self.extrapolated(Difference::Increase)
    }

    /// `rate`: [`Range::increase`] divided by the length of the window, not by the covered time.
    pub fn rate(&self) -> Option<f64> {
        self.extrapolated(Difference::Rate)
    }

    /// `delta`: the difference of a gauge, extrapolated; falls are falls.
    pub fn delta(&self) -> Option<f64> {
        self.extrapolated(Difference::Delta)
    }

    /// `irate`: the slope between the last two samples, whatever their age; after a reset the last
    /// value itself counts as the growth.
    pub fn irate(&self) -> Option<f64> {
        let [(first_ms, before), (last_ms, value)] = *self.last_two()?;
        let grown = if value < before { value } else { value - before };
        Some(grown / ((last_ms - first_ms) / 1000.0))
    }

    /// `idelta`: the difference of the last two samples.
    pub fn idelta(&self) -> Option<f64> {
        let [(_, before), (_, value)] = *self.last_two()?;
        Some(value - before)
    }

    /// `resets`: how often a counter fell; 0 for one sample.
    pub fn resets(&self) -> Option<f64> {
        self.count_pairs(|before, value| value < before)
    }

    /// `changes`: how often a value differed from the one before; NaN after NaN is no change.
    pub fn changes(&self) -> Option<f64> {
        self.count_pairs(|before, value| value != before && !(value.is_nan() && before.is_nan()))
    }

    fn last_two(&self) -> Option<&[(f64, f64); 2]> {
        self.samples.last_chunk::<2>()
    }

    fn count_pairs(&self, counts: impl Fn(f64, f64) -> bool) -> Option<f64> {
        self.samples.first()?;
        let pairs = self.samples.iter().zip(self.samples.iter().skip(1));
        Some(pairs.filter(|(before, value)| counts(before.1, value.1)).count() as f64)
    }

    fn extrapolated(&self, kind: Difference) -> Option<f64> {
        let (&(first_ms, first), &(last_ms, last)) = (self.samples.first()?, self.samples.last()?);
        let gaps = self.samples.len().checked_sub(1).filter(|gaps| *gaps > 0)? as f64;
        let is_counter = kind != Difference::Delta;
        let mut grown = last - first;
        if is_counter {
            for (before, value) in self.samples.iter().zip(self.samples.iter().skip(1)) {
                if value.1 < before.1 {
                    grown += before.1;
                }
            }
        }
        let covered = (last_ms - first_ms) / 1000.0;
        let spacing = covered / gaps;
        let threshold = spacing * THRESHOLD_SPACINGS;
        let mut to_start = (first_ms - self.start_ms) / 1000.0;
        let mut to_end = (self.end_ms - last_ms) / 1000.0;
        if to_start >= threshold {
            to_start = spacing / 2.0;
        }
        if is_counter && grown > 0.0 && first >= 0.0 {
            let to_zero = covered * (first / grown);
            if to_zero < to_start {
                to_start = to_zero;
            }
        }
        if to_end >= threshold {
            to_end = spacing / 2.0;
        }
        let mut factor = (covered + to_start + to_end) / covered;
        if kind == Difference::Rate {
            factor /= (self.end_ms - self.start_ms) / 1000.0;
        }
        Some(grown * factor)
    }
}
