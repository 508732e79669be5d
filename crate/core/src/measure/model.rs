//! The model: which series are the signals of which replica, server and GPU.
//!
//! Built once after reading; every later question is a look-up. A *replica* is one engine (a server,
//! or one data-parallel engine of it), a *server* is one scraped process, a *GPU* is joined to a
//! server by pod, else by host, else not at all.

use crate::catalog::{
    self, Combine, Core, EngineId, Generation, Hit, Meaning, Part, Signal, Vantage, bugs_for, expected,
    infer_generation, nearest, translate,
};
use crate::measure::increase::Cumulative;
use crate::measure::notes;
use crate::note::{Note, Notes};
use crate::series::{Clock, Series, SeriesSet, Symbol};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Labels that tell replicas apart, in the order in which they are joined into an id.
const REPLICA_LABELS: &[&str] = &[
    "cluster", "namespace", "pod", "instance", "server_name", "WorkerId", "ReplicaId", "engine", "dp_rank",
    "model_name",
];
/// The first of them tell scraped processes apart.
const SERVER_LABELS: usize = 7;

/// Labels under which a GPU exporter names the pod that holds the GPU, most trusted first: with
/// `honor_labels: false` the exporter's own pod is in `pod`.
const POD_LABELS: &[&str] = &["exported_pod", "pod", "pod_name"];

/// One series with what is needed to read increases from it.
#[derive(Clone, Debug)]
pub struct Column {
    /// Index into `SeriesSet::series`.
    pub series: usize,
    /// Reset-corrected running total; cheap to ask.
    pub total: Cumulative,
    /// Factor to SI.
    pub scale: f64,
    /// The label that splits the signal (finish reason …), when it has one.
    pub tag: Option<Symbol>,
}

/// One histogram of one label set.
#[derive(Clone, Debug, Default)]
pub struct HistogramColumns {
    /// Upper bounds, ascending; the last is +Inf when the exporter wrote it.
    pub bounds: Vec<f64>,
    /// One column per bound.
    pub buckets: Vec<Column>,
    /// `_sum`.
    pub sum: Option<Column>,
    /// `_count`.
    pub count: Option<Column>,
}

/// All columns of one owner (replica, server or GPU).
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Counters and gauges.
    pub plain: BTreeMap<Signal, Vec<Column>>,
    /// Histograms.
    pub histograms: BTreeMap<Signal, Vec<HistogramColumns>>,
}

impl Columns {
    /// The columns of a counter or gauge.
    pub fn plain(&self, signal: Signal) -> &[Column] {
        self.plain.get(&signal).map_or(&[], Vec::as_slice)
    }

    /// The histograms of a signal.
    pub fn histograms(&self, signal: Signal) -> &[HistogramColumns] {
        self.histograms.get(&signal).map_or(&[], Vec::as_slice)
    }

    /// Whether anything of this signal is there.
    pub fn has(&self, signal: Signal) -> bool {
        self.plain.contains_key(&signal) || self.histograms.contains_key(&signal)
    }
}

/// One engine.
#[derive(Clone, Debug, Default)]
pub struct Replica {
    /// Unique id made of its identity labels.
    pub id: String,
    /// Short name to print.
    pub label: String,
    /// PromQL matchers that select it, without braces.
    pub selector: String,
    /// Values of the identity labels, empty where absent.
    pub labels: Vec<String>,
    /// Index into [`Model::servers`].
    pub server: usize,
    /// Its columns.
    pub columns: Columns,
}

/// One scraped process.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// Values of the labels that tell scraped processes apart.
    pub key: Vec<String>,
    /// Columns of the process: CPU, start time, `up`, HTTP.
    pub columns: Columns,
}

/// One GPU.
#[derive(Clone, Debug, Default)]
pub struct Gpu {
    /// UUID or host and index.
    pub id: String,
    /// Joined server, when known.
    pub server: Option<usize>,
    /// Its columns.
    pub columns: Columns,
}

