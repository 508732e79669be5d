import type { Chart } from '../../contract/report';

/** How many lines of one role get a colour of their own before colours repeat. */
const COLOURS = 6;

/**
 * The class that colours a line, the same in plot and legend.
 *
 * - The first line of a role has the colour of the role (`tw-line-queue`).
 * - Further lines of the role (other replicas) are told apart by their turn.
 */
export function lineClass(chart: Chart, index: number): string {
  const role = chart.lines[index]?.role ?? 'value';
  const turn = chart.lines.slice(0, index).filter((line) => line.role === role).length;
  const known = ROLES.has(role) ? role : 'value';
  return turn === 0 ? `tw-line tw-line-${known}` : `tw-line tw-line-turn-${((turn - 1) % COLOURS) + 1}`;
}

const ROLES = new Set(['queue', 'prefill', 'residual', 'value', 'p50', 'p99']);
