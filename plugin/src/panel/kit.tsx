import { dateTimeFormat, FieldType, formattedValueToString, getDisplayProcessor, type GrafanaTheme2 } from '@grafana/data';
import { Tooltip } from '@grafana/ui';
import type { Unit } from '../contract/report';
import { lightKit, type Hover, type TimeDetail, type TooltipProps, type ViewKit } from '../view';

/** Grafana's unit for each of ours. */
const UNITS: Record<Unit, string> = {
  seconds: 's',
  ratio: 'percentunit',
  count: 'short',
  per_second: 'suffix:/s',
  tokens: 'suffix: tok',
  tokens_per_second: 'suffix: tok/s',
  seconds_per_token: 's',
  cores: 'suffix: cores',
  hertz: 'hertz',
  watts: 'watt',
  celsius: 'celsius',
  bytes: 'bytes',
  factor: 'prefix:×',
  time_ms: 'dateTimeAsIso',
};

const TIMES: Record<TimeDetail, string> = {
  moment: 'YYYY-MM-DD HH:mm:ss',
  second: 'HH:mm:ss',
  minute: 'HH:mm',
  day: 'MM-DD',
};

/** What the kit depends on; a new kit is made when one of them changes. */
export interface KitWishes {
  theme: GrafanaTheme2;
  timeZone: string;
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
export function grafanaKit({ theme, timeZone, decimals, hover, brush }: KitWishes): ViewKit {
  const processors = new Map<Unit, (value: number) => string>();
  const number = (value: number, unit: Unit): string => {
    let format = processors.get(unit);
    if (format === undefined) {
      const config = decimals == null ? { unit: UNITS[unit] } : { unit: UNITS[unit], decimals };
      const display = getDisplayProcessor({ field: { type: FieldType.number, config }, theme, timeZone });
      const tail = unit === 'seconds_per_token' ? '/tok' : '';
      format = (one) => formattedValueToString(display(one)) + tail;
      processors.set(unit, format);
    }
    return format(value);
  };
  return lightKit({
    quantity: ({ value, unit, text }) => (value === null || !Number.isFinite(value) ? text : number(value, unit)),
    number: (value, unit) => (Number.isFinite(value) ? number(value, unit) : '–'),
    time: (ms, detail) => dateTimeFormat(ms, { timeZone, format: TIMES[detail] }),
    copy: copyText,
    brush,
    hover,
    Tooltip: GrafanaTooltip,
  });
}

function GrafanaTooltip({ text, children }: TooltipProps) {
  return <Tooltip content={text}>{children}</Tooltip>;
}

/** Puts a text on the clipboard; false where the browser refuses, as it does on pages without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