/// Everything that can be asked.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Engines.
    pub replicas: Vec<Replica>,
    /// Scraped processes.
    pub servers: Vec<Server>,
    /// GPUs.
    pub gpus: Vec<Gpu>,
    /// Exact family name in this data for each signal, for PromQL.
    pub names: BTreeMap<Signal, String>,
    /// Model names served.
    pub models: Vec<String>,
    /// Canonical names of the families that are there.
    pub families: BTreeSet<&'static str>,
    /// Families of no known meaning.
    pub unknown: Vec<String>,
    /// Number of finite TTFT bounds, for the generation.
    pub ttft_bounds: Option<usize>,
    /// Whether engine series carry the label `engine`.
    pub engine_label: bool,
    /// Name of the engine whose families were seen most.
    pub engine_name: &'static str,
    /// Which releases of vLLM fit the names; absent for other engines.
    pub generation: Option<Generation>,
    /// First and last sample time of the engine's series, ms.
    pub span: (f64, f64),
    /// Median distance of two samples, ms; 0 with one sample.
    pub step: f64,
    /// Only one sample per series: everything is "since start".
    pub single: bool,
    /// What the times mean.
    pub clock: Clock,
}

/// A series with its meaning, before it is sorted into owners.
struct Sorted<'a> {
    hit: Hit,
    index: usize,
    series: &'a Series,
}

impl Model {
    /// Sorts all series into replicas, servers and GPUs.
    pub fn build(set: &SeriesSet, notes: &mut Notes) -> Model {
        let mut model = Model { clock: set.clock, ..Model::default() };
        let mut sorted = Vec::with_capacity(set.series.len());
        let mut unknown: BTreeSet<String> = BTreeSet::new();
        let mut models: BTreeSet<String> = BTreeSet::new();
        let mut engines: FxHashMap<&'static str, usize> = FxHashMap::default();
        for (index, series) in set.series.iter().enumerate() {
            if series.values.is_empty() {
                continue;
            }
            let name = set.symbols.text(series.name);
            match catalog::resolve(name, &|label| series.label(&set.symbols, label)) {
                Meaning::Known(hit) => {
                    if is_engine(&hit) {
                        *engines.entry(hit.engine.name()).or_default() += 1;
                        if let Some(text) = series.label(&set.symbols, "model_name") {
                            models.insert(text.to_string());
                        }
                        model.engine_label |= series.label(&set.symbols, "engine").is_some();
                    }
                    model.families.insert(hit.family);
                    sorted.push(Sorted { hit, index, series });
                }
                Meaning::Ignored(family) => {
                    model.families.insert(family);
                }
                Meaning::Created => {}
                Meaning::Unknown => {
                    unknown.insert(family_of(name).to_string());
                }
            }
        }
        model.engine_name =
            engines.iter().max_by_key(|(name, count)| (**count, **name)).map_or("", |(name, _)| name);
        model.models = models.into_iter().collect();
        model.unknown = unknown.into_iter().collect();
        model.sort_engine_series(set, &sorted);
        model.sort_process_series(set, &sorted);
        model.sort_gpu_series(set, &sorted, notes);
        model.find_span(set);
        model.infer_generation(notes);
        model.explain_unknown(notes);
        model.shorten_labels();
        model
    }

    fn sort_engine_series(&mut self, set: &SeriesSet, sorted: &[Sorted]) {
        let keys = whole_keys(set, sorted);
        let mut owners: FxHashMap<Key, usize> = FxHashMap::default();
        let mut servers: FxHashMap<Vec<String>, usize> = FxHashMap::default();
        let mut gathered: Vec<Gathered> = Vec::new();
        for item in sorted.iter().filter(|item| is_engine(&item.hit)) {
            let key = identity(set, item.series, REPLICA_LABELS);
            let Some(key) = keys.get(&key) else { continue };
            let owner = *owners.entry(key.clone()).or_insert_with(|| {
                let labels: Vec<String> = key.iter().map(|label| text_of(set, *label)).collect();
                let server_key = labels[..SERVER_LABELS].to_vec();
                let server = *servers.entry(server_key.clone()).or_insert_with(|| {
                    self.servers.push(Server { key: server_key, columns: Columns::default() });
                    self.servers.len() - 1
                });
                self.replicas.push(Replica { server, labels, ..Replica::default() });
                gathered.push(Gathered::default());
                self.replicas.len() - 1
            });
            gathered[owner].add(set, item);
            self.names.entry(item.hit.signal).or_insert_with(|| {
                strip_part(set.symbols.text(item.series.name), item.hit.part).to_string()
            });
        }
        for (replica, gathered) in self.replicas.iter_mut().zip(gathered) {
            replica.columns = gathered.finish(set);
        }
        self.ttft_bounds = self
            .replicas
            .iter()
            .flat_map(|replica| replica.columns.histograms(Signal::Ttft))
            .map(|histogram| histogram.bounds.iter().filter(|bound| bound.is_finite()).count())
            .max();
    }

