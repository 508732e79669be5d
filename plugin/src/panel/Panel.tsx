import { type DataFrame, type DataQueryError, LoadingState, locationUtil, type PanelProps } from '@grafana/data';
import { config } from '@grafana/runtime';
import { useTheme2 } from '@grafana/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Engine } from '../contract/engine';
import type { Language } from '../contract/report';
import { ReportView, SeverityIcon, type ViewKit } from '../view';
import { Analyst, type Asked, type Outcome } from './analyst';
import { Bar } from './Bar';
import { explorePath, sourceOf } from './explore';
import { Failure } from './Failure';
import type { QueryContext, Reading } from './frames';
import { sharedHover } from './hover';
import { copyText, grafanaKit } from './kit';
import { migrate } from './migrations';
import { messageOf, NoData } from './NoData';
import { office } from './office';
import { analysisOptions, languageOf, modelOf, namesByQuery, referenceOf, startOf, type PanelOptions, type Steps } from './options';
import { panelClass } from './styles';
import { stepColours, themeVariables } from './theme';
import { useEngine } from './useEngine';
import { PANEL_WORDS } from './words';

/** The panel: the verdict about what the queries brought, or what is missing for one. */
export function Panel(props: PanelProps<PanelOptions>) {
  const { data, width, height } = props;
  const theme = useTheme2();
  const saved = useMemo(() => migrate(props.options), [props.options]);
  const model = modelOf(props.replaceVariables(saved.model));
  const options = useMemo(() => ({ ...saved, model }), [saved, model]);
  const language = languageOf(options.language, config.language ?? config.bootData?.user?.language);
  const { engine, error } = useEngine(language);
  const { thresholds } = props.fieldConfig.defaults;
  const style = useMemo(() => ({ ...themeVariables(theme), ...stepColours(theme, thresholds) }), [theme, thresholds]);
  const isWaiting = data.state === LoadingState.NotStarted || (data.state === LoadingState.Loading && data.series.length === 0);
  const words = PANEL_WORDS[language];
  return (
    <div className={`${panelClass()} tw-panel`} style={{ ...style, width, height }} lang={language === 'zh' ? 'zh-CN' : 'en'}>
      {error !== null ? (
        <Failure words={words} error={error} offlinePage={options.offlinePage} />
      ) : engine === null || isWaiting ? (
        <Waiting sentence={isWaiting ? words.loading : words.starting} />
      ) : (
        <Answer {...props} options={options} engine={engine} language={language} />
      )}
    </div>
  );
}

interface AnswerProps extends PanelProps<PanelOptions> {
  engine: Engine;
  language: Language;
}

function Answer(props: AnswerProps) {
  const { data, options, engine, language } = props;
  const words = PANEL_WORDS[language];
  const [brushed, setBrushed] = useState<[number, number] | null>(null);
  const kit = useKit(props, setBrushed);
  const steps = props.fieldConfig.defaults.thresholds;
  const asked = useAsked(data.series, data.request?.targets, options, language, brushed, steps);
  const { analyst, answered } = useAnswer(engine, asked);
  const copy = async (kind: 'text' | 'markdown') => {
    try {
      return await copyText(await analyst.export(kind, asked));
    } catch {
      return false;
    }
  };
  return (
    <div className="tw-panel-answer" aria-busy={answered?.asked !== asked}>
      {answered === null ? (
        <Waiting sentence={words.starting} />
      ) : (
        <Shown {...props} answered={answered} kit={kit} onCopy={copy} onReset={() => setBrushed(null)} />
      )}
    </div>
  );
}

interface ShownProps extends AnswerProps {
  answered: Answered;
  kit: ViewKit;
  onCopy: (kind: 'text' | 'markdown') => Promise<boolean>;
  onReset: () => void;
}

function Shown({ data, language, answered, kit, onCopy, onReset }: ShownProps) {
  const words = PANEL_WORDS[language];
  const { report, error, reading } = answered.outcome;
  const { options, brushed } = answered.asked;
  const targets = data.request?.targets;
  const errors = data.errors ?? (data.error === undefined ? [] : [data.error]);
  if (error !== null && !isLackOfData(error.code)) return <Failure words={words} error={error} />;
  if (report === null || isFilteredAway(reading, options.model)) {
    const queries = (targets ?? []).flatMap((target) => queryOf(target).map(({ refId }) => refId));
    return <NoData words={words} outcome={answered.outcome} errors={errors} queries={queries} model={options.model} />;
  }
  const explore = explorePath(report, sourceOf(targets));
  return (
    <>
      {errors.length > 0 && <Partial sentence={words.partial(listed(errors))} />}
      <div className="tw-panel-body">
        <ReportView report={report} kit={kit} fit="fill" />
      </div>
      <Bar
        words={words}
        remarks={remarksOf(reading, options, language)}
        onReset={overlaps(brushed, reading.span) ? onReset : null}
        explore={explore === null ? null : locationUtil.assureBaseUrl(explore)}
        onCopy={onCopy}
      />
    </>
  );
}

