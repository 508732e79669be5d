import { memo, useState } from 'react';
import type { Breakdown, Interval } from '../contract/report';
import { IntervalAxis, IntervalBar, intervalExtent } from './IntervalBar';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';
import type { Extent } from './plot/scale';
import { ReplicaChoice, replicasIn } from './ReplicaChoice';
import { ALL } from './replicas';

const QUANTILES = ['p50', 'p90', 'p95', 'p99'] as const;

/**
 * Honest percentiles: each an interval, the exact mean and the number of requests beside them.
 *
 * - The reference window stands under the focus window of the same signal.
 * - Too few requests and the open top bucket are marked in the cell and in the bar.
 */
export const Percentiles = memo(function Percentiles({ breakdown }: { breakdown: Breakdown[] }) {
  const words = useWords();
  const [chosen, setChosen] = useState(ALL);
  const replicas = replicasIn(breakdown);
  const replica = replicas.includes(chosen) ? chosen : (replicas[0] ?? ALL);
  const rows = breakdown.filter((row) => row.replica === replica);
  if (rows.length === 0) {
    return null;
  }
  const extent = intervalExtent(rows);
  const signals = [...new Set(rows.map((row) => row.signal))];
  return (
    <Section
      name="percentiles"
      title={words.percentiles}
      hint={`${words.percentilesHint} · ${words.intervals}`}
      aside={<ReplicaChoice replicas={replicas} chosen={replica} onChoose={setChosen} />}
    >
      <table className="tw-table tw-percentiles" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[words.signal, words.window, words.count, words.mean, ...QUANTILES, words.overTarget].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
            <th role="columnheader" scope="col" className="tw-interval-cell">
              <span className="tw-hidden">{words.intervals}</span>
              <IntervalAxis extent={extent} />
            </th>
          </tr>
        </thead>
        {signals.map((signal) => (
          <tbody key={signal} role="rowgroup">
            {rows
              .filter((row) => row.signal === signal)
              .map((row, index) => (
                <PercentileRow key={index} row={row} first={index === 0} {...extent} />
              ))}
          </tbody>
        ))}
      </table>
    </Section>
  );
});

const PercentileRow = memo(function PercentileRow({ row, first, low, high }: { row: Breakdown; first: boolean } & Extent) {
  const kit = useKit();
  const words = useWords();
  const windowName = row.window === 'reference' ? words.reference : words.focus;
  return (
    <tr role="row" data-window={row.window}>
      <th role="rowheader" scope="row" className="tw-signal">
        {first ? <DataText text={row.title} /> : <span className="tw-hidden">{row.title}</span>}
      </th>
      <td role="cell" className="tw-window-cell">
        {windowName}
      </td>
      <td role="cell" className="tw-number" data-label={words.count}>
        {row.count === null ? words.noData : kit.number(row.count, 'count')}
      </td>
      <td role="cell" className="tw-number" data-label={words.mean}>
        {kit.quantity({ value: row.mean, unit: 'seconds', text: row.meanText })}
      </td>
      {QUANTILES.map((name) => (
        <IntervalCell key={name} name={name} interval={row[name]} />
      ))}
      <td role="cell" className="tw-number tw-over" data-label={words.overTarget}>
        {row.overThreshold.threshold === null ? '–' : row.overThreshold.text}
      </td>
      <td role="cell" className="tw-interval-cell">
        <IntervalBar row={row} extent={{ low, high }} />
      </td>
    </tr>
  );
});

function IntervalCell({ name, interval }: { name: string; interval: Interval }) {
  const { Tooltip } = useKit();
  const words = useWords();
  const open = interval.low !== null && interval.high === null;
  const thin = interval.few && interval.point !== null;
  const doubt = thin ? words.few : open ? words.openEnded : null;
  return (
    <td role="cell" className="tw-number" data-label={name} data-few={interval.few}>
      {interval.text}
      {doubt !== null && (
        <Tooltip text={doubt}>
          <button type="button" className="tw-doubt" aria-label={doubt}>
            {thin ? '?' : '↗'}
          </button>
        </Tooltip>
      )}
    </td>
  );
}
