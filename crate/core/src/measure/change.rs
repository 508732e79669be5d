//! Change points: the one stretch of time that differs most from the rest.
//!
//! The epidemic alternative (Levin & Kline 1985; circular binary segmentation, Olshen et al. 2004):
//! over all stretches [a, b) the one with the largest standardised difference between the mean inside
//! and the mean outside. It finds an onset with or without a recovery in one pass. The noise is
//! estimated robustly from first differences and from what remains outside the
//! stretch, whichever is larger, so that a slow drift does not look like a sharp step.

/// A stretch that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// First bin inside.
    pub from: usize,
    /// First bin after it.
    pub to: usize,
    /// Mean inside − mean outside, in the unit of the values (log values: a log ratio).
    pub difference: f64,
    /// `difference` in standard errors.
    pub z: f64,
    /// `difference` × √(effective bins): comparable between stretches of one column, whatever its noise.
    pub score: f64,
}

impl Stretch {
    /// Number of bins.
    pub fn len(&self) -> usize {
        self.to - self.from
    }

    /// Never: a stretch has at least one bin.
    pub fn is_empty(&self) -> bool {
        self.to == self.from
    }
}

/// Which differences are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Inside higher than outside.
    Up,
    /// Inside lower than outside.
    Down,
}

/// The stretch of at least `shortest` known bins that stands out most to `side`.
///
/// - NaN values are gaps: they belong to neither side.
/// - Absent when fewer than `shortest` bins would remain inside or outside.
/// - `weights` (0 to 1) tells how far each value can be trusted; they scale the number of bins.
pub fn find_stretch(values: &[f64], weights: &[f64], shortest: usize, side: Side) -> Option<Stretch> {
    let known: Vec<(usize, f64, f64)> = values
        .iter()
        .zip(weights)
        .enumerate()
        .filter(|(_, (value, weight))| value.is_finite() && **weight > 0.0)
        .map(|(at, (value, weight))| (at, *value, *weight))
        .collect();
    let n = known.len();
    if n < 2 * shortest || shortest == 0 {
        return None;
    }
    let mut sums = vec![0.0; n + 1];
    let mut mass = vec![0.0; n + 1];
    for (at, (_, value, weight)) in known.iter().enumerate() {
        sums[at + 1] = sums[at] + value * weight;
        mass[at + 1] = mass[at] + weight;
    }
    let (total, all) = (sums[n], mass[n]);
    let mut best: Option<(f64, usize, usize, f64)> = None;
    for from in 0..=n - shortest {
        for to in from + shortest..=n {
            let inside = mass[to] - mass[from];
            let outside = all - inside;
            if n - (to - from) < shortest || outside <= 0.0 || inside <= 0.0 {
                continue;
            }
            let sum = sums[to] - sums[from];
            let difference = sum / inside - (total - sum) / outside;
            let signed = if side == Side::Up { difference } else { -difference };
            let score = signed * (inside * outside / all).sqrt();
            if score > best.map_or(0.0, |(score, ..)| score) {
                best = Some((score, from, to, difference));
            }
        }
    }
    let (score, from, to, difference) = best?;
    let noise = noise(&known, from, to);
    Some(Stretch {
        from: known[from].0,
        to: known[to - 1].0 + 1,
        difference,
        z: if noise > 0.0 { score / noise } else { f64::MAX },
        score,
    })
}

/// How much `stretch` stands out among the other stretches of the same column: its score over the best
/// score that is left when it and half its length on either side are taken out. A burst among bursts is
/// near 1, an incident far above; infinite when nothing is left.
pub fn prominence(values: &[f64], weights: &[f64], stretch: &Stretch, side: Side) -> f64 {
    let margin = (stretch.len() / 2).max(2);
    let (from, to) = (stretch.from.saturating_sub(margin), stretch.to + margin);
    let rest: Vec<f64> = values
        .iter()
        .enumerate()
        .map(|(at, value)| if (from..to).contains(&at) { f64::NAN } else { *value })
        .collect();
    let shortest = stretch.len().clamp(1, 3);
    match find_stretch(&rest, weights, shortest, side) {
        Some(runner_up) if runner_up.score > 0.0 => stretch.score / runner_up.score,
        _ => f64::INFINITY,
    }
}

/// Robust standard deviation of one value: the larger of the estimate from first differences and the
/// one from the values outside. 1.4826 makes the median absolute deviation of a
/// normal distribution its standard deviation.
fn noise(known: &[(usize, f64, f64)], from: usize, to: usize) -> f64 {
    let outside: Vec<f64> = known[..from].iter().chain(&known[to..]).map(|(_, value, _)| *value).collect();
    let differences: Vec<f64> = known.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
    let spread = |values: &[f64]| {
        let middle = median(values.to_vec());
        1.4826 * median(values.iter().map(|value| (value - middle).abs()).collect())
    };
    let steps =
        1.4826 * median(differences.iter().map(|step| step.abs()).collect()) / std::f64::consts::SQRT_2;
    // The inside is left out: within a fault levels ramp.
    spread(&outside).max(steps)
}

/// Median of the finite values; 0 of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.retain(|value| value.is_finite());
    if values.is_empty() {
        return 0.0;
    }
    crate::sort::sort_numbers(&mut values);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text in, text out: values and `*` for gaps; the stretch found, or `none`.
    fn check(values: &str, side: Side, expected: &str) {
        let values: Vec<f64> = values
            .split(' ')
            .map(|word| if word == "*" { f64::NAN } else { word.parse().unwrap() })
            .collect();
        let weights = vec![1.0; values.len()];
        let found = find_stretch(&values, &weights, 3, side).filter(|stretch| stretch.z >= 4.0);
        let text = found.map_or("none".to_string(), |stretch| format!("{}..{}", stretch.from, stretch.to));
        assert_eq!(text, expected, "{values:?}");
    }

    #[test]
    fn finds_a_plateau_an_onset_without_recovery_and_a_drop() {
        check("1 1.1 0.9 1 1.1 5 5.2 4.9 5.1 1 0.9 1.1", Side::Up, "5..9");
        check("1 1.1 0.9 1 1.1 0.9 5 5.2 4.9 5.1", Side::Up, "6..10");
        check("9 9.1 8.9 9 2 2.1 1.9 2 9 9.1 8.9 9", Side::Down, "4..8");
    }

    #[test]
    fn noise_alone_and_too_few_values_are_nothing() {
        check("1 2 1.5 0.8 1.7 1.1 2 0.9 1.6 1.2 1.9 1", Side::Up, "none");
        check("1 2 3", Side::Up, "none");
    }

    #[test]
    fn a_drop_is_a_rise_of_the_time_before_it() {
        check("9 9.1 8.9 9 9.2 9 9.1 8.9 2 2.1 1.9 2", Side::Up, "0..8");
    }

    #[test]
    fn gaps_belong_to_neither_side() {
        check("1 1.1 * 0.9 1 1.1 5 * 5.2 4.9 5.1 1 0.9 1.1", Side::Up, "6..11");
    }
}
