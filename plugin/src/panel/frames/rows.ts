import type { DataFrame, Field } from '@grafana/data';
import { readSeriesName } from './promql';
import { boundText, strandOf, textLabels } from './shapes';
import { numberOf, type Strand } from './strand';

/**
 * The buckets of a query in Grafana's format "Heatmap": one field per bucket, called by its upper bound,
 * each without the counts of those below; here they are summed up again.
 *
 * - The other labels stand in the frame's name, `{instance="a"}`, or on the fields.
 * - A moment without any bucket is a gap; a bucket missing beside others counts nothing.
 */
export function rowStrands(frame: DataFrame, time: Field, numbers: Field[]): Strand[] {
  const fromName = frame.name === undefined ? null : readSeriesName(frame.name);
  const buckets = numbers
    .map((field) => ({ field, bound: numberOf(field.labels?.['le'] ?? field.name) }))
    .filter(({ bound }) => !Number.isNaN(bound))
    .sort((a, b) => a.bound - b.bound);
  const total = new Float64Array(frame.length);
  const isGap = Array.from({ length: frame.length }, (_, row) =>
    buckets.every(({ field }) => Number.isNaN(numberOf(field.values[row]))),
  );
  return buckets.map(({ field, bound }) => {
    for (let row = 0; row < frame.length; row += 1) total[row]! += numberOf(field.values[row]) || 0;
    const name: Record<string, string> = fromName?.name == null ? {} : { __name__: fromName.name };
    return {
      ...strandOf(frame, time, field),
      fieldName: 'Value',
      displayName: undefined,
      labels: { ...name, ...fromName?.labels, ...textLabels(field.labels), le: boundText(bound) },
      values: Float64Array.from(total, (count, row) => (isGap[row] ? NaN : count)),
    };
  });
}
