import { memo, useMemo } from 'react';
import type { Chart, Window } from '../../contract/report';
import { useKit, useWords, type PlotProps } from '../kit';
import { SeverityIcon } from '../SeverityMark';
import { lineClass } from './lines';
import { areaPath, BOX, linePath, stack } from './path';
import { PlotCursor } from './PlotCursor';
import { extentOf, position, timeTicks, valueTicks, type Extent } from './scale';

/** Ticks of a value axis: enough to read a value off a chart that is about 150 px high. */
const VALUE_TICKS = 3;
/** Ticks of a time axis: as many labels of 40 px as fit a chart of 320 px with air between them. */
const TIME_TICKS = 5;

interface Marked {
  name: 'focus' | 'reference';
  from: number;
  to: number;
}

/**
 * A chart of SVG and positioned text that stretches to any size without measuring itself.
 *
 * - Lines live in a square of 1000 × 1000 that is stretched; strokes keep their width.
 * - Axis labels, marks and the cursor are elements placed in percent, so that text is never stretched.
 */
export function SvgPlot({ chart, windows, onsetMs, recoveryMs, highlighted }: PlotProps) {
  const kit = useKit();
  const words = useWords();
  const layout = useMemo(() => layOut(chart), [chart]);
  const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
  const marks = marked(windows.focus, windows.reference, layout.x);
  const moments = [
    { ms: onsetMs, name: 'onset', label: words.onset },
    { ms: recoveryMs, name: 'recovery', label: words.recovered },
  ];
  return (
    <div className="tw-plot">
      <div className="tw-plot-values" aria-hidden="true">
        {layout.ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(position(tick, layout.y)) }}>
            {kit.number(tick, chart.unit)}
          </span>
        ))}
      </div>
      <PlotCursor chart={chart} extent={layout.x}>
        {marks.map((mark) => (
          <div
            key={mark.name}
            className="tw-plot-window"
            data-window={mark.name}
            style={{ left: percent(mark.from), width: percent(mark.to - mark.from) }}
          />
        ))}
        <PlotLines chart={chart} layout={layout} highlighted={highlighted} />
        {chart.thresholds.map(({ value, severity }) => {
          const share = position(value, layout.y);
          return share >= 0 && share <= 1 ? (
            <div key={`${severity} ${value}`} className="tw-plot-limit" style={{ bottom: percent(share) }}>
              <SeverityIcon severity={severity} />
              {kit.number(value, chart.unit)}
            </div>
          ) : null;
        })}
        {moments.map(({ ms, name, label }) =>
          ms !== null && ms >= layout.x.low && ms <= layout.x.high ? (
            <div
              key={name}
              className="tw-plot-moment"
              data-moment={name}
              style={{ left: percent(position(ms, layout.x)) }}
            >
              <span>{label}</span>
            </div>
          ) : null,
        )}
      </PlotCursor>
      <div className="tw-plot-times" aria-hidden="true">
        {layout.times.moments.map((moment) => {
          const share = position(moment, layout.x);
          return (
            <span key={moment} data-edge={edgeOf(share)} style={{ left: percent(share) }}>
              {kit.time(moment, layout.times.detail)}
            </span>
          );
        })}
      </div>
    </div>
  );
}

interface LinesProps {
  chart: Chart;
  layout: ReturnType<typeof layOut>;
  highlighted: number | null;
}

const PlotLines = memo(function PlotLines({ chart, layout: { x, y, ticks, bands }, highlighted }: LinesProps) {
  const level = (value: number) => ((1 - position(value, y)) * BOX).toFixed(1);
  return (
    <svg className="tw-plot-lines" viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden="true">
      {ticks.map((tick) => (
        <path key={tick} className="tw-plot-grid" d={`M0 ${level(tick)}H${BOX}`} />
      ))}
      {chart.lines.map((line, index) => {
        const band = bands[index];
        return (
          <g key={index} className={lineClass(chart, index)} data-faded={highlighted !== null && highlighted !== index}>
            {band !== undefined && <path className="tw-plot-area" d={areaPath(chart.xs, band, x, y)} />}
            <path className="tw-plot-line" d={linePath(chart.xs, band?.tops ?? line.ys, x, y)} />
          </g>
        );
      })}
      {chart.thresholds.map((threshold) => (
        <path
          key={`${threshold.severity} ${threshold.value}`}
          className="tw-plot-threshold"
          data-severity={threshold.severity}
          d={`M0 ${level(threshold.value)}H${BOX}`}
        />
      ))}
    </svg>
  );
});

function layOut(chart: Chart) {
  const bands = chart.stacked
    ? stack(
        chart.lines.map((line) => line.ys),
        chart.xs.length,
      )
    : [];
  const values = chart.stacked ? bands.flatMap((band) => band.tops) : chart.lines.flatMap((line) => line.ys);
  const found = extentOf(values) ?? { low: 0, high: 1 };
  const { extent: y, ticks } = valueTicks(withThresholds(found, chart), VALUE_TICKS);
  const x = extentOf(chart.xs) ?? { low: 0, high: 1 };
  return { bands, x, y, ticks, times: timeTicks(x, TIME_TICKS) };
}

/** How near to an end of the axis a label is held inside: half of a label in a narrow chart. */
const EDGE = 0.06;

function edgeOf(share: number): 'first' | 'last' | undefined {
  return share < EDGE ? 'first' : share > 1 - EDGE ? 'last' : undefined;
}

/** How far above the data a threshold may lie and still be shown: more would flatten the data. */
const THRESHOLD_REACH = 2;

function withThresholds(found: Extent, chart: Chart): Extent {
  const near = chart.thresholds
    .map((threshold) => threshold.value)
    .filter((value) => value <= found.high * THRESHOLD_REACH);
  return { low: found.low, high: Math.max(found.high, ...near) };
}

/** From this share of the chart on, a window is all of it and shading says nothing. */
const WHOLE = 0.98;

function marked(focus: Window, reference: Window | null, x: Extent): Marked[] {
  const found: Marked[] = [];
  const add = (name: Marked['name'], stretch: Window | null) => {
    if (stretch === null || stretch.fromMs === null || stretch.toMs === null) {
      return;
    }
    const from = Math.max(0, position(stretch.fromMs, x));
    const to = Math.min(1, position(stretch.toMs, x));
    if (to > from && to - from < WHOLE) {
      found.push({ name, from, to });
    }
  };
  add('reference', reference);
  add('focus', focus);
  return found;
}
