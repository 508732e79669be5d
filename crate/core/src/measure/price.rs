//! Work and price: is a step slower because it does more, or because the hardware does less?
//!
//! The time of an engine step is close to affine in the tokens that it processes: a fixed part
//! (weights are read once) and a part per token. The line is fitted on the reference window of each
//! replica and asked what inter-token latency the batch of the focus window should have had. What is
//! measured beyond that is price, not work.

use crate::measure::bins::Bins;
use crate::measure::change::median;

/// What the reference predicts for the focus window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Mean inter-token latency that the batch of the focus window should have had, seconds.
    pub expected: f64,
    /// Measured ÷ expected.
    pub factor: f64,
}

/// A straight line with a slope and an intercept that are not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    intercept: f64,
    slope: f64,
}

/// One request in twenty thrown out is felt in the mean: `preempted_often` of the walk.
const FELT_PREEMPTIONS: f64 = 0.05;

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
/// - A victim of preemption waits between two tokens, and what it computes again is in no counter. So the
///   speed is that of the bins without a preemption, where there are three; in `lead`, the time in which the
///   first layer changed, there may be more of them. Failing that it is absent when more than one request
///   in twenty was thrown out.
pub fn price(focus: Marked, lead: &[bool], reference: Marked) -> Option<Price> {
    let counts_steps = |all: Marked| all.bins.steps.means().iter().any(|value| value.is_finite());
    let counted = counts_steps(focus) && counts_steps(reference);
    if !counted && prompts(focus) > 1.2 * prompts(reference) {
        return None;
    }
    let then = Known::of(reference.bins, counted);
    let mut points: Vec<(f64, f64)> =
        then.marked(reference.marks).map(|at| (then.work[at], then.itl[at])).collect();
    if points.len() < 5 {
        return None;
    }
    let line = fit(&mut points);
    let heaviest = points.iter().map(|(work, _)| *work).fold(0.0, f64::max);
    let now = Known::of(focus.bins, counted);
    let all: Vec<usize> = now.marked(focus.marks).collect();
    let undisturbed = |at: &usize| focus.bins.preemptions.value[*at] <= 0.0;
    let calm: Vec<usize> = all.iter().copied().filter(undisturbed).collect();
    let either: Vec<bool> = focus.marks.iter().zip(lead).map(|(focus, lead)| *focus || *lead).collect();
    let early = || now.marked(&either).filter(undisturbed);
    let judged = if calm.len() >= 3 {
        calm
    } else if early().count() >= 3 {
        early().collect()
    } else if preempted(focus.bins, &all) <= FELT_PREEMPTIONS {
        all
    } else {
        return None;
    };
    let (mut measured, mut expected, mut mass) = (0.0, 0.0, 0.0);
    for at in judged {
        let (work, count) = (now.work[at], now.counts[at]);
        let mut predicted = line.intercept + line.slope * work;
        if work > heaviest && heaviest > 0.0 && line.slope * heaviest < 0.05 * line.intercept {
            predicted *= work / heaviest;
        }
        measured += now.itl[at] * count;
        expected += predicted * count;
        mass += count;
    }
    (mass > 0.0 && expected > 0.0).then(|| Price { expected: expected / mass, factor: measured / expected })
}

/// Work, inter-token latency and number of tokens of each bin.
struct Known<'a> {
    work: Vec<f64>,
    itl: Vec<f64>,
    counts: &'a [f64],
}

impl<'a> Known<'a> {
    fn of(bins: &'a Bins, counted: bool) -> Known<'a> {
        let work = if counted { bins.steps.means() } else { bins.running.clone() };
        Known { work, itl: bins.itl.means(), counts: &bins.itl.count.value }
    }

    /// The marked bins in which all are known.
    fn marked<'m>(&'m self, marks: &'m [bool]) -> impl Iterator<Item = usize> + 'm {
        (0..self.itl.len()).filter(|at| {
            marks[*at] && self.itl[*at].is_finite() && self.work[*at].is_finite() && self.counts[*at] > 0.0
        })
    }
}

/// Preemptions per first token in the given bins.
fn preempted(bins: &Bins, judged: &[usize]) -> f64 {
    let sum = |values: &[f64]| judged.iter().map(|at| values[*at]).sum::<f64>();
    sum(&bins.preemptions.value) / sum(&bins.ttft.count.value).max(1.0)
}

/// Prompt tokens processed per second in the marked bins.
fn prompts(Marked { bins, marks }: Marked) -> f64 {
    let inside = (0..marks.len()).filter(|at| marks[*at]);
    let (tokens, seconds) = inside.fold((0.0, 0.0), |(tokens, seconds), at| {
        (tokens + bins.prompted.value[at], seconds + bins.prompted.seconds[at])
    });
    if seconds > 0.0 { tokens / seconds } else { 0.0 }
}

/// Theil's incomplete method: the median slope between points half the data apart in work, and the median
/// of what remains.
///
/// - A reference that ends a little inside the fault has a few bins that are heavy and slow: least
///   squares would follow them, as they lie far out, and call the whole fault expected. A median does not.
/// - A slope below zero is none; an intercept below zero is one through the origin.
///
/// Source: H. Theil, "A rank-invariant method of linear and polynomial regression analysis", 1950.
fn fit(points: &mut [(f64, f64)]) -> Line {
    crate::sort::sort_by(points, |a, b| a.0.total_cmp(&b.0));
    let half = points.len() / 2;
    let pairs = points.iter().zip(&points[half..]).filter(|(low, high)| high.0 > low.0);
    let slopes: Vec<f64> = pairs.map(|(low, high)| (high.1 - low.1) / (high.0 - low.0)).collect();
    let slope = if slopes.is_empty() { 0.0 } else { median(slopes).max(0.0) };
    let intercept = median(points.iter().map(|(work, itl)| itl - slope * work).collect());
    if intercept < 0.0 {
        let ratios = points.iter().filter(|(work, _)| *work > 0.0).map(|(work, itl)| itl / work);
        return Line { intercept: 0.0, slope: median(ratios.collect()) };
    }
    Line { intercept, slope }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[(f64, f64)], expected: Line) {
        let line = fit(&mut points.to_vec());
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9;
        assert!(near(line.intercept, expected.intercept) && near(line.slope, expected.slope), "{line:?}");
    }

    #[test]
    fn the_line_is_that_of_most_points() {
        let line = |work: f64| (work, 0.02 + 0.001 * work);
        let mut points: Vec<(f64, f64)> = (1..=10).map(|work| line(f64::from(work))).collect();
        check(&points, Line { intercept: 0.02, slope: 0.001 });
        points.extend([(60.0, 0.9), (70.0, 1.0)]);
        check(&points, Line { intercept: 0.02, slope: 0.001 });
    }

    #[test]
    fn neither_part_is_negative() {
        check(&[(10.0, 0.05); 5], Line { intercept: 0.05, slope: 0.0 });
        let falling: Vec<(f64, f64)> =
            (1..=5).map(|work| (f64::from(work), 0.1 - 0.01 * f64::from(work))).collect();
        check(&falling, Line { intercept: 0.07, slope: 0.0 });
        let steep: Vec<(f64, f64)> = (1..=5).map(|work| (f64::from(work), f64::from(work * work))).collect();
        check(&steep, Line { intercept: 0.0, slope: 3.0 });
    }
}
