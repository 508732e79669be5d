import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { Chart } from '../../contract/report';
import { useKit, useWords } from '../kit';
import { useHover } from './useHover';
import { nearest, position, type Extent } from './scale';

/** A drag shorter than this share of the chart is a click, not a brush. */
const SHORTEST_BRUSH = 0.01;

/**
 * The field of a plot that is pointed at: crosshair, brush, arrow keys.
 *
 * - Pointing tells the moment to all charts through the kit's hover.
 * - Left and right move by one point, with shift by ten; Home and End jump; Escape lets go.
 * - Dragging selects a stretch of time, when the home wants to know of it.
 */
export function PlotCursor({ chart, extent, children }: { chart: Chart; extent: Extent; children: ReactNode }) {
  const kit = useKit();
  const words = useWords();
  const hovered = useHover();
  const start = useRef<number | null>(null);
  const [brushed, setBrushed] = useState<Extent | null>(null);
  const moment = (share: number) => extent.low + share * (extent.high - extent.low);

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const share = shareOf(event);
    const index = nearest(chart.xs, moment(share));
    kit.hover.point(chart.xs[index] ?? null);
    if (start.current !== null) {
      setBrushed({ low: Math.min(start.current, share), high: Math.max(start.current, share) });
    }
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (kit.brush !== undefined && event.button === 0 && event.pointerType !== 'touch') {
      start.current = shareOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    }
  };
  const release = () => {
    start.current = null;
    setBrushed(null);
    if (brushed !== null && brushed.high - brushed.low >= SHORTEST_BRUSH) {
      kit.brush?.(moment(brushed.low), moment(brushed.high));
    }
  };
  const cancel = () => {
    start.current = null;
    setBrushed(null);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = chart.xs.length - 1;
    const current = hovered === null ? last : nearest(chart.xs, hovered);
    const stride = event.shiftKey ? 10 : 1;
    const target = { ArrowLeft: current - stride, ArrowRight: current + stride, Home: 0, End: last }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      kit.hover.point(chart.xs[Math.min(last, Math.max(0, target))] ?? null);
    } else if (event.key === 'Escape') {
      kit.hover.point(null);
      cancel();
    }
  };
  const crosshair = hovered === null ? null : position(hovered, extent);
  return (
    <div
      className="tw-plot-field"
      role="group"
      tabIndex={0}
      aria-label={`${chart.title}. ${words.chartHelp}`}
      onPointerMove={move}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={cancel}
      onPointerLeave={() => kit.hover.point(null)}
      onBlur={() => kit.hover.point(null)}
      onKeyDown={key}
    >
      {children}
      {brushed !== null && (
        <div
          className="tw-plot-brush"
          style={{ left: `${brushed.low * 100}%`, width: `${(brushed.high - brushed.low) * 100}%` }}
        />
      )}
      {crosshair !== null && crosshair >= 0 && crosshair <= 1 && (
        <div className="tw-plot-crosshair" style={{ left: `${crosshair * 100}%` }} />
      )}
    </div>
  );
}

function shareOf(event: PointerEvent<HTMLDivElement>): number {
  const box = event.currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
}
