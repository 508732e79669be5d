import type { Quantity, Unit } from '../contract/report';

/** How exact a moment is printed: a moment stands in a sentence, a tick under a chart. */
export type TimeDetail = 'moment' | 'second' | 'minute' | 'day';

/** The largest moment a `Date` can hold, ms; beyond it `toISOString` throws. */
const LAST_MOMENT_MS = 8.64e15;

interface Step {
  from: number;
  factor: number;
  suffix: string;
}

const SECONDS: Step[] = [
  { from: 120, factor: 1 / 60, suffix: ' min' },
  { from: 1, factor: 1, suffix: ' s' },
  { from: 1e-3, factor: 1e3, suffix: ' ms' },
  { from: 0, factor: 1e6, suffix: ' µs' },
];

const BYTES: Step[] = [
  { from: 2 ** 30, factor: 2 ** -30, suffix: ' GiB' },
  { from: 2 ** 20, factor: 2 ** -20, suffix: ' MiB' },
  { from: 2 ** 10, factor: 2 ** -10, suffix: ' KiB' },
  { from: 0, factor: 1, suffix: ' B' },
];

const HERTZ: Step[] = [
  { from: 1e9, factor: 1e-9, suffix: ' GHz' },
  { from: 1e6, factor: 1e-6, suffix: ' MHz' },
  { from: 0, factor: 1, suffix: ' Hz' },
];

/** The prefix and suffix of units that are printed as they are. */
const PLAIN: Partial<Record<Unit, [string, string]>> = {
  count: ['', ''],
  per_second: ['', '/s'],
  tokens: ['', ' tok'],
  tokens_per_second: ['', ' tok/s'],
  cores: ['', ' cores'],
  watts: ['', ' W'],
  celsius: ['', ' °C'],
};

/**
 * A number that has no ready text in the report: an axis tick, a point under the cursor.
 *
 * - Three significant digits; whole numbers are grouped by thousands.
 * - Not finite: a dash, as the report never carries one.
 */
export function formatNumber(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) {
    return '–';
  }
  switch (unit) {
    case 'seconds':
      return scaled(value, SECONDS);
    case 'seconds_per_token':
      return `${scaled(value, SECONDS)}/tok`;
    case 'bytes':
      return scaled(value, BYTES);
    case 'hertz':
      return scaled(value, HERTZ);
    case 'ratio':
      return `${digits(value * 100)} %`;
    case 'factor':
      // Measured, never counted: beyond a thousand the report rounds as well.
      return `×${digits(Number(value.toPrecision(3)))}`;
    case 'time_ms':
      return formatTime(value, 'moment');
    default: {
      const [prefix, suffix] = PLAIN[unit] ?? ['', ''];
      return `${prefix}${digits(value)}${suffix}`;
    }
  }
}

/** A quantity with two significant digits, for the smallest homes; one that is no number keeps its text. */
export function formatBrief({ value, unit, text }: Quantity): string {
  if (value === null || !Number.isFinite(value)) return text;
  const isExact = unit === 'count' && Number.isInteger(value);
  return formatNumber(isExact ? value : Number(value.toPrecision(2)), unit).replace(' %', '%');
}

/**
 * A moment in UTC.
 *
 * - `moment`: date and time to the second, with the zone; `second`, `minute`, `day`: for ticks.
 * - Outside what a date can say: the bare number.
 */
export function formatTime(ms: number, detail: TimeDetail): string {
  if (!(Math.abs(ms) <= LAST_MOMENT_MS)) {
    return String(ms);
  }
  const iso = new Date(ms).toISOString();
  const day = iso.slice(0, iso.indexOf('T'));
  const clock = iso.slice(iso.indexOf('T') + 1);
  switch (detail) {
    case 'moment':
      return `${day} ${clock.slice(0, 8)} UTC`;
    case 'second':
      return clock.slice(0, 8);
    case 'minute':
      return clock.slice(0, 5);
    case 'day':
      return day.slice(-5);
  }
}

function scaled(value: number, steps: Step[]): string {
  const size = Math.abs(value);
  const step = steps.find((row) => size >= row.from) ?? steps[steps.length - 1];
  if (step === undefined || size === 0) {
    return '0';
  }
  return `${digits(value * step.factor)}${step.suffix}`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) {
    return '–';
  }
  if (size >= 1e15) {
    return value.toExponential(2);
  }
  if (size >= 100) {
    return Math.round(value)
      .toString()
      .replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  }
  return String(Number(value.toPrecision(3)));
}
