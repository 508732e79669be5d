import { FIRST_MS, momentOf, numberOf } from './strand';

/**
 * Room for the samples of one reading, used again by the next: fresh memory costs as much as filling it.
 */
export class Room {
  private readonly kept: Record<'times' | 'values', Float64Array> = { times: NOTHING, values: NOTHING };

  /** Room for as many moments; what is in it stays. */
  times(length: number): Float64Array {
    return this.grown('times', length);
  }

  /** Room for as many values. */
  values(length: number): Float64Array {
    return this.grown('values', length);
  }

  /** From now on what was given out is another's. */
  giveAway(): void {
    this.kept.times = this.kept.values = NOTHING;
  }

  /** Takes room back that was given away. */
  takeBack({ times, values }: { times: Float64Array; values: Float64Array }): void {
    this.kept.times = larger(new Float64Array(times.buffer), this.kept.times);
    this.kept.values = larger(new Float64Array(values.buffer), this.kept.values);
  }

  private grown(name: 'times' | 'values', length: number): Float64Array {
    const { length: had } = this.kept[name];
    if (had < length) {
      const more = new Float64Array(Math.max(length, Math.ceil(had * GROWTH)));
      more.set(this.kept[name]);
      this.kept[name] = more;
    }
    return this.kept[name];
  }
}

const NOTHING = new Float64Array(0);

function larger(one: Float64Array, other: Float64Array): Float64Array {
  return one.length > other.length ? one : other;
}

/** So much more is taken at a time, so that growing by single columns copies each number once or twice. */
const GROWTH = 1.5;

/** A time column that was kept. */
interface KeptMoments {
  cells: ArrayLike<unknown>;
  start: number;
  count: number;
  /** Its step in ms, where no step between its ends is missing; else undefined. */
  stepMs: number | undefined;
}

/**
 * Time columns, each kept once: the series of one query nearly always have the same.
 */
export class Moments {
  private end = 0;
  private last: KeptMoments | null = null;

  constructor(private readonly room: Room) {}

  /** Where the moments of a column begin; `stepMs` is their grid, where the data source names one. */
  place(cells: ArrayLike<unknown>, count: number, stepMs: number | undefined): number {
    const { last } = this;
    if (last !== null && last.count === count && isSame(this.room.times(this.end), last, cells, stepMs)) return last.start;
    const start = this.end;
    this.end += count;
    const room = this.room.times(this.end);
    copyMoments(room, start, cells, count);
    const isWhole = stepMs !== undefined && room[this.end - 1]! - room[start]! === (count - 1) * stepMs;
    this.last = { cells, start, count, stepMs: isWhole ? stepMs : undefined };
    return start;
  }

  all(): Float64Array {
    return this.room.times(this.end).subarray(0, this.end);
  }
}

/**
 * Whether cells hold the moments of a kept column of the same length.
 *
 * - On the grid of a range query moments ascend by whole steps: as many between the same ends, without a
 *   step missing, can only be the same. Comparing each of them took a tenth of a refresh.
 */
function isSame(room: Float64Array, last: KeptMoments, cells: ArrayLike<unknown>, stepMs: number | undefined): boolean {
  const { start, count } = last;
  if (cells === last.cells) return true;
  if (stepMs !== undefined && stepMs === last.stepMs) return cells[0] === room[start] && cells[count - 1] === room[start + count - 1];
  for (let row = 0; row < count; row += 1) {
    if (room[start + row] !== cells[row]) return false;
  }
  return true;
}

// Almost all cells are numbers, and a panel has millions of them: two plain loops are three times as fast as one
// that is told how to read a cell.

function copyMoments(target: Float64Array, start: number, cells: ArrayLike<unknown>, count: number): void {
  for (let row = 0; row < count; row += 1) {
    const cell = cells[row];
    target[start + row] = typeof cell === 'number' && cell >= FIRST_MS ? cell : momentOf(cell);
  }
}

export function copyNumbers(target: Float64Array, start: number, cells: ArrayLike<unknown>, count: number): void {
  for (let row = 0; row < count; row += 1) {
    const cell = cells[row];
    target[start + row] = typeof cell === 'number' ? cell : numberOf(cell);
  }
}

