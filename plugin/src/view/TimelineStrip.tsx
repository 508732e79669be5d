import type { Timeline } from '../contract/report';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';

/** One letter for each limit, so that the strip reads without its colours. */
const LETTERS: Record<string, string> = {
  none: '·',
  unknown: '?',
  sequence_cap: 'B',
  token_budget: 'T',
  kv: 'K',
  deferred: 'D',
  cpu: 'F',
  compute: 'S',
};

/** Neighbouring intervals with the same limit. */
interface Run {
  limit: string;
  from: number;
  to: number;
  count: number;
}

/** What held requests back, interval by interval, and when each layer rose. */
export function TimelineStrip({ timeline }: { timeline: Timeline }) {
  const kit = useKit();
  const words = useWords();
  const { edges, limits, text, changes } = timeline;
  if (limits.length === 0) {
    return null;
  }
  const runs = runsOf(edges, limits);
  const name = (limit: string) => words.limits[limit] ?? limit;
  return (
    <Section name="timeline" title={words.timeline} hint={words.timelineHint}>
      <ol className="tw-strip">
        {runs.map(({ limit, from, to, count }, index) => {
          const label = `${name(limit)}: ${kit.time(from, 'moment')} – ${kit.time(to, 'moment')}`;
          return (
            <li key={index} data-limit={limit} style={{ flexGrow: count }} title={label}>
              <span aria-hidden="true">{LETTERS[limit] ?? '?'}</span>
              <span className="tw-hidden">{label}</span>
            </li>
          );
        })}
      </ol>
      <p className="tw-strip-key">
        {[...new Set(limits)].map((limit) => (
          <span key={limit} data-limit={limit}>
            <b>{LETTERS[limit] ?? '?'}</b> {name(limit)}
          </span>
        ))}
      </p>
      {text !== '' && (
        <p>
          {words.boundBy}: <DataText text={text} />
        </p>
      )}
      {changes.length > 0 && (
        <ul className="tw-list">
          {changes.map((change) => (
            <li key={change.fact}>
              <DataText text={kit.moments(change.sentence)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function runsOf(edges: number[], limits: string[]): Run[] {
  const runs: Run[] = [];
  limits.forEach((limit, at) => {
    const last = runs[runs.length - 1];
    const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    if (last?.limit === limit) {
      last.to = to;
      last.count += 1;
    } else {
      runs.push({ limit, from, to, count: 1 });
    }
  });
  return runs;
}
