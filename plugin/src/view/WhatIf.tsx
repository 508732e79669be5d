import type { Certainty, Contribution, Report } from '../contract/report';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';

/** What TTFT would have been, and where the slow requests came from; exact or a band, as marked. */
export function WhatIf({ report }: { report: Report }) {
  const words = useWords();
  const { counterfactuals, contributions } = report;
  // Replicas have a table of their own.
  const parts = contributions.filter(({ by }) => by !== 'replica');
  if (counterfactuals.length + parts.length === 0) {
    return null;
  }
  return (
    <Section name="what-if" title={words.whatIf}>
      <ul className="tw-list">
        {counterfactuals.map((row, index) => (
          <li key={index}>
            <DataText text={row.sentence} /> <CertaintyMark certainty={row.certainty} />
          </li>
        ))}
        {parts.map((part) => (
          <li key={`${part.by} ${part.name}`}>
            <Part part={part} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Part({ part }: { part: Contribution }) {
  const kit = useKit();
  const words = useWords();
  const { threshold, text } = part.share;
  return (
    <>
      {words.kinds[part.by] ?? part.by} <DataText text={part.name} />: {text} {words.ofTheSlow}
      {threshold !== null && ` (> ${kit.number(threshold, 'seconds')})`} <CertaintyMark certainty={part.certainty} />
    </>
  );
}

function CertaintyMark({ certainty }: { certainty: Certainty }) {
  const words = useWords();
  return <span className="tw-soft">({words.certainty[certainty]})</span>;
}
