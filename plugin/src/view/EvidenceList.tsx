import { memo } from 'react';
import type { Evidence } from '../contract/report';
import { useKit, useReplicaNames, useWords } from './kit';
import { CopyButton, DataText } from './parts';
import { replicaName } from './replicas';

/** Numbers that carry a claim: then and now, how many times more, and the PromQL to check each. */
export const EvidenceList = memo(function EvidenceList({ evidence }: { evidence: Evidence[] }) {
  return (
    <ul className="tw-evidence">
      {evidence.map((row, index) => (
        <EvidenceRow key={index} row={row} />
      ))}
    </ul>
  );
});

const EvidenceRow = memo(function EvidenceRow({ row }: { row: Evidence }) {
  const kit = useKit();
  const names = useReplicaNames();
  const words = useWords();
  return (
    <li className="tw-evidence-row">
      <p className="tw-evidence-head">
        <span className="tw-evidence-label">
          <DataText text={row.label} />
          {row.replica !== null && (
            <span className="tw-soft">
              {' · '}
              <DataText text={replicaName(names, row.replica)} />
            </span>
          )}
        </span>
        <span className="tw-evidence-numbers">
          {row.reference !== null && <span className="tw-soft">{kit.quantity(row.reference)} → </span>}
          <b>{kit.quantity(row.focus)}</b>
          {row.change !== null && <span className="tw-change">{kit.number(row.change, 'factor')}</span>}
        </span>
      </p>
      {row.promql !== null && (
        <details className="tw-promql">
          <summary>{words.requery}</summary>
          <div className="tw-promql-body">
            <code dir="ltr">{row.promql}</code>
            <CopyButton text={row.promql} label={row.label} />
          </div>
        </details>
      )}
    </li>
  );
});
