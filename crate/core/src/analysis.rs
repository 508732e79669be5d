//! One analysis from end to end: windows → facts → walk → report.

mod timeline;
mod what_if;

use crate::catalog::Signal;
use crate::error::{Error, ErrorCode, Result};
use crate::format::{count_text, interval_text, quantity_text, range_text, window_text};
use crate::measure::baseline::{Baseline, all_facts};
use crate::measure::breakdown::{Percentiles, percentiles};
use crate::measure::charts::{Lines, charts};
use crate::measure::compute::{Members, finish_lag};
use crate::measure::derive::{compare_peers, derive_facts};
use crate::measure::facts::{Basis, Fact, FactSet, Facts, Scope};
use crate::measure::meter::{Meter, Span};
use crate::measure::model::Model;
use crate::measure::notes;
use crate::measure::price::{Marked, price};
use crate::measure::recent::recent_facts;
use crate::measure::settings::{SETTINGS, add_settings};
use crate::measure::windows::{BRIEF_SECONDS, Reason, Scene, Windows, choose_windows};
use crate::note::{Note, Notes, Weight};
use crate::options::{Hints, Options};
use crate::read::has_seconds;
use crate::report::{
    self, Breakdown, Chart, ChartLine, ChartThreshold, Interval, Quantity, Replica, Report, ReportNote,
    Setting, Share, Source, Stage, Waterfall, WindowOrigin,
};
use crate::series::{Clock, SeriesSet};
use crate::text::{Language, Text};
use crate::unit::Unit;
use crate::walk::diagnose::diagnose;
use crate::walk::evidence::quantity;
use crate::walk::stages::ladder;
use crate::walk::thresholds::Thresholds;
use crate::walk::verdict::Conclusion;

/// Name and version of the program, as reports carry it.
pub const GENERATOR: &str = concat!("tailwalk ", env!("CARGO_PKG_VERSION"));

/// The signals of the percentile breakdown with their names.
const BREAKDOWN: &[(Signal, Text)] = &[
    (Signal::Ttft, Text::new("TTFT", "TTFT")),
    (Signal::QueueTime, Text::new("Queue", "排队")),
    (Signal::PrefillTime, Text::new("Prefill", "Prefill")),
    (Signal::Itl, Text::new("Inter-token", "token 间")),
    (Signal::DecodeTime, Text::new("Decode", "Decode")),
    (Signal::InferenceTime, Text::new("Inference", "推理")),
    (Signal::E2e, Text::new("End to end", "端到端")),
];
const CHART_TITLES: &[(&str, Text)] = &[
    ("waterfall", Text::new("Mean TTFT: queue + prefill + rest", "TTFT 均值：排队 + prefill + 其余")),
    ("ttft", Text::new("TTFT", "TTFT")),
    ("itl", Text::new("Inter-token latency, mean", "token 间延迟均值")),
    ("waiting", Text::new("Requests waiting", "等待请求")),
    ("running", Text::new("Requests running", "运行请求")),
    ("kv_usage", Text::new("KV-cache usage", "KV 缓存使用率")),
    ("preemptions", Text::new("Preemptions", "抢占")),
    ("arrivals", Text::new("First tokens", "首 token 速率")),
    ("hit_ratio", Text::new("Prefix-cache hit ratio", "前缀缓存命中率")),
    ("generated", Text::new("Tokens generated", "生成 token")),
];
const ALL_REPLICAS: Text = Text::new("all", "全部");
const ROLES: &[(&str, Text)] = &[
    ("queue", Text::new("queue", "排队")),
    ("prefill", Text::new("prefill", "prefill")),
    ("residual", Text::new("rest (front end)", "其余（前端）")),
    ("mean", Text::new("mean", "均值")),
    ("p99", Text::new("P99", "P99")),
    ("value", ALL_REPLICAS),
];
const NO_REQUESTS: Text = Text::new("no requests", "没有请求");
const INFERRED: Text = Text::new("inferred from {count} metric families", "根据存在的 {count} 个指标推断");
const CAVEAT: Text = Text::new(
    "Queue and prefill are observed when a request finishes, TTFT at its first token: the parts describe other requests here.",
    "排队与 prefill 在请求完成时记录，TTFT 在首 token 时记录：此处各部分描述的不是同一批请求。",
);
const SINCE_START: Text = Text::new("since the process started", "自进程启动以来");
const BETWEEN_SCRAPES: Text = Text::new("between the first and the last scrape", "首次与末次抓取之间");

const EARLIER_DAYS: Text =
    Text::new("the same time on {count} earlier days (median)", "此前 {count} 天的同一时段（中位数）");
