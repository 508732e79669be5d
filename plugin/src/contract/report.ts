// Generated from crate/{core,read}/src (report.rs, unit.rs, text.rs, options.rs); do not edit.
// Update: UPDATE=1 cargo test -p tailwalk-core --test contract

/** The version of this contract. Grows with every change that an old reader would misread. */
export const SCHEMA = 1;

/** How bad something is. `Unknown` is never drawn as healthy. */
export type Severity =
  /** The data that would decide is missing or too thin. */
  | 'unknown'
  /** Checked and fine. */
  | 'ok'
  /** Worth a look; nobody needs to wake up. */
  | 'watch'
  /** Users feel it, or soon will. */
  | 'warn'
  /** Users suffer now. */
  | 'critical';

/** How far the verdict can be trusted; `confidence_reason` says what it rests on. */
export type Confidence =
  /** A hint. */
  | 'low'
  /** Likely; a named piece of evidence is missing or thin. */
  | 'medium'
  /** Every number that the rule asks for is there and far from its threshold. */
  | 'high';

/** A number that may be missing, its unit, and the text to print for it. */
export interface Quantity {
  /** The number in SI, or `null` when it is not known. */
  value: number | null;
  /** The unit of `value`. */
  unit: Unit;
  /** Ready to print, also when unknown ("no data"). */
  text: string;
}

/** An interval that certainly holds the true value, and the point estimate inside. */
export interface Interval {
  /** Lower end, inclusive; `null` when nothing is known. */
  low: number | null;
  /** The estimate that Prometheus would print, kept inside the interval; `null` when unknown. */
  point: number | null;
  /** Upper end, inclusive; `null` when unbounded (top bucket) or nothing is known. */
  high: number | null;
  /** Ready to print: `241 ms (100–250)`, `> 10 s`, `too few requests (40)`. */
  text: string;
  /** Fewer requests than this quantile needs: the value is close to "the slowest one". */
  few: boolean;
}

/** A share with its interval, 0 to 1. */
export interface Share {
  /** The threshold in the unit of the signal, `null` when none applies. */
  threshold: number | null;
  /** Smallest possible share over the threshold. */
  low: number | null;
  /** Largest possible share over the threshold. */
  high: number | null;
  /** Ready to print. */
  text: string;
}

/** How a window came to be. */
export type WindowOrigin =
  /** Given by the user. */
  | 'given'
  /** Found: from a change of TTFT or of another layer. */
  | 'found'
  /** All of the data, as nothing changed. */
  | 'whole'
  /** One scrape: everything since the process started. */
  | 'since_start'
  /** From another file or query that the user named as the good one. */
  | 'file';

/** A stretch of time. */
export interface Window {
  /** Start in ms, `null` when the data carries no times. */
  fromMs: number | null;
  /** End in ms, `null` when the data carries no times. */
  toMs: number | null;
  /** Length in seconds, `null` when the data carries no times. */
  seconds: number | null;
  /** How it was chosen. */
  origin: WindowOrigin;
  /** Ready to print, UTC. */
  text: string;
}

/** The window under examination and what it is compared with. */
export interface Windows {
  /** The one under examination. */
  focus: Window;
  /** The one it is compared with; `null` when there is none. */
  reference: Window | null;
}

/** Which engine wrote the metrics. */
export interface Engine {
  /** `vLLM`, `SGLang` … */
  name: string;
  /** Naming era, for example `V1 0.32`; inferred from which families are there. */
  generation: string;
  /** Oldest release that fits, `null` when unknown. */
  since: string | null;
  /** One sentence: how it was inferred. */
  sentence: string;
  /** Model names served. */
  models: string[];
}

/** One replica: a server, or one engine of a data-parallel server. */
export interface Replica {
  /** Unique in the report; built from the identity labels. */
  id: string;
  /** Short name to print. */
  label: string;
  /** Requests that got their first token in the focus window. */
  requests: number | null;
  /** Share of the slow requests that came from here, `null` when it cannot be said. */
  slowShare: number | null;
  /** P99 of TTFT of all others together: exact, as buckets subtract. */
  p99Without: Interval | null;
}

/** A number that carries a claim. */
export interface Evidence {
  /** Stable id of the fact. */
  fact: string;
  /** What it is, in words. */
  label: string;
  /** In the focus window. */
  focus: Quantity;
  /** In the reference window. */
  reference: Quantity | null;
  /** focus ÷ reference, when both are known and the reference is not 0. */
  change: number | null;
  /** Whose number; `null` for all replicas together. */
  replica: string | null;
  /** One sentence with the numbers in it. */
  sentence: string;
  /** PromQL that recomputes it in the user's own names and labels. */
  promql: string | null;
}

