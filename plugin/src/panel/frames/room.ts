import { FIRST_MS, momentOf, numberOf } from './strand';

/**
 * Room for the samples of one reading, used again by the next: fresh memory costs as much as filling it.
 */
export class Room {
  private readonly kept = { times: new Float64Array(0), values: new Float64Array(0) };

  /** Room for as many moments; what is in it stays. */
  times(length: number): Float64Array {
    return this.grown('times', length);
  }

  /** Room for as many values. */
  values(length: number): Float64Array {
    return this.grown('values', length);
  }

  private grown(name: 'times' | 'values', length: number): Float64Array {
    const { length: had } = this.kept[name];
    if (had < length) {
      const larger = new Float64Array(Math.max(length, Math.ceil(had * GROWTH)));
      larger.set(this.kept[name]);
      this.kept[name] = larger;
    }
    return this.kept[name];
  }
}

/** So much more is taken at a time, so that growing by single columns copies each number once or twice. */
const GROWTH = 1.5;

/**
 * Time columns, each kept once: the series of one query nearly always have the same.
 *
 * - The reference's are kept apart, as they will be moved.
 */
export class Moments {
  private end = 0;
  private readonly last = new Map<boolean, { start: number; count: number }>();

  constructor(private readonly room: Room) {}

  /** Where the moments of a column begin. */
  place(cells: ArrayLike<unknown>, count: number, isReference: boolean): number {
    const last = this.last.get(isReference);
    if (last !== undefined && last.count === count && isSame(this.room.times(this.end), last.start, cells, count)) return last.start;
    const start = this.end;
    this.end += count;
    copyMoments(this.room.times(this.end), start, cells, count);
    this.last.set(isReference, { start, count });
    return start;
  }

  all(): Float64Array {
    return this.room.times(this.end).subarray(0, this.end);
  }
}

function isSame(room: Float64Array, start: number, cells: ArrayLike<unknown>, count: number): boolean {
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

