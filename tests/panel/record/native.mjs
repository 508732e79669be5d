// Makes tests/panel/frames/native.json: what a real Prometheus answers about a native histogram, which no recorded server has.
//   node tests/panel/record/native.mjs
// It scrapes one that is made up here, in protobuf, the only format that carries them; by the clock, so that each run gives other numbers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrometheus } from '../prometheus.mjs';
import { askAll } from './run.mjs';

const NAME = 'vllm:time_to_first_token_seconds';
const SCRAPES = 8;
const POINTS = 3;

const QUERIES = {
  native: NAME,
  nativeSum: `sum(${NAME})`,
  nativeRate: `sum by (instance) (rate(${NAME}[4s]))`,
  nativeQuantile: `histogram_quantile(0.9, sum(rate(${NAME}[4s])))`,
};

const varint = (number) => (number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))]);
const zigzag = (number) => (number < 0 ? -2 * number - 1 : 2 * number);
const whole = (field, number) => [...varint(field * 8), ...varint(number)];
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, content) => bytes(field, Buffer.from(content));
const double = (field, number) => {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(number);
  return [...varint(field * 8 + 1), ...content];
};

/** Fields of `io.prometheus.client.Histogram` after `scrape` scrapes: three buckets between 0.25 and 1 s and one up to 4 s. */
function histogram(scrape) {
  const counts = [3 * scrape, scrape, Math.floor(scrape / 2)];
  const deltas = counts.map((count, index) => count - (counts[index - 1] ?? 0));
  const span = (offset, length) => [...whole(1, zigzag(offset)), ...whole(2, length)];
  return [
    ...whole(1, counts.reduce((sum, count) => sum + count)),
    ...double(2, 0.4 * counts[0] + 0.8 * counts[1] + 3 * counts[2]),
    // Schema 0: each bound is twice the one below; spans say which buckets are filled, -1 ends at 0.5 s.
    ...whole(5, zigzag(0)),
    ...double(6, 1e-9),
    ...bytes(12, span(-1, 2)),
    ...bytes(12, span(1, 1)),
    ...bytes(13, deltas.flatMap((delta) => varint(zigzag(delta)))),
  ];
}

function exposition(scrape) {
  const label = [...text(1, 'model_name'), ...text(2, 'lab/tiny-llama')];
  const family = [...text(1, NAME), ...whole(3, 4), ...bytes(4, [...bytes(1, label), ...bytes(7, histogram(scrape))])];
  return Buffer.from([...varint(family.length), ...family]);
}

let scrapes = 0;
const server = createServer((_, response) => {
  scrapes += 1;
  response.writeHead(200, { 'content-type': 'application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited' });
  response.end(exposition(scrapes));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const folder = mkdtempSync(join(tmpdir(), 'tailwalk-native-'));
const config = `scrape_configs: [{ job_name: vllm, scrape_interval: 1s, scrape_timeout: 1s, static_configs: [{ targets: ['127.0.0.1:${server.address().port}'], labels: { instance: '127.0.0.1:8101' } }] }]\n`;
const prometheus = await startPrometheus(join(folder, 'tsdb'), { config, flags: ['--enable-feature=native-histograms'] });
while (scrapes <= SCRAPES) await new Promise((resolve) => setTimeout(resolve, 100));
const to = Math.floor(Date.now() / 1000);
const answers = await askAll(prometheus, QUERIES, to - POINTS + 1, to, 1);
answers.nativeInstant = { expr: NAME, step: 1, answer: JSON.parse(await prometheus.instant(NAME, to)) };
await prometheus.stop();
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
writeFileSync(new URL('../frames/native.json', import.meta.url), `${JSON.stringify(answers, null, 1)}\n`);
