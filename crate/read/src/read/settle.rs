//! Samples of one series in order: sorted, each time once, times shared.

use rustc_hash::FxHashMap;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::Arc;

/// What had to be repaired in a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Repairs {
    /// Samples that stood before an earlier one.
    pub(super) reordered: u64,
    /// Samples left out because the same time and value was there already.
    pub(super) repeated: u64,
    /// Samples left out because their time was there already with another value.
    pub(super) contradicted: u64,
}

impl Repairs {
    pub(super) fn add(&mut self, other: Repairs) {
        self.reordered += other.reordered;
        self.repeated += other.repeated;
        self.contradicted += other.contradicted;
    }
}

/// Sorts by time and keeps the first sample of each time, as Prometheus' storage does.
///
/// - Two NaN count as the same value.
/// - Both slices have the same length before and after.
pub(super) fn settle(times: &mut Vec<f64>, values: &mut Vec<f64>) -> Repairs {
    let mut repairs = Repairs::default();
    if times.is_sorted_by(|before, after| before < after) {
        return repairs;
    }
    repairs.reordered = times.windows(2).filter(|pair| matches!(pair, [a, b] if a > b)).count() as u64;
    let mut pairs: Vec<(f64, f64)> = times.drain(..).zip(values.drain(..)).collect();
    crate::sort::sort_by(&mut pairs, |(a, _), (b, _)| a.total_cmp(b));
    for (time, value) in pairs {
        match (times.last(), values.last()) {
            (Some(last), Some(kept)) if *last == time => {
                if *kept == value || (kept.is_nan() && value.is_nan()) {
                    repairs.repeated += 1;
                } else {
                    repairs.contradicted += 1;
                }
            }
            _ => {
                times.push(time);
                values.push(value);
            }
        }
    }
    repairs
}

/// Time columns, each kept once.
#[derive(Debug, Default)]
pub(super) struct TimeColumns {
    last: Option<Arc<[f64]>>,
    by_hash: FxHashMap<u64, Vec<Arc<[f64]>>>,
}

impl TimeColumns {
    /// The shared column equal to `times`, made when new.
    pub(super) fn share(&mut self, times: &[f64]) -> Arc<[f64]> {
        if let Some(last) = &self.last
            && **last == *times
        {
            return last.clone();
        }
        let mut hasher = FxHasher::default();
        times.iter().for_each(|time| hasher.write_u64(time.to_bits()));
        let same_hash = self.by_hash.entry(hasher.finish()).or_default();
        let column = match same_hash.iter().find(|column| ***column == *times) {
            Some(column) => column.clone(),
            None => {
                let column: Arc<[f64]> = Arc::from(times);
                same_hash.push(column.clone());
                column
            }
        };
        self.last = Some(column.clone());
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        samples: &[(f64, f64)],
        expected: &[(f64, f64)],
        reordered: u64,
        repeated: u64,
        contradicted: u64,
    ) {
        let (mut times, mut values): (Vec<f64>, Vec<f64>) = samples.iter().copied().unzip();
        let repairs = settle(&mut times, &mut values);
        let got: Vec<(f64, f64)> = times.into_iter().zip(values).collect();
        assert_eq!(format!("{got:?}"), format!("{expected:?}"));
        assert_eq!(repairs, Repairs { reordered, repeated, contradicted });
    }

    #[test]
    fn order_is_kept_and_the_first_of_a_time_wins() {
        check(&[], &[], 0, 0, 0);
        check(&[(1.0, 5.0), (2.0, 6.0)], &[(1.0, 5.0), (2.0, 6.0)], 0, 0, 0);
        check(&[(2.0, 6.0), (1.0, 5.0)], &[(1.0, 5.0), (2.0, 6.0)], 1, 0, 0);
        check(&[(1.0, 5.0), (1.0, 5.0), (1.0, 7.0)], &[(1.0, 5.0)], 0, 1, 1);
        check(&[(1.0, f64::NAN), (1.0, f64::NAN)], &[(1.0, f64::NAN)], 0, 1, 0);
    }

    #[test]
    fn equal_columns_are_one_allocation() {
        let mut columns = TimeColumns::default();
        let first = columns.share(&[1.0, 2.0]);
        let other = columns.share(&[1.0, 3.0]);
        let again = columns.share(&[1.0, 2.0]);
        assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &other));
    }
}
