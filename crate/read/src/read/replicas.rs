//! Which files of metrics text come from the same process, and in which order.
//!
//! A scrape does not say whose it is: two files may be two moments of one server or two servers. The
//! start time of the process tells, or the `_created` times of its series.

use super::notes;
use super::settle::TimeColumns;
use super::store::Timing;
use crate::note::{Note, Notes};
use crate::series::{FileInfo, Series, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

/// A file as this module sees it.
pub(super) struct Source {
    pub(super) info: FileInfo,
    pub(super) timing: Timing,
    /// Metrics text, which does not say whose it is; an answer of the API does.
    pub(super) anonymous: bool,
}

/// What tells the processes apart.
#[derive(Default)]
struct Traits<'a> {
    /// Every series has an `instance` label.
    named: bool,
    started: Vec<u64>,
    created: FxHashMap<Key<'a>, u64>,
    /// First and last value.
    counters: FxHashMap<Key<'a>, (f64, f64)>,
    last_ms: f64,
}

type Key<'a> = (Symbol, &'a [(Symbol, Symbol)]);

#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Same,
    /// Nothing says so, but the counters continue.
    Assumed,
    Different,
}

/// Labels replicas and puts scrapes without times in order.
///
/// - Files of one process are consecutive scrapes in the order given; two neighbours are swapped when
///   every counter runs backwards from the first to the second.
/// - Files of different processes without an `instance` label get one: the name of the file. With
///   times, a later process whose start is after the last sample of the earlier one is its restart.
pub(super) fn arrange(
    series: &mut [Series],
    sources: &[Source],
    symbols: &mut Symbols,
    columns: &mut TimeColumns,
    notes: &mut Notes,
) {
    let mut anonymous: Vec<usize> = series.iter().map(|one| one.file as usize).collect();
    anonymous.dedup();
    anonymous.retain(|file| sources.get(*file).is_some_and(|source| source.anonymous));
    if anonymous.len() < 2 {
        return;
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    {
        let traits = traits(series, sources, symbols);
        for file in anonymous {
            let wall = sources[file].timing == Timing::Wall;
            let name = |file: usize| sources[file].info.name.as_str();
            let home = groups.iter_mut().find_map(|group| {
                let last = *group.last()?;
                let relation = if wall {
                    relation_in_time(&traits[last], &traits[file])
                } else {
                    relation(&traits[last], &traits[file])
                };
                (relation != Relation::Different).then_some((group, last, relation))
            });
            match home {
                None => groups.push(vec![file]),
                Some((group, last, relation)) => {
                    if relation == Relation::Assumed {
                        notes.add(Note::new(&notes::ASSUMED_ORDER, name(file), name(last)));
                    }
                    group.push(file);
                }
            }
        }
        for group in &mut groups {
            order(group, &traits, sources, notes);
        }
    }
    if groups.len() > 1 {
        name_instances(&groups, series, sources, symbols, notes);
    }
    shift(&groups, series, sources, columns);
}

fn traits<'a>(series: &'a [Series], sources: &[Source], symbols: &Symbols) -> Vec<Traits<'a>> {
    let mut all: Vec<Traits> = sources.iter().map(|_| Traits { named: true, ..Traits::default() }).collect();
    for one in series {
        let Some(traits) = all.get_mut(one.file as usize) else { continue };
        let (Some(first), Some(last)) = (one.values.first(), one.values.last()) else { continue };
        traits.named &= one.label(symbols, "instance").is_some();
        traits.last_ms = traits.last_ms.max(one.times.last().copied().unwrap_or(0.0));
        let key = (one.name, &*one.labels);
        let name = symbols.text(one.name);
        if name == "process_start_time_seconds" {
            traits.started.push(last.to_bits());
        } else if name.ends_with("_created") {
            traits.created.insert(key, last.to_bits());
        } else if ["_total", "_count", "_bucket"].iter().any(|suffix| name.ends_with(suffix)) {
            traits.counters.insert(key, (*first, *last));
        }
    }
    for traits in &mut all {
        crate::sort::sort(&mut traits.started);
    }
    all
}

fn relation(a: &Traits, b: &Traits) -> Relation {
    if a.named && b.named {
        return Relation::Same;
    }
    if let Some(same) = same_start(a, b) {
        return if same { Relation::Same } else { Relation::Different };
    }
    match changes(a, b) {
        Changes { common: 1.., rises: 0, .. } | Changes { common: 1.., falls: 0, .. } => Relation::Assumed,
        _ => Relation::Different,
    }
}

/// Of two files with times: what follows one another in time may be merged, restart or not.
fn relation_in_time(a: &Traits, b: &Traits) -> Relation {
    let start_ms = |traits: &Traits| {
        let starts = if traits.started.is_empty() {
            traits.created.values().copied().min()
        } else {
            traits.started.first().copied()
        };
        starts.map(|bits| f64::from_bits(bits) * 1000.0)
    };
    let (Some(start_a), Some(start_b)) = (start_ms(a), start_ms(b)) else { return Relation::Same };
    if a.named && b.named || same_start(a, b) != Some(false) {
        return Relation::Same;
    }
    let earlier_last = if start_a < start_b { a.last_ms } else { b.last_ms };
    if earlier_last < start_a.max(start_b) { Relation::Same } else { Relation::Different }
}

