/**
 * One series on its way from a frame to the columns: values that still may be anything that Grafana or a
 * data source puts into a field.
 */
export interface Strand {
  refId: string | undefined;
  /** What the field is called in the frame. */
  fieldName: string;
  /** What the legend calls it. */
  displayName: string | undefined;
  labels: Record<string, string>;
  /** What belongs behind the metric's name: one native histogram becomes several series. */
  suffix?: '_bucket' | '_count';
  times: ArrayLike<unknown>;
  values: ArrayLike<unknown>;
  /** Distance of two points in ms, where the data source says so. */
  stepMs: number | undefined;
}

/**
 * A cell as a number.
 *
 * - What is missing is NaN: `Float64Array.set([null])` would write a measured zero.
 * - Sources of tables deliver numbers as texts; a text that is none is missing.
 */
export function numberOf(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell !== 'string' || cell.trim() === '') return NaN;
  const text = cell.trim();
  if (/^[+-]?Inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}

/** From here on a bare number is ms since the epoch, below it is seconds: in ms this is March 1973. */
export const FIRST_MS = 1e11;

/**
 * A cell as a moment in ms: a number (ms, or s when it is too small for that), a date, or a text of either.
 *
 * - What cannot be read is NaN.
 */
export function momentOf(cell: unknown): number {
  if (cell instanceof Date) return cell.getTime();
  const number = numberOf(cell);
  if (Number.isFinite(number)) return Math.abs(number) < FIRST_MS ? number * 1000 : number;
  return typeof cell === 'string' ? Date.parse(cell) : NaN;
}
