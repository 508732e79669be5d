// For each real run: the panel, fed with what a real Prometheus answered, says what the command line says about the file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictOf } from './host/open.mjs';
import { stage, test } from './host/stage.mjs';
import { ROOT } from './load.mjs';
import { dashboardQueries } from './queries.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { panelFrames } from './wire.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tailwalk-verdicts-'));
const own = stage();

/** The verdict of the command line on the answer of one query as a file. */
function verdictOfFile({ name, raw }) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(raw.A.answer));
  const { stdout, stderr } = spawnSync(process.execPath, [`${ROOT}dist/npm/cli.js`, 'analyze', '--json', '--fail-on', 'never', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.notEqual(stdout, '', stderr);
  const { title, headline, severity } = JSON.parse(stdout).verdict;
  return { headline, title, severity };
}

const CASES = [
  ['every series', 'raw'],
  ["the dashboard's queries", 'walk'],
];

test('the recorded queries are those of the shipped dashboards', () => {
  for (const name of RECORDINGS) {
    const { walk, fleet } = recording(name);
    const expressions = (queries) => Object.fromEntries(Object.entries(queries).map(([refId, { expr }]) => [refId, expr]));
    assert.deepEqual([expressions(walk), expressions(fleet)], [dashboardQueries('walk'), dashboardQueries('fleet')], name);
  }
});

for (const name of RECORDINGS) {
  const asked = recording(name);
  const expected = verdictOfFile(asked);
  for (const [title, queries] of CASES) {
    test(`${name}: ${title}`, async (t) => {
      await own.host.page.evaluate(() => window.host.clear());
      await own.host.draw({ series: panelFrames(asked[queries]), from: asked.from, to: asked.to, width: 900, height: 700 });
      const found = await verdictOf(own.host.page);
      t.diagnostic(`${found.severity}: ${found.title}`);
      assert.deepEqual(found, expected);
      assert.deepEqual(own.host.trouble, []);
    });
  }
}
