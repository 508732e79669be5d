//! What holds requests back, interval by interval.

use crate::measure::bins::Bins;
use crate::measure::change::median;
use crate::measure::windows::{HARM_RATIO, Scene};
use crate::options::Hints;

/// What a request in an interval would have to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The data does not say.
    Unknown,
    /// Nothing: who comes is served.
    None,
    /// Places in the batch.
    SequenceCap,
    /// Tokens of a step.
    TokenBudget,
    /// Blocks of the KV cache.
    Kv,
    /// LoRA slots or the transfer of KV blocks.
    Deferred,
    /// Tokenizer and API server.
    Cpu,
    /// Steps that take longer than usual.
    Compute,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 8] = [
        Limit::Unknown,
        Limit::None,
        Limit::SequenceCap,
        Limit::TokenBudget,
        Limit::Kv,
        Limit::Deferred,
        Limit::Cpu,
        Limit::Compute,
    ];

    /// Stable id.
    pub fn id(self) -> &'static str {
        ["unknown", "none", "sequence_cap", "token_budget", "kv", "deferred", "cpu", "compute"][self as usize]
    }
}

/// A strip on a page has room for so many letters.
const MOST_INTERVALS: usize = 60;
/// Somebody waits most of the time.
const WAITING: f64 = 0.5;
// The numbers below are those of the walk (`walk/limits.rs`, which the measure may not use), put to an
// interval instead of a window: strip and verdict must not contradict each other.
/// `kv_full`: the last tenth is smaller than one typical request.
const KV_FULL: f64 = 0.9;
/// `kv_room`: room for fewer typical requests than this.
const KV_ROOM: f64 = 2.0;
/// A batch or a step this close to its limit: the very top of a sampled gauge is rarely seen.
const AT_CAP: f64 = 0.9;
/// A mean step is further from its budget, as the last step of a prompt is only partly filled.
const AT_BUDGET: f64 = 0.8;
/// `residual_steps`: more than the running step and the next explain.
const RESIDUAL_STEPS: f64 = 5.0;
/// Below one frame of a screen nobody feels it (`walk/harm.rs`).
const FELT_SECONDS: f64 = 0.02;

/// The limit of each interval of the data.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Edges in ms, one more than intervals.
    pub edges: Vec<f64>,
    /// One for each interval.
    pub limits: Vec<Limit>,
}

/// The limits over all of the data, at most sixty intervals of whole bins.
///
/// - Of several replicas the one speaks in which most requests wait; while nobody waits, all together.
/// - `usual` marks the bins that say how long a step usually takes; none: all bins.
pub fn limits(scene: &Scene, hints: &Hints, usual: &[bool]) -> Limits {
    let timeline = scene.timeline;
    let bins = timeline.grid.len();
    let width = bins.div_ceil(MOST_INTERVALS).max(1);
    let fleet = Scope::of(&timeline.fleet, usual);
    let replicas: Vec<Scope> = timeline.replicas.iter().map(|bins| Scope::of(bins, usual)).collect();
    let limit = |from: usize| {
        let to = (from + width).min(bins);
        let waits = replicas.iter().map(|scope| (scope, mean(&scope.bins.waiting, from, to)));
        let longest = waits.filter(|(_, waiting)| *waiting >= WAITING).max_by(|a, b| a.1.total_cmp(&b.1));
        longest.map_or(&fleet, |(scope, _)| scope).limit(from, to, hints)
    };
    let starts = (0..bins).step_by(width);
    let mut edges: Vec<f64> = starts.clone().map(|at| timeline.grid.edges[at]).collect();
    edges.extend(timeline.grid.edges.last().filter(|_| bins > 0));
    Limits { edges, limits: starts.map(limit).collect() }
}

/// The bins of one scope with what its intervals are compared with.
struct Scope<'a> {
    bins: &'a Bins,
    ttft: Vec<f64>,
    queue: Vec<f64>,
    prefill: Vec<f64>,
    itl: Vec<f64>,
    steps: Vec<f64>,
    fullest: f64,
    usual: f64,
}

