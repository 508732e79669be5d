// Makes the recordings of tests/panel/recordings out of the TSDBs of real runs, with a real Prometheus:
//   node tests/panel/record/record.mjs FOLDER …
// Each folder holds tsdb-5s.tar.gz and truth.json, and gives one file of its name.
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dashboardQueries } from '../queries.mjs';
import { ask, askAll, SCRAPE_SECONDS, withRun } from './run.mjs';

const EVERYTHING = '{__name__=~"vllm:.*|up|process_.*",__name__!~".*_created"}';

for (const folder of process.argv.slice(2)) {
  await withRun(folder, async ({ name, truth, from, to, prometheus }) => {
    const range = [from, to, SCRAPE_SECONDS];
    const raw = { A: await ask(prometheus, EVERYTHING, ...range) };
    const walk = await askAll(prometheus, dashboardQueries('walk'), ...range);
    const fleet = await askAll(prometheus, dashboardQueries('fleet'), ...range);
    const recording = { name, layer: truth.cause_layer, from: from * 1000, to: to * 1000, raw, walk, fleet };
    const home = new URL('../recordings/', import.meta.url);
    mkdirSync(home, { recursive: true });
    writeFileSync(new URL(`${name}.json.gz`, home), gzipSync(JSON.stringify(recording), { level: 9 }));
    console.log(name, Object.entries(walk).map(([refId, { answer }]) => `${refId}:${answer.data.result.length}`).join(' '));
  });
}
