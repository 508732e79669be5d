import { dateTimeFormat, FieldType, formattedValueToString, getDisplayProcessor, type GrafanaTheme2 } from '@grafana/data';
import { Tooltip } from '@grafana/ui';
import type { Unit } from '../contract/report';
import { lightKit, type Hover, type TimeDetail, type TooltipProps, type ViewKit } from '../view';
import { PlotInSight } from './PlotInSight';

/** Grafana's unit for each of ours that it knows; the others are printed as in the report's sentences. */
const UNITS: Partial<Record<Unit, string>> = {
  seconds: 's',
  ratio: 'percentunit',
  hertz: 'hertz',
  watts: 'watt',
  celsius: 'celsius',
  bytes: 'bytes',
  seconds_per_token: 's',
  time_ms: 'dateTimeAsIso',
};

/** Units that Grafana can only print as a number with something around it. */
const AFFIXED: Partial<Record<Unit, string>> = {
  count: 'none',
  per_second: 'suffix:/s',
  tokens: 'suffix: tok',
  tokens_per_second: 'suffix: tok/s',
  cores: 'suffix: cores',
  factor: 'prefix:×',
};

const TIMES: Record<TimeDetail, string> = {
  moment: 'YYYY-MM-DD HH:mm:ss',
  second: 'HH:mm:ss',
  minute: 'HH:mm',
  day: 'MM-DD',
};

const DAY = 'YYYY-MM-DD';

/** Moments as the report prints them: one, or two with a dash between, the second perhaps on the same day. */
const MOMENTS = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: ?– ?(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d:\d\d))? UTC/g;

/** How long a window is, as the report prints it at its end: `(5 min)`. */
const LENGTH = /\([^()]*\)$/;

/** More digits than a double holds would be made up. */
const MOST_DECIMALS = 15;

/** What the kit depends on; a new kit is made when one of them changes. */
export interface KitWishes {
  theme: GrafanaTheme2;
  timeZone: string;
  /** As typed: it may be any number. */
  decimals: number | null | undefined;
  hover: Hover;
  brush: (fromMs: number, toMs: number) => void;
}

/**
 * The kit of the panel: Grafana's numbers, times, tooltips and cross-hair.
 *
 * - A quantity that is not known keeps the text of the report.
 * - The panel's standard option "Decimals" holds for all numbers.
 */
export function grafanaKit({ theme, timeZone, decimals: asked, hover, brush }: KitWishes): ViewKit {
  const decimals = asked == null || !Number.isFinite(asked) ? null : Math.min(Math.max(Math.round(asked), 0), MOST_DECIMALS);
  const light = lightKit();
  const formats = new Map<Unit, (value: number) => string>();
  const number = (value: number, unit: Unit): string => {
    const known = formats.get(unit) ?? formatOf(unit);
    formats.set(unit, known);
    return Number.isFinite(value) ? known(value) : '–';
  };
  const time = (ms: number, detail: TimeDetail) => dateTimeFormat(ms, { timeZone, format: TIMES[detail] });
  const between = (fromMs: number, toMs: number) => {
    const day = (ms: number) => dateTimeFormat(ms, { timeZone, format: DAY });
    const isOneDay = day(fromMs) === day(toMs);
    return time(fromMs, 'moment') + (isOneDay ? `–${time(toMs, 'second')}` : ` – ${time(toMs, 'moment')}`);
  };
  const formatOf = (unit: Unit): ((value: number) => string) => {
    const name = UNITS[unit] ?? (decimals == null ? undefined : AFFIXED[unit]);
    if (name === undefined) return (value) => light.number(value, unit);
    const config = decimals == null ? { unit: name } : { unit: name, decimals };
    const display = getDisplayProcessor({ field: { type: FieldType.number, config }, theme, timeZone });
    const tail = unit === 'seconds_per_token' ? '/tok' : '';
    return (value) => formattedValueToString(display(value)) + tail;
  };
  return lightKit({
    quantity: ({ value, unit, text }) => (value === null || !Number.isFinite(value) ? text : number(value, unit)),
    brief: (quantity) => (decimals == null || quantity.value === null ? light.brief(quantity) : number(quantity.value, quantity.unit)),
    number,
    time,
    windowText: ({ fromMs, toMs, text }) => {
      // One end unknown, or no times at all: the report says so in words.
      if (fromMs === null || toMs === null || LENGTH.exec(text) === null) return text;
      return `${between(fromMs, toMs)} ${LENGTH.exec(text)![0]}`;
    },
    moments: (text) =>
      text.replace(MOMENTS, (_, day: string, clock: string, lastDay?: string, lastClock?: string) => {
        const from = Date.parse(`${day}T${clock}Z`);
        return lastClock === undefined ? time(from, 'moment') : between(from, Date.parse(`${lastDay ?? day}T${lastClock}Z`));
      }),
    copy: copyText,
    brush,
    hover,
    Tooltip: GrafanaTooltip,
    Plot: PlotInSight,
  });
}

function GrafanaTooltip({ text, children }: TooltipProps) {
  return <Tooltip content={text}>{children}</Tooltip>;
}

/**
 * Puts a text on the clipboard; false where the browser refuses.
 *
 * - Pages without TLS, as many a Grafana is, have no clipboard of the new kind: there the old command does it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Answers the browser's own copy with our text: nothing has to be put on the page or selected for it. */
function copyByCommand(text: string): boolean {
  let isDone = false;
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isDone = event.clipboardData !== null;
  };
  document.addEventListener('copy', answer, true);
  try {
    return document.execCommand('copy') && isDone;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', answer, true);
  }
}
