//! The model: which series are the signals of which replica, server and GPU.
//!
//! Built once after reading; every later question is a look-up. A *replica* is one engine (a server,
//! or one data-parallel engine of it), a *server* is one scraped process, a *GPU* is joined to a
//! server by pod, else by host, else not at all.

use crate::catalog::{
    self, Combine, Core, EngineId, Generation, Hit, Kind, Meaning, Part, SIGNALS, Signal, Vantage, bugs_for,
    expected, infer_generation, nearest, translate,
};
use crate::measure::increase::Cumulative;
use crate::measure::notes;
use crate::note::{Note, Notes};
use crate::series::{Clock, Series, SeriesSet, Symbol};
use crate::text::quote;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Labels that tell replicas apart, in the order in which they are joined into an id.
const REPLICA_LABELS: &[&str] = &[
    "cluster",
    "namespace",
    "pod",
    "instance",
    "server_name",
    "WorkerId",
    "ReplicaId",
    "engine",
    "dp_rank",
    "model_name",
];
/// The first of them tell scraped processes apart.
const SERVER_LABELS: usize = 7;
/// Where `engine` stands among them.
const ENGINE_LABEL: usize = 7;
/// Where `model_name` stands among them.
const MODEL_LABEL: usize = 9;

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

impl HistogramColumns {
    /// What counts its observations: `_count`, else the highest bucket.
    pub fn counted(&self) -> Option<&Column> {
        self.count.as_ref().or(self.buckets.last())
    }
}

/// All columns of one owner (replica, server or GPU), by signal.
#[derive(Clone, Debug)]
pub struct Columns {
    plain: Vec<Vec<Column>>,
    histograms: Vec<Vec<HistogramColumns>>,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { plain: vec![Vec::new(); Signal::COUNT], histograms: vec![Vec::new(); Signal::COUNT] }
    }
}

impl Columns {
    /// The columns of a counter or gauge.
    pub fn plain(&self, signal: Signal) -> &[Column] {
        &self.plain[signal as usize]
    }

    /// The histograms of a signal.
    pub fn histograms(&self, signal: Signal) -> &[HistogramColumns] {
        &self.histograms[signal as usize]
    }

    /// Whether anything of this signal is there.
    pub fn has(&self, signal: Signal) -> bool {
        !self.plain(signal).is_empty() || !self.histograms(signal).is_empty()
    }

    /// One column of everything that is counted once per scrape.
    pub fn counted(&self) -> impl Iterator<Item = &Column> {
        let counts = self.histograms.iter().flatten().filter_map(HistogramColumns::counted);
        self.plain.iter().flatten().chain(counts)
    }

    /// Samples of counters that no counter can hold.
    pub fn impossible(&self) -> u64 {
        let counters = SIGNALS.iter().filter(|row| row.kind == Kind::Counter);
        let parts = self.histograms.iter().flatten();
        let parts = parts.flat_map(|parts| parts.buckets.iter().chain(&parts.sum).chain(&parts.count));
        let plain = counters.flat_map(|row| self.plain(row.signal));
        plain.chain(parts).map(|column| u64::from(column.total.impossible())).sum()
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

/// A label that tells replicas apart and that people ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// The data-parallel engine.
    Engine,
    /// The model served.
    Model,
}

impl Replica {
    /// The value of an identity label; empty where absent.
    pub fn label_of(&self, identity: Identity) -> &str {
        let at = match identity {
            Identity::Engine => ENGINE_LABEL,
            Identity::Model => MODEL_LABEL,
        };
        self.labels.get(at).map_or("", String::as_str)
    }
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

/// For each signal the family name that the data uses.
#[derive(Clone, Debug)]
pub struct Names(Vec<Option<String>>);

impl Default for Names {
    fn default() -> Names {
        Names(vec![None; Signal::COUNT])
    }
}

impl Names {
    /// The name of a signal; absent when it is not in the data.
    pub fn get(&self, signal: Signal) -> Option<&str> {
        self.0.get(signal as usize)?.as_deref()
    }

