// Measures what the README claims, as ratios on this machine: npm run bench
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tailwalk } from '../dist/npm/index.js';
import { columns, readRecording, writeReplicas } from './recordings.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const series = readRecording(at('../tests/samples/recordings/kv_exhaustion.json.gz'));

const BIG_BYTES = 60e6;
/** Small enough that 16 times as much is still quick. */
const BASE_BYTES = 2e6;
const ROUNDS = 7;
const CHUNK_BYTES = 1 << 20;

const duration = (seconds) => (seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(2)} s`);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
const ratio = (number) => number.toFixed(2);

const folder = mkdtempSync(join(tmpdir(), 'tailwalk-bench-'));
try {
  const rows = [...(await speed()), ...memory(), ...(await growth()), ...(await analysis())];
  const width = Math.max(...rows.map(([what]) => what.length));
  for (const [what, figure] of rows) console.log(`${what.padEnd(width)}  ${figure}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Reading against `JSON.parse`, in turns, so that a busy machine slows both. */
async function speed() {
  const file = join(folder, 'big.json');
  const size = writeReplicas(series, BIG_BYTES, file);
  const bytes = readFileSync(file);
  const [parse, read] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    parse.push(await seconds(() => JSON.parse(bytes.toString('utf8'))));
    read.push(await seconds(() => readWhole(bytes)));
  }
  return [
    [`read ${megabytes(size)} of query_range JSON: JSON.parse`, duration(median(parse))],
    [`read ${megabytes(size)} of query_range JSON: Tailwalk`, duration(median(read))],
    ['time, Tailwalk ÷ JSON.parse', ratio(median(read) / median(parse))],
  ];
}

/** Peak memory of one process each, over an idle one that has started the wasm. */
function memory() {
  const file = join(folder, 'big.json');
  const peak = (what) => Number.parseInt(execFileSync(process.execPath, [at('memory.mjs'), what, file], { encoding: 'utf8' }), 10) * 1024;
  const [idle, parse, read] = ['idle', 'parse', 'read'].map(peak);
  return [
    ['peak memory over an idle process: JSON.parse', megabytes(parse - idle)],
    ['peak memory over an idle process: Tailwalk', megabytes(read - idle)],
    ['memory, Tailwalk ÷ JSON.parse', ratio((read - idle) / (parse - idle))],
  ];
}

/** Time per byte as the input grows: 1 is linear. */
async function growth() {
  const perByte = [];
  for (const factor of [1, 4, 16]) {
    const file = join(folder, `grown-${factor}.json`);
    const size = writeReplicas(series, BASE_BYTES * factor, file);
    const bytes = readFileSync(file);
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await seconds(() => readWhole(bytes)));
    perByte.push(median(times) / size);
  }
  return [4, 16].map((factor, i) => [`time per byte at ${factor} times the size`, ratio(perByte[i + 1] / perByte[0])]);
}

/** One question to 8 replicas over 6 hours at 15 s, as a panel asks it. */
async function analysis() {
  const { directory, times, values } = columns(series, 8, (6 * 3600) / 15, 15);
  let dataset;
  const copy = await seconds(async () => (dataset = await Tailwalk.readColumns(directory, times, values)));
  const analyze = [];
  for (let round = 0; round < ROUNDS; round += 1) analyze.push(await seconds(() => dataset.analyze()));
  dataset.free();
  return [
    [`take ${(values.length / 1e6).toFixed(1)} million samples (8 replicas, 6 h, 15 s) as columns`, duration(copy)],
    ['analyze them', duration(median(analyze))],
  ];
}

async function readWhole(bytes) {
  const chunks = (async function* () {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) yield bytes.subarray(start, start + CHUNK_BYTES);
  })();
  const dataset = await Tailwalk.read([{ name: 'big.json', data: chunks }]);
  dataset.free();
}

async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
