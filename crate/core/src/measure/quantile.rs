//! What Prometheus 3.14 prints: classic `histogram_quantile` and `histogram_fraction`.
//!
//! These are the numbers of everybody's dashboards, reproduced to the last digit so that an honest
//! interval (see [`super::bounds`]) can be shown beside them. Nothing here corrects Prometheus; where
//! it repairs its input, the answer says so.

mod le;
mod vector;

pub use le::parse_le;
pub use vector::{Element, Labels, Question, Row, SameLabelset, Sample, evaluate};

/// Relative difference up to which two neighbouring counts are one count with rounding errors:
/// 1e-12, Prometheus' `smallDeltaTolerance` (#13153), far above the 1e-16 of one addition.
const SMALL_DELTA: f64 = 1e-12;

/// The smallest normal double, 2^-1022: below it relative differences lose their meaning.
const SMALLEST_NORMAL: f64 = f64::MIN_POSITIVE;

/// One bucket: its upper bound and the cumulative count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// Upper bound, inclusive.
    pub bound: f64,
    /// Observations at or below it.
    pub count: f64,
}

/// What Prometheus remarks on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remark {
    /// Warning: the quantile is not within 0 to 1.
    InvalidQuantile,
    /// Warning: an `le` label is missing or not a number; its bucket was dropped.
    BadBucketLabel,
    /// Warning: classic and native histograms of one label set; both were dropped.
    MixedClassicNative,
    /// Info: counts fell from one bucket to the next and were lifted.
    ForcedMonotonicity,
}

impl Remark {
    /// Stable id, snake case.
    pub fn id(self) -> &'static str {
        match self {
            Remark::InvalidQuantile => "invalid_quantile",
            Remark::BadBucketLabel => "bad_bucket_label",
            Remark::MixedClassicNative => "mixed_classic_native",
            Remark::ForcedMonotonicity => "forced_monotonicity",
        }
    }
}

/// Buckets from `(le, count)` pairs, and whether an `le` had to be dropped.
pub fn read_buckets<'a>(pairs: impl IntoIterator<Item = (&'a str, f64)>) -> (Vec<Bucket>, bool) {
    let mut dropped = false;
    let mut buckets = Vec::new();
    for (le, count) in pairs {
        match parse_le(le) {
            Some(bound) => buckets.push(Bucket { bound, count }),
            None => dropped = true,
        }
    }
    (buckets, dropped)
}

