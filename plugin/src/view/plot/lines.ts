import type { Chart } from '../../contract/report';

/** How many lines of one role get a colour of their own before colours repeat. */
const COLOURS = 6;

/**
 * The class that colours a line, the same in plot and legend.
 *
 * - The first line of a role has the colour of the role (`tw-line-queue`).
 * - Further lines of that colour (the replicas beside their mean) are told apart by their turn.
 */
export function lineClass(chart: Chart, index: number): string {
  const known = colourOf(chart.lines[index]?.role);
  const turn = chart.lines.slice(0, index).filter(({ role }) => colourOf(role) === known).length;
  return turn === 0 ? `tw-line tw-line-${known}` : `tw-line tw-line-turn-${((turn - 1) % COLOURS) + 1}`;
}

const ROLES = new Set(['queue', 'prefill', 'residual', 'value', 'p50', 'p99']);

function colourOf(role: string | undefined): string {
  return role !== undefined && ROLES.has(role) ? role : 'value';
}