const EDGE_IS_NO_TIME: Text = Text::new("a window edge is not a time", "窗口边界不是时间");
const WINDOWS_NEED_TIMES: Text = Text::new(
    "windows need samples with times; these files carry one moment or none",
    "窗口需要带时间的样本；这些文件只有一个时刻或没有时间",
);
const ENDS_BEFORE: Text =
    Text::new("the window ends before it begins: {detail}", "窗口的结束早于开始：{detail}");
const OUTSIDE: Text = Text::new(
    "the window lies outside the data (window | data): {detail}",
    "窗口在数据之外（窗口 | 数据）：{detail}",
);
const INSIDE: Text = Text::new(
    "the reference lies inside the window under examination (reference | window): {detail}",
    "参考窗口位于分析窗口之内（参考 | 分析）：{detail}",
);
const THIN: Text = Text::new("{label}: {now}; reference: {then}", "{label}：{now}；参考窗口：{then}");
const THIN_ALONE: Text = Text::new("{label}: {now}", "{label}：{now}");
const SECONDS_BELONG: Text = Text::new(
    "They look like {detail}, but this format has seconds: divide them.",
    "它们看起来是 {detail}，而此格式使用秒：请换算。",
);
const MILLISECONDS_BELONG: Text = Text::new(
    "They look like {detail}, but milliseconds or seconds belong there: divide them.",
    "它们看起来是 {detail}，而此处应为毫秒或秒：请换算。",
);

/// Most replicas with rows of their own in the breakdown; the rest is in the rows of all.
const MOST_REPLICAS: usize = 32;

/// All other sentences of this module, for the test of languages.
#[cfg(test)]
const TEXTS: &[Text] = &[
    ALL_REPLICAS,
    NO_REQUESTS,
    INFERRED,
    CAVEAT,
    SINCE_START,
    BETWEEN_SCRAPES,
    EDGE_IS_NO_TIME,
    WINDOWS_NEED_TIMES,
    ENDS_BEFORE,
    OUTSIDE,
    INSIDE,
    SECONDS_BELONG,
    MILLISECONDS_BELONG,
    THIN,
    THIN_ALONE,
    EARLIER_DAYS,
];

/// The whole answer; `good` is another capture to compare with.
///
/// Errors: options that contradict each other or the data, and data without any inference engine.
pub fn analyze(scene: &Scene, good: Option<&Scene>, read: &Notes, options: &Options) -> Result<Report> {
    let bad = |detail: String| Error::new(ErrorCode::BadOptions, "", detail);
    let model = scene.meter.model;
    let thresholds = Thresholds::with(&options.thresholds).map_err(bad)?;
    let hints = options.hints.resolve().map_err(bad)?;
    for scene in std::iter::once(scene).chain(good) {
        check_times(scene.meter.set, scene.meter.model)?;
        if scene.meter.model.replicas.is_empty() {
            return Err(no_engine(scene.meter.set, scene.meter.model));
        }
    }
    check_windows(model, good.map(|good| good.meter.model), options)?;
    if model.replicas.is_empty() {
        return Err(no_engine(scene.meter.set, model));
    }
    let language = options.language;
    let windows = choose_windows(scene, good, options);
    let baseline = baseline(scene, good, &windows);
    let mut notes = read.clone();
    let facts = gather(scene, &windows, &baseline, &hints, language, &mut notes);
    let known = Hints { max_num_seqs: facts.fleet.now(Fact::MaxSequences), ..hints };
    let diagnosis = diagnose(&facts, &thresholds);
    let conclusion = Conclusion { facts: &facts, thresholds: &thresholds, diagnosis: &diagnosis, language };
    let verdict = conclusion.verdict();
    let mut ladder = ladder(&facts, &thresholds, &diagnosis, &verdict.layer, language);
    let lines = charts(scene);
    add_sparks(&mut ladder, scene, &lines);
    let breakdown = breakdown(scene, &windows, &baseline, &thresholds, language, &mut notes);
    thin_percentiles(&mut ladder, &breakdown, language);
    let replicas = replicas(scene, &windows, &thresholds, language);
    let focus = windows.focus;
    let target = thresholds.of(Fact::TtftP99).map(|row| row.watch);
    Ok(Report {
        schema: report::SCHEMA,
        generator: GENERATOR.to_string(),
        language,
        window: report_windows(scene, &windows, &baseline, language),
        engine: engine(model, language),
        counterfactuals: what_if::counterfactuals(scene, focus, &facts, &verdict, &replicas, language),
        contributions: target
            .map_or_else(Vec::new, |target| what_if::contributions(scene, focus, target, language)),
        replicas,
        settings: settings(&facts, language),
        findings: conclusion.findings(),
        verdict,
        ladder,
        breakdown,
        waterfall: waterfall(&facts, language),
        timeline: timeline::timeline(scene, &windows, &baseline, &known, language),
        charts: report_charts(scene, &lines, &thresholds, language),
        notes: report_notes(&notes, language),
        sources: sources(scene.meter.set),
        unknown_families: model.unknown.clone(),
    })
}

