//! What the same window showed a moment earlier, so that a value near its bound does not flicker.
//!
//! Nothing is kept between two runs: the windows of the last refreshes are in the data, and are read again.

use crate::catalog::Signal;
use crate::measure::breakdown::percentiles;
use crate::measure::compute::{Members, finish_lag};
use crate::measure::facts::{Fact, FactSet};
use crate::measure::meter::Span;
use crate::measure::windows::Scene;

/// So many bins of the timeline back: about as many refreshes of a panel.
const BACK: usize = 3;

/// Of the facts that severities stand on, the highest of the windows that ended one to three bins earlier.
///
/// Windows do not reach before the beginning of the data; one shorter than half the focus says nothing.
pub fn recent_facts(scene: &Scene, members: &Members, focus: Span) -> Option<FactSet> {
    let (meter, width) = (scene.meter, scene.timeline.grid.width());
    if focus.since_start || width <= 0.0 {
        return None;
    }
    let mut recent = FactSet::default();
    let mut keep = |fact, value: Option<f64>| {
        let higher = recent.get(fact).into_iter().chain(value).reduce(f64::max);
        recent.set(fact, higher);
    };
    for back in 1..=BACK {
        let mut span = focus.shifted(-width * back as f64);
        span.from = span.from.max(meter.model.span.0);
        if span.seconds() < focus.seconds() / 2.0 {
            break;
        }
        let finish = span.shifted(finish_lag(meter, members, span));
        let mean = |signal, span| meter.mean(&members.histograms(signal), span);
        let ttft = percentiles(meter, Signal::Ttft, &members.histograms(Signal::Ttft), span, None, 0.0);
        keep(Fact::TtftMean, mean(Signal::Ttft, span));
        keep(Fact::TtftP99, ttft.and_then(|all| all.quantiles[3]).map(|quantile| quantile.point));
        keep(Fact::ItlMean, mean(Signal::Itl, span).or_else(|| mean(Signal::Tpot, finish)));
        keep(Fact::E2eMean, mean(Signal::E2e, finish));
        let kv = members.replicas.iter().flat_map(|columns| columns.plain(Signal::KvUsage));
        keep(
            Fact::KvMax,
            kv.filter_map(|column| meter.gauge_stats(column, span)).map(|s| s.max).reduce(f64::max),
        );
        let thrown = members.counter(meter, Signal::Preemptions, span);
        let finished = meter.totals(&members.histograms(Signal::E2e), span).map(|(count, _)| count);
        let each = thrown.zip(finished.filter(|count| *count > 0.0));
        keep(Fact::PreemptionsPerRequest, each.map(|(thrown, finished)| thrown / finished));
    }
    Some(recent)
}
