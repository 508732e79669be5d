//! Series with equal labels become one.

use super::notes;
use super::settle::{Repairs, TimeColumns, settle};
use crate::note::{Note, Notes};
use crate::series::{FileInfo, Series};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Merges equal label sets, in the order in which they were first seen.
///
/// - Pieces that do not overlap are put one after the other.
/// - Where two pieces overlap and every sample of the thinner one is in the denser one too, each is kept
///   once. When the times are the same and values differ, the first piece wins.
/// - Where they overlap in any other way, only the denser one speaks: a range query repeats old values,
///   so samples of two sources between one another would look like counter resets.
pub(super) fn merge(
    all: Vec<Series>,
    files: &[FileInfo],
    columns: &mut TimeColumns,
    notes: &mut Notes,
) -> Vec<Series> {
    let mut merged: Vec<Series> = Vec::with_capacity(all.len());
    let mut further: FxHashMap<usize, Vec<Series>> = FxHashMap::default();
    // The last series with this hash, and for each series the one before it with the same hash.
    let mut last_with: FxHashMap<u64, u32> = FxHashMap::default();
    last_with.reserve(all.len());
    let mut before: Vec<Option<u32>> = Vec::with_capacity(all.len());
    for series in all {
        let mut hasher = FxHasher::default();
        (series.name, &series.labels).hash(&mut hasher);
        let hash = hasher.finish();
        let previous = last_with.get(&hash).copied();
        let mut candidates =
            std::iter::successors(previous, |at| before.get(*at as usize).copied().flatten());
        let equal = |at: &u32| {
            merged.get(*at as usize).is_some_and(|one| one.name == series.name && one.labels == series.labels)
        };
        match candidates.find(equal) {
            Some(first) => further.entry(first as usize).or_default().push(series),
            None => {
                last_with.insert(hash, merged.len() as u32);
                before.push(previous);
                merged.push(series);
            }
        }
    }
    let mut indexes: Vec<usize> = further.keys().copied().collect();
    crate::sort::sort(&mut indexes);
    for index in indexes {
        let (Some(first), Some(pieces)) = (merged.get_mut(index), further.remove(&index)) else { continue };
        let mut samples = Samples { times: first.times.to_vec(), values: first.values.to_vec() };
        let mut file = first.file;
        for piece in pieces {
            samples.join(
                Samples { times: piece.times.to_vec(), values: piece.values.to_vec() },
                |left_out| {
                    let name = |file: u32| files.get(file as usize).map_or("", |info| info.name.as_str());
                    match left_out {
                        LeftOut::Repairs(repairs) => note_repairs(notes, name(piece.file), repairs),
                        LeftOut::Old(count) => note_overlap(notes, name(file), name(piece.file), count),
                        LeftOut::New(count) => note_overlap(notes, name(piece.file), name(file), count),
                    }
                },
            );
            file = piece.file;
        }
        first.times = columns.share(&samples.times);
        first.values = samples.values.into_boxed_slice();
    }
    merged
}

fn note_repairs(notes: &mut Notes, file: &str, repairs: Repairs) {
    for (kind, count) in
        [(&notes::REPEATED_SAMPLES, repairs.repeated), (&notes::CONTRADICTED_SAMPLES, repairs.contradicted)]
    {
        if count > 0 {
            notes.add(Note { count, ..Note::new(kind, file, "").at(file, 0) });
        }
    }
}

fn note_overlap(notes: &mut Notes, left_out: &str, used: &str, count: u64) {
    if count > 0 {
        notes.add(Note { count, ..Note::new(&notes::OVERLAP, left_out, used).at(left_out, 0) });
    }
}

struct Samples {
    times: Vec<f64>,
    values: Vec<f64>,
}

enum LeftOut {
    Repairs(Repairs),
    Old(u64),
    New(u64),
}

impl Samples {
    /// Indexes of the samples from `from` to `to`.
    fn between(&self, from: f64, to: f64) -> Range<usize> {
        let start = self.times.partition_point(|time| *time < from);
        let end = self.times.partition_point(|time| *time <= to);
        start..end.max(start)
    }

    fn remove(&mut self, range: Range<usize>) {
        self.times.drain(range.clone());
        self.values.drain(range);
    }

