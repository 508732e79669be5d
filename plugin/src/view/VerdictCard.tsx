import type { Confidence, Report, Verdict } from '../contract/report';
import { useKit, useReplicaNames, useWords } from './kit';
import { DataText, Sentence } from './parts';
import { replicaName } from './replicas';
import { SeverityIcon, SeverityMark } from './SeverityMark';

/**
 * The answer: what, how bad, how sure, since when, where. To be understood in five seconds.
 *
 * - The headline comes first in reading order, everything else explains it.
 * - The chain reads from the root cause to the symptom.
 */
export function VerdictCard({ report }: { report: Report }) {
  const words = useWords();
  const { verdict } = report;
  return (
    <section className="tw-verdict" data-severity={verdict.severity} aria-label={words.verdict}>
      <div className="tw-verdict-badge">
        <SeverityIcon severity={verdict.severity} bare />
      </div>
      <div className="tw-verdict-main">
        <p className="tw-verdict-kicker">
          <SeverityMark severity={verdict.severity} />
          <span className="tw-verdict-title" title={verdict.title}>
            <DataText text={verdict.title} />
          </span>
        </p>
        <h2 className="tw-verdict-headline" title={verdict.headline}>
          <Sentence text={verdict.headline} />
        </h2>
        {verdict.chain.length > 1 && <Chain layers={verdict.chain} />}
        <VerdictFacts report={report} />
        <p className="tw-verdict-confidence">
          <ConfidenceMark confidence={verdict.confidence} />
          <DataText text={verdict.confidenceReason} />
        </p>
      </div>
      {verdict.evidence.length > 0 && <Proof verdict={verdict} />}
    </section>
  );
}

function Chain({ layers }: { layers: string[] }) {
  const words = useWords();
  return (
    <ol className="tw-chain" aria-label={words.chain}>
      {layers.map((layer, index) => (
        <li key={index} className="tw-chain-layer" data-root={index === 0}>
          {words.layers[layer] ?? layer}
        </li>
      ))}
    </ol>
  );
}

/** Layers that name no place; the title says it already. */
const NO_PLACE: ReadonlySet<string> = new Set(['none', 'unknown']);

function VerdictFacts({ report }: { report: Report }) {
  const kit = useKit();
  const words = useWords();
  const { verdict } = report;
  const { focus, reference } = report.window;
  const end =
    verdict.recoveryMs === null ? words.ongoing : `${words.recovered} ${kit.time(verdict.recoveryMs, 'moment')}`;
  return (
    <dl className="tw-facts">
      {verdict.onsetMs !== null && (
        <div className="tw-fact-onset">
          <dt>{words.began}</dt>
          <dd>
            {kit.time(verdict.onsetMs, 'moment')} · {end}
          </dd>
        </div>
      )}
      {!NO_PLACE.has(verdict.layer) && (
        <div>
          <dt>{words.layer}</dt>
          <dd>{words.layers[verdict.layer] ?? verdict.layer}</dd>
        </div>
      )}
      <div>
        <dt>{words.replicas}</dt>
        <dd>
          <Replicas ids={verdict.replicas} />
        </dd>
      </div>
      <div>
        <dt>{words.focus}</dt>
        <dd>
          {kit.windowText(focus)}
          {focus.origin !== 'since_start' && <span className="tw-soft"> ({words.origin[focus.origin]})</span>}
        </dd>
      </div>
      <div>
        <dt>{words.reference}</dt>
        <dd>{reference === null ? words.noReference : kit.windowText(reference)}</dd>
      </div>
    </dl>
  );
}

/** How many replicas are named before the rest is counted: one line of names at 480 px. */
const NAMED_REPLICAS = 4;

function Replicas({ ids }: { ids: string[] }) {
  const words = useWords();
  const names = useReplicaNames();
  if (ids.length === 0) {
    return <>{words.allReplicas}</>;
  }
  const shown = ids.length > NAMED_REPLICAS + 1 ? ids.slice(0, NAMED_REPLICAS) : ids;
  return (
    <ul className="tw-names">
      {shown.map((id) => (
        <li key={id}>
          <DataText text={replicaName(names, id)} line />
        </li>
      ))}
      {shown.length < ids.length && <li className="tw-soft">+{ids.length - shown.length}</li>}
    </ul>
  );
}

/** How many of three dots each confidence fills. */
const DOTS: Record<Confidence, number> = { low: 1, medium: 2, high: 3 };

/** A confidence as three dots and a word. */
export function ConfidenceMark({ confidence }: { confidence: Confidence }) {
  const words = useWords();
  return (
    <span className="tw-confidence" data-confidence={confidence}>
      <svg viewBox="0 0 22 8" className="tw-dots" aria-hidden="true" focusable="false">
        {[1, 2, 3].map((dot) => (
          <circle key={dot} cx={dot * 7 - 3} cy="4" r="2.6" data-filled={dot <= DOTS[confidence]} />
        ))}
      </svg>
      {words.confidence[confidence]}
    </span>
  );
}

function Proof({ verdict }: { verdict: Verdict }) {
  const kit = useKit();
  const words = useWords();
  return (
    <ul className="tw-proof" aria-label={words.proof}>
      {verdict.evidence.map((evidence, index) => (
        <li key={index} className="tw-proof-number">
          <span className="tw-proof-label">
            <DataText text={evidence.label} />
          </span>
          <span className="tw-proof-value">{kit.quantity(evidence.focus)}</span>
          <span className="tw-proof-was">
            {evidence.reference !== null && `${words.was} ${kit.quantity(evidence.reference)}`}
            {evidence.change !== null && <b className="tw-change">{kit.number(evidence.change, 'factor')}</b>}
          </span>
        </li>
      ))}
    </ul>
  );
}