/** A neighbour that was considered and is not it. */
export interface Rejected {
  /** Cause id. */
  cause: string;
  /** Its layer. */
  layer: string;
  /** Name of the cause in words. */
  title: string;
  /** Why not, with the number. */
  sentence: string;
}

/** Evidence that would decide or strengthen, and how to get it. */
export interface Missing {
  /** Id of the missing signal or fact. */
  what: string;
  /** What is missing, why it matters, how to collect it. */
  sentence: string;
}

/** One thing to do. */
export interface Advice {
  /** What to do and when not to. */
  sentence: string;
  /** The flag or field it turns on, when there is one. */
  flag: string | null;
  /** Where this comes from. */
  source: string;
}

/** A cause that the data supports. */
export interface Finding {
  /** Cause id, stable. */
  cause: string;
  /** Layer the cause stands at. */
  layer: string;
  /** Name of the cause in words. */
  title: string;
  /** How bad. */
  severity: Severity;
  /** How sure. */
  confidence: Confidence;
  /** One sentence. */
  headline: string;
  /** The cause that explains this one away, `null` when it stands on its own. */
  clearedBy: string | null;
  /** Replicas it concerns; empty for all. */
  replicas: string[];
  /** The two to four numbers that prove it. */
  evidence: Evidence[];
}

/** The answer. */
export interface Verdict {
  /** Layer of the root cause: one of the words of `walk::causes`. */
  layer: string;
  /** Cause id. */
  cause: string;
  /**
   * The closer kind of it where the data tells, e.g. `never_schedulable` of `stuck`; else the cause again.
   * Findings go by this name.
   */
  kind: string;
  /** Name of the kind in words. */
  title: string;
  /** How bad. */
  severity: Severity;
  /** How sure. */
  confidence: Confidence;
  /** What the confidence rests on. */
  confidenceReason: string;
  /** One sentence that an SRE understands in five seconds. */
  headline: string;
  /** When it began, ms; `null` when not seen. */
  onsetMs: number | null;
  /** When it was over, ms; `null` when it lasts or was not seen. */
  recoveryMs: number | null;
  /** Replicas it concerns; empty for all. */
  replicas: string[];
  /** Layers from the root cause to the symptom. */
  chain: string[];
  /** The two to four numbers that prove it. */
  evidence: Evidence[];
  /** The neighbours that were ruled out. */
  rejected: Rejected[];
  /** What is missing. */
  missing: Missing[];
  /** What observation would refute this verdict. */
  refutedBy: string;
  /** What to do, most useful first. */
  advice: Advice[];
}

/** A rung of the ladder. */
export interface Stage {
  /** Stage id: the five rungs are `ttft`, `queue`, `kv_cache`, `preemption`, `gpu`. */
  stage: string;
  /** The rung under which a neighbour is folded; `null` for the five rungs themselves. */
  under: string | null;
  /** Name in words. */
  title: string;
  /** Colour by thresholds or baseline; `unknown` when the data is missing. */
  severity: Severity;
  /** Whether the root cause stands here. */
  root: boolean;
  /** What the severity stands on: `threshold`, `reference` or `none`. */
  basis: string;
  /** The number of this rung. */
  number: Quantity;
  /** Why it has this colour. */
  sentence: string;
  /** The numbers behind it. */
  evidence: Evidence[];
  /** A small line over time: times in ms. */
  sparkXs: number[];
  /** A small line over time: values, `null` in gaps. */
  sparkYs: Array<number | null>;
}

/** Honest percentiles of one signal for one replica or for all. */
export interface Breakdown {
  /** Signal id: `ttft`, `queue_time`, `prefill_time`, `decode_time`, `inference_time`, `e2e`, `itl`. */
  signal: string;
  /** Name in words. */
  title: string;
  /** Replica id, or `all`. */
  replica: string;
  /** Window: `focus` or `reference`. */
  window: string;
  /** Observations in the window, `null` when unknown. */
  count: number | null;
  /** Exact mean (sum ÷ count), `null` without requests. */
  mean: number | null;
  /** The mean, ready to print. */
  meanText: string;
  /** Median. */
  p50: Interval;
  /** 90th percentile. */
  p90: Interval;
  /** 95th percentile. */
  p95: Interval;
  /** 99th percentile. */
  p99: Interval;
  /** Share of observations over the target of this signal. */
  overThreshold: Share;
}

/** Mean TTFT split into its parts: queue + prefill + residual. */
export interface Waterfall {
  /** Replica id, or `all`. */
  replica: string;
  /** Window: `focus` or `reference`. */
  window: string;
  /** Mean TTFT. */
  ttft: Quantity;
  /** Mean queue time. */
  queue: Quantity;
  /** Mean prefill time. */
  prefill: Quantity;
  /** What is left: tokenizer, API server, IPC, and the wait for the running step. */
  residual: Quantity;
  /** A doubt that must be drawn beside it, empty when there is none. */
  caveat: string;
}

