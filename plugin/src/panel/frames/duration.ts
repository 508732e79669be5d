/** Milliseconds of the units of PromQL and Grafana. */
const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/**
 * A duration as PromQL writes it, in ms: `5m`, `1h30m`, `1m0s`, or bare seconds.
 *
 * - `null` for what is no duration.
 */
export function durationMs(text: string): number | null {
  const seconds = Number(text);
  if (text.trim() !== '' && Number.isFinite(seconds)) return seconds * 1000;
  if (!/^\s*(?:\d+(?:ms|[smhdwy]))+\s*$/.test(text)) return null;
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (total, [, count, unit]) => total + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}
