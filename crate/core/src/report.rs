//! The contract: the whole answer as plain data.
//!
//! - Everything a host shows is in here, finished: severities (not colours) and sentences in the
//!   asked language. Hosts choose colours and never compute a number.
//! - No NaN, no infinities, no 64-bit integers, no maps with free keys: a number that is not there
//!   is `None` (`null`), and the ready text beside it says why.
//! - `plugin/src/contract/report.ts` is generated from these structs (`cargo test -p tailwalk-core
//!   --test contract`); there is no hand-written mirror.
//! - Times are milliseconds since the Unix epoch; latencies are seconds; ratios are 0 to 1.

use crate::text::Language;
pub use crate::unit::Unit;
use serde::Serialize;

/// The version of this contract. Grows with every change that an old reader would misread.
pub const SCHEMA: u32 = 1;

/// How bad something is. `Unknown` is never drawn as healthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The data that would decide is missing or too thin.
    Unknown,
    /// Checked and fine.
    Ok,
    /// Worth a look; nobody needs to wake up.
    Watch,
    /// Users feel it, or soon will.
    Warn,
    /// Users suffer now.
    Critical,
}

/// How far the verdict can be trusted; `confidence_reason` says what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// A hint.
    Low,
    /// Likely; a named piece of evidence is missing or thin.
    Medium,
    /// Every number that the rule asks for is there and far from its threshold.
    High,
}

/// A number that may be missing, its unit, and the text to print for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quantity {
    /// The number in SI, or `null` when it is not known.
    pub value: Option<f64>,
    /// The unit of `value`.
    pub unit: Unit,
    /// Ready to print, also when unknown ("no data").
    pub text: String,
}

impl Quantity {
    /// A quantity with its text; what is not a finite number becomes unknown.
    pub fn new(value: Option<f64>, unit: Unit, language: Language) -> Quantity {
        let value = value.filter(|number| number.is_finite());
        Quantity { value, unit, text: crate::format::quantity_text(value, unit, language) }
    }
}

/// An interval that certainly holds the true value, and the point estimate inside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Interval {
    /// Lower end, inclusive; `null` when nothing is known.
    pub low: Option<f64>,
    /// The estimate that Prometheus would print, kept inside the interval; `null` when unknown.
    pub point: Option<f64>,
    /// Upper end, inclusive; `null` when unbounded (top bucket) or nothing is known.
    pub high: Option<f64>,
    /// Ready to print: `241 ms (100–250)`, `> 10 s`, `too few requests (40)`.
    pub text: String,
    /// Fewer requests than this quantile needs: the value is close to "the slowest one".
    pub few: bool,
}

/// A share with its interval, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// The threshold in the unit of the signal, `null` when none applies.
    pub threshold: Option<f64>,
    /// Smallest possible share over the threshold.
    pub low: Option<f64>,
    /// Largest possible share over the threshold.
    pub high: Option<f64>,
    /// Ready to print.
    pub text: String,
}

/// How a window came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowOrigin {
    /// Given by the user.
    Given,
    /// Found: from a change of TTFT or of another layer.
    Found,
    /// All of the data, as nothing changed.
    Whole,
    /// One scrape: everything since the process started.
    SinceStart,
    /// From another file or query that the user named as the good one.
    File,
}

/// A stretch of time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// Start in ms, `null` when the data carries no times.
    pub from_ms: Option<f64>,
    /// End in ms, `null` when the data carries no times.
    pub to_ms: Option<f64>,
    /// Length in seconds, `null` when the data carries no times.
    pub seconds: Option<f64>,
    /// How it was chosen.
    pub origin: WindowOrigin,
    /// Ready to print, UTC.
    pub text: String,
}

/// The window under examination and what it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Windows {
    /// The one under examination.
    pub focus: Window,
    /// The one it is compared with; `null` when there is none.
    pub reference: Option<Window>,
}

/// Which engine wrote the metrics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Engine {
    /// `vLLM`, `SGLang` …
    pub name: String,
    /// Naming era, for example `V1 0.32`; inferred from which families are there.
    pub generation: String,
    /// Oldest release that fits, `null` when unknown.
    pub since: Option<String>,
    /// One sentence: how it was inferred.
    pub sentence: String,
    /// Model names served.
    pub models: Vec<String>,
}

