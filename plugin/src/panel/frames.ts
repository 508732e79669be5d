import type { DataFrame } from '@grafana/data';
import type { Column } from '../contract/options';
import { executedExpression, Namer, type Named, type Queries } from './frames/names';
import { classicBuckets } from './frames/ranges';
import { takeFrame } from './frames/shapes';
import { copyNumbers, Moments, Room } from './frames/room';
import type { Strand } from './frames/strand';

/** What the panel knows about its queries. */
export interface QueryContext {
  /** The queries as typed; they may hold variables, and be absent. */
  targets: ReadonlyArray<{ refId: string; expr?: string | undefined }>;
  /** Metric names set by the user, by refId. */
  names: ReadonlyMap<string, string>;
  /** The query that shows the good times, shifted onto these. */
  reference?: string | undefined;
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

/** The samples of all frames, laid end to end. */
export interface Reading {
  directory: Placed[];
  times: Float64Array;
  values: Float64Array;
  unread: Unread[];
  /** Queries that answered without any series. */
  empty: string[];
  /** What the data source says about the result. */
  notices: string[];
  /** First and last moment of the data without the reference, in ms. */
  span: [number, number] | null;
  /** Models that the series belong to. */
  models: string[];
  /** Where the reference query was put: right before the data, in ms. */
  windows: { referenceMs: [number, number]; focusMs: [number, number] } | null;
}

/**
 * Lays the frames of a panel end to end.
 *
 * - Nothing of Grafana is called. The samples lie in `room`, which the next reading may be given again.
 * - Each shape that data sources deliver is accepted by what it looks like, never by the source's type.
 * - The reference query's points are moved to right before the first other point, as one time line cannot
 *   hold two things at one moment.
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
  const named: NamedStrand[] = [];
  for (const strand of classicBuckets(strands)) {
    const found = namer.name(strand);
    if ('lost' in found) miss(strand.refId ?? '', found.lost, exampleOf(strand));
    else named.push({ strand, found });
  }
  const filled = new Set(strands.map((strand) => strand.refId ?? ''));
  return {
    ...layOut(named, context, room),
    unread: [...unread.values()],
    empty: [...empty].filter((refId) => !filled.has(refId)),
    notices: noticesOf(series),
    models: [...new Set(named.flatMap(({ found }) => modelOf(found.labels) ?? []))].sort(),
  };
}

/** The model that a series belongs to, by the labels of the engines; GPUs and hosts have none. */
export function modelOf(labels: Record<string, string>): string | null {
  return labels['model_name'] ?? labels['model'] ?? null;
}

interface NamedStrand {
  strand: Strand;
  found: Exclude<Named, { lost: unknown }>;
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
  const texts = series.flatMap((frame) => frame.meta?.notices ?? []).map((notice) => notice.text);
  return [...new Set(texts)];
}

function layOut(named: NamedStrand[], context: QueryContext, room: Room): Pick<Reading, 'directory' | 'times' | 'values' | 'windows' | 'span'> {
  const length = named.reduce((sum, { strand }) => sum + strand.values.length, 0);
  const moments = new Moments(room);
  const values = room.values(length);
  let start = 0;
  const directory = named.map(({ strand, found }): Placed => {
    const count = strand.values.length;
    copyNumbers(values, start, strand.values, count);
    const isReference = context.reference !== undefined && strand.refId === context.reference;
    const timesStart = moments.place(strand.times, count, isReference);
    const column: Placed = { name: found.name, labels: found.labels, start, timesStart, length: count };
    if (strand.refId !== undefined) column.refId = strand.refId;
    if (found.kind !== 'raw') column.kind = found.kind;
    if (found.kind === 'increase' && found.windowMs !== null) column.windowMs = found.windowMs;
    start += count;
    return column;
  });
  const times = moments.all();
  const windows = moveReference(directory, times, named, context.reference);
  return { directory, times, values: values.subarray(0, length), windows, span: windows?.focusMs ?? spanOf(directory, times) };
}

/** Moves the reference query's points to right before the others, in place. */
function moveReference(
  directory: Placed[],
  times: Float64Array,
  named: NamedStrand[],
  reference: string | undefined,
): Reading['windows'] {
  const isReference = (column: Placed) => column.refId === reference;
  const old = reference === undefined ? [] : directory.filter(isReference);
  const now = directory.filter((column) => !isReference(column));
  const [oldSpan, nowSpan] = [spanOf(old, times), spanOf(now, times)];
  if (oldSpan === null || nowSpan === null) return null;
  const step = Math.max(...named.map(({ strand }) => strand.stepMs ?? 0), (nowSpan[1] - nowSpan[0]) / LEAST_STEPS);
  const shift = oldSpan[1] - nowSpan[0] + step;
  const moved = new Set<number>();
  for (const { timesStart, length } of old) {
    if (moved.has(timesStart)) continue;
    moved.add(timesStart);
    for (let at = timesStart; at < timesStart + length; at += 1) times[at]! -= shift;
  }
  return { referenceMs: [oldSpan[0] - shift, oldSpan[1] - shift], focusMs: nowSpan };
}

/** Between reference and data lies one step, or this share of the data where no step is known. */
const LEAST_STEPS = 1000;

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
