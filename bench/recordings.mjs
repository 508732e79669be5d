// Large inputs out of a small real recording: more replicas, or more time.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The series of a gzipped `query_range` answer. */
export function readRecording(file) {
  return JSON.parse(gunzipSync(readFileSync(file)).toString()).data.result;
}

/** Writes a `query_range` answer of at least `bytes` bytes: the same series under ever more instances. */
export function writeReplicas(series, bytes, file) {
  const out = openSync(file, 'w');
  let written = writeSync(out, '{"status":"success","data":{"resultType":"matrix","result":[');
  for (let replica = 0; written < bytes; replica += 1) {
    const text = series.map(({ metric, values }) => JSON.stringify({ metric: { ...metric, instance: `replica-${replica}:8000` }, values }));
    written += writeSync(out, (replica === 0 ? '' : ',') + text.join(','));
  }
  written += writeSync(out, ']}}');
  closeSync(out);
  return written;
}

/**
 * The columns of a panel: `replicas` times the series, `samples` long, `stepSeconds` apart. The
 * recording is repeated; counters go on from where they were.
 */
export function columns(series, replicas, samples, stepSeconds) {
  const total = series.length * replicas * samples;
  const [times, values] = [new Float64Array(total), new Float64Array(total)];
  const directory = [];
  let start = 0;
  for (let replica = 0; replica < replicas; replica += 1) {
    for (const { metric, values: recorded } of series) {
      const { __name__: name, ...labels } = metric;
      directory.push({ name, labels: { ...labels, instance: `replica-${replica}:8000` }, start, length: samples });
      const numbers = recorded.map(([, text]) => Number(text));
      const isCounter = /_(total|sum|count|bucket)$/.test(name);
      const gain = isCounter ? numbers.at(-1) - numbers[0] : 0;
      for (let i = 0; i < samples; i += 1) {
        times[start + i] = recorded[0][0] * 1000 + i * stepSeconds * 1000;
        values[start + i] = numbers[i % numbers.length] + Math.floor(i / numbers.length) * gain;
      }
      start += samples;
    }
  }
  return { directory, times, values };
}
