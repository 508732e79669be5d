//! Between which two numbers the true percentile lies.
//!
//! A bucket says that a value fell between its edges and nothing more. So a percentile is an interval
//! with a point inside, and a threshold inside the interval means *cannot tell from these buckets*.
//! Conventions of the whole module:
//!
//! - The quantile `q` of `N` observations is the one of rank `max(1, ceil(q·N))`, the inverse of the
//!   empirical distribution; it lies in the bucket that Prometheus picks.
//! - Buckets hold `(left edge, bound]`. Observations are durations or sizes: the left edge of the
//!   first bucket is 0 when its bound is not negative, else minus infinity.
//! - Counts are growths between two scrapes, never rates: rates scale young buckets differently.
//! - `None` means there is nothing to answer with: no observation, or `q` outside 0 to 1.

mod merged;

use super::quantile::interpolate;

pub use merged::{Merged, Steps};

/// z of a two-sided 95 % normal interval.
const Z_95: f64 = 1.96;

/// Half of the 5 % that a 95 % interval may miss on either side.
const TAIL: f64 = 0.025;

/// Dips below this share of their neighbour are rounding of the exporter, not a broken histogram.
const ROUNDING: f64 = 1e-9;

/// A percentile as far as the data tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The true value is not below.
    pub low: f64,
    /// The true value is not above; infinite when it may lie beyond the last finite bound.
    pub high: f64,
    /// Prometheus' interpolation, moved into the interval.
    pub point: f64,
    /// Which observation it is, counted from the smallest.
    pub rank: f64,
    /// Of how many.
    pub total: f64,
    /// `false` when sum and buckets contradict each other; the interval is then that of the buckets.
    pub sum_agrees: bool,
}

impl Bound {
    /// Whether the true value exceeds `threshold`; `None` when the interval straddles it.
    pub fn over(&self, threshold: f64) -> Option<bool> {
        if self.low >= threshold {
            Some(true)
        } else if self.high <= threshold {
            Some(false)
        } else {
            None
        }
    }

    /// Whether this is the largest observation: "p99 of 40 requests" is just the slowest one.
    pub fn is_slowest(&self) -> bool {
        self.rank >= self.total
    }
}

/// Why columns are no histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No bucket, or columns of different length.
    Empty,
    /// The last bound is not infinite: the total is unknown.
    NoInfinity,
    /// Bounds are not ascending, or one of them is NaN.
    Unsorted,
    /// A count is negative or not a number.
    NotANumber,
    /// A count is smaller than the one before it.
    NotCumulative,
}

/// A classic histogram over one window.
#[derive(Clone, Debug, PartialEq)]
pub struct Buckets {
    bounds: Vec<f64>,
    counts: Vec<f64>,
    sum: Option<f64>,
}

impl Buckets {
    /// From ascending bounds, the last infinite, and cumulative counts.
    ///
    /// - A dip of less than one part in 10^9 is lifted to its left neighbour; a larger one is a [`Flaw`].
    /// - A sum that is not finite is dropped.
    pub fn new(bounds: Vec<f64>, mut counts: Vec<f64>, sum: Option<f64>) -> Result<Buckets, Flaw> {
        if bounds.is_empty() || bounds.len() != counts.len() {
            return Err(Flaw::Empty);
        }
        if !bounds.iter().zip(bounds.iter().skip(1)).all(|(left, right)| left < right) {
            return Err(Flaw::Unsorted);
        }
        if bounds.last() != Some(&f64::INFINITY) {
            return Err(Flaw::NoInfinity);
        }
        let mut previous = 0.0;
        for count in &mut counts {
            if !(count.is_finite() && *count >= 0.0) {
                return Err(Flaw::NotANumber);
            }
            if *count < previous * (1.0 - ROUNDING) {
                return Err(Flaw::NotCumulative);
            }
            *count = count.max(previous);
            previous = *count;
        }
        Ok(Buckets { bounds, counts, sum: sum.filter(|sum| sum.is_finite()) })
    }