    fn sort_process_series(&mut self, set: &SeriesSet, sorted: &[Sorted]) {
        let mut gathered: Vec<Gathered> = self.servers.iter().map(|_| Gathered::default()).collect();
        for item in sorted.iter().filter(|item| is_process(&item.hit)) {
            let key = texts(set, item.series, &REPLICA_LABELS[..SERVER_LABELS]);
            let found = self.servers.iter().position(|server| server.key == key).or_else(|| {
                // Less specific labels: the process series of a single unlabelled scrape, or the same
                // instance without the pod labels that only one job attaches.
                let instance = &key[3];
                let same = |server: &&Server| !instance.is_empty() && server.key[3] == *instance;
                let mut matches = self.servers.iter().enumerate().filter(|(_, server)| same(server));
                match (matches.next(), matches.next()) {
                    (Some((index, _)), None) => Some(index),
                    _ => None,
                }
            });
            if let Some(server) = found {
                gathered[server].add(set, item);
                let name = set.symbols.text(item.series.name);
                self.names
                    .entry(item.hit.signal)
                    .or_insert_with(|| strip_part(name, item.hit.part).to_string());
            }
        }
        for (server, gathered) in self.servers.iter_mut().zip(gathered) {
            server.columns = gathered.finish(set);
        }
    }

    fn sort_gpu_series(&mut self, set: &SeriesSet, sorted: &[Sorted], notes: &mut Notes) {
        let mut owners: BTreeMap<String, usize> = BTreeMap::new();
        let mut gathered: Vec<Gathered> = Vec::new();
        for item in sorted.iter().filter(|item| item.hit.engine.vantage() == Vantage::Hardware) {
            let first = |names: &[&str]| {
                let texts = names.iter().filter_map(|name| item.series.label(&set.symbols, name));
                texts.into_iter().find(|text| !text.is_empty())
            };
            let uuid = first(&["UUID", "uuid", "gpu_uuid", "gpu_id"]);
            let host = first(&["Hostname", "hostname", "node", "exported_node", "instance"]).unwrap_or("");
            let id = match uuid {
                Some(uuid) => uuid.to_string(),
                None => format!("{host}/{}", first(&["gpu", "device", "card"]).unwrap_or("?")),
            };
            let owner = *owners.entry(id.clone()).or_insert_with(|| {
                let pods = POD_LABELS.iter().filter_map(|name| item.series.label(&set.symbols, name));
                let server = self.join_gpu(pods, host);
                self.gpus.push(Gpu { id, server, columns: Columns::default() });
                gathered.push(Gathered::default());
                self.gpus.len() - 1
            });
            gathered[owner].add(set, item);
            self.names
                .entry(item.hit.signal)
                .or_insert_with(|| set.symbols.text(item.series.name).to_string());
        }
        for (gpu, gathered) in self.gpus.iter_mut().zip(gathered) {
            gpu.columns = gathered.finish(set);
        }
        let loose = self.gpus.iter().filter(|gpu| gpu.server.is_none()).count();
        if loose > 0 && self.servers.len() > 1 {
            notes.add(Note::new(&notes::GPU_NOT_JOINED, loose.to_string(), self.gpus.len().to_string()));
        }
    }