impl<'a> Scope<'a> {
    fn of(bins: &'a Bins, usual: &[bool]) -> Scope<'a> {
        let itl = bins.itl.means();
        let marked = itl.iter().zip(usual).filter(|(_, usual)| **usual).map(|(value, _)| *value);
        let usual = median(marked.collect());
        Scope {
            ttft: bins.ttft.means(),
            queue: bins.queue.means(),
            prefill: bins.prefill.means(),
            steps: bins.steps.means(),
            fullest: bins.running.iter().copied().fold(0.0, f64::max),
            usual: if usual > 0.0 { usual } else { median(itl.clone()) },
            itl,
            bins,
        }
    }

    fn limit(&self, from: usize, to: usize, hints: &Hints) -> Limit {
        let of = |values: &[f64]| mean(values, from, to);
        let (waiting, running, ttft) = (of(&self.bins.waiting), of(&self.bins.running), of(&self.ttft));
        if waiting.is_nan() && running.is_nan() && ttft.is_nan() {
            return Limit::Unknown;
        }
        let itl = of(&self.itl);
        let slow = itl >= HARM_RATIO * self.usual && self.usual > 0.0;
        if waiting >= WAITING {
            let kv = of(&self.bins.kv);
            let full = kv >= KV_FULL || kv > 0.0 && (1.0 - kv) * running / kv < KV_ROOM;
            let thrown = self.bins.preemptions.value[from..to].iter().sum::<f64>() > 0.0;
            let budget = hints.max_num_batched_tokens.map(|budget| of(&self.steps) / budget);
            let places = running >= AT_CAP * hints.max_num_seqs.unwrap_or(self.fullest);
            return match () {
                () if of(&self.bins.deferred) >= waiting / 2.0 => Limit::Deferred,
                () if full || thrown => Limit::Kv,
                () if budget.is_some_and(|fill| fill >= AT_BUDGET) => Limit::TokenBudget,
                () if places => Limit::SequenceCap,
                () if slow => Limit::Compute,
                () => Limit::Unknown,
            };
        }
        let rest = ttft - of(&self.queue) - of(&self.prefill);
        if rest >= ttft / 2.0 && rest >= RESIDUAL_STEPS * itl && rest >= FELT_SECONDS {
            return Limit::Cpu;
        }
        if slow { Limit::Compute } else { Limit::None }
    }
}

/// Mean of what is known; NaN of nothing.
fn mean(values: &[f64], from: usize, to: usize) -> f64 {
    let known = values[from..to].iter().filter(|value| value.is_finite());
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::bins::{Grid, Growth, MeanBins};
    use crate::measure::meter::Meter;
    use crate::measure::model::Model;
    use crate::measure::timeline::Timeline;
    use crate::series::SeriesSet;

    /// Four quiet bins and four of `field value…`; the limits as their ids, repeated ones once.
    fn check(text: &str, hints: Hints, expected: &str) {
        let bins = 8;
        let of = |name: &str, quiet: f64| -> Vec<f64> {
            let words: Vec<&str> = text.split_whitespace().collect();
            let said = words.chunks(2).find(|pair| pair[0] == name).map(|pair| pair[1].parse().unwrap());
            (0..bins).map(|at| if at < 4 { quiet } else { said.unwrap_or(quiet) }).collect()
        };
        let growth = |value| Growth { value, seconds: vec![1.0; bins] };
        let means = |name, quiet| MeanBins { count: growth(vec![1.0; bins]), sum: growth(of(name, quiet)) };
        let fleet = Bins {
            ttft: means("ttft", 0.1),
            queue: means("queue", 0.0),
            prefill: means("prefill", 0.09),
            itl: means("itl", 0.02),
            steps: means("steps", 40.0),
            preemptions: growth(of("preemptions", 0.0)),
            running: of("running", 8.0),
            waiting: of("waiting", 0.0),
            deferred: of("deferred", 0.0),
            kv: of("kv", 0.3),
            ..Bins::default()
        };
        let grid = Grid { edges: (0..=bins).map(|at| at as f64 * 1000.0).collect() };
        let timeline = Timeline { grid, fleet, ..Timeline::default() };
        let (set, model) = (SeriesSet::default(), Model::default());
        let scene = Scene { meter: Meter { set: &set, model: &model }, timeline: &timeline };
        let usual = [true, true, true, true, false, false, false, false];
        let found = limits(&scene, &hints, &usual);
        assert_eq!(found.edges.len(), found.limits.len() + 1);
        let mut ids: Vec<&str> = found.limits.iter().map(|limit| limit.id()).collect();
        ids.dedup();
        assert_eq!(ids.join(" "), expected, "{text}");
    }

    #[test]
    fn each_limit_has_its_signature_and_a_quiet_server_none() {
        let capped = || Hints { max_num_seqs: Some(64.0), ..Hints::default() };
        let budget = || Hints { max_num_batched_tokens: Some(2048.0), ..capped() };
        check("", Hints::default(), "none");
        check("waiting 3 running 16", Hints::default(), "none sequence_cap");
        check("waiting 3 running 16", capped(), "none unknown");
        check("waiting 3 running 16 steps 1900", budget(), "none token_budget");
        check("waiting 3 running 16 kv 0.95", capped(), "none kv");
        check("waiting 3 running 16 preemptions 1", capped(), "none kv");
        check("waiting 3 running 16 deferred 2", Hints::default(), "none deferred");
        check("waiting 0.2 running 16 kv 0.99", Hints::default(), "none");
        check("ttft 0.5", Hints::default(), "none cpu");
        check("ttft 0.5 queue 0.4", Hints::default(), "none");
        check("itl 0.03", Hints::default(), "none compute");
        check("ttft NaN running NaN waiting NaN", Hints::default(), "none unknown");
    }
}
