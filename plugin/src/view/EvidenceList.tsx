import type { Evidence, Report } from '../contract/report';
import { useKit, useWords } from './kit';
import { CopyButton, DataText } from './parts';
import { replicaName } from './replicas';

/** Numbers that carry a claim: then and now, how many times more, and the PromQL to check each. */
export function EvidenceList({ report, evidence }: { report: Report; evidence: Evidence[] }) {
  return (
    <ul className="tw-evidence">
      {evidence.map((row, index) => (
        <EvidenceRow key={index} report={report} row={row} />
      ))}
    </ul>
  );
}

function EvidenceRow({ report, row }: { report: Report; row: Evidence }) {
  const kit = useKit();
  const words = useWords();
  return (
    <li className="tw-evidence-row">
      <p className="tw-evidence-head">
        <span className="tw-evidence-label">
          <DataText text={row.label} />
          {row.replica !== null && (
            <span className="tw-soft">
              {' · '}
              <DataText text={replicaName(report, row.replica)} />
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
}
