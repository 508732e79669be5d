//! Settings of the server as facts: what the user said and what the metrics carry as labels.

use crate::catalog::Signal;
use crate::measure::facts::{Fact, Scope};
use crate::measure::meter::Meter;
use crate::measure::model::Replica;
use crate::options::Hints;

/// Settings in the order in which they are printed.
pub const SETTINGS: [Fact; 8] = [
    Fact::MaxSequences,
    Fact::TokenBudget,
    Fact::LongestRequest,
    Fact::TensorParallel,
    Fact::PipelineParallel,
    Fact::DataParallel,
    Fact::MaxLoras,
    Fact::KvTokens,
];

/// Fills the settings of all scopes, and how far the server came to each limit.
///
/// - vLLM says the size of its KV cache in labels of `cache_config_info`, SGLang in a gauge, NIM the size of
///   its batch; with data parallelism each engine has its own. The fleet has the smallest: the first to be full.
/// - With the token budget given, steps that fill it count as full.
/// - A limit of the batch is one of an engine: the fleet came as far as its fullest replica.
pub fn add_settings(meter: Meter, hints: &Hints, fleet: &mut Scope, replicas: &mut [Scope]) {
    let all = &meter.model.replicas;
    let smallest = |of: fn(Meter, &Replica) -> Option<f64>| {
        all.iter().filter_map(|replica| of(meter, replica)).reduce(f64::min)
    };
    add(fleet, hints, smallest(running_limit), smallest(kv_tokens));
    for (scope, replica) in replicas.iter_mut().zip(all) {
        add(scope, hints, running_limit(meter, replica), kv_tokens(meter, replica));
    }
    // A mean step within a tenth of the known budget says that most steps are full, whatever the buckets show.
    if let Some(fill) = fleet.now(Fact::BudgetFill).filter(|fill| *fill >= 0.9) {
        let top = fleet.now(Fact::StepTop).unwrap_or(0.0);
        fleet.focus.set(Fact::StepTop, Some(top.max(fill.min(1.0))));
    }
    let fullest = replicas.iter().filter_map(|scope| scope.now(Fact::BatchFill)).reduce(f64::max);
    let Some(fill) = fullest else { return };
    fleet.focus.set(Fact::BatchFill, Some(fill));
    // A batch that came within a twentieth of its cap stands at it, whatever its lowest level looked like:
    // gauges are sampled, and the very top is rarely seen.
    if fill >= 0.95 {
        let floor = fleet.now(Fact::RunningFloor).unwrap_or(0.0);
        fleet.focus.set(Fact::RunningFloor, Some(floor.max(fill.min(1.0))));
    }
}

fn add(scope: &mut Scope, hints: &Hints, running_limit: Option<f64>, kv_tokens: Option<f64>) {
    let places = hints.max_num_seqs.or(running_limit);
    let values = [
        places,
        hints.max_num_batched_tokens,
        hints.max_model_len,
        hints.tensor_parallel_size,
        hints.pipeline_parallel_size,
        hints.data_parallel_size,
        hints.max_loras,
        kv_tokens,
    ];
    for facts in std::iter::once(&mut scope.focus).chain(&mut scope.reference) {
        for (fact, value) in SETTINGS.into_iter().zip(values) {
            facts.set(fact, value);
        }
        let part = |of: Fact, whole: Option<f64>| Some(facts.get(of)? / whole?);
        let fills = (part(Fact::RunningMax, places), part(Fact::StepTokens, hints.max_num_batched_tokens));
        facts.set(Fact::BatchFill, fills.0);
        facts.set(Fact::BudgetFill, fills.1);
    }
}

/// Where the engine says it, as NIM does.
fn running_limit(meter: Meter, replica: &Replica) -> Option<f64> {
    newest(meter, replica, Signal::RunningLimit)
}

/// Blocks times their size, from the labels of the newest series that has both; a gauge of SGLang.
fn kv_tokens(meter: Meter, replica: &Replica) -> Option<f64> {
    let mut infos = replica.columns.plain(Signal::CacheConfig).iter();
    let labelled = infos.find_map(|column| {
        let series = &meter.set.series[column.series];
        let number = |label| series.label(&meter.set.symbols, label)?.parse::<f64>().ok();
        Some(number("num_gpu_blocks")? * number("block_size")?)
    });
    labelled.or_else(|| newest(meter, replica, Signal::KvTokens))
}

fn newest(meter: Meter, replica: &Replica, signal: Signal) -> Option<f64> {
    let columns = replica.columns.plain(signal).iter();
    columns
        .filter_map(|column| meter.value_at(column, f64::INFINITY))
        .reduce(f64::min)
        .filter(|value| *value > 0.0)
}