    /// From pairs of bound and cumulative count in any order; of equal bounds the larger count stays,
    /// because one exporter that spells a bound twice means the same bucket.
    pub fn from_pairs(
        pairs: impl IntoIterator<Item = (f64, f64)>,
        sum: Option<f64>,
    ) -> Result<Buckets, Flaw> {
        let mut pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
        crate::sort::sort_by(&mut pairs, |left, right| {
            left.0.total_cmp(&right.0).then(right.1.total_cmp(&left.1))
        });
        pairs.dedup_by(|next, kept| next.0 == kept.0);
        let (bounds, counts) = pairs.into_iter().unzip();
        Buckets::new(bounds, counts, sum)
    }

    /// Bounds, ascending, the last infinite.
    pub fn bounds(&self) -> &[f64] {
        &self.bounds
    }

    /// Cumulative counts.
    pub fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// Sum of all observations, when known.
    pub fn sum(&self) -> Option<f64> {
        self.sum
    }

    /// Number of observations.
    pub fn total(&self) -> f64 {
        self.counts.last().copied().unwrap_or(0.0)
    }

    /// The mean, which is exact; `None` without observations or sum.
    pub fn mean(&self) -> Option<f64> {
        self.sum.filter(|_| self.total() > 0.0).map(|sum| sum / self.total())
    }

    /// The bucket that holds the quantile.
    pub fn interval(&self, q: f64) -> Option<Bound> {
        let rank = rank_of(q, self.total())?;
        let bucket = self.bucket_of(rank);
        let (low, high) = (self.left(bucket), self.bound(bucket));
        Some(self.bound_of(low, high, q, rank))
    }

    /// The same, narrowed by what the sum allows: the other observations need at least their left
    /// edges and take at most their bounds.
    ///
    /// - Also makes the overflow bucket finite: no observation can exceed what the sum leaves.
    /// - Without a sum it is [`Buckets::interval`].
    /// - If nothing is left, sum and buckets belong to different windows or there are negative values:
    ///   [`Bound::sum_agrees`] is `false`.
    pub fn interval_with_sum(&self, q: f64) -> Option<Bound> {
        let plain = self.interval(q)?;
        let Some(sum) = self.sum else { return Some(plain) };
        let bucket = self.bucket_of(plain.rank);
        let inside = self.inside(bucket);
        // Position within the bucket: `below` observations before it, itself and `above` after it.
        let below = plain.rank - self.before(bucket) - 1.0;
        let above = inside - below - 1.0;
        let others = |edge: fn(&Buckets, usize) -> f64| -> f64 {
            (0..self.counts.len())
                .filter(|&index| index != bucket)
                .map(|index| weighted(self.inside(index), edge(self, index)))
                .sum()
        };
        let most = (sum - others(Buckets::left) - weighted(below, plain.low)) / (above + 1.0);
        let least = (sum - others(Buckets::bound) - weighted(above, plain.high)) / (below + 1.0);
        let high = if most.is_nan() { plain.high } else { plain.high.min(most) };
        let low = if least.is_nan() { plain.low } else { plain.low.max(least) };
        // The sum is added up in floating point: a miss of one part in 10^9 is agreement.
        if low <= high {
            Some(self.bound_of(low, high, q, plain.rank))
        } else if low - high <= ROUNDING * low.abs() {
            Some(self.bound_of(high, low, q, plain.rank))
        } else {
            Some(Bound { sum_agrees: false, ..plain })
        }
    }

    /// The share of observations above `threshold`, from and to.
    ///
    /// - Exact, both ends equal, when the threshold is one of the bounds, or below every value.
    /// - Above the last finite bound the lower end is 0.
    pub fn share_over(&self, threshold: f64) -> Option<(f64, f64)> {
        share_over(&self.bounds, &self.counts, &self.counts, threshold)
    }

    /// Where the percentile of the source lies at 95 % confidence, the observations being a sample of it.
    ///
    /// From the bucket of rank `q·N − z·sqrt(N·q·(1−q))` to that of `q·N + z·sqrt(N·q·(1−q))`. Below
    /// [`requests_needed`] observations there is no upper limit: `high` is infinite.
    pub fn sampling_interval(&self, q: f64) -> Option<Bound> {
        let total = self.total();
        let rank = rank_of(q, total)?;
        let spread = Z_95 * (total * q * (1.0 - q)).sqrt();
        let lowest = (q * total - spread).floor().max(1.0).min(total);
        let highest = (q * total + spread).ceil().max(1.0);
        let limited = highest <= total && requests_needed(q).is_some_and(|needed| total >= needed);
        let low = self.left(self.bucket_of(lowest));
        let high = if limited { self.bound(self.bucket_of(highest)) } else { f64::INFINITY };
        Some(self.bound_of(low, high, q, rank))
    }

