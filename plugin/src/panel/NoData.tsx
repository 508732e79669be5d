import type { DataQueryError } from '@grafana/data';
import { SeverityIcon } from '../view';
import type { Outcome } from './analyst';
import type { PanelWords } from './words';

interface NoDataProps {
  words: PanelWords;
  outcome: Outcome;
  errors: DataQueryError[];
  queries: string[];
  model: string;
}

interface Rung {
  question: string;
  /** `null`: the rungs above did not let us come here. */
  isOk: boolean | null;
  answer: string;
}

/** Brings all that vLLM tells, however its names are spelt, from any data source that speaks PromQL. */
const EVERYTHING = '{__name__=~"(ray_)?vllm[:_].+"}';

/**
 * Why there is no verdict: from the data source to the metric, the first rung that does not hold is the
 * one to mend.
 */
export function NoData(props: NoDataProps) {
  const { words } = props;
  const rungs = climb(props);
  const broken = rungs.find(({ isOk }) => isOk === false);
  const isBeforeNames = rungs[1]?.isOk === false;
  return (
    <section className="tw-panel-state" data-state="no-data" aria-label={words.noDataTitle}>
      <p className="tw-panel-short" title={`${broken?.question} ${broken?.answer}`}>
        <SeverityIcon severity="critical" bare /> <b>{broken?.question}</b> <bdi dir="auto">{broken?.answer}</bdi>
      </p>
      <h2>{words.noDataTitle}</h2>
      <ol className="tw-panel-rungs">
        {rungs.map(({ question, isOk, answer }) => (
          <li key={question} data-ok={String(isOk)}>
            <SeverityIcon severity={isOk === null ? 'unknown' : isOk ? 'ok' : 'critical'} bare />
            <span>
              <b>{question}</b> <bdi dir="auto">{answer}</bdi>
            </span>
          </li>
        ))}
      </ol>
      {isBeforeNames && (
        <p className="tw-soft">
          {words.tryQuery} <code>{EVERYTHING}</code> {words.alsoUseful} {words.checkTarget}
        </p>
      )}
    </section>
  );
}

function climb({ words, outcome, errors, queries, model }: NoDataProps): Rung[] {
  const { rungs } = words;
  const { reading, error } = outcome;
  const found = reading.directory.length + reading.unread.reduce((sum, { count }) => sum + count, 0);
  const isNamed = reading.models.length > 0 || reading.directory.length > 0;
  const messages = [...new Set(errors.map(messageOf))].join('; ');
  const unread = reading.unread.map(({ refId, why, count, example }) => words.unread[why](refId, count, example)).join(' ');
  const isFiltered = model !== '' && reading.models.length > 0 && !reading.models.includes(model);
  const steps: Rung[] = [
    { question: rungs.source, isOk: errors.length === 0, answer: errors.length === 0 ? rungs.sourceOk : rungs.sourceBad(messages) },
    {
      question: rungs.series,
      isOk: found > 0 || isNamed,
      answer: found > 0 ? rungs.seriesOk(found) : rungs.seriesBad((reading.empty.length > 0 ? reading.empty : queries).join(', ')),
    },
    { question: rungs.names, isOk: isNamed, answer: isNamed ? rungs.namesOk(reading.directory[0]?.name ?? '…') : unread },
  ];
  if (model !== '') {
    steps.push({
      question: rungs.filter,
      isOk: !isFiltered,
      answer: isFiltered ? rungs.filterBad(model, reading.models.slice(0, 5).join(', ')) : rungs.filterOk,
    });
  }
  steps.push({ question: rungs.engine, isOk: false, answer: error === null || error.code === 'no_samples' ? rungs.samplesBad : error.message });
  const broken = steps.findIndex((step) => step.isOk === false);
  return steps.map((step, index) => (index > broken ? { ...step, isOk: null, answer: rungs.waiting } : step));
}

/** What a data source says about its failure. */
export function messageOf(error: DataQueryError): string {
  const text = error.message ?? error.data?.message ?? error.statusText ?? '?';
  return error.refId === undefined ? text : `${error.refId}: ${text}`;
}
