// The contract of `crate/core/src/report.rs`. Written by hand until the generator lands; the
// generated file replaces this one and has the same names.

export type Language = 'en' | 'zh';
export type Severity = 'unknown' | 'ok' | 'watch' | 'warn' | 'critical';
export type Confidence = 'low' | 'medium' | 'high';
export type WindowOrigin = 'given' | 'found' | 'whole' | 'since_start' | 'file';
export type Unit =
  | 'seconds'
  | 'ratio'
  | 'count'
  | 'per_second'
  | 'tokens'
  | 'tokens_per_second'
  | 'seconds_per_token'
  | 'cores'
  | 'hertz'
  | 'watts'
  | 'celsius'
  | 'bytes'
  | 'factor'
  | 'time_ms';

export interface Quantity {
  value: number | null;
  unit: Unit;
  text: string;
}

export interface Interval {
  low: number | null;
  point: number | null;
  high: number | null;
  text: string;
  few: boolean;
}

export interface Share {
  threshold: number | null;
  low: number | null;
  high: number | null;
  text: string;
}

export interface Window {
  fromMs: number | null;
  toMs: number | null;
  seconds: number | null;
  origin: WindowOrigin;
  text: string;
}

export interface Windows {
  focus: Window;
  reference: Window | null;
}

export interface Engine {
  name: string;
  generation: string;
  since: string | null;
  sentence: string;
  models: string[];
}

export interface Replica {
  id: string;
  label: string;
  requests: number | null;
  slowShare: number | null;
  p99Without: Interval | null;
}

export interface Evidence {
  fact: string;
  label: string;
  focus: Quantity;
  reference: Quantity | null;
  change: number | null;
  replica: string | null;
  sentence: string;
  promql: string | null;
}

export interface Rejected {
  cause: string;
  layer: string;
  sentence: string;
}

export interface Missing {
  what: string;
  sentence: string;
}

export interface Advice {
  sentence: string;
  flag: string | null;
  source: string;
}

export interface Finding {
  cause: string;
  layer: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  headline: string;
  clearedBy: string | null;
  replicas: string[];
  evidence: Evidence[];
}

export interface Verdict {
  layer: string;
  cause: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  confidenceReason: string;
  headline: string;
  onsetMs: number | null;
  recoveryMs: number | null;
  replicas: string[];
  chain: string[];
  evidence: Evidence[];
  rejected: Rejected[];
  missing: Missing[];
  refutedBy: string;
  advice: Advice[];
}

export interface Stage {
  stage: string;
  under: string | null;
  title: string;
  severity: Severity;
  root: boolean;
  basis: string;
  number: Quantity;
  sentence: string;
  evidence: Evidence[];
  sparkXs: number[];
  sparkYs: (number | null)[];
}

export interface Breakdown {
  signal: string;
  title: string;
  replica: string;
  window: string;
  count: number | null;
  mean: number | null;
  meanText: string;
  p50: Interval;
  p90: Interval;
  p95: Interval;
  p99: Interval;
  overThreshold: Share;
}

export interface Waterfall {
  replica: string;
  window: string;
  ttft: Quantity;
  queue: Quantity;
  prefill: Quantity;
  residual: Quantity;
  caveat: string;
}

export interface ChartLine {
  label: string;
  replica: string;
  role: string;
  ys: (number | null)[];
}

export interface ChartThreshold {
  value: number;
  severity: Severity;
}

export interface Chart {
  id: string;
  title: string;
  unit: Unit;
  stacked: boolean;
  xs: number[];
  lines: ChartLine[];
  thresholds: ChartThreshold[];
}

export interface ReportNote {
  id: string;
  weight: string;
  count: number;
  sentence: string;
}

export interface Source {
  name: string;
  format: string;
  bytes: number;
  series: number;
  samples: number;
}

export interface Report {
  schema: number;
  generator: string;
  language: Language;
  window: Windows;
  engine: Engine;
  replicas: Replica[];
  verdict: Verdict;
  findings: Finding[];
  ladder: Stage[];
  breakdown: Breakdown[];
  waterfall: Waterfall[];
  charts: Chart[];
  notes: ReportNote[];
  sources: Source[];
  unknownFamilies: string[];
}