/// The facts alone, for tests and for whoever argues with a verdict.
pub fn facts(scene: &Scene, good: Option<&Scene>, options: &Options) -> (Windows, Facts) {
    let windows = choose_windows(scene, good, options);
    let hints = options.hints.resolve().unwrap_or_default();
    let baseline = baseline(scene, good, &windows);
    let facts = gather(scene, &windows, &baseline, &hints, options.language, &mut Notes::default());
    (windows, facts)
}

fn baseline<'a>(scene: &Scene<'a>, good: Option<&Scene<'a>>, windows: &'a Windows) -> Baseline<'a> {
    Baseline { scene: *good.unwrap_or(scene), spans: &windows.reference, is_own: good.is_none() }
}

/// Refuses times that are a thousand times too large (the reader refuses larger ones): every rate and duration would be wrong, and
/// with them the verdict. As they stand they lie after the year 5000.
fn check_times(set: &SeriesSet, model: &Model) -> Result<()> {
    const TOO_LATE_MS: f64 = 1e14;
    if model.clock != Clock::Wall || model.span.0 < TOO_LATE_MS {
        return Ok(());
    }
    let file = set.files.iter().find(|_| set.files.len() == 1).map_or("", |file| file.name.as_str());
    let seconds = set.files.first().is_some_and(|file| has_seconds(file.format));
    let unit = if seconds { "ms" } else { "µs" };
    let belongs = if seconds { SECONDS_BELONG } else { MILLISECONDS_BELONG };
    Err(Error::new(ErrorCode::BadTimes, file, unit).hint(belongs))
}

fn check_windows(model: &Model, good: Option<&Model>, options: &Options) -> Result<()> {
    let bad = |hint: Text, detail: String| Err(Error::new(ErrorCode::BadOptions, "", detail).hint(hint));
    let words = |from, to| window_text(Some(from), Some(to), options.language);
    let given = [options.from_ms, options.to_ms]
        .into_iter()
        .flatten()
        .chain(options.reference_ms.into_iter().flat_map(|(from, to)| [from, to]));
    if given.clone().any(|time| !time.is_finite()) {
        return bad(EDGE_IS_NO_TIME, String::new());
    }
    let timeless = |model: &Model| model.clock == Clock::Ordinal || model.single;
    let compared = good.unwrap_or(model);
    let is_given = options.from_ms.is_some() || options.to_ms.is_some();
    if is_given && timeless(model) || options.reference_ms.is_some() && timeless(compared) {
        return bad(WINDOWS_NEED_TIMES, String::new());
    }
    let focus = (options.from_ms.unwrap_or(model.span.0), options.to_ms.unwrap_or(model.span.1));
    let own = is_given.then_some((focus, model.span));
    let reference = options.reference_ms.map(|window| (window, compared.span));
    for ((from, to), (first, last)) in own.into_iter().chain(reference) {
        if from >= to {
            return bad(ENDS_BEFORE, words(from, to));
        }
        if to <= first || from >= last {
            return bad(OUTSIDE, format!("{} | {}", words(from, to), words(first, last)));
        }
    }
    // With no time of its own, a reference has nothing to say.
    let inside = |(from, to): &(f64, f64)| is_given && good.is_none() && *from >= focus.0 && *to <= focus.1;
    match options.reference_ms.filter(inside) {
        Some((from, to)) => bad(INSIDE, format!("{} | {}", words(from, to), words(focus.0, focus.1))),
        None => Ok(()),
    }
}

/// What was read instead of an engine.
fn no_engine(set: &SeriesSet, model: &Model) -> Error {
    let file = set.files.first().map_or("", |file| file.name.as_str());
    let mut seen: Vec<&str> = model.families.to_vec();
    seen.extend(model.unknown.iter().map(String::as_str));
    seen.retain(|family| !family.is_empty());
    let named: Vec<&str> = seen.iter().take(5).copied().collect();
    let more = seen.len().saturating_sub(named.len());
    let detail = match (named.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!("It holds {}.", named.join(", ")),
        (false, more) => format!("It holds {} and {more} more families.", named.join(", ")),
    };
    Error::new(ErrorCode::NoEngine, file, detail)
}