/// One replica: a server, or one engine of a data-parallel server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replica {
    /// Unique in the report; built from the identity labels.
    pub id: String,
    /// Short name to print.
    pub label: String,
    /// Requests that got their first token in the focus window.
    pub requests: Option<f64>,
    /// Share of the slow requests that came from here, `null` when it cannot be said.
    pub slow_share: Option<f64>,
    /// P99 of TTFT of all others together: exact, as buckets subtract.
    pub p99_without: Option<Interval>,
}

/// A number that carries a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Stable id of the fact.
    pub fact: String,
    /// What it is, in words.
    pub label: String,
    /// In the focus window.
    pub focus: Quantity,
    /// In the reference window.
    pub reference: Option<Quantity>,
    /// focus ÷ reference, when both are known and the reference is not 0.
    pub change: Option<f64>,
    /// Whose number; `null` for all replicas together.
    pub replica: Option<String>,
    /// One sentence with the numbers in it.
    pub sentence: String,
    /// PromQL that recomputes it in the user's own names and labels.
    pub promql: Option<String>,
}

/// A neighbour that was considered and is not it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rejected {
    /// Cause id.
    pub cause: String,
    /// Its layer.
    pub layer: String,
    /// Name of the cause in words.
    pub title: String,
    /// Why not, with the number.
    pub sentence: String,
}

/// Evidence that would decide or strengthen, and how to get it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Missing {
    /// Id of the missing signal or fact.
    pub what: String,
    /// What is missing, why it matters, how to collect it.
    pub sentence: String,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Advice {
    /// What to do and when not to.
    pub sentence: String,
    /// The flag or field it turns on, when there is one.
    pub flag: Option<String>,
    /// Where this comes from.
    pub source: String,
}

/// A cause that the data supports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Cause id, stable.
    pub cause: String,
    /// Layer the cause stands at.
    pub layer: String,
    /// Name of the cause in words.
    pub title: String,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// One sentence.
    pub headline: String,
    /// The cause that explains this one away, `null` when it stands on its own.
    pub cleared_by: Option<String>,
    /// Replicas it concerns; empty for all.
    pub replicas: Vec<String>,
    /// The two to four numbers that prove it.
    pub evidence: Vec<Evidence>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// Layer of the root cause: one of the words of `walk::causes`.
    pub layer: String,
    /// Cause id.
    pub cause: String,
    /// The closer kind of it where the data tells, e.g. `never_schedulable` of `stuck`; else the cause again.
    /// Findings go by this name.
    pub kind: String,
    /// Name of the kind in words.
    pub title: String,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What the confidence rests on.
    pub confidence_reason: String,
    /// One sentence that an SRE understands in five seconds.
    pub headline: String,
    /// When it began, ms; `null` when not seen.
    pub onset_ms: Option<f64>,
    /// When it was over, ms; `null` when it lasts or was not seen.
    pub recovery_ms: Option<f64>,
    /// Replicas it concerns; empty for all.
    pub replicas: Vec<String>,
    /// Layers from the root cause to the symptom.
    pub chain: Vec<String>,
    /// The two to four numbers that prove it.
    pub evidence: Vec<Evidence>,
    /// The neighbours that were ruled out.
    pub rejected: Vec<Rejected>,
    /// What is missing.
    pub missing: Vec<Missing>,
    /// What observation would refute this verdict.
    pub refuted_by: String,
    /// What to do, most useful first.
    pub advice: Vec<Advice>,
}

/// A rung of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stage {
    /// Stage id: the five rungs are `ttft`, `queue`, `kv_cache`, `preemption`, `gpu`.
    pub stage: String,
    /// The rung under which a neighbour is folded; `null` for the five rungs themselves.
    pub under: Option<String>,
    /// Name in words.
    pub title: String,
    /// Colour by thresholds or baseline; `unknown` when the data is missing.
    pub severity: Severity,
    /// Whether the root cause stands here.
    pub root: bool,
    /// What the severity stands on: `threshold`, `reference` or `none`.
    pub basis: String,
    /// The number of this rung.
    pub number: Quantity,
    /// Why it has this colour.
    pub sentence: String,
    /// The numbers behind it.
    pub evidence: Vec<Evidence>,
    /// A small line over time: times in ms.
    pub spark_xs: Vec<f64>,
    /// A small line over time: values, `null` in gaps.
    pub spark_ys: Vec<Option<f64>>,
}

