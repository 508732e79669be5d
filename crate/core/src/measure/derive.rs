//! Facts made of other facts: blame, rises, and how a replica compares with its peers.

use crate::measure::change::median;
use crate::measure::facts::{Fact, FactSet, Scope};

/// Fills the derived facts of one scope.
pub fn derive_facts(scope: &mut Scope) {
    blame(scope);
    let change = |fact| scope.change(fact);
    let demand = [Fact::Arrivals, Fact::ComputedDemand, Fact::OutputDemand, Fact::GenerationRate].map(change);
    let latency = [Fact::TtftMean, Fact::ItlMean, Fact::E2eMean].map(change);
    let misses = scope
        .now(Fact::HitRatio)
        .zip(scope.then(Fact::HitRatio))
        .and_then(|(now, then)| (then < 1.0).then(|| (1.0 - now) / (1.0 - then)));
    let clock = change(Fact::GpuClock);
    // One item in a hundred requests is as good as none: a server that had no images yet has some now.
    let images = scope.now(Fact::MmMisses).zip(scope.then(Fact::MmMisses));
    let images = images.map(|(now, then)| (now + 0.01) / (then + 0.01));
    let step = scope.now(Fact::ItlMean);
    let residual_steps = scope
        .now(Fact::ResidualMean)
        .zip(step)
        .filter(|(_, step)| *step > 0.0)
        .map(|(rest, step)| rest / step);
    let gap = scope.now(Fact::GapTime).zip(scope.now(Fact::Observed));
    let gap_share = gap.map(|(gap, seen)| gap / seen.max(gap).max(f64::MIN_POSITIVE));
    let focus = &mut scope.focus;
    focus.set(Fact::DemandRise, highest(&demand));
    focus.set(Fact::LatencyRise, highest(&latency));
    focus.set(Fact::MissRise, misses);
    focus.set(Fact::MmRise, images);
    focus.set(Fact::ClockRatio, clock);
    focus.set(Fact::ResidualSteps, residual_steps);
    focus.set(Fact::GapShare, gap_share);
}

fn highest(values: &[Option<f64>]) -> Option<f64> {
    values.iter().flatten().copied().reduce(f64::max)
}

/// Mean wait by Little's law: waiting requests ÷ arrivals. Right also while a queue builds, when the queue
/// histogram still shows the short waits of those who finished.
///
/// Only where requests wait in a third of the samples: a gauge is a snapshot, and one burst that a scrape
/// happens to meet says nothing about the mean.
fn wait_by_little(scope: &Scope) -> Option<f64> {
    let arrivals = scope.now(Fact::Arrivals).filter(|rate| *rate > 0.0)?;
    let lasting = scope.now(Fact::WaitingTime)? >= 0.3;
    Some(scope.now(Fact::WaitingMean).filter(|_| lasting)? / arrivals)
}

/// Who took what TTFT has gained: the growth of each part over the growth of all that grew. Without a
/// reference the shares of TTFT itself stand in.
fn blame(scope: &mut Scope) {
    let parts = [
        (Fact::QueueMean, Fact::QueueBlame, Fact::QueueShare),
        (Fact::PrefillMean, Fact::PrefillBlame, Fact::PrefillShare),
        (Fact::ResidualMean, Fact::ResidualBlame, Fact::ResidualShare),
    ];
    let mut grown: Vec<Option<f64>> =
        parts.iter().map(|(mean, ..)| scope.excess(*mean).map(|excess| excess.max(0.0))).collect();
    if let ([Some(queue), _, Some(residual)], Some(wait)) = (grown.as_mut_slice(), wait_by_little(scope)) {
        // What the gauges say that requests wait, but the histogram of those who finished does not yet.
        let unseen = (wait - scope.now(Fact::QueueMean).unwrap_or(0.0)).clamp(0.0, *residual);
        *queue += unseen;
        *residual -= unseen;
    }
    let all: Option<f64> = grown.iter().copied().sum();
    for ((_, blame, share), grown) in parts.iter().zip(grown) {
        let value = match (all, grown) {
            (Some(all), Some(grown)) if all > 0.0 => Some(grown / all),
            (Some(_), _) => Some(0.0),
            _ => scope.now(*share),
        };
        scope.focus.set(*blame, value);
    }
}

/// Fills the facts that compare each replica with the others.
pub fn compare_peers(replicas: &mut [Scope]) {
    if replicas.len() < 2 {
        return;
    }
    let column = |fact: Fact, pick: fn(&Scope, Fact) -> Option<f64>| -> Vec<Option<f64>> {
        replicas.iter().map(|replica| pick(replica, fact)).collect()
    };
    let ttft = column(Fact::TtftMean, |scope, fact| scope.now(fact));
    let itl = column(Fact::ItlMean, |scope, fact| scope.now(fact));
    let slow = column(Fact::SlowFactor, |scope, fact| scope.now(fact));
    let rise = column(Fact::LatencyRise, |scope, fact| scope.now(fact));
    let loads = column(Fact::Arrivals, |scope, fact| scope.now(fact));
    let former = column(Fact::Arrivals, |scope, fact| scope.then(fact));
    let now = column(Fact::FirstTokens, |scope, fact| scope.now(fact));
    let then = column(Fact::FirstTokens, |scope, fact| scope.then(fact));
    let share = |counts: &[Option<f64>], at: usize| {
        let total: f64 = counts.iter().flatten().sum();
        counts[at].filter(|_| total > 0.0).map(|count| count / total)
    };
    // Shares among those that were seen: a replica without samples has no share, and while one that
    // served before is missing, nobody's share can be compared with then.
    let count = now.iter().flatten().count() as f64;
    let complete =
        now.iter().zip(&then).all(|(now, then)| now.is_some() || then.is_none_or(|then| then == 0.0));
    for (at, replica) in replicas.iter_mut().enumerate() {
        let peers = |values: &[Option<f64>]| {
            let others: Vec<f64> =
                values.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, v)| *v).collect();
            (!others.is_empty()).then(|| median(others)).filter(|middle| *middle > 0.0)
        };
        let against =
            |values: &[Option<f64>]| values[at].zip(peers(values)).map(|(own, others)| own / others);
        let (share_now, share_then) = (share(&now, at), share(&then, at));
        let focus: &mut FactSet = &mut replica.focus;
        focus.set(Fact::PeerTtft, against(&ttft));
        focus.set(Fact::PeerItl, against(&itl));
        focus.set(Fact::PeerSlow, against(&slow));
        focus.set(Fact::PeerRise, peers(&rise));
        let others = |rates: &[Option<f64>]| -> f64 {
            rates.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, rate)| *rate).sum()
        };
        focus.set(Fact::PeerLoad, Some(others(&loads) / others(&former)));
        focus.set(Fact::FairShare, share_now.map(|share| share * count));
        let risen = share_now.zip(share_then).filter(|(_, then)| *then > 0.0).map(|(now, then)| now / then);
        focus.set(Fact::ShareRise, risen.filter(|_| complete));
    }
}