/// Facts of the fleet and of each replica in both windows.
fn gather(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    hints: &Hints,
    language: Language,
    notes: &mut Notes,
) -> Facts {
    let meter = scene.meter;
    let model = meter.model;
    let fleet = Members::fleet(scene);
    let mut fleet = Scope {
        id: "all".into(),
        label: "all".into(),
        focus: all_facts(meter, &fleet, windows.focus),
        reference: baseline.facts(&Members::fleet(&baseline.scene)),
        recent: recent_facts(scene, &fleet, windows.focus),
        ..Scope::default()
    };
    let mut replicas: Vec<Scope> = Vec::new();
    for (at, replica) in model.replicas.iter().enumerate() {
        let counterpart = baseline.counterpart(scene, at);
        let reference = counterpart.and_then(|at| baseline.facts(&Members::some(&baseline.scene, &[at])));
        let mut own = Scope {
            id: replica.id.clone(),
            label: replica.label.clone(),
            selector: replica.selector.clone(),
            focus: all_facts(meter, &Members::some(scene, &[at]), windows.focus),
            // One that the reference does not have is compared with nothing, not with a gap.
            reference: reference.or_else(|| fleet.reference.as_ref().map(|_| FactSet::default())),
            recent: None,
        };
        if let Some(counterpart) = counterpart {
            add_price(scene, windows, baseline, (at, counterpart), &mut own);
        }
        replicas.push(own);
    }
    fleet_price(&mut fleet, &replicas);
    add_settings(meter, hints, &mut fleet, &mut replicas);
    if let [only] = replicas.as_slice() {
        fleet.label = only.label.clone();
        replicas.clear();
    }
    derive_facts(&mut fleet);
    replicas.iter_mut().for_each(derive_facts);
    compare_peers(&mut replicas);
    let doubt = reference_doubt(scene, windows, language);
    let doubtful_reference = doubt.is_some();
    doubt.into_iter().for_each(|doubt| notes.add(doubt));
    data_notes(scene, windows, &fleet, &replicas, language, notes);
    let found = windows.origin == WindowOrigin::Found;
    let clocked = model.clock == Clock::Wall;
    let over = windows.focus.to < model.span.1 - 2.0 * model.step;
    Facts {
        doubtful_reference,
        sawtooth: sawtooth(&fleet, &replicas),
        fleet,
        replicas,
        names: model.names.clone(),
        engine: model.engine_name,
        baseline: match windows.reference_origin {
            WindowOrigin::File => Basis::File,
            WindowOrigin::Seasonal => Basis::Seasonal,
            _ => Basis::Reference,
        },
        stands_out: found || windows.origin == WindowOrigin::Given,
        brief: found && windows.focus.seconds() < BRIEF_SECONDS,
        since_start: windows.focus.since_start,
        clocked,
        step_seconds: model.step / 1000.0,
        focus_ms: (clocked && !windows.focus.since_start).then_some((windows.focus.from, windows.focus.to)),
        onset_ms: windows.onset,
        recovery_ms: (found && over).then_some(windows.focus.to),
        v0: model.is_v0(),
        before: model.generation.as_ref().and_then(|generation| generation.before),
    }
}

/// A counter that falls in one of ten scrapes or more is not restarting, it is several counters.
fn sawtooth(fleet: &Scope, replicas: &[Scope]) -> bool {
    let falls =
        |scope: &Scope| scope.now(Fact::Restarts).unwrap_or(0.0) + scope.then(Fact::Restarts).unwrap_or(0.0);
    let worst =
        replicas.iter().map(falls).fold(if replicas.is_empty() { falls(fleet) } else { 0.0 }, f64::max);
    worst >= 4.0
}

/// The price of the focus against the reference, each with the index of the replica there.
fn add_price(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    (own, other): (usize, usize),
    scope: &mut Scope,
) {
    let lead = Span::new(windows.onset.unwrap_or(windows.focus.from), windows.focus.from);
    let [focus, lead] = [windows.focus, lead].map(|span| scene.timeline.grid.marks(&[span]));
    let focus = Marked { bins: scene.timeline.replica(own), marks: &focus };
    let reference = Marked { bins: baseline.scene.timeline.replica(other), marks: &baseline.marks() };
    if let Some(price) = price(focus, &lead, reference) {
        scope.focus.set(Fact::SlowFactor, Some(price.factor));
        scope.focus.set(Fact::ItlExpected, Some(price.expected));
    }
}

/// The fleet is as slow as its middle replica: one slow replica is not a slow fleet. Of two, the faster.
fn fleet_price(fleet: &mut Scope, replicas: &[Scope]) {
    for fact in [Fact::SlowFactor, Fact::ItlExpected] {
        let mut values: Vec<f64> = replicas.iter().filter_map(|scope| scope.now(fact)).collect();
        crate::sort::sort_numbers(&mut values);
        let middle = values.len().saturating_sub(1) / 2;
        fleet.focus.set(fact, values.get(middle).copied());
    }
}