    /// The server a GPU belongs to: by pod (also `exported_pod`), else by host when the host carries
    /// exactly one server, else the only server there is.
    fn join_gpu<'a>(&self, mut pods: impl Iterator<Item = &'a str>, host: &str) -> Option<usize> {
        let of_pod = |pod: &str| self.servers.iter().position(|server| !pod.is_empty() && server.key[2] == pod);
        if let Some(found) = pods.find_map(of_pod) {
            return Some(found);
        }
        if self.servers.len() == 1 {
            return Some(0);
        }
        let on_host = |server: &Server| {
            let instance = server.key[3].split(':').next().unwrap_or("");
            !host.is_empty() && instance == host.split(':').next().unwrap_or("")
        };
        let mut matches = self.servers.iter().enumerate().filter(|(_, server)| on_host(server));
        match (matches.next(), matches.next()) {
            (Some((index, _)), None) => Some(index),
            _ => None,
        }
    }

    fn find_span(&mut self, set: &SeriesSet) {
        let mut first = f64::INFINITY;
        let mut last = f64::NEG_INFINITY;
        let mut longest: &[f64] = &[];
        for replica in &self.replicas {
            let plain = replica.columns.plain.values().flatten();
            let counts = replica.columns.histograms.values().flatten().filter_map(|h| h.count.as_ref());
            for column in plain.chain(counts) {
                let times = &set.series[column.series].times;
                let (Some(a), Some(b)) = (times.first(), times.last()) else { continue };
                first = first.min(*a);
                last = last.max(*b);
                if times.len() > longest.len() {
                    longest = times;
                }
            }
        }
        self.span = if first <= last { (first, last) } else { (0.0, 0.0) };
        self.single = longest.len() <= 1;
        let mut gaps: Vec<f64> = longest.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_by(f64::total_cmp);
        self.step = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    }

    /// Short names: the pod, else the instance, else "server"; with the engine or the model added
    /// only where it is needed to tell replicas apart.
    fn shorten_labels(&mut self) {
        let texts_of: Vec<Vec<String>> = self.replicas.iter().map(|replica| replica.labels.clone()).collect();
        let several = self.replicas.len() > self.servers.len();
        for (replica, labels) in self.replicas.iter_mut().zip(&texts_of) {
            let base = [2, 3, 4, 5, 6].iter().map(|at| labels[*at].as_str()).find(|text| !text.is_empty());
            let mut label = base.unwrap_or("server").to_string();
            if several {
                for (at, word) in [(7, "engine "), (8, "dp "), (9, "")] {
                    let differs = texts_of.iter().any(|other| other[at] != labels[at]);
                    if differs && !labels[at].is_empty() {
                        label = format!("{label} {word}{}", labels[at]);
                    }
                }
            }
            replica.label = printable(&label);
            replica.id = labels.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join("/");
            if replica.id.is_empty() {
                replica.id = "server".to_string();
            }
            let matcher = |(name, text): (&&str, &String)| {
                (!text.is_empty() && *name != "cluster").then(|| format!("{name}={text:?}"))
            };
            replica.selector =
                REPLICA_LABELS.iter().zip(labels).filter_map(matcher).collect::<Vec<_>>().join(",");
        }
    }

    /// The GPUs of a replica's server.
    pub fn gpus_of(&self, server: usize) -> impl Iterator<Item = &Gpu> {
        self.gpus.iter().filter(move |gpu| gpu.server == Some(server))
    }

    /// vLLM's V0 engine.
    pub fn is_v0(&self) -> bool {
        self.generation.as_ref().is_some_and(|generation| generation.engine == Core::V0)
    }

    fn infer_generation(&mut self, notes: &mut Notes) {
        if self.engine_name != EngineId::Vllm.name() {
            return;
        }
        let present = |family: &str| self.families.contains(family);
        let generation = infer_generation(&present, self.ttft_bounds, self.engine_label);
        for bug in bugs_for(&generation).filter(|bug| bug.is_certain(&generation)) {
            notes.add(Note::new(&notes::KNOWN_BUG, bug.id, "").with(bug.effect));
        }
        let absent: Vec<&str> = expected(&generation).filter(|family| !present(family)).collect();
        if !absent.is_empty() {
            notes.add(Note::new(&notes::EXPECTED_MISSING, "", absent.join(", ")));
        }
        self.generation = Some(generation);
    }

    /// What unknown names are probably meant to be.
    fn explain_unknown(&self, notes: &mut Notes) {
        for name in &self.unknown {
            match (translate(name), nearest(name)) {
                (Some(translation), _) => {
                    notes.add(Note::new(&notes::OLD_NAME, name.clone(), "").with(translation.comment));
                }
                (None, Some(real)) => notes.add(Note::new(&notes::NEAR_NAME, name.clone(), real)),
                (None, None) => {}
            }
        }
    }

    /// Whether any replica, server or GPU has this signal.
    pub fn has(&self, signal: Signal) -> bool {
        self.names.contains_key(&signal)
    }
}

