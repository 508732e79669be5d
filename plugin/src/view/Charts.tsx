import { useState } from 'react';
import type { Chart, Report } from '../contract/report';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';
import { lineClass } from './plot/lines';
import { nearest } from './plot/scale';
import { useHover } from './plot/useHover';

/** All charts of the report that have at least two moments to connect. */
export function Charts({ report }: { report: Report }) {
  const kit = useKit();
  const words = useWords();
  const charts = report.charts.filter((chart) => chart.xs.length > 1);
  if (charts.length === 0) {
    return null;
  }
  return (
    <Section name="charts" title={words.charts} hint={kit.brush === undefined ? undefined : words.brushHelp}>
      <div className="tw-charts">
        {charts.map((chart) => (
          <TimeChart key={chart.id} report={report} chart={chart} />
        ))}
      </div>
    </Section>
  );
}

/** One chart with its title and a legend that shows the values under the cursor. */
export function TimeChart({ report, chart }: { report: Report; chart: Chart }) {
  const { Plot } = useKit();
  const [highlighted, setHighlighted] = useState<number | null>(null);
  return (
    <figure className="tw-chart">
      <figcaption className="tw-chart-title">
        <DataText text={chart.title} />
      </figcaption>
      <Plot
        chart={chart}
        windows={report.window}
        onsetMs={report.verdict.onsetMs}
        recoveryMs={report.verdict.recoveryMs}
        highlighted={highlighted}
      />
      <Legend chart={chart} highlighted={highlighted} onHighlight={setHighlighted} />
    </figure>
  );
}

interface LegendProps {
  chart: Chart;
  highlighted: number | null;
  onHighlight: (index: number | null) => void;
}

function Legend({ chart, highlighted, onHighlight }: LegendProps) {
  const kit = useKit();
  const words = useWords();
  const hovered = useHover();
  const first = chart.xs[0] ?? 0;
  const last = chart.xs[chart.xs.length - 1] ?? 0;
  const index = hovered === null || hovered < first || hovered > last ? -1 : nearest(chart.xs, hovered);
  const moment = chart.xs[index];
  return (
    <div className="tw-legend">
      {chart.lines.map((line, number) => {
        const value = line.ys[index] ?? null;
        return (
          <button
            key={number}
            type="button"
            className={`tw-legend-line ${lineClass(chart, number)}`}
            aria-pressed={highlighted === number}
            onClick={() => onHighlight(highlighted === number ? null : number)}
          >
            <span className="tw-key" aria-hidden="true" />
            <DataText text={line.label} line />
            {moment !== undefined && <b>{value === null ? words.noData : kit.number(value, chart.unit)}</b>}
          </button>
        );
      })}
      <span className="tw-legend-time">{moment !== undefined && kit.time(moment, 'moment')}</span>
    </div>
  );
}
