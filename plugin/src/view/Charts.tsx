import { memo, useCallback, useState } from 'react';
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
  const toggle = useCallback((number: number) => setHighlighted((old) => (old === number ? null : number)), []);
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
      <Legend chart={chart} highlighted={highlighted} onToggle={toggle} />
    </figure>
  );
}

interface LegendProps {
  chart: Chart;
  highlighted: number | null;
  onToggle: (index: number) => void;
}

function Legend({ chart, highlighted, onToggle }: LegendProps) {
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
          <LegendLine
            key={number}
            number={number}
            label={line.label}
            colour={lineClass(chart, number)}
            isStrong={highlighted === number}
            value={moment === undefined ? null : value === null ? words.noData : kit.number(value, chart.unit)}
            onToggle={onToggle}
          />
        );
      })}
      <span className="tw-legend-time">{moment !== undefined && kit.time(moment, 'moment')}</span>
    </div>
  );
}

interface LegendLineProps {
  number: number;
  label: string;
  colour: string;
  isStrong: boolean;
  /** Under the cursor. */
  value: string | null;
  onToggle: (number: number) => void;
}

const LegendLine = memo(function LegendLine({ number, label, colour, isStrong, value, onToggle }: LegendLineProps) {
  return (
    <button
      type="button"
      className={`tw-legend-line ${colour}`}
      aria-pressed={isStrong}
      onClick={() => onToggle(number)}
    >
      <span className="tw-key" aria-hidden="true" />
      <DataText text={label} line />
      {value !== null && <b>{value}</b>}
    </button>
  );
});