/// Most characters of a replica's short name: a pod name has at most 63, an engine or model may follow.
const LONGEST_LABEL: usize = 100;

/// A name as it may stand in a sentence: cut when it is long, without control characters and without
/// those that turn the direction of the text after them.
fn printable(label: &str) -> String {
    let turns = |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut chars = label.chars();
    let kept = chars.by_ref().take(LONGEST_LABEL);
    let mut text: String = kept.map(|char| if char.is_control() || turns(char) { '·' } else { char }).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Columns under way: plain ones with their rank, histograms keyed by their other labels.
#[derive(Default)]
struct Gathered {
    plain: BTreeMap<Signal, Vec<(u8, Column)>>,
    histograms: BTreeMap<Signal, BTreeMap<(u8, Vec<Symbol>), HistogramParts>>,
}

#[derive(Default)]
struct HistogramParts {
    buckets: Vec<(f64, Column)>,
    sum: Option<Column>,
    count: Option<Column>,
}

impl Gathered {
    fn add(&mut self, set: &SeriesSet, item: &Sorted) {
        // A GPU without this sensor writes a sentinel for ever: that is no value.
        if item.series.values.iter().all(|value| value.is_nan() || catalog::is_blank(item.hit.signal, *value)) {
            return;
        }
        let column = Column {
            series: item.index,
            total: Cumulative::new(&item.series.values),
            scale: if matches!(item.hit.part, Part::Bucket | Part::Count) { 1.0 } else { item.hit.scale },
            tag: tag_of(set, item.series),
        };
        let signal = item.hit.signal;
        if item.hit.part == Part::Value {
            self.plain.entry(signal).or_default().push((item.hit.rank, column));
            return;
        }
        let le = set.symbols.find("le");
        let labels = item.series.labels.iter().filter(|(name, _)| Some(*name) != le);
        let key = (item.hit.rank, labels.flat_map(|(name, value)| [*name, *value]).collect());
        let parts = self.histograms.entry(signal).or_default().entry(key).or_default();
        match item.hit.part {
            Part::Bucket => {
                let bound = item.series.label(&set.symbols, "le").and_then(parse_bound);
                if let Some(bound) = bound {
                    parts.buckets.push((bound * item.hit.scale, column));
                }
            }
            Part::Sum => parts.sum = Some(column),
            Part::Count => parts.count = Some(column),
            Part::Value => {}
        }
    }

    fn finish(self, set: &SeriesSet) -> Columns {
        let mut columns = Columns::default();
        for (signal, ranked) in self.plain {
            let best = ranked.iter().map(|(rank, _)| *rank).min().unwrap_or(0);
            let mut kept: Vec<Column> =
                ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, column)| column).collect();
            if signal.row().combine == Combine::Newest {
                let last = |column: &Column| set.series[column.series].times.last().copied().unwrap_or(0.0);
                kept.sort_by(|a, b| last(b).total_cmp(&last(a)));
            }
            columns.plain.insert(signal, kept);
        }
        for (signal, by_label) in self.histograms {
            let best = by_label.keys().map(|(rank, _)| *rank).min().unwrap_or(0);
            let kept = by_label.into_iter().filter(|((rank, _), _)| *rank == best);
            columns.histograms.insert(signal, kept.map(|(_, parts)| parts.finish()).collect());
        }
        columns
    }
}

