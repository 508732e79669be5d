import { recording } from './recordings.mjs';
import { framesOf } from './wire.mjs';

/** The frames of a real run, stretched to `hours` at `step` seconds and given to several replicas; and when they begin, ms. */
export function stretched({ replicas, hours, step }) {
  const { walk, from } = recording('kv_exhaustion');
  const points = (hours * 3600) / step + 1;
  const start = Math.floor(from / 60_000) * 60;
  const queries = Object.values(walk).filter(({ answer }) => answer.data.result.length > 0);
  const series = queries.flatMap(({ expr, answer }, index) =>
    Array.from({ length: replicas }, (_, replica) => {
      const result = answer.data.result.map(({ metric, values }) => ({
        metric: { ...metric, instance: `10.0.0.${replica}:8000` },
        values: Array.from({ length: points }, (_, at) => [start + at * step, values[Math.floor((at / points) * values.length)][1]]),
      }));
      return framesOf('ABCD'[index], { expr, step, answer: { data: { resultType: 'matrix', result } } });
    }).flat(),
  );
  return { series, from: start * 1000, to: (start + hours * 3600) * 1000 };
}

/** In a page: its frames as after a query one step later, each column without its first point and with a new last one. */
export function slide() {
  const { host } = window;
  const later = (field) => {
    const { values } = field;
    const last = values[values.length - 1];
    const next = field.type === 'time' ? last + (last - values[values.length - 2]) : last + Math.max(0, last - values[values.length - 2]);
    const moved = values.slice(1);
    moved.push(next);
    return { ...field, values: moved };
  };
  host.frames = host.frames.map((frame) => ({ ...frame, fields: frame.fields.map(later) }));
}