    fn join(&mut self, mut new: Samples, mut tell: impl FnMut(LeftOut)) {
        let ends = |samples: &Samples| Some((*samples.times.first()?, *samples.times.last()?));
        let (Some((old_from, old_to)), Some((new_from, new_to))) = (ends(self), ends(&new)) else {
            if self.times.is_empty() {
                *self = new;
            }
            return;
        };
        let (from, to) = (old_from.max(new_from), old_to.min(new_to));
        let (in_old, in_new) = (self.between(from, to), new.between(from, to));
        let new_is_denser = in_new.len() > in_old.len();
        if !alike(self, in_old.clone(), &new, in_new.clone()) {
            if new_is_denser {
                tell(LeftOut::Old(in_old.len() as u64));
                self.remove(in_old);
            } else {
                tell(LeftOut::New(in_new.len() as u64));
                new.remove(in_new);
            }
        }
        self.times.append(&mut new.times);
        self.values.append(&mut new.values);
        tell(LeftOut::Repairs(settle(&mut self.times, &mut self.values)));
    }
}

/// Whether two overlapping pieces are of one source: all times of the thinner one are in the denser one,
/// with the same values unless the times are the same altogether.
fn alike(old: &Samples, in_old: Range<usize>, new: &Samples, in_new: Range<usize>) -> bool {
    let same_length = in_old.len() == in_new.len();
    let (thin, in_thin, dense, in_dense) =
        if in_new.len() > in_old.len() { (old, in_old, new, in_new) } else { (new, in_new, old, in_old) };
    let (dense_times, dense_values) = (&dense.times[in_dense.clone()], &dense.values[in_dense]);
    thin.times[in_thin.clone()].iter().zip(&thin.values[in_thin]).all(|(time, value)| {
        dense_times.binary_search_by(|other| other.total_cmp(time)).is_ok_and(|at| {
            let other = dense_values[at];
            same_length || other == *value || (other.is_nan() && value.is_nan())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &[(i32, i32)], new: &[(i32, i32)], expected: &[(i32, i32)], doubts: &str) {
        let samples = |pairs: &[(i32, i32)]| Samples {
            times: pairs.iter().map(|(time, _)| f64::from(*time)).collect(),
            values: pairs.iter().map(|(_, value)| f64::from(*value)).collect(),
        };
        let mut joined = samples(old);
        let mut told = String::new();
        joined.join(samples(new), |left_out| match left_out {
            LeftOut::Old(count) => told += &format!("old {count} "),
            LeftOut::New(count) => told += &format!("new {count} "),
            LeftOut::Repairs(Repairs { repeated, contradicted, .. }) if repeated + contradicted > 0 => {
                told += &format!("repeated {repeated} contradicted {contradicted} ");
            }
            LeftOut::Repairs(_) => {}
        });
        let got: Vec<(i32, i32)> = joined
            .times
            .iter()
            .zip(&joined.values)
            .map(|(time, value)| (*time as i32, *value as i32))
            .collect();
        assert_eq!(got, expected);
        assert_eq!(told.trim(), doubts);
    }

    #[test]
    fn apart_in_either_order() {
        check(&[(1, 1), (2, 2)], &[(3, 3)], &[(1, 1), (2, 2), (3, 3)], "");
        check(&[(3, 3)], &[(1, 1), (2, 2)], &[(1, 1), (2, 2), (3, 3)], "");
        check(&[(1, 1), (9, 9)], &[(3, 3), (4, 4)], &[(1, 1), (3, 3), (4, 4), (9, 9)], "");
    }

    #[test]
    fn the_same_grid_keeps_each_time_once() {
        check(&[(1, 1), (2, 2)], &[(2, 2), (3, 3)], &[(1, 1), (2, 2), (3, 3)], "repeated 1 contradicted 0");
        check(&[(1, 1), (2, 2)], &[(2, 7), (3, 3)], &[(1, 1), (2, 2), (3, 3)], "repeated 0 contradicted 1");
        check(
            &[(1, 1), (3, 3)],
            &[(1, 1), (2, 2), (3, 3)],
            &[(1, 1), (2, 2), (3, 3)],
            "repeated 2 contradicted 0",
        );
    }

    #[test]
    fn of_two_grids_the_denser_one_speaks_in_the_overlap() {
        check(
            &[(0, 0), (10, 1), (20, 2)],
            &[(5, 5), (15, 6), (25, 7)],
            &[(0, 0), (10, 1), (20, 2), (25, 7)],
            "new 2",
        );
        check(
            &[(0, 0), (10, 1), (20, 2)],
            &[(9, 5), (12, 6), (15, 7)],
            &[(0, 0), (9, 5), (12, 6), (15, 7), (20, 2)],
            "old 1",
        );
    }
}
