import type { Breakdown, Interval } from '../contract/report';
import { useKit } from './kit';
import { BOX } from './plot/path';
import { decades, extentOf, logPosition, type Extent } from './plot/scale';

const LANES = ['p50', 'p90', 'p95', 'p99'] as const;

/** The axis when no row has a number: from the lowest TTFT bucket of vLLM to one that nobody waits for. */
const DEFAULT_EXTENT: Extent = { low: 0.001, high: 10 };

/**
 * The logarithmic axis that all bars of a table share, in whole decades.
 *
 * - A bar that is open above and begins at the end of the axis gets one more decade to be seen in.
 */
export function intervalExtent(rows: Breakdown[]): Extent {
  const found = extentOf(
    rows
      .flatMap((row) => [row.overThreshold.threshold, ...LANES.flatMap((lane) => ends(row[lane]))])
      .filter((value) => value !== null && value > 0),
  );
  if (found === null) {
    return DEFAULT_EXTENT;
  }
  const low = 10 ** Math.floor(Math.log10(found.low));
  const high = 10 ** Math.ceil(Math.log10(found.high));
  const open = rows.some((row) => LANES.some((lane) => row[lane].high === null && row[lane].low === high));
  return { low, high: open || high === low ? high * 10 : high };
}

function ends(interval: Interval): Array<number | null> {
  return [interval.low, interval.point, interval.high];
}

/** As many labels of 50 px as fit the narrowest column; with more decades every second one is named. */
const MOST_LABELS = 5;

/** Labels of the decades, above the bars. */
export function IntervalAxis({ extent }: { extent: Extent }) {
  const kit = useKit();
  const all = decades(extent);
  const ticks = all.filter((_, index) => all.length <= MOST_LABELS || index % 2 === 0);
  return (
    <span className="tw-interval-axis" aria-hidden="true">
      {ticks.map((tick, index) => (
        <span
          key={tick}
          data-end={index === 0 ? 'first' : tick === extent.high ? 'last' : undefined}
          style={{ left: `${logPosition(tick, extent) * 100}%` }}
        >
          {kit.number(tick, 'seconds')}
        </span>
      ))}
    </span>
  );
}

/**
 * The intervals of p50, p90, p95 and p99 above each other on a logarithmic axis, the point marked.
 *
 * - Unbounded above: the bar runs to the end of the axis and fades.
 * - The target of the signal is a line through all of them.
 */
export function IntervalBar({ row, extent }: { row: Breakdown; extent: Extent }) {
  const { threshold } = row.overThreshold;
  const target = threshold === null ? null : logPosition(threshold, extent);
  return (
    <span className="tw-interval-bar" aria-hidden="true">
      <svg viewBox={`0 0 ${BOX} 4`} preserveAspectRatio="none" focusable="false">
        {decades(extent).map((tick) => (
          <path key={tick} className="tw-plot-grid" d={`M${logPosition(tick, extent) * BOX} 0V4`} />
        ))}
      </svg>
      {LANES.map((lane) => (
        <Lane key={lane} lane={lane} interval={row[lane]} extent={extent} />
      ))}
      {target !== null && <span className="tw-interval-target" style={{ left: `${target * 100}%` }} />}
    </span>
  );
}

function Lane({ lane, interval, extent }: { lane: string; interval: Interval; extent: Extent }) {
  if (interval.low === null) {
    return <span className="tw-lane" data-lane={lane} />;
  }
  const from = logPosition(interval.low, extent);
  const to = interval.high === null ? 1 : logPosition(interval.high, extent);
  return (
    <span className="tw-lane" data-lane={lane}>
      <span
        className="tw-lane-span"
        data-open={interval.high === null}
        data-few={interval.few}
        style={{ left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` }}
      />
      {interval.point !== null && interval.high !== null && (
        <span className="tw-lane-point" style={{ left: `${logPosition(interval.point, extent) * 100}%` }} />
      )}
    </span>
  );
}
