import type { TimeDetail } from '../format';

/** A stretch of an axis. */
export interface Extent {
  low: number;
  high: number;
}

/** Ticks of a time axis and how exact they are printed. */
export interface TimeTicks {
  moments: number[];
  detail: TimeDetail;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Distances of time ticks that a reader can add up in the head. */
const TIME_STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY),
];

/** Where `value` lies in `extent`, 0 to 1 without clamping; the middle of an empty extent. */
export function position(value: number, extent: Extent): number {
  // Halves, as the distance of two finite numbers need not be finite.
  const length = extent.high / 2 - extent.low / 2;
  return length > 0 ? (value / 2 - extent.low / 2) / length : 0.5;
}

/** As [`position`], on a logarithmic axis; what is not above zero lies at the lower end. */
export function logPosition(value: number, extent: Extent): number {
  if (!(value > extent.low)) {
    return 0;
  }
  return Math.min(1, Math.log(value / extent.low) / Math.log(extent.high / extent.low));
}

/** The smallest extent that holds all given numbers; gaps are skipped, nothing at all is `null`. */
export function extentOf(values: Iterable<number | null>): Extent | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value !== null && Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low <= high ? { low, high } : null;
}

/**
 * A value axis: from zero (or below, when something is) to the next tick above the highest value.
 *
 * - All values equal to zero: 0 to 1, so that the line lies on the ground.
 * - At most `count` + 2 ticks.
 */
export function valueTicks(extent: Extent, count: number): { extent: Extent; ticks: number[] } {
  const low = Math.min(0, extent.low);
  const high = Math.max(0, extent.high) || (low < 0 ? 0 : 1);
  const step = niceStep(high / count - low / count);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = multiples(first, last, step).map((tick) => Number(tick.toPrecision(12)));
  // The outermost ticks may lie beyond the largest number there is.
  const ends = { low: Math.max(-Number.MAX_VALUE, first * step), high: Math.min(Number.MAX_VALUE, last * step) };
  return { extent: ends, ticks };
}

/** Time ticks on round moments in UTC, about `count` of them. */
export function timeTicks(extent: Extent, count: number): TimeTicks {
  const rough = extent.high / count - extent.low / count;
  const step = TIME_STEPS_MS.find((candidate) => candidate >= rough) ?? niceStep(rough);
  const detail = step < MINUTE ? 'second' : step < DAY ? 'minute' : 'day';
  return { moments: multiples(Math.ceil(extent.low / step), Math.floor(extent.high / step), step), detail };
}

/** Powers of ten inside `extent`. */
export function decades(extent: Extent): number[] {
  const ticks = [];
  const last = Math.floor(Math.log10(extent.high) + 1e-9);
  for (let power = Math.ceil(Math.log10(extent.low) - 1e-9); power <= last; power += 1) {
    ticks.push(Number(`1e${power}`));
  }
  return ticks;
}

/** The index of the entry of the ascending `xs` that is nearest to `x`; -1 when there is none. */
export function nearest(xs: number[], x: number): number {
  let low = 0;
  let high = xs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const left = xs[middle] ?? 0;
    const right = xs[middle + 1] ?? left;
    if (x - left <= right - x) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

/** More ticks than any axis here asks for; numbers that are too large to be counted by one give none. */
const MOST_TICKS = 50;

/** The multiples of `step` from `first` times to `last` times. */
function multiples(first: number, last: number, step: number): number[] {
  const count = last - first + 1;
  return count >= 1 && count <= MOST_TICKS ? Array.from({ length: count }, (_, turn) => (first + turn) * step) : [];
}

function niceStep(rough: number): number {
  if (!(rough > 0) || !Number.isFinite(rough)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const part = rough / power;
  const nice = part <= 1 ? 1 : part <= 2 ? 2 : part <= 2.5 ? 2.5 : part <= 5 ? 5 : 10;
  return nice * power;
}
