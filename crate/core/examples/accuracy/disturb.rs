//! Disturbances: the same incident with data missing, cut or renamed.

use crate::truth::Truth;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tailwalk_core::catalog::{self, ENGINES, EngineId, Hit, Kind, Meaning, Part, Vantage};
use tailwalk_core::series::{Series, SeriesSet};

/// What is done to the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// All families of one signal are gone.
    NoSignal,
    /// A whole exporter or all buckets are gone.
    NoExporter,
    /// Fewer samples.
    Thinned,
    /// The beginning or the end is gone.
    Cut,
    /// Other spellings of the same names.
    Renamed,
    /// One of several replicas, alone.
    OneReplica,
    /// A time without any fault.
    Calm,
}

impl Sort {
    /// All, as they are printed.
    pub const ALL: [Sort; 7] = [
        Sort::NoSignal,
        Sort::NoExporter,
        Sort::Thinned,
        Sort::Cut,
        Sort::Renamed,
        Sort::OneReplica,
        Sort::Calm,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Sort::NoSignal => "one signal left out",
            Sort::NoExporter => "GPU series or buckets left out",
            Sort::Thinned => "every second sample",
            Sort::Cut => "shorter recording",
            Sort::Renamed => "other spelling of names",
            Sort::OneReplica => "one replica alone",
            Sort::Calm => "time without a fault",
        }
    }
}

/// One disturbed incident.
pub struct Disturbed {
    /// What was done, in words.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// What is left.
    pub set: SeriesSet,
}

/// All disturbances of one case.
///
/// - A fault of one replica among others is no question to one replica alone.
/// - Calm are the thirds of a recording without a fault, and what comes before a fault.
pub fn disturb(set: &SeriesSet, truth: &Truth, each: &mut dyn FnMut(Disturbed)) {
    let hits: Vec<Option<Hit>> = set.series.iter().map(|series| hit(set, series)).collect();
    let mut give = |sort, name: &str, set| each(Disturbed { name: name.to_string(), sort, set });
    for (signal, families) in signals(&hits) {
        let kept = |at: usize| !hits[at].is_some_and(|hit| families.contains(hit.family));
        give(Sort::NoSignal, &format!("without {signal}"), keep(set, kept));
    }
    let hardware = |at: usize| hits[at].is_some_and(|hit| hit.engine.vantage() == Vantage::Hardware);
    if (0..hits.len()).any(hardware) {
        give(Sort::NoExporter, "without GPU series", keep(set, |at| !hardware(at)));
    }
    let host = |at: usize| hits[at].is_some_and(|hit| hit.engine.vantage() == Vantage::Host);
    give(Sort::NoExporter, "without process, HTTP and up series", keep(set, |at| !host(at)));
    let bucket = |at: usize| hits[at].is_some_and(|hit| hit.part == Part::Bucket);
    give(Sort::NoExporter, "without buckets", keep(set, |at| !bucket(at)));
    give(Sort::Thinned, "every second scrape", every_second(set));
    let (from, to) = span(set);
    let fifth = (to - from) / 5.0;
    give(Sort::Cut, "without the first fifth", cut(set, from + fifth, to));
    give(Sort::Cut, "without the last fifth", cut(set, from, to - fifth));
    if let Some((start, end)) = truth.fault.map(|(start, end)| (start * 1000.0, end * 1000.0)) {
        give(Sort::Calm, "before the fault", cut(set, from, start));
        give(Sort::Calm, "the half before the fault", cut(set, (from + start) / 2.0, start));
        give(Sort::Cut, "ends in the middle of the fault", cut(set, from, (start + end) / 2.0));
        give(
            Sort::Cut,
            "begins in the fault, after a quarter of it",
            cut(set, start + (end - start) / 4.0, to),
        );
    }
    if truth.calm && truth.fault.is_none() {
        let third = (to - from) / 3.0;
        for part in 0..3 {
            let start = from + third * f64::from(part);
            give(Sort::Calm, &format!("third {}", part + 1), cut(set, start, start + third));
        }
    }
    let engines: BTreeSet<&str> = (0..hits.len())
        .filter(|at| hits[*at].is_some_and(|hit| hit.engine.vantage() == Vantage::Server))
        .filter_map(|at| set.series[at].label(&set.symbols, "instance"))
        .collect();
    if engines.len() > 1 && truth.affected.is_empty() {
        for one in &engines {
            let other = |at: usize| {
                let instance = set.series[at].label(&set.symbols, "instance");
                instance.is_some_and(|instance| instance != *one && engines.contains(instance))
            };
            give(Sort::OneReplica, &format!("{one} alone"), keep(set, |at| !other(at)));
        }
    }
    for prefix in ["vllm_", "ray_vllm_"] {
        let spelt = |name: &str| Some(format!("{prefix}{}", name.strip_prefix("vllm:")?));
        give(Sort::Renamed, &format!("prefix {prefix}"), rename(set, spelt));
    }
    give(
        Sort::Renamed,
        "counters without _total",
        rename(set, |name| {
            let counter = ENGINES
                .iter()
                .flat_map(|engine| engine.rows)
                .any(|row| row.kind == Kind::Counter && row.family == name);
            name.strip_suffix("_total").filter(|_| counter).map(str::to_string)
        }),
    );
    let twins = twins(set);
    if !twins.is_empty() {
        give(
            Sort::Renamed,
            "successors and deprecated twins swapped",
            rename(set, |name| twins.get(name).cloned()),
        );
    }
}

