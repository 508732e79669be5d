//! What the focus is compared with: another window, a good capture, or the same time on earlier days.

use crate::catalog::Signal;
use crate::measure::breakdown::{Percentiles, percentiles};
use crate::measure::change::median;
use crate::measure::compute::{Members, window_facts};
use crate::measure::facts::{FACTS, Fact, FactSet};
use crate::measure::meter::{Meter, Span};
use crate::measure::windows::{Scene, is_settled};

/// A week: every day of it is in the median once.
const MOST_DAYS: usize = 7;
/// The median of one day is that day, and one odd day would be the norm.
const FEWEST_DAYS: usize = 2;
const DAY_MS: f64 = 86_400_000.0;

/// Where and when the focus has its reference.
#[derive(Clone, Debug)]
pub struct Baseline<'a> {
    /// The data that holds it: that of the focus, or another capture.
    pub scene: Scene<'a>,
    /// One window, or one for each day; of several the median of each fact counts.
    pub spans: &'a [Span],
    /// Whether focus and reference are in the same data.
    pub is_own: bool,
}

impl<'a> Baseline<'a> {
    /// The replica that is the same as replica `at` of `scene`: by its id; the only one of each also when
    /// the two captures name it differently.
    pub fn counterpart(&self, scene: &Scene, at: usize) -> Option<usize> {
        if self.is_own {
            return Some(at);
        }
        let (own, other) = (&scene.meter.model.replicas, &self.scene.meter.model.replicas);
        let same =
            other.iter().position(|replica| Some(&replica.id) == own.get(at).map(|replica| &replica.id));
        same.or_else(|| (own.len() == 1 && other.len() == 1).then_some(0))
    }

    /// The facts of `members`; absent without a window.
    pub fn facts(&self, members: &Members) -> Option<FactSet> {
        let each: Vec<FactSet> =
            self.spans.iter().map(|span| all_facts(self.scene.meter, members, *span)).collect();
        if each.len() < 2 {
            return each.into_iter().next();
        }
        let mut middle = FactSet::default();
        for row in FACTS {
            let known: Vec<f64> = each.iter().filter_map(|facts| facts.get(row.fact)).collect();
            middle.set(row.fact, (known.len() >= FEWEST_DAYS).then(|| median(known)));
        }
        Some(middle)
    }

    /// Which bins of the timeline lie inside.
    pub fn marks(&self) -> Vec<bool> {
        self.scene.timeline.grid.marks(self.spans)
    }
}

/// The facts of a window with its percentiles.
pub fn all_facts(meter: Meter, members: &Members, span: Span) -> FactSet {
    let mut facts = window_facts(meter, members, span);
    let quantiles = |signal| percentiles(meter, signal, &members.histograms(signal), span, None, 0.0);
    let (ttft, itl) = (quantiles(Signal::Ttft), quantiles(Signal::Itl));
    let point = |all: &Option<Percentiles>, at: usize| Some(all.as_ref()?.quantiles[at]?.point);
    facts.set(Fact::TtftP50, point(&ttft, 0));
    facts.set(Fact::TtftP90, point(&ttft, 1));
    facts.set(Fact::TtftP99, point(&ttft, 3));
    facts.set(Fact::ItlP99, point(&itl, 3));
    facts.set(Fact::ItlP50, point(&itl, 0));
    let tail = point(&itl, 2).zip(point(&itl, 0)).filter(|(_, middle)| *middle > 0.0);
    facts.set(Fact::ItlTail, tail.map(|(tail, middle)| tail / middle));
    facts
}

/// The time of the focus on up to seven earlier days; empty with fewer than two that can be a reference.
pub fn earlier_days(scene: &Scene, focus: Span) -> Vec<Span> {
    let start = scene.meter.model.span.0;
    let days = (1..=MOST_DAYS).map(|days| focus.shifted(-DAY_MS * days as f64));
    let days: Vec<Span> = days.filter(|day| day.from >= start && is_settled(scene, *day)).collect();
    if days.len() < FEWEST_DAYS { Vec::new() } else { days }
}
