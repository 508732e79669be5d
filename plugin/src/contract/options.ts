import type { Language } from './report';

/** The options of `crate/core/src/options.rs`; every field may be left out. */
export interface Options {
  language?: Language;
  /** Start of the focus window in ms since the epoch; found by itself when absent. */
  fromMs?: number;
  /** End of the focus window in ms since the epoch; found by itself when absent. */
  toMs?: number;
  /** Start and end of the reference window in ms; found by itself when absent. */
  referenceMs?: [number, number];
  thresholds?: ThresholdChoice[];
  hints?: Hints;
}

/** One threshold set by the user, in the unit of its signal (SI). */
export interface ThresholdChoice {
  id: string;
  warn?: number;
  critical?: number;
}

/** Settings of the server that no metric states, named like its flags. */
export interface Hints {
  maxNumSeqs?: number;
  maxNumBatchedTokens?: number;
  maxModelLen?: number;
  tensorParallelSize?: number;
  maxLoras?: number;
}

/** One column of a query: `length` samples from `start` in the flat arrays. */
export interface Column {
  name: string;
  labels: Record<string, string>;
  start: number;
  length: number;
  refId?: string;
  expr?: string;
}

/** The texts that a report can become. */
export type ExportKind = 'text' | 'markdown' | 'json';

/** How an export is laid out; only `text` has colours. */
export interface Style {
  /** Columns; 80 when left out. */
  width?: number;
  color?: boolean;
}
