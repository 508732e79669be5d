//! Sorting, compiled once.
//!
//! The sorts of the standard library are made anew for every type and comparison, 1 KB of the gzipped
//! wasm each, and most lists here have a few dozen items. So one merge sort puts indexes in order; for
//! each type there is only the comparison and the moving. `clippy.toml` refuses the others.

use std::cmp::Ordering;

/// Sorts ascending; equal items are the same anyway.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts numbers ascending by [`f64::total_cmp`].
///
/// - With the sort of the standard library: these lists are long, and this is the only one made of it.
#[inline(never)]
#[expect(clippy::disallowed_methods, reason = "the one place for it")]
pub fn sort_numbers(numbers: &mut [f64]) {
    numbers.sort_unstable_by(f64::total_cmp);
}

/// Sorts by a comparison; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut sources = order(items.len(), &|left, right| compare(&items[left], &items[right]).is_gt());
    // Along each cycle of the permutation an item is swapped into its place, and the place is done.
    for start in 0..sources.len() {
        let mut place = start;
        loop {
            let source = std::mem::replace(&mut sources[place], place);
            if source == start {
                break;
            }
            items.swap(place, source);
            place = source;
        }
    }
}

/// Which of `length` items comes first, second, …: merges of runs that double in length.
///
/// - Empty when all are in order already, as most lists are.
fn order(length: usize, is_after: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    if !(1..length).any(|at| is_after(at - 1, at)) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..length).collect();
    let mut merged = order.clone();
    let mut run = 1;
    while run < length {
        for (from, to) in order.chunks(2 * run).zip(merged.chunks_mut(2 * run)) {
            let (left, right) = from.split_at(run.min(from.len()));
            merge(left, right, to, is_after);
        }
        std::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    order
}

/// Merges two runs in order into one as long as both.
fn merge<'a>(
    mut left: &'a [usize],
    mut right: &'a [usize],
    merged: &mut [usize],
    is_after: &dyn Fn(usize, usize) -> bool,
) {
    for place in merged {
        let from_right = match (left.first(), right.first()) {
            (Some(left), Some(right)) => is_after(*left, *right),
            (left, _) => left.is_none(),
        };
        let run = if from_right { &mut right } else { &mut left };
        if let Some((first, rest)) = run.split_first() {
            *place = *first;
            *run = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs sorted by their first part are what the standard library makes of them, equal ones in order.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the oracle")]
    fn equal_to_the_standard_sort() {
        let mut state = 7u64;
        let mut next = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        for length in (0..70).chain([1000, 4097]) {
            for kinds in [1, 2, 7, 1 << 20] {
                let mut pairs: Vec<(u64, usize)> = (0..length).map(|at| (next() % kinds, at)).collect();
                let mut expected = pairs.clone();
                expected.sort_by_key(|(key, _)| *key);
                sort_by(&mut pairs, |(a, _), (b, _)| a.cmp(b));
                assert_eq!(pairs, expected);
                sort_by(&mut pairs, |(a, _), (b, _)| b.cmp(a));
                expected.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
                assert_eq!(pairs, expected, "backwards");
            }
        }
    }
}