    /// The first name met stays.
    fn keep_first(&mut self, signal: Signal, name: &str) {
        if let Some(slot @ None) = self.0.get_mut(signal as usize) {
            *slot = Some(name.to_string());
        }
    }
}

/// Everything that can be asked.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Engines.
    pub replicas: Vec<Replica>,
    /// What stands in front of them.
    pub gateway: Columns,
    /// Scraped processes.
    pub servers: Vec<Server>,
    /// GPUs.
    pub gpus: Vec<Gpu>,
    /// Exact family name in this data for each signal, for PromQL.
    pub names: Names,
    /// Model names served.
    pub models: Vec<String>,
    /// Canonical names of the families that are there, ascending.
    pub families: Vec<&'static str>,
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

/// Symbols of the labels that matter, looked up once for all series.
struct LabelKeys {
    identity: Vec<Option<Symbol>>,
    tags: Vec<Symbol>,
    le: Option<Symbol>,
}

impl LabelKeys {
    fn new(set: &SeriesSet) -> LabelKeys {
        let tags = ["finished_reason", "finish_reason", "reason", "source", "stage"];
        LabelKeys {
            identity: REPLICA_LABELS.iter().map(|name| set.symbols.find(name)).collect(),
            tags: tags.iter().filter_map(|name| set.symbols.find(name)).collect(),
            le: set.symbols.find("le"),
        }
    }

    fn value(series: &Series, key: Symbol) -> Option<Symbol> {
        series.labels.iter().find(|(label, _)| *label == key).map(|(_, value)| *value)
    }

    fn identity(&self, series: &Series) -> Key {
        self.identity.iter().map(|key| LabelKeys::value(series, (*key)?)).collect()
    }