fn hit(set: &SeriesSet, series: &Series) -> Option<Hit> {
    match catalog::resolve(set.symbols.text(series.name), &|label| series.label(&set.symbols, label)) {
        Meaning::Known(hit) => Some(hit),
        _ => None,
    }
}

/// Each signal that is there with the families that say it; signals of the same families stand once.
fn signals(hits: &[Option<Hit>]) -> Vec<(&'static str, BTreeSet<&'static str>)> {
    let mut families: BTreeMap<&'static str, BTreeSet<&'static str>> = BTreeMap::new();
    for hit in hits.iter().flatten() {
        families.entry(hit.signal.id()).or_default().insert(hit.family);
    }
    let mut seen = BTreeSet::new();
    families.into_iter().filter(|(_, families)| seen.insert(families.clone())).collect()
}

fn like(set: &SeriesSet, series: Vec<Series>) -> SeriesSet {
    SeriesSet {
        symbols: set.symbols.clone(),
        series,
        clock: set.clock,
        files: set.files.clone(),
        types: set.types.clone(),
    }
}

fn keep(set: &SeriesSet, kept: impl Fn(usize) -> bool) -> SeriesSet {
    like(set, (0..set.series.len()).filter(|at| kept(*at)).map(|at| set.series[at].clone()).collect())
}

fn rename(set: &SeriesSet, spelt: impl Fn(&str) -> Option<String>) -> SeriesSet {
    let mut renamed = like(set, set.series.clone());
    for series in &mut renamed.series {
        if let Some(name) = spelt(set.symbols.text(series.name)) {
            series.name = renamed.symbols.intern(&name);
        }
    }
    renamed
}

/// First and last sample time, ms.
fn span(set: &SeriesSet) -> (f64, f64) {
    let edges = set.series.iter().filter_map(|series| Some((*series.times.first()?, *series.times.last()?)));
    edges.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), (a, b)| (from.min(a), to.max(b)))
}

fn cut(set: &SeriesSet, from: f64, to: f64) -> SeriesSet {
    filter_samples(set, |_, time| (from..=to).contains(&time))
}

/// Drops every second scrape of each target: the scrapes of a target are the times of all its series.
fn every_second(set: &SeriesSet) -> SeriesSet {
    let mut scrapes: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for series in &set.series {
        scrapes
            .entry(target(set, series))
            .or_default()
            .extend(series.times.iter().map(|time| time.to_bits()));
    }
    let kept: BTreeMap<String, BTreeSet<u64>> =
        scrapes.into_iter().map(|(target, times)| (target, times.into_iter().step_by(2).collect())).collect();
    filter_samples(set, |series, time| {
        kept.get(&target(set, series)).is_some_and(|times| times.contains(&time.to_bits()))
    })
}

fn target(set: &SeriesSet, series: &Series) -> String {
    let label = |name| series.label(&set.symbols, name).unwrap_or_default();
    format!("{} {}", label("job"), label("instance"))
}

/// Which samples of a time column are kept, and the column that is left.
type Thinned = (Vec<bool>, Arc<[f64]>);

fn filter_samples(set: &SeriesSet, kept: impl Fn(&Series, f64) -> bool) -> SeriesSet {
    // Series of one target share their times: the choice is made once for each column.
    let mut columns: FxHashMap<(*const f64, String), Thinned> = FxHashMap::default();
    let mut left = Vec::new();
    for series in &set.series {
        let key = (series.times.as_ptr(), target(set, series));
        let (chosen, times) = columns.entry(key).or_insert_with(|| {
            let chosen: Vec<bool> = series.times.iter().map(|time| kept(series, *time)).collect();
            let times =
                series.times.iter().zip(&chosen).filter(|(_, kept)| **kept).map(|(time, _)| *time).collect();
            (chosen, times)
        });
        if times.is_empty() {
            continue;
        }
        let values =
            series.values.iter().zip(chosen.iter()).filter(|(_, kept)| **kept).map(|(value, _)| *value);
        left.push(Series { times: times.clone(), values: values.collect(), ..series.clone() });
    }
    like(set, left)
}

/// For each name in the data the one that another release gives the same signal, where the data does not
/// have both: `vllm:kv_cache_usage_perc` ↔ `vllm:gpu_cache_usage_perc` and the like.
fn twins(set: &SeriesSet) -> FxHashMap<String, String> {
    let rows = ENGINES.iter().filter(|engine| engine.id == EngineId::Vllm).flat_map(|engine| engine.rows);
    let rows: Vec<_> = rows.collect();
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for new in rows.iter().filter(|row| row.rank == 0) {
        let signals: Vec<_> = new.signals().collect();
        let same = |old: &&&tailwalk_core::catalog::Row| {
            old.rank > 0 && old.kind == new.kind && old.signals().eq(signals.iter().copied())
        };
        if let ([_], Some(old)) = (signals.as_slice(), rows.iter().find(same)) {
            pairs.push((new.family, old.family));
        }
    }
    let names: BTreeSet<&str> = set.series.iter().map(|series| set.symbols.text(series.name)).collect();
    let has = |family: &str| names.iter().any(|name| name.strip_suffix("_count").unwrap_or(name) == family);
    let mut twins = FxHashMap::default();
    for (new, old) in pairs {
        let (from, to) = match (has(new), has(old)) {
            (true, false) => (new, old),
            (false, true) => (old, new),
            _ => continue,
        };
        for suffix in ["", "_bucket", "_sum", "_count"] {
            twins.insert(format!("{from}{suffix}"), format!("{to}{suffix}"));
        }
    }
    twins
}