/// What is wrong with a reference that the user gave.
fn reference_doubt(scene: &Scene, windows: &Windows, language: Language) -> Option<Note> {
    let given = windows.reference_origin == WindowOrigin::Given;
    let reference = *windows.reference.first().filter(|_| given)?;
    let length = |seconds: f64| quantity_text(Some(seconds), Unit::Seconds, language);
    let shared = reference.shared_seconds(windows.focus);
    if shared > 0.0 {
        return Some(Note::new(&notes::REFERENCE_OVERLAPS, "", length(shared)));
    }
    let (found, _) = scene.timeline.found.filter(|(_, reason)| *reason != Reason::Demand)?;
    let shared = reference.shared_seconds(found);
    let words = window_text(Some(found.from), Some(found.to), language);
    (shared > 0.0).then(|| Note::new(&notes::REFERENCE_ABNORMAL, words, length(shared)))
}

fn data_notes(
    scene: &Scene,
    windows: &Windows,
    fleet: &Scope,
    replicas: &[Scope],
    language: Language,
    notes: &mut Notes,
) {
    let model = scene.meter.model;
    let seconds = |value: f64| format!("{}", value.round());
    if windows.focus.since_start {
        notes.add(Note::new(&notes::ONE_SCRAPE, "", ""));
    } else if model.clock == Clock::Ordinal {
        notes.add(Note::new(&notes::NO_CLOCK, "", ""));
    } else if windows.reference.is_empty() {
        notes.add(Note::new(&notes::NO_REFERENCE, "", ""));
    }
    let scopes = || replicas.iter().chain(replicas.is_empty().then_some(fleet));
    for scope in scopes() {
        let falls = scope.now(Fact::Restarts).unwrap_or(0.0);
        if falls > 0.0 {
            let kind = if falls >= 4.0 { &notes::SAWTOOTH } else { &notes::RESETS };
            notes.add(Note::new(kind, scope.label.clone(), seconds(falls)));
        }
        let gap = scope.now(Fact::GapTime).unwrap_or(0.0);
        if gap > 0.0 {
            notes.add(Note::new(&notes::GAPS, scope.label.clone(), seconds(gap)));
        }
    }
    for replica in &model.replicas {
        let count = replica.columns.impossible();
        if count > 0 {
            let count = count_text(count as f64, language);
            notes.add(Note::new(&notes::IMPOSSIBLE_VALUES, replica.label.clone(), count));
        }
    }
    if !model.has(Signal::Ttft) {
        notes.add(Note::new(&notes::NO_TTFT, "", ""));
    }
    let count = fleet.now(Fact::FirstTokens);
    if let Some(count) = count.filter(|count| *count > 0.0 && *count < 368.0) {
        notes.add(Note::new(&notes::FEW_REQUESTS, seconds(count), "368"));
    }
    if count.is_some_and(|count| count > 100.0) && fleet.now(Fact::TtftMean).is_some_and(|mean| mean < 0.0005)
    {
        let mean = quantity_text(fleet.now(Fact::TtftMean), Unit::Seconds, Language::En);
        notes.add(Note::new(&notes::TTFT_IMPLAUSIBLE, seconds(count.unwrap_or(0.0)), mean));
    }
    let lag = finish_lag(scene.meter, &Members::fleet(scene), windows.focus) / 1000.0;
    if lag >= 1.0 {
        notes.add(Note::new(&notes::LAGGED, "", seconds(lag)));
    }
    if fleet.now(Fact::HitRatio).is_some_and(|ratio| ratio > 1.001) {
        notes.add(Note::new(&notes::HITS_OVER_QUERIES, "", ""));
    }
}

fn report_windows(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    language: Language,
) -> report::Windows {
    let window = |model: &Model, span: Span, origin| {
        let clocked = model.clock == Clock::Wall;
        let known = clocked && !span.since_start;
        let text = match (span.since_start, clocked) {
            (true, _) => SINCE_START.template(language).to_string(),
            (false, false) => BETWEEN_SCRAPES.template(language).to_string(),
            (false, true) => window_text(Some(span.from), Some(span.to), language),
        };
        report::Window {
            from_ms: known.then_some(span.from),
            to_ms: (known || clocked && span.since_start).then_some(span.to),
            seconds: known.then(|| span.seconds()),
            origin,
            text,
        }
    };
    let reference = match windows.reference.as_slice() {
        [] => None,
        [one] => Some(window(baseline.scene.meter.model, *one, windows.reference_origin)),
        days => Some(report::Window {
            from_ms: None,
            to_ms: None,
            seconds: Some(windows.focus.seconds()),
            origin: windows.reference_origin,
            text: EARLIER_DAYS.fill(language, &[("count", &days.len().to_string())]),
        }),
    };
    report::Windows { focus: window(scene.meter.model, windows.focus, windows.origin), reference }
}