function Waiting({ sentence }: { sentence: string }) {
  return (
    <p className="tw-panel-wait" role="status">
      {sentence}
    </p>
  );
}

function Partial({ sentence }: { sentence: string }) {
  return (
    <>
      <p className="tw-panel-partial" role="alert" title={sentence}>
        <bdi dir="auto">{sentence}</bdi>
      </p>
      <span className="tw-panel-partial-mark" role="img" aria-label={sentence} title={sentence}>
        <SeverityIcon severity="warn" bare />
      </span>
    </>
  );
}

/** GPUs and hosts belong to every model: alone they are no answer to a question about one. */
function isFilteredAway(reading: Reading, model: string): boolean {
  return model !== '' && reading.models.length > 0 && !reading.models.includes(model);
}

/** Codes that mean: the queries brought nothing that can be judged. */
function isLackOfData(code: string): boolean {
  return code === 'no_engine' || code === 'no_samples' || code === 'empty';
}

function listed(errors: DataQueryError[]): string {
  return [...new Set(errors.map(messageOf))].join('; ');
}

function remarksOf(reading: Reading, options: PanelOptions, language: Language): string[] {
  const words = PANEL_WORDS[language];
  const reference = referenceOf(options);
  const unread = reading.unread.map(({ refId, why, count, example }) => words.unread[why](refId, count, example));
  if (reference === undefined) return [...unread, ...reading.notices];
  const lacks = reading.packedReference === null ? [words.referenceMissing(reference)] : [];
  return [...lacks, ...unread, ...reading.notices];
}

/** The kit keeps its identity as long as nothing in it changes: the charts depend on it. */
function useKit(props: AnswerProps, onFocus: (window: [number, number]) => void): ViewKit {
  const { eventBus, timeZone, onChangeTimeRange, options, fieldConfig } = props;
  const theme = useTheme2();
  const hover = useMemo(() => sharedHover(eventBus), [eventBus]);
  useEffect(() => hover.connect(), [hover]);
  const zoom = options.brush === 'zoom' ? onChangeTimeRange : null;
  const brush = useCallback(
    (from: number, to: number) => (zoom === null ? onFocus([from, to]) : zoom({ from, to })),
    [zoom, onFocus],
  );
  const { decimals } = fieldConfig.defaults;
  return useMemo(() => grafanaKit({ theme, timeZone, decimals, hover, brush }), [theme, timeZone, decimals, hover, brush]);
}

/** A request, and what of the panel it came from. */
interface PanelAsked extends Asked {
  options: PanelOptions;
  brushed: [number, number] | null;
}

/** What the panel asks; the same object as long as nothing in it changes. */
function useAsked(
  series: DataFrame[],
  targets: readonly object[] | undefined,
  options: PanelOptions,
  language: Language,
  brushed: [number, number] | null,
  steps: Steps | undefined,
): PanelAsked {
  return useMemo(() => {
    const context = {
      targets: (targets ?? []).flatMap(queryOf),
      names: namesByQuery(options.names),
      model: options.model,
      grouping: options.grouping,
      reference: referenceOf(options),
    };
    const wishes = ({ span }: Reading) => {
      const focusMs = overlaps(brushed, span) ? brushed : null;
      const start = startOf(options, span);
      // What is examined cannot be what it is compared with.
      const referenceMs = overlaps(start, focusMs) ? null : start;
      return analysisOptions(options, language, { focusMs, referenceMs }, steps);
    };
    return { frames: series, context, wishes, options, brushed };
  }, [series, targets, options, language, brushed, steps]);
}

/** What is used of a query; a dashboard that was written by hand may hold anything. */
function queryOf(target: object | null): QueryContext['targets'] {
  const { refId, expr } = (target ?? {}) as { refId?: unknown; expr?: unknown };
  if (typeof refId !== 'string') return [];
  return [typeof expr === 'string' ? { refId, expr } : { refId }];
}

/** An answer and the request that it is to. */
interface Answered {
  asked: PanelAsked;
  outcome: Outcome;
}

/** The last answer that came: while a new request is answered, that to an earlier one stays. */
function useAnswer(engine: Engine, asked: PanelAsked): { analyst: Analyst; answered: Answered | null } {
  const analyst = useMemo(() => new Analyst(engine, office), [engine]);
  const [answered, setAnswered] = useState<Answered | null>(null);
  useEffect(() => () => analyst.free(), [analyst]);
  useEffect(() => {
    analyst.analyze(asked).then(
      (outcome) => outcome !== null && setAnswered({ asked, outcome }),
      // What cannot even be read is for Grafana's own screen of errors.
      (thrown: unknown) => setAnswered(() => {
        throw thrown;
      }),
    );
  }, [analyst, asked]);
  return { analyst, answered };
}

/** After a refresh a brushed stretch may have left the data. */
function overlaps(window: [number, number] | null, span: [number, number] | null): boolean {
  return window !== null && span !== null && window[0] < span[1] && window[1] > span[0];
}
