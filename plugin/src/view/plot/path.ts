import { position, type Extent } from './scale';

/** Side of the square that plots are drawn in; the page stretches it to any size. */
export const BOX = 1000;

/** Stacked lines: where each begins and ends, `null` where it has a gap. */
export interface Band {
  bottoms: number[];
  tops: Array<number | null>;
}

/**
 * The outline of a line.
 *
 * - A `null` is a gap, never a bridge.
 * - A point alone between two gaps becomes a dot (a line of no length with round ends).
 */
export function linePath(xs: number[], ys: Array<number | null>, x: Extent, y: Extent): string {
  let path = '';
  for (const run of runs(ys)) {
    const points = run.map((index) => `${spot(xs[index] ?? 0, ys[index] ?? 0, x, y)}`);
    path += `M${points.join('L')}`;
    if (points.length === 1) {
      path += `L${points[0]}`;
    }
  }
  return path;
}

/** The outline of the area between a line and the ground it stands on; gaps stay open. */
export function areaPath(xs: number[], band: Band, x: Extent, y: Extent): string {
  let path = '';
  for (const run of runs(band.tops)) {
    if (run.length < 2) {
      continue;
    }
    const tops = run.map((index) => spot(xs[index] ?? 0, band.tops[index] ?? 0, x, y));
    const bottoms = run.map((index) => spot(xs[index] ?? 0, band.bottoms[index] ?? 0, x, y)).reverse();
    path += `M${tops.join('L')}L${bottoms.join('L')}Z`;
  }
  return path;
}

/**
 * Lays lines on top of each other.
 *
 * - A gap adds nothing to the lines above it.
 * - Below zero adds nothing either: a residual under zero says that the parts were not measured over
 *   the same requests, and the legend shows its number.
 */
export function stack(lines: Array<Array<number | null>>, length: number): Band[] {
  const ground = new Array<number>(length).fill(0);
  return lines.map((ys) => {
    const bottoms = ground.slice();
    const tops = bottoms.map((bottom, index) => {
      const value = ys[index] ?? null;
      if (value === null) {
        return null;
      }
      ground[index] = bottom + Math.max(0, value);
      return ground[index] ?? null;
    });
    return { bottoms, tops };
  });
}

/** Indices of the values between gaps, run by run. */
function runs(ys: Array<number | null>): number[][] {
  const found: number[][] = [];
  let run: number[] = [];
  ys.forEach((value, index) => {
    if (value !== null) {
      run.push(index);
    } else if (run.length > 0) {
      found.push(run);
      run = [];
    }
  });
  return run.length > 0 ? [...found, run] : found;
}

function spot(xValue: number, yValue: number, x: Extent, y: Extent): string {
  const left = inReach(position(xValue, x) * BOX);
  const top = inReach((1 - position(yValue, y)) * BOX);
  return `${left.toFixed(1)} ${top.toFixed(1)}`;
}

/** How far outside of the box a point is still drawn: browsers lose lines at larger coordinates. */
const REACH = 100 * BOX;

function inReach(coordinate: number): number {
  return Math.min(REACH, Math.max(-REACH, coordinate));
}
