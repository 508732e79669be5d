//! Release numbers.

use std::cmp::Ordering;

/// A release as written, `0.10.1.1`, ordered by its numbers.
///
/// Missing parts are 0; what is not a number counts as 0. It is only ever made from our own tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version<'a>(pub &'a str);

impl Version<'_> {
    fn parts(&self) -> [u32; 4] {
        let mut parts = [0; 4];
        for (part, text) in parts.iter_mut().zip(self.0.split('.')) {
            *part = text.parse().unwrap_or(0);
        }
        parts
    }
}

impl PartialEq for Version<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Version<'_> {}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordered_by_numbers() {
        let ascending = ["0.2.7", "0.9.2", "0.10.0", "0.10.1", "0.10.1.1", "0.10.2", "0.33.0", "1.0"];
        for pair in ascending.windows(2) {
            assert!(Version(pair[0]) < Version(pair[1]), "{pair:?}");
        }
        assert_eq!(Version("0.8"), Version("0.8.0"));
    }
}