/// Honest percentiles of one signal for one replica or for all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breakdown {
    /// Signal id: `ttft`, `queue_time`, `prefill_time`, `decode_time`, `inference_time`, `e2e`, `itl`.
    pub signal: String,
    /// Name in words.
    pub title: String,
    /// Replica id, or `all`.
    pub replica: String,
    /// Window: `focus` or `reference`.
    pub window: String,
    /// Observations in the window, `null` when unknown.
    pub count: Option<f64>,
    /// Exact mean (sum ÷ count), `null` without requests.
    pub mean: Option<f64>,
    /// The mean, ready to print.
    pub mean_text: String,
    /// Median.
    pub p50: Interval,
    /// 90th percentile.
    pub p90: Interval,
    /// 95th percentile.
    pub p95: Interval,
    /// 99th percentile.
    pub p99: Interval,
    /// Share of observations over the target of this signal.
    pub over_threshold: Share,
}

/// Mean TTFT split into its parts: queue + prefill + residual.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Waterfall {
    /// Replica id, or `all`.
    pub replica: String,
    /// Window: `focus` or `reference`.
    pub window: String,
    /// Mean TTFT.
    pub ttft: Quantity,
    /// Mean queue time.
    pub queue: Quantity,
    /// Mean prefill time.
    pub prefill: Quantity,
    /// What is left: tokenizer, API server, IPC, and the wait for the running step.
    pub residual: Quantity,
    /// A doubt that must be drawn beside it, empty when there is none.
    pub caveat: String,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartLine {
    /// Name to print.
    pub label: String,
    /// Replica id, or `all`.
    pub replica: String,
    /// What it is, for a stable colour: `queue`, `prefill`, `residual`, `value`, `p50`, `p99`.
    pub role: String,
    /// Values, `null` in gaps; as long as the chart's `xs`.
    pub ys: Vec<Option<f64>>,
}

/// A horizontal line in a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartThreshold {
    /// Where.
    pub value: f64,
    /// The severity that begins here.
    pub severity: Severity,
}

/// A chart, thinned to a few hundred points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// Stable id: `waterfall`, `ttft`, `queue`, `kv_usage`, `preemptions`, `step_time` …
    pub id: String,
    /// Title in words.
    pub title: String,
    /// Unit of all lines.
    pub unit: Unit,
    /// Whether the lines add up and are to be stacked.
    pub stacked: bool,
    /// Times in ms.
    pub xs: Vec<f64>,
    /// The lines.
    pub lines: Vec<ChartLine>,
    /// Horizontal lines.
    pub thresholds: Vec<ChartThreshold>,
}

/// A doubt that travels with the result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportNote {
    /// Stable id.
    pub id: String,
    /// `info`, `doubt` or `serious`.
    pub weight: String,
    /// How often.
    pub count: f64,
    /// The sentence.
    pub sentence: String,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// File name as given, or a name for query results.
    pub name: String,
    /// Format id.
    pub format: String,
    /// Bytes before decompression.
    pub bytes: f64,
    /// Series in it.
    pub series: f64,
    /// Samples in it.
    pub samples: f64,
}

/// The whole answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Version of this contract.
    pub schema: u32,
    /// Name and version of the program that made it.
    pub generator: String,
    /// Language of the sentences.
    pub language: Language,
    /// What was examined and what it was compared with.
    pub window: Windows,
    /// Who wrote the metrics.
    pub engine: Engine,
    /// Who serves.
    pub replicas: Vec<Replica>,
    /// The answer.
    pub verdict: Verdict,
    /// Every finding, main one first; the cleared ones are marked.
    pub findings: Vec<Finding>,
    /// The layers, always all of them.
    pub ladder: Vec<Stage>,
    /// Percentiles.
    pub breakdown: Vec<Breakdown>,
    /// Where the mean TTFT goes.
    pub waterfall: Vec<Waterfall>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// Doubts.
    pub notes: Vec<ReportNote>,
    /// Input files.
    pub sources: Vec<Source>,
    /// Metric families that belong to no known signal: listed, never fatal.
    pub unknown_families: Vec<String>,
}