fn engine(model: &Model, language: Language) -> report::Engine {
    let count = model.families.len().to_string();
    report::Engine {
        name: model.engine_name.to_string(),
        generation: model.generation.as_ref().map_or(String::new(), |generation| generation.label.clone()),
        since: model.generation.as_ref().and_then(|generation| generation.since).map(str::to_string),
        sentence: INFERRED.fill(language, &[("count", &count)]),
        models: model.models.clone(),
    }
}

/// What the server runs with, as far as it is known.
fn settings(facts: &Facts, language: Language) -> Vec<Setting> {
    let known = SETTINGS.into_iter().filter(|fact| facts.fleet.now(*fact).is_some());
    known
        .map(|fact| Setting {
            fact: fact.id().to_string(),
            label: fact.row().label.template(language).to_string(),
            value: quantity(fact, facts.fleet.now(fact), language),
        })
        .collect()
}

fn replicas(scene: &Scene, windows: &Windows, thresholds: &Thresholds, language: Language) -> Vec<Replica> {
    let meter = scene.meter;
    let target = thresholds.of(Fact::TtftP99).map(|row| row.watch);
    let own: Vec<Option<Percentiles>> = (0..meter.model.replicas.len())
        .map(|at| {
            let members = Members::some(scene, &[at]);
            let repeated = repeated(meter, &members, windows.focus);
            percentiles(
                meter,
                Signal::Ttft,
                &members.histograms(Signal::Ttft),
                windows.focus,
                target,
                repeated,
            )
        })
        .collect();
    let slow = |all: &Percentiles| all.over.map(|(low, high)| all.count * (low + high) / 2.0);
    let slow_total: f64 = own.iter().flatten().filter_map(slow).sum();
    let all: Vec<usize> = (0..own.len()).collect();
    meter
        .model
        .replicas
        .iter()
        .enumerate()
        .map(|(at, replica)| {
            let others: Vec<usize> = all.iter().copied().filter(|other| *other != at).collect();
            let without = (!others.is_empty()).then(|| {
                let members = Members::some(scene, &others);
                let repeated = repeated(meter, &members, windows.focus);
                percentiles(
                    meter,
                    Signal::Ttft,
                    &members.histograms(Signal::Ttft),
                    windows.focus,
                    None,
                    repeated,
                )
            });
            Replica {
                id: replica.id.clone(),
                label: replica.label.clone(),
                requests: own[at].as_ref().map(|all| all.count),
                slow_share: own[at]
                    .as_ref()
                    .and_then(slow)
                    .filter(|_| slow_total > 0.0)
                    .map(|s| s / slow_total),
                p99_without: without.flatten().map(|others| interval(&others, 3, Unit::Seconds, language)),
            }
        })
        .collect()
}

/// How many observations of TTFT are repetitions: V0 observes it again after every preemption.
fn repeated(meter: Meter, members: &Members, span: Span) -> f64 {
    if !meter.model.is_v0() {
        return 0.0;
    }
    let all = members.replicas.iter().filter_map(|c| meter.counter(c, Signal::Preemptions, span, &|_| true));
    all.sum()
}

fn interval(all: &Percentiles, at: usize, unit: Unit, language: Language) -> Interval {
    let quantile = all.quantiles[at];
    let finite = |value: f64| value.is_finite().then_some(value);
    let low = quantile.and_then(|quantile| finite(quantile.low));
    let point = quantile.and_then(|quantile| finite(quantile.point));
    let high = quantile.and_then(|quantile| finite(quantile.high));
    let few = quantile.is_some_and(|quantile| quantile.few) || all.count <= 0.0;
    let text = interval_text(low, point, high, unit, few.then_some(all.count), language);
    Interval { low, point, high, text, few }
}

