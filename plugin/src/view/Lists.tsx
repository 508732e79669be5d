import { memo } from 'react';
import type { Finding, ReportNote, Verdict } from '../contract/report';
import { EvidenceList } from './EvidenceList';
import { useReplicaNames, useWords } from './kit';
import { DataText, Section } from './parts';
import { replicaNames } from './replicas';
import { SeverityMark } from './SeverityMark';
import { ConfidenceMark } from './VerdictCard';

/** What to do, most useful first. */
export const AdviceList = memo(function AdviceList({ verdict }: { verdict: Verdict }) {
  const words = useWords();
  return (
    <Section name="advice" title={words.advice}>
      {verdict.advice.length === 0 ? (
        <p className="tw-soft">{words.adviceNone}</p>
      ) : (
        <ol className="tw-advice">
          {verdict.advice.map((advice, index) => (
            <li key={index}>
              <p>
                <DataText text={advice.sentence} />
              </p>
              <p className="tw-advice-foot">
                {advice.flag !== null && <code dir="ltr">{advice.flag}</code>}
                <span className="tw-soft">
                  {words.source}: <DataText text={advice.source} />
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
});

/** The numbers that prove the verdict, each with the query that checks it. */
export const ProofList = memo(function ProofList({ verdict }: { verdict: Verdict }) {
  const words = useWords();
  const { evidence, severity } = verdict;
  if (evidence.length === 0) {
    return null;
  }
  return (
    <Section name="proof" title={severity === 'unknown' ? words.evidence : words.proof}>
      <EvidenceList evidence={evidence} />
    </Section>
  );
});

/** The neighbours that were ruled out and by which number; last, what would refute the verdict. */
export const RejectedList = memo(function RejectedList({ verdict }: { verdict: Verdict }) {
  const words = useWords();
  if (verdict.rejected.length === 0 && verdict.refutedBy === '') {
    return null;
  }
  return (
    <Section name="rejected" title={words.rejected}>
      <ul className="tw-list">
        {verdict.rejected.map((rejected, index) => (
          <li key={index}>
            <b>{words.layers[rejected.layer] ?? rejected.layer}</b> <DataText text={rejected.sentence} />
          </li>
        ))}
      </ul>
      {verdict.refutedBy !== '' && (
        <p className="tw-refuted">
          <b>{words.refutedBy}</b> <DataText text={verdict.refutedBy} />
        </p>
      )}
    </Section>
  );
});

/** Evidence that would decide or strengthen, and how to get it. */
export const MissingList = memo(function MissingList({ verdict }: { verdict: Verdict }) {
  const words = useWords();
  if (verdict.missing.length === 0) {
    return null;
  }
  return (
    <Section name="missing" title={words.missing}>
      <ul className="tw-list">
        {verdict.missing.map((missing, index) => (
          <li key={index}>
            <DataText text={missing.sentence} />
          </li>
        ))}
      </ul>
    </Section>
  );
});

/** Every finding, main one first; one that another explains says so. */
export const FindingList = memo(function FindingList({ findings }: { findings: Finding[] }) {
  const words = useWords();
  if (findings.length === 0) {
    return null;
  }
  return (
    <Section name="findings" title={words.findings}>
      <ol className="tw-findings">
        {findings.map((finding, index) => (
          <li key={index} data-cleared={finding.clearedBy !== null}>
            <p className="tw-finding-head">
              <SeverityMark severity={finding.severity} />
              <b>
                <DataText text={finding.title} />
              </b>
              <FindingPlace finding={finding} />
              <ConfidenceMark confidence={finding.confidence} />
            </p>
            <p>
              <DataText text={finding.headline} />
            </p>
            {finding.clearedBy !== null && (
              <p className="tw-cleared">
                ↳ {words.clearedBy} <DataText text={titleOf(findings, finding.clearedBy)} />
              </p>
            )}
            {finding.evidence.length > 0 && (
              <details className="tw-more">
                <summary>{words.evidence}</summary>
                <EvidenceList evidence={finding.evidence} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
});

function FindingPlace({ finding }: { finding: Finding }) {
  const words = useWords();
  const names = useReplicaNames();
  return (
    <span className="tw-soft">
      {words.layers[finding.layer] ?? finding.layer}
      {' · '}
      <DataText text={replicaNames(names, finding.replicas, words.allReplicas)} />
    </span>
  );
}

function titleOf(findings: Finding[], cause: string): string {
  return findings.find((finding) => finding.cause === cause)?.title ?? cause;
}

/** Shape beside the weight of a note. */
const WEIGHT_SHAPES: Record<string, string> = { info: 'i', doubt: '?', serious: '!' };

/** Doubts about the data, heaviest first as the report has them. */
export const NoteList = memo(function NoteList({ notes }: { notes: ReportNote[] }) {
  const words = useWords();
  if (notes.length === 0) {
    return null;
  }
  return (
    <Section name="notes" title={words.notes}>
      <ul className="tw-notes">
        {notes.map((note, index) => (
          <li key={index} data-weight={note.weight}>
            <span className="tw-weight" role="img" aria-label={words.weight[note.weight] ?? note.weight}>
              {WEIGHT_SHAPES[note.weight] ?? '·'}
            </span>
            <DataText text={note.sentence} />
            {note.count > 1 && (
              <span className="tw-soft">
                {' '}
                ({note.count} {words.times})
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
});