    /// This histogram without `part`, whose observations it contains: the fleet without one replica.
    ///
    /// `None` when the layouts differ or `part` holds more than there is.
    pub fn minus(&self, part: &Buckets) -> Option<Buckets> {
        if self.bounds != part.bounds {
            return None;
        }
        let counts: Vec<f64> = self.counts.iter().zip(&part.counts).map(|(all, one)| all - one).collect();
        let sum = self.sum.zip(part.sum).map(|(all, one)| all - one);
        Buckets::new(self.bounds.clone(), counts, sum).ok()
    }

    fn bound(&self, bucket: usize) -> f64 {
        self.bounds.get(bucket).copied().unwrap_or(f64::INFINITY)
    }

    fn left(&self, bucket: usize) -> f64 {
        left_edge(&self.bounds, bucket)
    }

    fn before(&self, bucket: usize) -> f64 {
        bucket.checked_sub(1).and_then(|index| self.counts.get(index)).copied().unwrap_or(0.0)
    }

    fn inside(&self, bucket: usize) -> f64 {
        self.counts.get(bucket).map_or(0.0, |count| count - self.before(bucket))
    }

    fn bucket_of(&self, rank: f64) -> usize {
        self.counts.partition_point(|count| *count < rank).min(self.counts.len().saturating_sub(1))
    }

    fn bound_of(&self, low: f64, high: f64, q: f64, rank: f64) -> Bound {
        let point = into(interpolate(q, &self.bounds, &self.counts), low, high);
        Bound { low, high, point, rank, total: self.total(), sum_agrees: true }
    }
}

/// How many observations the 95 % interval of quantile `q` needs to have an upper limit at all:
/// `ln 0.025 / ln q`, which is 72 for 0.95, 368 for 0.99 and 3688 for 0.999.
///
/// `None` unless `q` lies strictly between 0 and 1.
pub fn requests_needed(q: f64) -> Option<f64> {
    (q > 0.0 && q < 1.0).then(|| (libm::log(TAIL) / libm::log(q)).ceil())
}

fn rank_of(q: f64, total: f64) -> Option<f64> {
    let answerable = (0.0..=1.0).contains(&q) && total > 0.0;
    answerable.then(|| (q * total).ceil().max(1.0).min(total))
}

fn left_edge(bounds: &[f64], bucket: usize) -> f64 {
    match bucket.checked_sub(1) {
        Some(index) => bounds.get(index).copied().unwrap_or(f64::INFINITY),
        None if bounds.first().is_some_and(|bound| *bound < 0.0) => f64::NEG_INFINITY,
        None => 0.0,
    }
}

/// Observations at or below `value`: those of the largest bound not above it.
fn fewest_at(bounds: &[f64], counts: &[f64], value: f64) -> f64 {
    let passed = bounds.partition_point(|bound| *bound <= value);
    passed.checked_sub(1).and_then(|index| counts.get(index)).copied().unwrap_or(0.0)
}

/// Observations at or below `value`: those of the smallest bound not below it.
fn most_at(bounds: &[f64], counts: &[f64], value: f64) -> f64 {
    if value < left_edge(bounds, 0) {
        return 0.0;
    }
    let index = bounds.partition_point(|bound| *bound < value);
    counts.get(index).or(counts.last()).copied().unwrap_or(0.0)
}

fn share_over(bounds: &[f64], fewest: &[f64], most: &[f64], threshold: f64) -> Option<(f64, f64)> {
    let total = fewest.last().copied().filter(|total| *total > 0.0 && !threshold.is_nan())?;
    let share = |count: f64| (1.0 - count / total).clamp(0.0, 1.0);
    Some((share(most_at(bounds, most, threshold)), share(fewest_at(bounds, fewest, threshold))))
}

/// `count · edge`, where nothing times infinity is nothing.
fn weighted(count: f64, edge: f64) -> f64 {
    if count > 0.0 { count * edge } else { 0.0 }
}

fn into(point: f64, low: f64, high: f64) -> f64 {
    if point.is_nan() || point < low {
        low
    } else if point > high {
        high
    } else {
        point
    }
}

#[cfg(test)]
mod tests;