/// Whether both say that the same process wrote them; `None` when they say nothing.
///
/// - `_created` times count only where both have the series, and the majority of them: a label set
///   may be made anew while the process lives.
fn same_start(a: &Traits, b: &Traits) -> Option<bool> {
    if !a.started.is_empty() && !b.started.is_empty() {
        return Some(a.started == b.started);
    }
    let common = a.created.iter().filter_map(|(key, time)| Some((*time, *b.created.get(key)?)));
    let (equal, all) = common.fold((0, 0), |(equal, all), (a, b)| (equal + usize::from(a == b), all + 1));
    (all > 0).then_some(equal * 2 >= all)
}

/// How the counters of two files differ.
#[derive(Default)]
struct Changes {
    common: usize,
    rises: usize,
    falls: usize,
}

/// From the end of `a` to the beginning of `b`.
fn changes(a: &Traits, b: &Traits) -> Changes {
    let mut changes = Changes::default();
    for (key, (_, last)) in &a.counters {
        if let Some((first, _)) = b.counters.get(key) {
            changes.common += 1;
            changes.rises += usize::from(first > last);
            changes.falls += usize::from(first < last);
        }
    }
    changes
}

/// Swaps neighbours while every counter runs backwards.
fn order(group: &mut [usize], traits: &[Traits], sources: &[Source], notes: &mut Notes) {
    for _ in 1..group.len() {
        for at in 1..group.len() {
            let (before, after) = (group[at - 1], group[at]);
            let backwards =
                |a: &Traits, b: &Traits| matches!(changes(a, b), Changes { rises: 0, falls: 1.., .. });
            let untimed = sources[before].timing != Timing::Wall;
            // The counters of `after` must all end before `before` begins.
            if untimed
                && backwards(&traits[before], &traits[after])
                && !backwards(&traits[after], &traits[before])
            {
                group.swap(at - 1, at);
                let (first, second) = (&sources[after].info.name, &sources[before].info.name);
                notes.add(Note::new(&notes::SWAPPED, first.as_str(), second.as_str()));
            }
        }
    }
}

/// Which groups have a series in common with another group, so that they must be told apart.
fn colliding(
    groups: &[Vec<usize>],
    group_of: &FxHashMap<u32, usize>,
    series: &[Series],
    label: Symbol,
) -> Vec<bool> {
    let mut first_group: FxHashMap<Key, usize> = FxHashMap::default();
    let mut colliding = vec![false; groups.len()];
    for one in series.iter().filter(|one| one.labels.iter().all(|(key, _)| *key != label)) {
        let Some(group) = group_of.get(&one.file) else { continue };
        let first = *first_group.entry((one.name, &one.labels)).or_insert(*group);
        if first != *group {
            colliding[first] = true;
            colliding[*group] = true;
        }
    }
    colliding
}

/// Gives each group that needs one a name of its own as `instance`.
fn name_instances(
    groups: &[Vec<usize>],
    series: &mut [Series],
    sources: &[Source],
    symbols: &mut Symbols,
    notes: &mut Notes,
) {
    let label = symbols.intern("instance");
    let files =
        groups.iter().enumerate().flat_map(|(group, files)| files.iter().map(move |file| (file, group)));
    let group_of: FxHashMap<u32, usize> = files.map(|(file, group)| (*file as u32, group)).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut instances: Vec<Option<Symbol>> = Vec::with_capacity(groups.len());
    for (group, collides) in groups.iter().zip(colliding(groups, &group_of, series, label)) {
        let first = group.first().filter(|_| collides);
        instances.push(first.map(|first| {
            let name = sources[*first].info.name.as_str();
            let instance = unique(if name.is_empty() { "file" } else { name }, &mut taken);
            notes.add(Note::new(&notes::REPLICAS, name, instance.as_str()));
            symbols.intern(&instance)
        }));
    }
    for one in series {
        let group = group_of.get(&one.file);
        let Some(Some(instance)) = group.and_then(|group| instances.get(*group)) else { continue };
        if one.labels.iter().all(|(key, _)| *key != label) {
            let mut labels = std::mem::take(&mut one.labels).into_vec();
            let place = labels.partition_point(|(key, _)| symbols.text(*key) < "instance");
            labels.insert(place, (label, *instance));
            one.labels = labels.into_boxed_slice();
        }
    }
}

/// The name, with a number when it is taken: files of two folders have equal names.
fn unique(name: &str, taken: &mut FxHashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

/// Scrapes of one process without times are numbered through.
fn shift(groups: &[Vec<usize>], series: &mut [Series], sources: &[Source], columns: &mut TimeColumns) {
    let mut offsets: FxHashMap<u32, f64> = FxHashMap::default();
    for group in groups {
        let mut offset = 0.0;
        for file in group {
            if let Timing::Ordinal(scrapes) = sources[*file].timing {
                offsets.insert(*file as u32, offset);
                offset += f64::from(scrapes);
            }
        }
    }
    for one in series {
        if let Some(offset) = offsets.get(&one.file)
            && *offset > 0.0
        {
            let times: Vec<f64> = one.times.iter().map(|time| time + offset).collect();
            one.times = columns.share(&times);
        }
    }
}
