//! Work and price: is a step slower because it does more, or because the hardware does less?
//!
//! The time of an engine step is close to affine in the tokens that it processes: a fixed part
//! (weights are read once) and a part per token. The line is fitted on the reference window of each
//! replica and asked what inter-token latency the batch of the focus window should have had. What is
//! measured beyond that is price, not work.

use crate::measure::bins::Bins;

/// What the reference predicts for the focus window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Mean inter-token latency that the batch of the focus window should have had, seconds.
    pub expected: f64,
    /// Measured ÷ expected.
    pub factor: f64,
}

/// A weighted straight line with a slope and an intercept that are not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    intercept: f64,
    slope: f64,
}

/// Some bins of a timeline.
#[derive(Clone, Copy)]
pub struct Marked<'a> {
    /// The bins.
    pub bins: &'a Bins,
    /// Which of them.
    pub marks: &'a [bool],
}

/// The price factor of one replica: the bins of the focus against those of the reference.
///
/// - Absent with fewer than five known reference bins or without inter-token latencies.
/// - Without tokens per step the running requests stand in for the batch; that says nothing about the
///   prompts in it, so the answer is absent when more than a fifth more of them were processed.
/// - When the reference shows no slope (its batch hardly varied), a heavier batch than it ever saw
///   cannot be judged: the expectation is then scaled in proportion to the batch, which is the most
///   that more work alone can explain.
pub fn price(focus: Marked, reference: Marked) -> Option<Price> {
    let counts_steps = |all: Marked| all.bins.steps.means().iter().any(|value| value.is_finite());
    let counted = counts_steps(focus) && counts_steps(reference);
    if !counted && prompts(focus) > 1.2 * prompts(reference) {
        return None;
    }
    let points = points(reference, counted);
    if points.len() < 5 {
        return None;
    }
    let line = fit(&points);
    let heaviest = points.iter().map(|(work, ..)| *work).fold(0.0, f64::max);
    let (mut measured, mut expected, mut mass) = (0.0, 0.0, 0.0);
    for (work, itl, count) in self::points(focus, counted) {
        let mut predicted = line.intercept + line.slope * work;
        if work > heaviest && heaviest > 0.0 && line.slope * heaviest < 0.05 * line.intercept {
            predicted *= work / heaviest;
        }
        measured += itl * count;
        expected += predicted * count;
        mass += count;
    }
    (mass > 0.0 && expected > 0.0).then(|| Price { expected: expected / mass, factor: measured / expected })
}

/// Work, inter-token latency and number of tokens of each marked bin in which all are known.
fn points(Marked { bins, marks }: Marked, counted: bool) -> Vec<(f64, f64, f64)> {
    let work = if counted { bins.steps.means() } else { bins.running.clone() };
    let itl = bins.itl.means();
    let counts = &bins.itl.count.value;
    (0..itl.len())
        .filter(|at| marks[*at] && itl[*at].is_finite() && work[*at].is_finite() && counts[*at] > 0.0)
        .map(|at| (work[at], itl[at], counts[at]))
        .collect()
}

/// Prompt tokens processed per second in the marked bins.
fn prompts(Marked { bins, marks }: Marked) -> f64 {
    let inside = (0..marks.len()).filter(|at| marks[*at]);
    let (tokens, seconds) = inside.fold((0.0, 0.0), |(tokens, seconds), at| {
        (tokens + bins.prompted.value[at], seconds + bins.prompted.seconds[at])
    });
    if seconds > 0.0 { tokens / seconds } else { 0.0 }
}

fn fit(points: &[(f64, f64, f64)]) -> Line {
    let mass: f64 = points.iter().map(|(.., weight)| weight).sum();
    let mean_x = points.iter().map(|(x, _, weight)| x * weight).sum::<f64>() / mass;
    let mean_y = points.iter().map(|(_, y, weight)| y * weight).sum::<f64>() / mass;
    let spread: f64 = points.iter().map(|(x, _, weight)| weight * (x - mean_x) * (x - mean_x)).sum();
    let shared: f64 = points.iter().map(|(x, y, weight)| weight * (x - mean_x) * (y - mean_y)).sum();
    let slope = if spread > 0.0 { (shared / spread).max(0.0) } else { 0.0 };
    let intercept = mean_y - slope * mean_x;
    if intercept < 0.0 && mean_x > 0.0 {
        return Line { intercept: 0.0, slope: mean_y / mean_x };
    }
    Line { intercept, slope }
}
