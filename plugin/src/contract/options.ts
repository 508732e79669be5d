// What crosses the border and is not generated from `crate/core`: the shape of columns and exports.
export type { Hints, Options, ThresholdChoice } from './report';

/** One column of a query: `length` samples from `start` in the flat arrays. */
export interface Column {
  name: string;
  labels?: Record<string, string>;
  start: number;
  /** Where its times begin; `start` when left out. Columns may share their times. */
  timesStart?: number;
  length: number;
  refId?: string;
  /** What the values are; `raw` when left out. Rates and increases are turned back into counters. */
  kind?: 'raw' | 'rate' | 'increase';
  /** Of an increase: the length of its window. */
  windowMs?: number;
}

/** The texts that a report can become. */
export type ExportKind = 'text' | 'markdown' | 'json';

/** How an export is laid out; only `text` has colours. */
export interface Style {
  /** Columns; 80 when left out. */
  width?: number;
  color?: boolean;
}