fn breakdown(
    scene: &Scene,
    windows: &Windows,
    baseline: &Baseline,
    thresholds: &Thresholds,
    language: Language,
    notes: &mut Notes,
) -> Vec<Breakdown> {
    let mut rows = Vec::new();
    // Percentiles of several days have no median that is an interval: only one window is a row.
    let reference = if let [one] = windows.reference.as_slice() { Some(*one) } else { None };
    let mut scopes = vec![("all", [Some(Members::fleet(scene)), Some(Members::fleet(&baseline.scene))])];
    let replicas = &scene.meter.model.replicas;
    for (at, replica) in replicas.iter().enumerate().take(MOST_REPLICAS).filter(|_| replicas.len() > 1) {
        let other = baseline.counterpart(scene, at).map(|at| Members::some(&baseline.scene, &[at]));
        scopes.push((&replica.id, [Some(Members::some(scene, &[at])), other]));
    }
    let sides = [("focus", scene.meter, Some(windows.focus)), ("reference", baseline.scene.meter, reference)];
    for (signal, title) in BREAKDOWN {
        let threshold = match signal {
            Signal::Ttft => thresholds.of(Fact::TtftP99).map(|row| row.watch),
            Signal::Itl => thresholds.of(Fact::ItlP99).map(|row| row.watch),
            _ => None,
        };
        for (id, members) in &scopes {
            for ((window, meter, span), members) in sides.iter().zip(members) {
                let (meter, Some(span), Some(members)) = (*meter, *span, members) else { continue };
                let histograms = members.histograms(*signal);
                let repeated = if *signal == Signal::Ttft { repeated(meter, members, span) } else { 0.0 };
                let Some(all) = percentiles(meter, *signal, &histograms, span, threshold, repeated) else {
                    continue;
                };
                if all.layouts_differ {
                    notes.add(Note::new(&notes::LAYOUTS_DIFFER, signal.id(), ""));
                }
                if all.count > 0.0 && all.quantiles[0].is_none() {
                    notes.add(Note::new(&notes::QUANTILES_ONLY, signal.id(), ""));
                }
                rows.push(breakdown_row(&all, title, id, window, threshold, language));
            }
        }
    }
    rows
}

fn breakdown_row(
    all: &Percentiles,
    title: &Text,
    replica: &str,
    window: &str,
    threshold: Option<f64>,
    language: Language,
) -> Breakdown {
    let unit = all.signal.row().unit;
    let mean_text = match all.mean {
        Some(mean) => quantity_text(Some(mean), unit, language),
        None if all.count <= 0.0 => NO_REQUESTS.template(language).to_string(),
        None => quantity_text(None, unit, language),
    };
    let (low, high) = (all.over.map(|(low, _)| low), all.over.map(|(_, high)| high));
    Breakdown {
        signal: all.signal.id().to_string(),
        title: title.template(language).to_string(),
        replica: replica.to_string(),
        window: window.to_string(),
        count: Some(all.count),
        mean: all.mean,
        mean_text,
        p50: interval(all, 0, unit, language),
        p90: interval(all, 1, unit, language),
        p95: interval(all, 2, unit, language),
        p99: interval(all, 3, unit, language),
        over_threshold: Share { threshold, low, high, text: range_text(low, high, Unit::Ratio, language) },
    }
}

fn waterfall(facts: &Facts, language: Language) -> Vec<Waterfall> {
    let mut rows = Vec::new();
    for scope in std::iter::once(&facts.fleet).chain(facts.replicas.iter().take(MOST_REPLICAS)) {
        let windows = [("focus", Some(&scope.focus)), ("reference", scope.reference.as_ref())];
        for (window, set) in windows.into_iter().filter_map(|(window, set)| Some((window, set?))) {
            let seconds = |fact| Quantity::new(set.get(fact), Unit::Seconds, language);
            let residual = set.get(Fact::ResidualMean);
            let doubtful = residual.is_some_and(|rest| rest < 0.0);
            if set.get(Fact::TtftMean).is_none() {
                continue;
            }
            rows.push(Waterfall {
                replica: scope.id.clone(),
                window: window.to_string(),
                ttft: seconds(Fact::TtftMean),
                queue: seconds(Fact::QueueMean),
                prefill: seconds(Fact::PrefillMean),
                residual: quantity(Fact::ResidualMean, residual, language),
                caveat: if doubtful { CAVEAT.template(language).to_string() } else { String::new() },
            });
        }
    }
    rows
}

fn report_charts(scene: &Scene, all: &[Lines], thresholds: &Thresholds, language: Language) -> Vec<Chart> {
    let xs = scene.timeline.grid.middles();
    let word = |table: &[(&str, Text)], id: &str| {
        table.iter().find(|(name, _)| *name == id).map_or(id, |(_, text)| text.template(language)).to_string()
    };
    let chart = |lines: &Lines| {
        let judged = match lines.id {
            "ttft" => thresholds.of(Fact::TtftP99),
            "kv_usage" => thresholds.of(Fact::KvMax),
            _ => None,
        };
        let levels = judged.map(|row| {
            [
                (row.watch, report::Severity::Watch),
                (row.warn, report::Severity::Warn),
                (row.critical, report::Severity::Critical),
            ]
        });
        let inside = |value: f64| lines.unit != Unit::Ratio || value <= 1.0;
        Chart {
            id: lines.id.to_string(),
            title: word(CHART_TITLES, lines.id),
            unit: lines.unit,
            stacked: lines.stacked,
            xs: xs.clone(),
            lines: lines
                .lines
                .iter()
                .map(|line| {
                    let replica = line.replica.map(|at| &scene.meter.model.replicas[at]);
                    ChartLine {
                        label: replica
                            .map_or_else(|| word(ROLES, line.role), |replica| replica.label.clone()),
                        replica: replica.map_or_else(|| "all".to_string(), |replica| replica.id.clone()),
                        role: line.role.to_string(),
                        ys: line.values.iter().map(|value| value.is_finite().then_some(*value)).collect(),
                    }
                })
                .collect(),
            thresholds: levels
                .into_iter()
                .flatten()
                .filter(|(value, _)| inside(*value))
                .map(|(value, severity)| ChartThreshold { value, severity })
                .collect(),
        }
    };
    all.iter().map(chart).collect()
}

