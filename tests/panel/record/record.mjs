// Makes the recordings of tests/panel/recordings out of the TSDBs of real runs, with a real Prometheus:
//   node tests/panel/record/record.mjs FOLDER …
// Each folder holds tsdb-5s.tar.gz and truth.json, and gives one file of its name.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startPrometheus } from '../prometheus.mjs';
import { dashboardQueries } from '../queries.mjs';

const STEP_SECONDS = 5;
const EVERYTHING = '{__name__=~"vllm:.*|up|process_.*",__name__!~".*_created"}';

for (const folder of process.argv.slice(2)) {
  const name = basename(folder);
  const tsdb = mkdtempSync(join(tmpdir(), 'tailwalk-tsdb-'));
  execFileSync('tar', ['xzf', join(folder, 'tsdb-5s.tar.gz'), '-C', tsdb]);
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  const from = Math.floor(truth.started / STEP_SECONDS) * STEP_SECONDS;
  const to = Math.ceil(truth.ended / STEP_SECONDS) * STEP_SECONDS;
  const prometheus = await startPrometheus(join(tsdb, 'tsdb'));
  try {
    const ask = async (expr) => ({ expr, step: STEP_SECONDS, answer: JSON.parse(await prometheus.range(expr, from, to, STEP_SECONDS)) });
    const dashboard = async (file) => {
      const answers = {};
      for (const [refId, expr] of Object.entries(dashboardQueries(file))) answers[refId] = await ask(expr);
      return answers;
    };
    const [walk, fleet] = [await dashboard('walk'), await dashboard('fleet')];
    const recording = { name, layer: truth.cause_layer, from: from * 1000, to: to * 1000, raw: { A: await ask(EVERYTHING) }, walk, fleet };
    const home = new URL('../recordings/', import.meta.url);
    mkdirSync(home, { recursive: true });
    writeFileSync(new URL(`${name}.json.gz`, home), gzipSync(JSON.stringify(recording), { level: 9 }));
    console.log(name, Object.entries(walk).map(([refId, { answer }]) => `${refId}:${answer.data.result.length}`).join(' '));
  } finally {
    await prometheus.stop();
    rmSync(tsdb, { recursive: true, force: true });
  }
}
