// Puts a real Prometheus behind the panel: for each real run, what the shipped dashboards say in Chromium, and what the
// command line says about a file from the same Prometheus, taken as the README tells people to.
//   node tests/panel/record/live.mjs             the recordings of this repository, as docker-compose.yaml loads them
//   node tests/panel/record/live.mjs FOLDER …    the runs themselves: each folder holds tsdb-5s.tar.gz and truth.json
// It needs a build, prometheus and promtool.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, openHost, verdictOf } from '../host/open.mjs';
import { ROOT } from '../load.mjs';
import { dashboardQueries } from '../queries.mjs';
import { RECORDINGS } from '../recordings.mjs';
import { panelFrames } from '../wire.mjs';
import { askAll, SCRAPE_SECONDS, withRecording, withRun } from './run.mjs';

/** What the README tells people to take a file of. */
const CAPTURED = '{__name__=~"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*"}';

/** Steps: each scrape, and the interval of the dashboards' panels, at which Grafana asks for short ranges. */
const STEPS = [SCRAPE_SECONDS, 15];

/** The verdict of the command line on the raw samples of the run. */
async function verdictOfFile(prometheus, from, to) {
  const folder = mkdtempSync(join(tmpdir(), 'tailwalk-live-'));
  const file = join(folder, 'capture.json');
  writeFileSync(file, await prometheus.instant(`${CAPTURED}[${to - from}s]`, to));
  const { stdout, stderr } = spawnSync(process.execPath, [`${ROOT}dist/npm/cli.js`, 'analyze', '--json', '--fail-on', 'never', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  rmSync(folder, { recursive: true });
  if (stdout === '') throw new Error(stderr);
  const { title, headline, severity } = JSON.parse(stdout).verdict;
  return { title, headline, severity };
}

/** The verdict of the panel on a dashboard's queries. */
async function verdictOfPanel(host, prometheus, dashboard, from, to, step) {
  const answers = await askAll(prometheus, dashboardQueries(dashboard), Math.floor(from / step) * step, to, step);
  await host.page.evaluate(() => window.host.clear());
  await host.draw({ series: panelFrames(answers), from: from * 1000, to: to * 1000, width: 900, height: 700 });
  return verdictOf(host.page);
}

const isSame = (one, other) => one.title === other.title && one.severity === other.severity;
const spell = ({ severity, title, headline }) => `${severity}: ${title}. ${headline}`;

const folders = process.argv.slice(2);
const [runs, withIt] = folders.length > 0 ? [folders, withRun] : [RECORDINGS, withRecording];
const browser = await launch();
const host = await openHost(browser);
let differing = 0;
try {
  for (const run of runs) {
    await withIt(run, async ({ name, from, to, prometheus }) => {
      const file = await verdictOfFile(prometheus, from, to);
      console.log(`${name}\n  file          ${spell(file)}`);
      for (const [dashboard, step] of ['walk', 'fleet'].flatMap((one) => STEPS.map((step) => [one, step]))) {
        const panel = await verdictOfPanel(host, prometheus, dashboard, from, to, step);
        // Only the walk with every scrape must agree: a coarser step leaves less to compare with, and sums of rates
        // over a fleet cannot tell one replica or a restart. What they say is shown.
        if (dashboard === 'walk' && step === SCRAPE_SECONDS && !isSame(panel, file)) differing += 1;
        const said = isSame(panel, file) ? `same${panel.headline === file.headline ? ', to the word' : `. ${panel.headline}`}` : spell(panel);
        console.log(`  ${dashboard.padEnd(5)} ${String(step).padStart(3)} s   ${said}`);
      }
    });
  }
} finally {
  if (host.trouble.length > 0) console.log(host.trouble);
  await host.close();
  await browser.close();
}
console.log(differing === 0 ? 'the walk with every scrape says what the files say' : `the walk says something else than ${differing} files`);
if (differing > 0) process.exitCode = 1;