/// The small line of a rung: the chart that shows its number.
fn add_sparks(ladder: &mut [Stage], scene: &Scene, charts: &[Lines]) {
    const SPARKS: &[(&str, &str)] = &[
        ("ttft", "ttft"),
        ("queue", "waiting"),
        ("kv_cache", "kv_usage"),
        ("preemption", "preemptions"),
        ("gpu", "itl"),
        ("demand", "arrivals"),
        ("prefix_cache", "hit_ratio"),
        ("decode", "running"),
    ];
    let xs = scene.timeline.grid.middles();
    for stage in ladder {
        let chart = SPARKS.iter().find(|(id, _)| *id == stage.stage).map(|(_, chart)| *chart);
        let line = charts.iter().find(|lines| Some(lines.id) == chart).and_then(|lines| lines.lines.first());
        if let Some(line) = line {
            stage.spark_xs = xs.clone();
            stage.spark_ys = line.values.iter().map(|value| value.is_finite().then_some(*value)).collect();
        }
    }
}

/// A P99 of too few requests is an interval on the ladder too, as in the breakdown.
fn thin_percentiles(ladder: &mut [Stage], breakdown: &[Breakdown], language: Language) {
    let fact = Fact::TtftP99.row().id;
    let own = |window: &str| {
        breakdown
            .iter()
            .find(|row| row.signal == Signal::Ttft.id() && row.window == window)
            .map(|row| &row.p99)
    };
    let Some(focus) = own("focus").filter(|p99| p99.few) else { return };
    let then = own("reference");
    for stage in ladder {
        let is_shown = stage.evidence.first().is_some_and(|evidence| evidence.fact == fact);
        let known = stage.severity != report::Severity::Unknown;
        let Some(evidence) = stage.evidence.iter_mut().find(|evidence| evidence.fact == fact) else {
            continue;
        };
        evidence.focus = Quantity { value: None, unit: Unit::Seconds, text: focus.text.clone() };
        evidence.reference =
            then.map(|p99| Quantity { value: None, unit: Unit::Seconds, text: p99.text.clone() });
        evidence.change = None;
        evidence.sentence = match then {
            Some(then) => {
                THIN.fill(language, &[("label", &evidence.label), ("now", &focus.text), ("then", &then.text)])
            }
            None => THIN_ALONE.fill(language, &[("label", &evidence.label), ("now", &focus.text)]),
        };
        if is_shown && known {
            stage.sentence.clone_from(&evidence.sentence);
            stage.number.value = None;
            stage.number.text = range_text(focus.low, focus.high, Unit::Seconds, language);
        }
    }
}

fn report_notes(notes: &Notes, language: Language) -> Vec<ReportNote> {
    let by_weight = [Weight::Serious, Weight::Doubt, Weight::Info].into_iter();
    by_weight
        .flat_map(|weight| notes.iter().filter(move |note| note.kind.weight == weight))
        .map(|note| ReportNote {
            id: note.kind.id.to_string(),
            weight: match note.kind.weight {
                Weight::Info => "info",
                Weight::Doubt => "doubt",
                Weight::Serious => "serious",
            }
            .to_string(),
            count: note.count as f64,
            sentence: note.sentence(language),
        })
        .collect()
}

fn sources(set: &SeriesSet) -> Vec<Source> {
    set.files
        .iter()
        .map(|file| Source {
            name: file.name.clone(),
            format: file.format.to_string(),
            bytes: file.bytes as f64,
            series: file.series as f64,
            samples: file.samples as f64,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_has_both_languages() {
        let named = BREAKDOWN.iter().map(|(_, text)| text);
        let rows = named.chain(CHART_TITLES.iter().chain(ROLES).map(|(_, text)| text));
        let rows = rows.chain(timeline::TEXTS.iter().copied().flatten()).chain(what_if::TEXTS);
        for text in rows.chain(TEXTS) {
            text.check().unwrap();
        }
    }
}