    fn tag(&self, series: &Series) -> Option<Symbol> {
        self.tags.iter().find_map(|key| LabelKeys::value(series, *key))
    }
}

/// A series with its meaning, before it is sorted into owners.
struct Sorted<'a> {
    hit: Hit,
    index: usize,
    series: &'a Series,
    /// Of a series of the engine: where its identity stands in [`Keys`].
    key: Option<usize>,
}

/// Identities of series, each once.
#[derive(Default)]
struct Keys {
    all: Vec<Key>,
    index: FxHashMap<Key, usize>,
}

impl Keys {
    fn number(&mut self, key: Key) -> usize {
        if let Some(known) = self.index.get(&key) {
            return *known;
        }
        self.all.push(key.clone());
        self.index.insert(key, self.all.len() - 1);
        self.all.len() - 1
    }
}

impl Model {
    /// Sorts all series into replicas, servers and GPUs.
    pub fn build(set: &SeriesSet, notes: &mut Notes) -> Model {
        let mut model = Model { clock: set.clock, ..Model::default() };
        let labels = LabelKeys::new(set);
        let mut sorted = Vec::with_capacity(set.series.len());
        let mut keys = Keys::default();
        let mut unknown: Vec<&str> = Vec::new();
        let mut engines: Vec<(usize, &'static str)> = Vec::new();
        // By name: most meanings depend on nothing else, and a name is met once per label set.
        let mut meanings: Vec<Option<Meaning>> = vec![None; set.symbols.count()];
        for (index, series) in set.series.iter().enumerate() {
            if series.values.is_empty() {
                continue;
            }
            let name = set.symbols.text(series.name);
            let remembered = meanings.get(series.name.0 as usize).copied().flatten();
            let meaning = remembered.unwrap_or_else(|| {
                let by_label = Cell::new(false);
                let meaning = catalog::resolve(name, &|label| {
                    by_label.set(true);
                    series.label(&set.symbols, label)
                });
                if let Some(slot) = meanings.get_mut(series.name.0 as usize)
                    && !by_label.get()
                {
                    *slot = Some(meaning);
                }
                meaning
            });
            match meaning {
                Meaning::Known(hit) => {
                    keep(&mut model.families, hit.family);
                    sorted.push(Sorted { hit, index, series, key: None });
                }
                Meaning::Ignored(family) => keep(&mut model.families, family),
                Meaning::Created => {}
                Meaning::Unknown => unknown.push(family_of(name)),
            }
        }
        let stands = |vantage| sorted.iter().any(|item| item.hit.engine.vantage() == vantage);
        // What stands before the engines speaks only where none of them does.
        let vantage = if stands(Vantage::Server) { Vantage::Server } else { Vantage::Gateway };
        for item in sorted.iter_mut().filter(|item| item.hit.engine.vantage() == vantage) {
            let name = item.hit.engine.name();
            match engines.iter_mut().find(|(_, known)| *known == name) {
                Some((count, _)) => *count += 1,
                None => engines.push((1, name)),
            }
            item.key = Some(keys.number(labels.identity(item.series)));
        }
        if vantage == Vantage::Gateway && !engines.is_empty() {
            notes.add(Note::new(&notes::GATEWAY, "", ""));
        }
        model.engine_name = engines.iter().max().map_or("", |(_, name)| name);
        for key in &keys.all {
            model.engine_label |= key[ENGINE_LABEL].is_some();
            if let Some(name) = key[MODEL_LABEL] {
                keep(&mut model.models, set.symbols.text(name).to_string());
            }
        }
        crate::sort::sort(&mut unknown);
        unknown.dedup();
        model.unknown = unknown.into_iter().map(str::to_string).collect();
        model.sort_engine_series(set, &sorted, &keys.all, &labels);
        model.sort_process_series(set, &sorted, &labels);
        model.sort_gpu_series(set, &sorted, &labels, notes);
        let mut gateway = Gathered::default();
        let in_front = sorted.iter().filter(|item| item.hit.engine.vantage() == Vantage::Gateway);
        in_front.for_each(|item| gateway.add(set, item, &labels));
        model.gateway = gateway.finish(set);
        model.find_span(set);
        model.infer_generation(notes);
        model.explain_unknown(notes);
        model.shorten_labels();
        model
    }

    fn sort_engine_series(&mut self, set: &SeriesSet, sorted: &[Sorted], keys: &[Key], labels: &LabelKeys) {
        let whole = whole_keys(keys);
        let mut owners: Vec<Option<usize>> = vec![None; keys.len()];
        let mut servers = Keys::default();
        let mut gathered: Vec<Gathered> = Vec::new();
        for item in sorted {
            let Some(at) = item.key.and_then(|key| whole[key]) else { continue };
            let owner = *owners[at].get_or_insert_with(|| {
                let texts: Vec<String> = keys[at].iter().map(|label| text_of(set, *label)).collect();
                let server = servers.number(keys[at][..SERVER_LABELS].to_vec());
                if server == self.servers.len() {
                    let key = texts[..SERVER_LABELS].to_vec();
                    self.servers.push(Server { key, columns: Columns::default() });
                }
                self.replicas.push(Replica { server, labels: texts, ..Replica::default() });
                gathered.push(Gathered::default());
                self.replicas.len() - 1
            });
            gathered[owner].add(set, item, labels);
            self.names
                .keep_first(item.hit.signal, strip_part(set.symbols.text(item.series.name), item.hit.part));
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

    fn sort_process_series(&mut self, set: &SeriesSet, sorted: &[Sorted], labels: &LabelKeys) {
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
                gathered[server].add(set, item, labels);
                let name = set.symbols.text(item.series.name);
                self.names.keep_first(item.hit.signal, strip_part(name, item.hit.part));
            }
        }
        for (server, gathered) in self.servers.iter_mut().zip(gathered) {
            server.columns = gathered.finish(set);
        }
    }

    fn sort_gpu_series(&mut self, set: &SeriesSet, sorted: &[Sorted], labels: &LabelKeys, notes: &mut Notes) {
        let mut owners: FxHashMap<String, usize> = FxHashMap::default();
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
            gathered[owner].add(set, item, labels);
            self.names.keep_first(item.hit.signal, set.symbols.text(item.series.name));
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
        let of_pod =
            |pod: &str| self.servers.iter().position(|server| !pod.is_empty() && server.key[2] == pod);
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
            for column in replica.columns.counted() {
                let times = &set.series[column.series].times;
                let (Some(a), Some(b)) = (times.first(), times.last()) else { continue };
                first = first.min(*a);
                last = last.max(*b);
                if times.len() > longest.len() {
                    longest = times;
                }
            }
        }
        // Scrapes that fail after the last one that did not still tell that the target was away.
        for column in self.servers.iter().flat_map(|server| server.columns.plain(Signal::Up)) {
            let series = &set.series[column.series];
            if let (Some(time), Some(0.0)) = (series.times.last(), series.values.last()) {
                last = if first <= last { last.max(*time) } else { last };
            }
        }
        self.span = if first <= last { (first, last) } else { (0.0, 0.0) };
        self.single = longest.len() <= 1;
        let mut gaps: Vec<f64> = longest.windows(2).map(|pair| pair[1] - pair[0]).collect();
        crate::sort::sort_numbers(&mut gaps);
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
                (!text.is_empty() && *name != "cluster").then(|| format!("{name}={}", quote(text)))
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
        let present = |family: &str| self.families.binary_search(&family).is_ok();
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
        self.names.get(signal).is_some()
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
    let mut text: String =
        kept.map(|char| if char.is_control() || turns(char) { '·' } else { char }).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Columns under way: with their rank, histograms with their other labels.
#[derive(Default)]
struct Gathered {
    plain: Vec<(Signal, u8, Column)>,
    histograms: Vec<HistogramParts>,
    /// Signal, rank and labels of a histogram → where it stands in `histograms`.
    known: FxHashMap<(Signal, u8, Vec<Symbol>), usize>,
}

struct HistogramParts {
    signal: Signal,
    rank: u8,
    buckets: Vec<(f64, Column)>,
    sum: Option<Column>,
    count: Option<Column>,
}

impl Gathered {
    fn add(&mut self, set: &SeriesSet, item: &Sorted, keys: &LabelKeys) {
        // A GPU without this sensor writes a sentinel for ever: that is no value.
        if item.series.values.iter().all(|value| value.is_nan() || catalog::is_blank(item.hit.signal, *value))
        {
            return;
        }
        let Hit { signal, rank, part, scale, .. } = item.hit;
        let column = Column {
            series: item.index,
            total: Cumulative::new(&item.series.values),
            scale: if matches!(part, Part::Bucket | Part::Count) { 1.0 } else { scale },
            tag: keys.tag(item.series),
        };
        if part == Part::Value {
            self.plain.push((signal, rank, column));
            return;
        }
        let labels = item.series.labels.iter().filter(|(name, _)| Some(*name) != keys.le);
        let key = (signal, rank, labels.flat_map(|(name, value)| [*name, *value]).collect());
        let at = *self.known.entry(key).or_insert_with(|| {
            let parts = HistogramParts { signal, rank, buckets: Vec::new(), sum: None, count: None };
            self.histograms.push(parts);
            self.histograms.len() - 1
        });
        let Some(parts) = self.histograms.get_mut(at) else { return };
        match part {
            Part::Bucket => {
                let bound = keys.le.and_then(|le| LabelKeys::value(item.series, le));
                if let Some(bound) = bound.and_then(|text| parse_bound(set.symbols.text(text))) {
                    parts.buckets.push((bound * scale, column));
                }
            }
            Part::Sum => parts.sum = Some(column),
            Part::Count => parts.count = Some(column),
            Part::Value => {}
        }
    }

    /// Only the best rank of each signal counts.
    fn finish(self, set: &SeriesSet) -> Columns {
        let mut best = [u8::MAX; Signal::COUNT];
        let ranks = self.plain.iter().map(|(signal, rank, _)| (*signal, *rank));
        for (signal, rank) in ranks.chain(self.histograms.iter().map(|parts| (parts.signal, parts.rank))) {
            let least = &mut best[signal as usize];
            *least = rank.min(*least);
        }
        let mut columns = Columns::default();
        for (signal, rank, column) in self.plain {
            if rank != best[signal as usize] {
                continue;
            }
            let kept = &mut columns.plain[signal as usize];
            let last = |column: &Column| set.series[column.series].times.last().copied().unwrap_or(0.0);
            // Of an info the newest series comes first.
            let newer = signal.row().combine == Combine::Newest
                && kept.first().is_some_and(|first| last(&column) > last(first));
            kept.insert(if newer { 0 } else { kept.len() }, column);
        }
        for parts in self.histograms.into_iter().filter(|parts| parts.rank == best[parts.signal as usize]) {
            columns.histograms[parts.signal as usize].push(parts.finish());
        }
        columns
    }
}

impl HistogramParts {
    fn finish(mut self) -> HistogramColumns {
        crate::sort::sort_by(&mut self.buckets, |a, b| a.0.total_cmp(&b.0));
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

fn is_process(hit: &Hit) -> bool {
    hit.engine.vantage() == Vantage::Host
}

/// Values of the identity labels of a series.
type Key = Vec<Option<Symbol>>;

/// For each key the one of the replica that it belongs to: itself, or the one replica that has all its
/// labels and more. Engines write some families without `model_name` or `engine`; a key that fits
/// several replicas belongs to none of them.
fn whole_keys(keys: &[Key]) -> Vec<Option<usize>> {
    let within = |part: &Key, whole: &Key| {
        part != whole && part.iter().zip(whole).all(|(part, whole)| part.is_none() || part == whole)
    };
    let whole_key = |(at, key): (usize, &Key)| {
        let wider: Vec<usize> = (0..keys.len()).filter(|other| within(key, &keys[*other])).collect();
        let is_largest = |one: &&usize| !wider.iter().any(|other| within(&keys[**one], &keys[*other]));
        let mut largest = wider.iter().filter(is_largest);
        match (largest.next(), largest.next()) {
            (None, _) => Some(at),
            (Some(one), None) => Some(*one),
            (Some(_), Some(_)) => None,
        }
    };
    keys.iter().enumerate().map(whole_key).collect()
}

/// Puts `item` where it belongs in an ascending list without repetitions.
fn keep<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(place) = list.binary_search(&item) {
        list.insert(place, item);
    }
}

fn text_of(set: &SeriesSet, symbol: Option<Symbol>) -> String {
    symbol.map_or(String::new(), |symbol| set.symbols.text(symbol).to_string())
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
