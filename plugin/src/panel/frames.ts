import type { DataFrame } from '@grafana/data';
import { packed, repack, type Packed } from '../contract/columns';
import type { Column } from '../contract/options';
import { grouped, type Grouping } from './frames/grouping';
import { Mould, type Piece } from './frames/mould';
import { executedExpression, Namer, type Queries } from './frames/names';
import { classicBuckets } from './frames/ranges';
import { copyNumbers, Moments, Room } from './frames/room';
import { takeFrame } from './frames/shapes';
import type { Strand } from './frames/strand';

/** What the panel knows about its queries, and wants of them. */
export interface QueryContext {
  /** The queries as typed; they may hold variables, and be absent. */
  targets: ReadonlyArray<{ refId: string; expr?: string | undefined }>;
  /** Metric names set by the user, by refId. */
  names: ReadonlyMap<string, string>;
  /** The query that shows good times. */
  reference?: string | undefined;
  /** The only model to read; all of them where it is empty or absent. */
  model?: string | undefined;
  /** What counts as one replica; `auto` when absent. */
  grouping?: Grouping | undefined;
}

/** Series that nothing can be concluded from, and why. */
export interface Unread {
  refId: string;
  /**
   * - `no_name`: no metric can be told from it.
   * - `quantile`: a percentile computed by the query; without counts it cannot be combined or checked.
   * - `computed`: an expression over metrics, no metric.
   * - `time`, `number`: a table without such a column.
   */
  why: 'no_name' | 'quantile' | 'computed' | 'time' | 'number';
  count: number;
  /** What it is called, to be recognised by. */
  example: string;
}

/** A column that says where its times are, as they are shared. */
export type Placed = Column & { labels: Record<string, string>; timesStart: number };

/** What the frames say beside their samples. */
interface Findings {
  unread: Unread[];
  /** Queries that answered without any series. */
  empty: string[];
  /** Models that the series belong to, wanted or not. */
  models: string[];
  /** By what frames of the same shape are known; null where the samples had to be rearranged. */
  mould: Mould | null;
}

/** Samples laid end to end. */
interface Samples {
  directory: Placed[];
  /** Columns of the reference query: data of its own, as its times and counters may be any. */
  reference: Placed[];
  times: Float64Array;
  values: Float64Array;
  /** First and last moment of the data without the reference, in ms. */
  span: [number, number] | null;
}

/** All that was read from the frames of one refresh. */
export interface Reading extends Findings, Samples {
  /** The directory, packed. */
  packed: Packed;
  /** That of the reference; null without one. */
  packedReference: Packed | null;
  /** What the data source says about the result. */
  notices: string[];
}

/**
 * Lays the frames of a panel end to end.
 *
 * - Nothing of Grafana is called. The samples lie in `room`, which the next reading may be given again.
 * - Each shape that data sources deliver is accepted by what it looks like, never by the source's type.
 */
export function readFrames(series: readonly DataFrame[], context: QueryContext, room = new Room()): Reading {
  const namer = new Namer(queriesOf(series, context));
  const unread = new Map<string, Unread>();
  const miss = (refId: string, why: Unread['why'], example: string) => {
    const key = `${refId}\n${why}`;
    const known = unread.get(key);
    if (known === undefined) unread.set(key, { refId, why, count: 1, example });
    else known.count += 1;
  };
  const empty = new Set<string>();
  const strands: Strand[] = [];
  for (const frame of series) {
    const taken = takeFrame(frame);
    if ('strands' in taken) strands.push(...taken.strands);
    else if ('empty' in taken) empty.add(frame.refId ?? '');
    else miss(frame.refId ?? '', taken.lacking, frame.name ?? '');
  }
  const models = new Set<string>();
  const { model: wanted, grouping = 'auto' } = context;
  const pieces: Piece[] = [];
  for (const strand of classicBuckets(strands)) {
    const found = namer.name(strand);
    if ('lost' in found) {
      miss(strand.refId ?? '', found.lost, exampleOf(strand));
      continue;
    }
    const model = modelOf(found.labels);
    if (model !== null) models.add(model);
    if (!isWanted(model, wanted)) continue;
    const { refId, times, values, stepMs } = strand;
    pieces.push({ what: { ...found, labels: grouped(found.name, found.labels, grouping) }, refId, times, values, stepMs });
  }
  const samples = layOut(pieces, context.reference, room);
  const filled = new Set(strands.map((strand) => strand.refId ?? ''));
  return {
    ...samples,
    packed: packed(samples.directory),
    packedReference: samples.reference.length === 0 ? null : packed(samples.reference),
    unread: [...unread.values()],
    empty: [...empty].filter((refId) => !filled.has(refId)),
    notices: noticesOf(series),
    models: [...models].sort(),
    mould: Mould.of(series, pieces),
  };
}

