import { boundText } from './shapes';
import { momentOf, numberOf, type Strand } from './strand';

/**
 * VictoriaMetrics' own histograms, whose buckets carry `vmrange="from...to"` and count only their own
 * range, as classic buckets.
 *
 * - A bucket that has not been filled yet does not exist: before its first sample it counts zero.
 * - Strands without `vmrange` pass.
 */
export function classicBuckets(strands: Strand[]): Strand[] {
  const groups = new Map<string, Array<{ upper: number; strand: Strand }>>();
  const others: Strand[] = [];
  for (const strand of strands) {
    const { vmrange, ...labels } = strand.labels;
    const upper = vmrange === undefined ? NaN : numberOf(vmrange.split('...')[1]);
    if (Number.isNaN(upper)) {
      others.push(strand);
      continue;
    }
    const key = JSON.stringify([strand.refId, strand.fieldName, Object.entries(labels).sort()]);
    const group = groups.get(key) ?? [];
    group.push({ upper, strand: { ...strand, labels } });
    groups.set(key, group);
  }
  return [...others, ...[...groups.values()].flatMap(sumUp)];
}

function sumUp(buckets: Array<{ upper: number; strand: Strand }>): Strand[] {
  const moments = [...new Set(buckets.flatMap(({ strand }) => Array.from(strand.times, momentOf)))].sort((a, b) => a - b);
  const place = new Map(moments.map((moment, index) => [moment, index]));
  const total = new Float64Array(moments.length);
  const sorted = [...buckets].sort((a, b) => a.upper - b.upper);
  const strands = sorted.map(({ upper, strand }) => {
    const own = new Float64Array(moments.length);
    Array.from(strand.times, momentOf).forEach((moment, row) => {
      own[place.get(moment)!] = numberOf(strand.values[row]) || 0;
    });
    own.forEach((count, row) => (total[row]! += count));
    return { ...strand, labels: { ...strand.labels, le: boundText(upper) }, times: moments, values: Float64Array.from(total) };
  });
  const last = strands[strands.length - 1];
  if (last !== undefined && last.labels['le'] !== '+Inf') strands.push({ ...last, labels: { ...last.labels, le: '+Inf' } });
  return strands;
}
