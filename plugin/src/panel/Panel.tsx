import { type DataFrame, type DataQueryError, LoadingState, locationUtil, type PanelProps } from '@grafana/data';
import { config } from '@grafana/runtime';
import { useTheme2 } from '@grafana/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Engine } from '../contract/engine';
import type { Language } from '../contract/report';
import { ReportView, SeverityIcon, type ViewKit } from '../view';
import { Analyst, type Outcome } from './analyst';
import { Bar } from './Bar';
import { explorePath, sourceOf } from './explore';
import { Failure } from './Failure';
import type { Reading } from './frames';
import { sharedHover } from './hover';
import { copyText, grafanaKit } from './kit';
import { migrate } from './migrations';
import { messageOf, NoData } from './NoData';
import { analysisOptions, languageOf, namesByQuery, type PanelOptions, type Steps } from './options';
import { panelClass } from './styles';
import { stepColours, themeVariables } from './theme';
import { useEngine } from './useEngine';
import { PANEL_WORDS } from './words';

/** The panel: the verdict about what the queries brought, or what is missing for one. */
export function Panel(props: PanelProps<PanelOptions>) {
  const { data, width, height } = props;
  const theme = useTheme2();
  const options = useMemo(() => migrate(props.options), [props.options]);
  const language = languageOf(options.language, config.language ?? config.bootData?.user?.language);
  const { engine, error } = useEngine(language);
  const { thresholds } = props.fieldConfig.defaults;
  const style = useMemo(() => ({ ...themeVariables(theme), ...stepColours(theme, thresholds) }), [theme, thresholds]);
  const isWaiting = data.state === LoadingState.NotStarted || (data.state === LoadingState.Loading && data.series.length === 0);
  const words = PANEL_WORDS[language];
  return (
    <div className={`${panelClass()} tw-panel`} style={{ ...style, width, height }} lang={language === 'zh' ? 'zh-CN' : 'en'}>
      {error !== null ? (
        <Failure words={words} error={error} />
      ) : engine === null || isWaiting ? (
        <p className="tw-panel-wait" role="status">
          {isWaiting ? words.loading : words.starting}
        </p>
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
  const errors = data.errors ?? (data.error === undefined ? [] : [data.error]);
  const { analyst, outcome, asked } = useOutcome(engine, data.series, data.request?.targets, options, language, brushed, steps);
  const { report, error, reading } = outcome;
  const copy = async (kind: 'text' | 'markdown') => {
    try {
      return await copyText(analyst.export(kind, asked));
    } catch {
      return false;
    }
  };
  if (error !== null && !isLackOfData(error.code)) return <Failure words={words} error={error} />;
  if (report === null || isFilteredAway(reading, options.model)) {
    const queries = (data.request?.targets ?? []).map(({ refId }) => refId);
    return <NoData words={words} outcome={outcome} errors={errors} queries={queries} model={options.model} />;
  }
  const explore = explorePath(report, sourceOf(data.request?.targets));
  return (
    <>
      {errors.length > 0 && <Partial sentence={words.partial(listed(errors))} />}
      <div className="tw-panel-body">
        <ReportView report={report} kit={kit} fit="fill" />
      </div>
      <Bar
        words={words}
        remarks={remarksOf(reading, options, language)}
        onReset={brushed === null ? null : () => setBrushed(null)}
        explore={explore === null ? null : locationUtil.assureBaseUrl(explore)}
        onCopy={copy}
      />
    </>
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
  const { referenceQuery: reference } = options;
  const unread = reading.unread.map(({ refId, why, count, example }) => words.unread[why](refId, count, example));
  const moved = reading.windows === null ? words.referenceMissing(reference) : words.referenceMoved(reference);
  return [...(reference === '' ? [] : [moved]), ...unread, ...reading.notices];
}

/** The kit keeps its identity as long as nothing in it changes: the charts depend on it. */
function useKit(props: AnswerProps, onFocus: (window: [number, number]) => void): ViewKit {
  const { eventBus, timeZone, onChangeTimeRange, options, fieldConfig } = props;
  const theme = useTheme2();
  const hover = useMemo(() => sharedHover(eventBus), [eventBus]);
  useEffect(() => hover.connect(), [hover]);
  const isZoom = options.brush === 'zoom';
  const brush = useCallback(
    (from: number, to: number) => (isZoom ? onChangeTimeRange({ from, to }) : onFocus([from, to])),
    [isZoom, onChangeTimeRange, onFocus],
  );
  const { decimals } = fieldConfig.defaults;
  return useMemo(() => grafanaKit({ theme, timeZone, decimals, hover, brush }), [theme, timeZone, decimals, hover, brush]);
}

function useOutcome(
  engine: Engine,
  series: DataFrame[],
  targets: readonly object[] | undefined,
  options: PanelOptions,
  language: Language,
  brushed: [number, number] | null,
  steps: Steps | undefined,
) {
  const analyst = useMemo(() => new Analyst(engine), [engine]);
  useEffect(() => () => analyst.free(), [analyst]);
  const answer = useMemo(() => {
    const ask = (reading: Reading) => {
      const focusMs = overlaps(brushed, reading.span) ? brushed : (reading.windows?.focusMs ?? null);
      return analysisOptions(options, language, { focusMs, referenceMs: reading.windows?.referenceMs ?? null }, steps);
    };
    const wishes = {
      targets: (targets ?? []) as Array<{ refId: string; expr?: string }>,
      names: namesByQuery(options.names),
      model: options.model,
      grouping: options.grouping,
      reference: options.referenceQuery === '' ? undefined : options.referenceQuery,
    };
    const outcome: Outcome = analyst.analyze(series, wishes, ask);
    return { outcome, asked: ask(outcome.reading) };
  }, [analyst, series, targets, options, language, brushed, steps]);
  return { analyst, ...answer };
}

/** After a refresh a brushed stretch may have left the data. */
function overlaps(window: [number, number] | null, span: [number, number] | null): boolean {
  return window !== null && span !== null && window[0] < span[1] && window[1] > span[0];
}
