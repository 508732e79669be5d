/** Labels that are the same in all real answers and would only make lines long. */
const DULL = new Set(['engine', 'job', 'model_name']);

/**
 * What was read from frames, as lines that a person can check.
 *
 * - `name{labels} kind: values`, times as seconds since the first moment; `-` is a gap.
 * - Then what was not read, and the queries without an answer.
 */
export function spell({ directory, times, values, unread, empty, notices }) {
  const first = Math.min(...times);
  const lines = directory.map(({ name, labels, start, timesStart, length, kind, windowMs }) => {
    const shown = Object.entries(labels).filter(([label]) => !DULL.has(label)).sort(([a], [b]) => (a < b ? -1 : 1));
    const inside = shown.map(([label, value]) => `${label}=${value}`).join(',');
    const cells = Array.from({ length }, (_, at) => {
      const value = values[start + at];
      return `${(times[timesStart + at] - first) / 1000}s=${Number.isNaN(value) ? '-' : Number(value.toPrecision(4))}`;
    });
    const mark = kind === undefined ? '' : ` ${kind}${windowMs === undefined ? '' : ` over ${windowMs / 1000} s`}`;
    return `${name}{${inside}}${mark}: ${cells.join(' ')}`;
  });
  const lost = unread.map(({ refId, why, count, example }) => `unread ${refId} ${why} x${count}: ${example}`);
  return [...lines, ...lost, ...empty.map((refId) => `empty ${refId}`), ...notices.map((text) => `notice ${text}`)].join('\n');
}
