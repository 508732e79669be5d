import { memo } from 'react';
import type { Severity, Stage, Window } from '../contract/report';
import { EvidenceList } from './EvidenceList';
import { useKit, useWords } from './kit';
import { DataText, Section, Sentence } from './parts';
import { SeverityIcon, SeverityMark } from './SeverityMark';
import { Sparkline } from './Sparkline';

/** Severities at which a neighbour stands on the ladder by itself instead of being folded. */
const NOTABLE: ReadonlySet<Severity> = new Set<Severity>(['watch', 'warn', 'critical']);

/**
 * The layers of the walk, symptom on top: TTFT, queue, KV cache, preemption, GPU.
 *
 * - Each neighbour belongs under a rung. One that is bad or holds the root cause is shown like a rung;
 *   the others are folded, but shape and name of each stay visible, so that an unknown never hides.
 * - A neighbour under a rung that is not there becomes a rung: nothing of the report is lost.
 */
export const Ladder = memo(function Ladder({ stages, focus }: { stages: Stage[]; focus: Window }) {
  const words = useWords();
  const rungs = stages.filter((stage) => !stages.some((other) => other.stage === stage.under));
  return (
    <Section name="ladder" title={words.ladder} hint={words.ladderHint}>
      <ol className="tw-ladder">
        {rungs.map((rung) => (
          <Rung key={rung.stage} rung={rung} stages={stages} focus={focus} />
        ))}
      </ol>
    </Section>
  );
});

function Rung({ rung, stages, focus }: { rung: Stage; stages: Stage[]; focus: Window }) {
  const words = useWords();
  const neighbours = stages.filter((stage) => stage.under === rung.stage);
  const open = neighbours.filter((stage) => stage.root || NOTABLE.has(stage.severity));
  const folded = neighbours.filter((stage) => !open.includes(stage));
  return (
    <li className="tw-rung" data-severity={rung.severity} data-root={rung.root}>
      <StageRow stage={rung} focus={focus} />
      {open.length > 0 && (
        <ul className="tw-neighbours">
          {open.map((stage) => (
            <li key={stage.stage} data-root={stage.root}>
              <StageRow stage={stage} focus={focus} />
            </li>
          ))}
        </ul>
      )}
      {folded.length > 0 && (
        <details className="tw-folded">
          <summary>
            <span className="tw-folded-label">{words.alsoHere}</span>
            {folded.map((stage) => (
              <span key={stage.stage} className="tw-folded-stage">
                <SeverityIcon severity={stage.severity} />
                {stage.title}
              </span>
            ))}
          </summary>
          <ul className="tw-neighbours">
            {folded.map((stage) => (
              <li key={stage.stage}>
                <StageRow stage={stage} focus={focus} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const StageRow = memo(function StageRow({ stage, focus }: { stage: Stage; focus: Window }) {
  const words = useWords();
  const head = <StageHead stage={stage} focus={focus} />;
  if (stage.evidence.length === 0) {
    return (
      <div className="tw-stage" data-severity={stage.severity} data-root={stage.root}>
        <div className="tw-stage-head">{head}</div>
      </div>
    );
  }
  return (
    <details className="tw-stage" data-severity={stage.severity} data-root={stage.root}>
      <summary className="tw-stage-head">{head}</summary>
      <div className="tw-stage-body">
        <p className="tw-soft">{words.basis[stage.basis] ?? stage.basis}</p>
        <EvidenceList evidence={stage.evidence} />
      </div>
    </details>
  );
});

/** The short texts are for the strip of very small homes, where style rules show them instead. */
function StageHead({ stage, focus }: { stage: Stage; focus: Window }) {
  const kit = useKit();
  const words = useWords();
  const number = kit.quantity(stage.number);
  return (
    <>
      <span className="tw-stage-shape">
        <SeverityIcon severity={stage.severity} bare />
      </span>
      <span className="tw-stage-name">
        <span
          className="tw-stage-title"
          title={`${stage.title}: ${stage.sentence}`}
          data-short={words.layers[stage.stage] ?? words.brief[stage.stage] ?? stage.title}
          data-brief={words.brief[stage.stage] ?? stage.title}
        >
          <DataText text={stage.title} />
        </span>
        {stage.root && <span className="tw-root">{words.rootCause}</span>}
        <SeverityMark severity={stage.severity} />
      </span>
      <span className="tw-stage-number" title={number} data-short={kit.brief(stage.number)}>
        <span>{number}</span>
      </span>
      <Sparkline xs={stage.sparkXs} ys={stage.sparkYs} focus={focus} />
      <span className="tw-stage-sentence" title={stage.sentence}>
        <Sentence text={stage.sentence} />
      </span>
    </>
  );
}