/// What `sum by (le)` makes of several replicas: counts of the same `le` *text* added, in the order
/// of first sight. `1` and `1.0` stay apart here and meet in [`histogram_quantile`].
///
/// A replica that lacks an `le` does not contribute to it: replicas of different layouts make a curve
/// that dips. Sums are compensated (Neumaier), as Prometheus' are.
pub fn sum_by_le<'a>(replicas: &[Vec<(&'a str, f64)>]) -> Vec<(&'a str, f64)> {
    let mut sums: Vec<(&'a str, Neumaier)> = Vec::new();
    for &(le, count) in replicas.iter().flatten() {
        match sums.iter_mut().find(|(known, _)| *known == le) {
            Some((_, sum)) => sum.add(count),
            None => sums.push((le, Neumaier { sum: count, lost: 0.0 })),
        }
    }
    sums.into_iter().map(|(le, sum)| (le, sum.value())).collect()
}

/// `histogram_quantile(q, …)` of one histogram, and whether its counts had to be lifted.
///
/// - `q` NaN → NaN; below 0 → -Inf; above 1 → +Inf, before any look at the buckets.
/// - No buckets, or the highest bound is not +Inf → NaN.
/// - Equal bounds are added up: right for replicas that spell a bound differently, twice too much for
///   one exporter that sends both.
/// - Left to right, a count that differs from its neighbour by less than 1e-12 becomes it, and a
///   smaller one is lifted ([`Remark::ForcedMonotonicity`]); the total can grow.
/// - One bucket, or no observations → NaN.
/// - In the +Inf bucket → the highest finite bound. In a first bucket whose bound is not positive →
///   that bound. Else linear between the edges, the first bucket from 0.
/// - `q` = 0 over an empty first bucket with a positive bound is 0/0 = NaN.
pub fn histogram_quantile(q: f64, buckets: &[Bucket]) -> (f64, Option<Remark>) {
    if q.is_nan() {
        return (f64::NAN, Some(Remark::InvalidQuantile));
    }
    if q < 0.0 {
        return (f64::NEG_INFINITY, Some(Remark::InvalidQuantile));
    }
    if q > 1.0 {
        return (f64::INFINITY, Some(Remark::InvalidQuantile));
    }
    let Some(mut buckets) = coalesced(buckets) else { return (f64::NAN, None) };
    let remark = lift(&mut buckets).then_some(Remark::ForcedMonotonicity);
    let bounds: Vec<f64> = buckets.iter().map(|bucket| bucket.bound).collect();
    let counts: Vec<f64> = buckets.iter().map(|bucket| bucket.count).collect();
    (interpolate(q, &bounds, &counts), remark)
}

/// `histogram_fraction(lower, upper, …)` of one histogram.
///
/// - Bounds are checked and added up as in [`histogram_quantile`], but counts are not lifted: the
///   answer can be negative; and one bucket is enough.
/// - No observations, or a limit is NaN → NaN. `lower` not below `upper` → 0.
/// - Inside a finite bucket linear; the first bucket begins at 0 when its bound is positive.
/// - Inside a first bucket that begins at -Inf, and inside the +Inf bucket, nothing is known: all of
///   the former counts as at or below, all of the latter as above.
/// - No limit has more below it than the total, whatever a bucket above the total says.
pub fn histogram_fraction(lower: f64, upper: f64, buckets: &[Bucket]) -> f64 {
    let Some(buckets) = coalesced(buckets) else { return f64::NAN };
    let total = buckets.last().map_or(0.0, |bucket| bucket.count);
    if total == 0.0 || total.is_nan() || lower.is_nan() || upper.is_nan() {
        return f64::NAN;
    }
    if lower >= upper {
        return 0.0;
    }
    let rank = |limit: f64| {
        let rank = below(limit, &buckets, total);
        if rank > total { total } else { rank }
    };
    (rank(upper) - rank(lower)) / total
}

/// The interpolation itself, on ascending bounds ending in +Inf and counts that do not fall.
///
/// `q` lies within 0 to 1. NaN for fewer than two buckets and for no observations.
pub(super) fn interpolate(q: f64, bounds: &[f64], counts: &[f64]) -> f64 {
    let (Some(&total), Some(&first)) = (counts.last(), bounds.first()) else { return f64::NAN };
    let last = counts.len().min(bounds.len()) - 1;
    if last == 0 || total == 0.0 {
        return f64::NAN;
    }
    let rank = q * total;
    let bucket = first_reaching(rank, &counts[..last]);
    if bucket == last {
        return bounds[last - 1];
    }
    if bucket == 0 && first <= 0.0 {
        return first;
    }
    let (start, before) = match bucket {
        0 => (0.0, 0.0),
        _ => (bounds[bucket - 1], counts[bucket - 1]),
    };
    start + (bounds[bucket] - start) * ((rank - before) / (counts[bucket] - before))
}

/// Binary search as Go's `sort.Search` does it: with NaN counts the order of the probes shows.
fn first_reaching(rank: f64, counts: &[f64]) -> usize {
    let (mut low, mut high) = (0, counts.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if counts[middle] >= rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Sorted, equal bounds added up; `None` when the highest bound is not +Inf.
fn coalesced(buckets: &[Bucket]) -> Option<Vec<Bucket>> {
    let mut sorted = buckets.to_vec();
    crate::sort::sort_by(&mut sorted, |left, right| left.bound.total_cmp(&right.bound));
    if sorted.last()?.bound != f64::INFINITY {
        return None;
    }
    sorted.dedup_by(|next, kept| {
        let same = next.bound == kept.bound;
        if same {
            kept.count += next.count;
        }
        same
    });
    Some(sorted)
}

/// Makes counts ascend; whether one had to be lifted by more than a rounding error.
fn lift(buckets: &mut [Bucket]) -> bool {
    let mut lifted = false;
    let mut previous = f64::NAN;
    for (index, bucket) in buckets.iter_mut().enumerate() {
        if index == 0 {
            previous = bucket.count;
        } else if nearly_equal(previous, bucket.count) {
            bucket.count = previous;
        } else if bucket.count < previous {
            bucket.count = previous;
            lifted = true;
        } else {
            previous = bucket.count;
        }
    }
    lifted
}

fn nearly_equal(left: f64, right: f64) -> bool {
    if left == right || (left.is_nan() && right.is_nan()) {
        return true;
    }
    let total = left.abs() + right.abs();
    let difference = (left - right).abs();
    if left == 0.0 || right == 0.0 || total < SMALLEST_NORMAL {
        return difference < SMALL_DELTA * SMALLEST_NORMAL;
    }
    difference / total.min(f64::MAX) < SMALL_DELTA
}

/// Observations at or below `limit`, as far as [`histogram_fraction`] is concerned.
fn below(limit: f64, buckets: &[Bucket], total: f64) -> f64 {
    let mut edge =
        if buckets.first().is_some_and(|bucket| bucket.bound > 0.0) { 0.0 } else { f64::NEG_INFINITY };
    let mut passed = 0.0;
    if limit <= edge {
        return 0.0;
    }
    for bucket in buckets {
        if limit < bucket.bound {
            return match (edge == f64::NEG_INFINITY, bucket.bound == f64::INFINITY) {
                (_, true) => passed,
                (true, false) => bucket.count,
                (false, false) => passed + (bucket.count - passed) * ((limit - edge) / (bucket.bound - edge)),
            };
        }
        edge = bucket.bound;
        passed = bucket.count;
    }
    total
}

/// Compensated summation.
struct Neumaier {
    sum: f64,
    lost: f64,
}

impl Neumaier {
    fn add(&mut self, value: f64) {
        let total = self.sum + value;
        if total.is_infinite() {
            self.lost = 0.0;
        } else if self.sum.abs() >= value.abs() {
            self.lost += (self.sum - total) + value;
        } else {
            self.lost += (value - total) + self.sum;
        }
        self.sum = total;
    }

    fn value(&self) -> f64 {
        self.sum + self.lost
    }
}