impl HistogramParts {
    fn finish(mut self) -> HistogramColumns {
        self.buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (bounds, buckets) = self.buckets.into_iter().unzip();
        HistogramColumns { bounds, buckets, sum: self.sum, count: self.count }
    }
}

fn parse_bound(text: &str) -> Option<f64> {
    match text {
        "+Inf" | "Inf" | "inf" | "+inf" => Some(f64::INFINITY),
        _ => text.parse().ok().filter(|bound: &f64| !bound.is_nan()),
    }
}

fn is_engine(hit: &Hit) -> bool {
    hit.engine.vantage() == Vantage::Server
}

fn is_process(hit: &Hit) -> bool {
    hit.engine.vantage() == Vantage::Host
}

fn tag_of(set: &SeriesSet, series: &Series) -> Option<Symbol> {
    ["finished_reason", "finish_reason", "reason", "source", "stage"].iter().find_map(|name| {
        let key = set.symbols.find(name)?;
        series.labels.iter().find(|(label, _)| *label == key).map(|(_, value)| *value)
    })
}

/// Values of the identity labels of a series.
type Key = Vec<Option<Symbol>>;

/// For each key in the data the replica that it belongs to: itself, or the one replica that has all
/// its labels and more. Engines write some families without `model_name` or `engine`; a key that fits
/// several replicas belongs to none of them.
fn whole_keys(set: &SeriesSet, sorted: &[Sorted]) -> FxHashMap<Key, Key> {
    let engine = sorted.iter().filter(|item| is_engine(&item.hit));
    let keys: std::collections::HashSet<Key> =
        engine.map(|item| identity(set, item.series, REPLICA_LABELS)).collect();
    let within = |part: &Key, whole: &Key| {
        part != whole && part.iter().zip(whole).all(|(part, whole)| part.is_none() || part == whole)
    };
    let mut owners = FxHashMap::default();
    for key in &keys {
        let wider: Vec<&Key> = keys.iter().filter(|other| within(key, other)).collect();
        let largest: Vec<&&Key> =
            wider.iter().filter(|one| !wider.iter().any(|other| within(one, other))).collect();
        match largest.as_slice() {
            [] => owners.insert(key.clone(), key.clone()),
            [one] => owners.insert(key.clone(), (**one).clone()),
            _ => None,
        };
    }
    owners
}

fn text_of(set: &SeriesSet, symbol: Option<Symbol>) -> String {
    symbol.map_or(String::new(), |symbol| set.symbols.text(symbol).to_string())
}

fn identity(set: &SeriesSet, series: &Series, names: &[&str]) -> Key {
    let value = |name: &&str| {
        let key = set.symbols.find(name)?;
        series.labels.iter().find(|(label, _)| *label == key).map(|(_, value)| *value)
    };
    names.iter().map(value).collect()
}

fn texts(set: &SeriesSet, series: &Series, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| series.label(&set.symbols, name).unwrap_or("").to_string()).collect()
}

/// The family of a sample name: without `_bucket`, `_sum`, `_count`, `_total`, `_created`.
fn family_of(name: &str) -> &str {
    ["_bucket", "_sum", "_count", "_total", "_created"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name)
}

fn strip_part(name: &str, part: Part) -> &str {
    let suffix = match part {
        Part::Bucket => "_bucket",
        Part::Sum => "_sum",
        Part::Count => "_count",
        Part::Value => "",
    };
    name.strip_suffix(suffix).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_and_cannot_turn_a_sentence_around() {
        assert_eq!(printable("pod-1 engine 0"), "pod-1 engine 0");
        assert_eq!(printable("a\u{202e}b\nc"), "a·b·c");
        assert_eq!(printable(&"x".repeat(1000)).chars().count(), LONGEST_LABEL + 1);
    }
}