/** A line of a chart. */
export interface ChartLine {
  /** Name to print. */
  label: string;
  /** Replica id, or `all`. */
  replica: string;
  /** What it is, for a stable colour: `queue`, `prefill`, `residual`, `value`, `p50`, `p99`. */
  role: string;
  /** Values, `null` in gaps; as long as the chart's `xs`. */
  ys: Array<number | null>;
}

/** A horizontal line in a chart. */
export interface ChartThreshold {
  /** Where. */
  value: number;
  /** The severity that begins here. */
  severity: Severity;
}

/** A chart, thinned to a few hundred points. */
export interface Chart {
  /** Stable id: `waterfall`, `ttft`, `queue`, `kv_usage`, `preemptions`, `step_time` … */
  id: string;
  /** Title in words. */
  title: string;
  /** Unit of all lines. */
  unit: Unit;
  /** Whether the lines add up and are to be stacked. */
  stacked: boolean;
  /** Times in ms. */
  xs: number[];
  /** The lines. */
  lines: ChartLine[];
  /** Horizontal lines. */
  thresholds: ChartThreshold[];
}

/** A doubt that travels with the result. */
export interface ReportNote {
  /** Stable id. */
  id: string;
  /** `info`, `doubt` or `serious`. */
  weight: string;
  /** How often. */
  count: number;
  /** The sentence. */
  sentence: string;
}

/** What was read. */
export interface Source {
  /** File name as given, or a name for query results. */
  name: string;
  /** Format id. */
  format: string;
  /** Bytes before decompression. */
  bytes: number;
  /** Series in it. */
  series: number;
  /** Samples in it. */
  samples: number;
}

/** The whole answer. */
export interface Report {
  /** Version of this contract. */
  schema: number;
  /** Name and version of the program that made it. */
  generator: string;
  /** Language of the sentences. */
  language: Language;
  /** What was examined and what it was compared with. */
  window: Windows;
  /** Who wrote the metrics. */
  engine: Engine;
  /** Who serves. */
  replicas: Replica[];
  /** The answer. */
  verdict: Verdict;
  /** Every finding, main one first; the cleared ones are marked. */
  findings: Finding[];
  /** The layers, always all of them. */
  ladder: Stage[];
  /** Percentiles. */
  breakdown: Breakdown[];
  /** Where the mean TTFT goes. */
  waterfall: Waterfall[];
  /** Charts. */
  charts: Chart[];
  /** Doubts. */
  notes: ReportNote[];
  /** Input files. */
  sources: Source[];
  /** Metric families that belong to no known signal: listed, never fatal. */
  unknownFamilies: string[];
}

/** The unit of a quantity, SI. */
export type Unit =
  /** Seconds. */
  | 'seconds'
  /** A share or fill level, 0 to 1. */
  | 'ratio'
  /** A plain count. */
  | 'count'
  /** Events per second. */
  | 'per_second'
  /** Tokens. */
  | 'tokens'
  /** Tokens per second. */
  | 'tokens_per_second'
  /** Seconds per token. */
  | 'seconds_per_token'
  /** CPU cores in use. */
  | 'cores'
  /** Hertz. */
  | 'hertz'
  /** Watts. */
  | 'watts'
  /** Degrees Celsius. */
  | 'celsius'
  /** Bytes. */
  | 'bytes'
  /** How many times more than the reference. */
  | 'factor'
  /** Milliseconds since the Unix epoch. */
  | 'time_ms';

/** The language of a report. */
export type Language =
  /** English. */
  | 'en'
  /** Simplified Chinese. */
  | 'zh';

/** Options of one analysis. */
export interface Options {
  /** Language of all sentences. */
  language?: Language;
  /** Start of the focus window in ms since the epoch; found by itself when absent. */
  fromMs?: number | null;
  /** End of the focus window in ms since the epoch; found by itself when absent. */
  toMs?: number | null;
  /** Start and end of the reference window in ms; found by itself when absent. */
  referenceMs?: [number, number] | null;
  /** Latency targets and other thresholds, by id of `walk::thresholds`. */
  thresholds?: ThresholdChoice[];
  /** What the metrics cannot say. */
  hints?: Hints;
}

/** One threshold set by the user. */
export interface ThresholdChoice {
  /** Id of the threshold. */
  id: string;
  /** From here on `warn`. */
  warn?: number | null;
  /** From here on `critical`. */
  critical?: number | null;
}

/** Settings of the server that no metric states. */
export interface Hints {
  /** `--max-num-seqs`. */
  maxNumSeqs?: number | null;
}
