import type { Options, ThresholdChoice } from '../contract/options';
import type { Language } from '../contract/report';
import type { Grouping } from './frames/grouping';

/** The version of {@link PanelOptions}; `migrations.ts` lifts older ones. */
export const OPTIONS_VERSION = 2;

/** Options of the panel as a dashboard keeps them. Everything may be left out. */
export interface PanelOptions {
  version: number;
  language: 'auto' | Language;
  /** What a stretch brushed in a chart does: examine it here, or zoom the dashboard. */
  brush: 'focus' | 'zoom';
  /** What the trouble is compared with: found in the data, another query, or the start of the time range. */
  baseline: 'auto' | 'query' | 'start';
  /** With `baseline` query: the letter of the one that shows good times. */
  referenceQuery: string;
  /** Only this model's series; empty: all. */
  model: string;
  /** What counts as one replica. */
  grouping: Grouping;
  /** `refId=metric` lines, for queries whose results carry no name. */
  names: string;
  targets: {
    ttftSeconds?: number | null;
    ttftCriticalSeconds?: number | null;
    itlSeconds?: number | null;
  };
  /** Where the offline page is kept, for the screen of a policy that forbids WebAssembly; empty: nowhere. */
  offlinePage: string;
  hints: {
    maxNumSeqs?: number | null;
    maxNumBatchedTokens?: number | null;
    maxModelLen?: number | null;
    tensorParallelSize?: number | null;
    /** The command line of vLLM, pasted. */
    vllmArgs?: string;
  };
}

/** Nothing chosen. */
export const DEFAULTS: PanelOptions = {
  version: OPTIONS_VERSION,
  language: 'auto',
  brush: 'focus',
  baseline: 'auto',
  referenceQuery: '',
  model: '',
  grouping: 'auto',
  names: '',
  targets: {},
  offlinePage: '',
  hints: {},
};

/** The windows of one analysis, in ms. */
export interface Windows {
  focusMs?: [number, number] | null;
  referenceMs?: [number, number] | null;
}

/**
 * The model that a filter names once its variables are filled in.
 *
 * - A variable set to all, or to several, is no filter: their queries say which.
 */
export function modelOf(filter: string): string {
  const text = filter.trim();
  return text === '$__all' || text === 'All' || /^[{(].*[,|].*[})]$/.test(text) || text === '.*' ? '' : text;
}

/** The letter of the reference query; `undefined` where none is chosen. */
export function referenceOf({ baseline, referenceQuery }: PanelOptions): string | undefined {
  return baseline === 'query' && referenceQuery !== '' ? referenceQuery : undefined;
}

/** The part of the time range that its start is: long enough for percentiles, and over before most troubles begin. */
const START = 0.25;

/** The start of what was read, for those who compare with it. */
export function startOf({ baseline }: PanelOptions, span: [number, number] | null): [number, number] | null {
  return baseline === 'start' && span !== null ? [span[0], span[0] + (span[1] - span[0]) * START] : null;
}

/** The language of the sentences: as chosen, else Grafana's, else English. */
export function languageOf(chosen: PanelOptions['language'], grafana: string | undefined): Language {
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return grafana?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** What of Grafana's standard thresholds is read: ascending steps, the first without a value. */
export interface Steps {
  mode: string;
  steps: ReadonlyArray<{ value: number | null; color: string }>;
}

/**
 * Grafana's thresholds as limits of TTFT's P99 in seconds: the first step warns, the last one is critical.
 *
 * - A single step is critical. Percentages are of nothing here and are left out.
 */
export function limitsOf(thresholds: Steps | undefined): { warn: number | null; critical: number | null } {
  const values = thresholds?.mode === 'absolute' ? thresholds.steps.flatMap(({ value }) => positive(value) ?? []) : [];
  const last = values[values.length - 1] ?? null;
  return { warn: values.length > 1 ? values[0]! : null, critical: last };
}

/**
 * The options of one analysis.
 *
 * - Numbers that are none, or not above zero, count as not chosen.
 * - A target of the panel's own goes before Grafana's thresholds.
 */
export function analysisOptions(options: PanelOptions, language: Language, windows: Windows, steps?: Steps): Options {
  const asked: Options = { language };
  const limits = limitsOf(steps);
  const { ttftSeconds, ttftCriticalSeconds } = options.targets;
  const hasOwn = positive(ttftSeconds) !== null || positive(ttftCriticalSeconds) !== null;
  const thresholds = [
    hasOwn ? threshold('ttft_p99', ttftSeconds, ttftCriticalSeconds) : threshold('ttft_p99', limits.warn, limits.critical),
    threshold('itl_p99', options.targets.itlSeconds, null),
  ].filter((choice) => choice !== null);
  if (thresholds.length > 0) asked.thresholds = thresholds;
  const hints = Object.entries(options.hints).filter(
    ([name, value]) => positive(value) !== null || (name === 'vllmArgs' && typeof value === 'string' && value.trim() !== ''),
  );
  if (hints.length > 0) asked.hints = Object.fromEntries(hints);
  if (windows.focusMs) [asked.fromMs, asked.toMs] = windows.focusMs;
  if (windows.referenceMs) asked.referenceMs = windows.referenceMs;
  return asked;
}

/** From this multiple of a target on it is critical, where the table's own limit lies below the target. */
const CRITICAL_MULTIPLE = 2;

/** Critical limits of the core's table (`walk/thresholds.rs`), s: a target above them must lift them. */
const CRITICAL_SECONDS: Record<string, number> = { ttft_p99: 10, itl_p99: 5 };

function threshold(id: string, warn: number | null | undefined, critical: number | null | undefined): ThresholdChoice | null {
  const [from, worst] = [positive(warn), positive(critical)];
  if (from === null && worst === null) return null;
  const choice: ThresholdChoice = { id };
  if (from !== null) choice.warn = worst === null ? from : Math.min(from, worst);
  if (worst !== null) choice.critical = worst;
  else if (from !== null && from > (CRITICAL_SECONDS[id] ?? Infinity)) choice.critical = from * CRITICAL_MULTIPLE;
  return choice;
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

/** The metric names that the user set, by query: `A=vllm:num_requests_waiting`, one a line or comma. */
export function namesByQuery(text: string): Map<string, string> {
  const pairs = text.split(/[\n,;]+/).map((line) => /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(line));
  return new Map(pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : [])));
}
