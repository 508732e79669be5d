import type { DataFrame, Field } from '@grafana/data';
import { boundText, strandOf, textLabels } from './shapes';
import { momentOf, numberOf, type Strand } from './strand';

/**
 * A native histogram as classic buckets.
 *
 * - Grafana delivers one row per filled bucket and moment: `xMax` (time), `yMin`, `yMax`, `count`; sum and
 *   total are dropped on the way, so a mean cannot be known and the total is that of the cells.
 * - All upper bounds that ever occur become buckets; a bound that is not filled at a moment counts what
 *   lies below it. Where the resolution changes in between, coarse cells count at their upper bound.
 * - Labels sit on one of the fields, by version on another.
 */
export function cellStrands(frame: DataFrame): Strand[] {
  const field = (name: string) => frame.fields.find((one) => one.name === name);
  const [time, upper, count] = [field('xMax') ?? field('x'), field('yMax') ?? field('y'), field('count')];
  if (time === undefined || upper === undefined || count === undefined) return [];
  const bounds = [...new Set(numbers(upper, frame.length))].filter((bound) => !Number.isNaN(bound)).sort((a, b) => a - b);
  if (bounds[bounds.length - 1] !== Infinity) bounds.push(Infinity);
  const place = new Map(bounds.map((bound, index) => [bound, index]));
  const moments = [...new Set(Array.from({ length: frame.length }, (_, row) => momentOf(time.values[row])))].sort((a, b) => a - b);
  const rows = new Map(moments.map((moment, index) => [moment, index]));
  const counts = bounds.map(() => new Float64Array(moments.length));
  for (let row = 0; row < frame.length; row += 1) {
    const bucket = place.get(numberOf(upper.values[row]));
    const moment = rows.get(momentOf(time.values[row]));
    if (bucket !== undefined && moment !== undefined) counts[bucket]![moment]! += numberOf(count.values[row]) || 0;
  }
  for (let bucket = 1; bucket < counts.length; bucket += 1) {
    counts[bucket]!.forEach((_, moment) => (counts[bucket]![moment]! += counts[bucket - 1]![moment]!));
  }
  const labels = textLabels(Object.assign({}, ...frame.fields.map((one) => one.labels)) as Record<string, unknown>);
  const base = { ...strandOf(frame, time, count), fieldName: 'Value', displayName: frame.name, times: moments };
  const part = (suffix: '_bucket' | '_count', values: Float64Array, le: Record<string, string>): Strand => ({
    ...base,
    labels: { ...labels, ...le },
    suffix,
    values,
  });
  return [
    ...bounds.map((bound, index) => part('_bucket', counts[index]!, { le: boundText(bound) })),
    part('_count', counts[counts.length - 1]!, {}),
  ];
}

function numbers(field: Field, length: number): number[] {
  return Array.from({ length }, (_, row) => numberOf(field.values[row]));
}
