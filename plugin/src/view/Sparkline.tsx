import { memo } from 'react';
import type { Window } from '../contract/report';
import { BOX, linePath } from './plot/path';
import { extentOf, position, type Extent } from './plot/scale';

/** Air above and below the line, as a share of its height, so that strokes are not cut off. */
const MARGIN = 0.08;

/** From this share of the line on, the focus is all of it and tinting says nothing. */
const WHOLE = 0.98;

/**
 * A line without axes: the shape of one number over time, the focus window tinted.
 *
 * - Fewer than two points: an empty box of the same size, so that rows stay aligned.
 * - The ground is zero, as a line that floats would make noise look like a trend.
 */
export const Sparkline = memo(function Sparkline(props: { xs: number[]; ys: Array<number | null>; focus: Window }) {
  const { xs, ys, focus } = props;
  const x = extentOf(xs);
  const values = extentOf(ys);
  if (x === null || values === null || xs.length < 2) {
    return <span className="tw-spark" data-empty="true" aria-hidden="true" />;
  }
  const high = Math.max(0, values.high);
  const low = Math.min(0, values.low);
  const air = (high - low || 1) * MARGIN;
  const y: Extent = { low: low - air, high: (high === low ? low + 1 : high) + air };
  const from = focus.fromMs === null ? 0 : Math.max(0, position(focus.fromMs, x));
  const to = focus.toMs === null ? 0 : Math.min(1, position(focus.toMs, x));
  return (
    <span className="tw-spark" aria-hidden="true">
      <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" focusable="false">
        {to > from && to - from < WHOLE && (
          <rect className="tw-spark-focus" x={from * BOX} width={(to - from) * BOX} y="0" height={BOX} />
        )}
        <path className="tw-spark-line" d={linePath(xs, ys, x, y)} />
      </svg>
    </span>
  );
});