/**
 * Reads the frames of the next refresh, which nearly always differ from the last in nothing but their samples:
 * then names, labels and queries need not be looked at again.
 *
 * - Null when they differ in anything else: see {@link Mould}. The context must be that of `last`, which is used up.
 */
export function readAgain(last: Reading, series: readonly DataFrame[], reference: string | undefined, room: Room): Reading | null {
  const pieces = last.mould?.pieces(series) ?? null;
  if (pieces === null) return null;
  const samples = layOut(pieces, reference, room);
  repack(last.packed, samples.directory);
  if (last.packedReference !== null) repack(last.packedReference, samples.reference);
  return { ...last, ...samples, notices: noticesOf(series) };
}

/** The model that a series belongs to, by the labels of the engines; GPUs and hosts have none. */
function modelOf(labels: Record<string, string>): string | null {
  return labels['model_name'] ?? labels['model'] ?? null;
}

/** Series without a model, such as those of GPUs, belong to every model. */
function isWanted(own: string | null, model = ''): boolean {
  return model === '' || own === null || own === model;
}

/** Expressions as executed are better than as typed: their variables are filled in. They are on one frame only. */
function queriesOf(series: readonly DataFrame[], context: QueryContext): Queries {
  const expressions = new Map<string, string>();
  for (const { refId, expr } of context.targets) {
    if (expr !== undefined) expressions.set(refId, expr);
  }
  for (const frame of series) {
    const executed = frame.meta?.executedQueryString;
    if (executed && frame.refId !== undefined) expressions.set(frame.refId, executedExpression(executed));
  }
  return { names: context.names, expressions };
}

function exampleOf(strand: Strand): string {
  return strand.displayName ?? (strand.fieldName === 'Value' ? JSON.stringify(strand.labels) : strand.fieldName);
}

function noticesOf(series: readonly DataFrame[]): string[] {
  const texts = new Set<string>();
  for (const { meta } of series) {
    for (const { text } of meta?.notices ?? []) texts.add(text);
  }
  return [...texts];
}

function layOut(pieces: readonly Piece[], reference: string | undefined, room: Room): Samples {
  let length = 0;
  for (const { values } of pieces) length += values.length;
  const moments = new Moments(room);
  const values = room.values(length);
  const [directory, good]: [Placed[], Placed[]] = [[], []];
  let start = 0;
  for (const { what, refId, times, values: cells, stepMs } of pieces) {
    const count = cells.length;
    copyNumbers(values, start, cells, count);
    const timesStart = moments.place(times, count, stepMs);
    const column: Placed = { name: what.name, labels: what.labels, start, timesStart, length: count };
    if (refId !== undefined) column.refId = refId;
    if (what.kind !== 'raw') column.kind = what.kind;
    if (what.kind === 'increase' && what.windowMs !== null) column.windowMs = what.windowMs;
    (reference !== undefined && refId === reference ? good : directory).push(column);
    start += count;
  }
  const times = moments.all();
  return { directory, reference: good, times, values: values.subarray(0, length), span: spanOf(directory, times) };
}

/** First and last moment; frames come in the order of time, so that only the ends are looked at. */
function spanOf(columns: Placed[], times: Float64Array): [number, number] | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { timesStart, length } of columns) {
    if (length === 0) continue;
    first = Math.min(first, times[timesStart]!);
    last = Math.max(last, times[timesStart + length - 1]!);
  }
  return first <= last ? [first, last] : null;
}
