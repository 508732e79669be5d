import { memo, useState } from 'react';
import type { Quantity, Waterfall } from '../contract/report';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';
import { ReplicaChoice, replicasIn } from './ReplicaChoice';
import { ALL } from './replicas';

const PARTS = ['queue', 'prefill', 'residual'] as const;

/**
 * Mean TTFT as queue + prefill + residual, focus above reference on the same scale.
 *
 * - A caveat of the report stands under the bars: the parts are measured over other requests than TTFT.
 * - A part that is unknown or below zero takes no room, but its number is printed.
 */
export const WaterfallBars = memo(function WaterfallBars({ waterfall }: { waterfall: Waterfall[] }) {
  const words = useWords();
  const [chosen, setChosen] = useState(ALL);
  const replicas = replicasIn(waterfall);
  const replica = replicas.includes(chosen) ? chosen : (replicas[0] ?? ALL);
  const rows = waterfall.filter((row) => row.replica === replica);
  if (rows.length === 0) {
    return null;
  }
  const longest = Math.max(...rows.map((row) => Math.max(length(row.ttft), drawn(row))));
  const caveats = [...new Set(rows.map((row) => row.caveat).filter((caveat) => caveat !== ''))];
  return (
    <Section
      name="waterfall"
      title={words.waterfall}
      hint={words.waterfallHint}
      aside={<ReplicaChoice replicas={replicas} chosen={replica} onChoose={setChosen} />}
    >
      <div className="tw-waterfall">
        {rows.map((row, index) => (
          <WaterfallRow key={index} row={row} longest={longest} />
        ))}
      </div>
      {caveats.map((caveat) => (
        <p key={caveat} className="tw-caveat">
          <DataText text={caveat} />
        </p>
      ))}
    </Section>
  );
});

function WaterfallRow({ row, longest }: { row: Waterfall; longest: number }) {
  const kit = useKit();
  const words = useWords();
  const name = row.window === 'reference' ? words.reference : words.focus;
  return (
    <div className="tw-waterfall-row" data-window={row.window} role="group" aria-label={name}>
      <p className="tw-waterfall-head">
        <span>{name}</span>
        <span className="tw-soft">{words.ttftMean}</span>
        <b>{kit.quantity(row.ttft)}</b>
      </p>
      <div className="tw-waterfall-bar" aria-hidden="true">
        {PARTS.map((part) => (
          <span
            key={part}
            className={`tw-waterfall-part tw-line-${part}`}
            style={{ width: longest > 0 ? `${(length(row[part]) / longest) * 100}%` : '0' }}
          />
        ))}
      </div>
      <ul className="tw-waterfall-parts">
        {PARTS.map((part) => (
          <li key={part} className={`tw-line-${part}`}>
            <span className="tw-key" aria-hidden="true" />
            {words[part]} <b>{kit.quantity(row[part])}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function length(quantity: Quantity): number {
  return Math.max(0, quantity.value ?? 0);
}

function drawn(row: Waterfall): number {
  return PARTS.reduce((sum, part) => sum + length(row[part]), 0);
}
