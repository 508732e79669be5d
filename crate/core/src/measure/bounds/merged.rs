//! Several replicas taken together.

use super::{Bound, Buckets, fewest_at, into, left_edge, most_at, rank_of, share_over};
use crate::measure::quantile::interpolate;

/// Histograms of several replicas taken together.
///
/// Replicas with the same bounds add up exactly. Others never do, as `sum by (le)` pretends: between
/// two of its own bounds a replica's count is only known to lie between theirs. So two step functions
/// are kept on the union of all bounds, the fewest and the most observations that can be at or below.
#[derive(Clone, Debug, PartialEq)]
pub enum Merged {
    /// All layouts are equal.
    Same(Buckets),
    /// Layouts differ.
    Mixed(Steps),
}

/// The fewest and the most observations at or below each bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    bounds: Vec<f64>,
    fewest: Vec<f64>,
    most: Vec<f64>,
    sum: Option<f64>,
}

impl Merged {
    /// Takes `parts` together; `None` without any.
    ///
    /// The sum is known only when every part knows its own.
    pub fn new<'a>(parts: impl IntoIterator<Item = &'a Buckets>) -> Option<Merged> {
        let parts: Vec<&Buckets> = parts.into_iter().collect();
        let first = parts.first()?;
        let sum = parts.iter().map(|part| part.sum).sum::<Option<f64>>();
        if parts.iter().all(|part| part.bounds == first.bounds) {
            let mut counts = vec![0.0; first.bounds.len()];
            for part in &parts {
                counts.iter_mut().zip(&part.counts).for_each(|(total, count)| *total += count);
            }
            return Some(Merged::Same(Buckets { bounds: first.bounds.clone(), counts, sum }));
        }
        let mut bounds: Vec<f64> = parts.iter().flat_map(|part| part.bounds.iter().copied()).collect();
        crate::sort::sort_numbers(&mut bounds);
        bounds.dedup_by(|next, kept| next == kept);
        let known = |at: fn(&Buckets, f64) -> f64| -> Vec<f64> {
            bounds.iter().map(|&bound| parts.iter().map(|part| at(part, bound)).sum()).collect()
        };
        let fewest = known(|part, bound| fewest_at(&part.bounds, &part.counts, bound));
        let most = known(|part, bound| most_at(&part.bounds, &part.counts, bound));
        Some(Merged::Mixed(Steps { bounds, fewest, most, sum }))
    }

    /// The one histogram, when all layouts are equal.
    pub fn same(&self) -> Option<&Buckets> {
        match self {
            Merged::Same(buckets) => Some(buckets),
            Merged::Mixed(_) => None,
        }
    }

    /// Number of observations.
    pub fn total(&self) -> f64 {
        match self {
            Merged::Same(buckets) => buckets.total(),
            Merged::Mixed(steps) => steps.total(),
        }
    }

    /// Sum of all observations, when known.
    pub fn sum(&self) -> Option<f64> {
        match self {
            Merged::Same(buckets) => buckets.sum,
            Merged::Mixed(steps) => steps.sum,
        }
    }

    /// The mean, exact in both cases.
    pub fn mean(&self) -> Option<f64> {
        self.sum().filter(|_| self.total() > 0.0).map(|sum| sum / self.total())
    }

    /// Where the quantile lies; narrowed by the sum when `Same`.
    pub fn interval(&self, q: f64) -> Option<Bound> {
        match self {
            Merged::Same(buckets) => buckets.interval_with_sum(q),
            Merged::Mixed(steps) => steps.interval(q),
        }
    }

    /// The share of observations above `threshold`, from and to.
    pub fn share_over(&self, threshold: f64) -> Option<(f64, f64)> {
        match self {
            Merged::Same(buckets) => buckets.share_over(threshold),
            Merged::Mixed(steps) => share_over(&steps.bounds, &steps.fewest, &steps.most, threshold),
        }
    }
}

impl Steps {
    fn total(&self) -> f64 {
        self.fewest.last().copied().unwrap_or(0.0)
    }

    fn interval(&self, q: f64) -> Option<Bound> {
        let rank = rank_of(q, self.total())?;
        let low = left_edge(&self.bounds, self.most.partition_point(|count| *count < rank));
        let high = self.fewest.partition_point(|count| *count < rank);
        let high = self.bounds.get(high).copied().unwrap_or(f64::INFINITY);
        let middle: Vec<f64> =
            self.fewest.iter().zip(&self.most).map(|(few, many)| (few + many) / 2.0).collect();
        let point = into(interpolate(q, &self.bounds, &middle), low, high);
        Some(Bound { low, high, point, rank, total: self.total(), sum_agrees: true })
    }
}
