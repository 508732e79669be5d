// What the built panel shows in Grafana's own packages when there is nothing, little, too much or something hostile to show.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../page/browser.mjs';
import { VERSIONS } from './host/build.mjs';
import { verdictOf } from './host/open.mjs';
import { stage, test } from './host/stage.mjs';
import { ROOT } from './load.mjs';
import { recording } from './recordings.mjs';
import { panelFrames } from './wire.mjs';

const { from, to, walk, raw } = recording('kv_exhaustion');
const RUN = { series: panelFrames(walk), from, to, state: 'Done', errors: undefined, options: {}, theme: 'dark', targets: [], defaults: {}, timeZone: 'utc', variables: {}, width: 900, height: 700 };

const own = stage();

/** Draws into an empty page and hands over the page. */
async function fresh(change) {
  own.host.trouble.length = 0;
  await own.host.page.evaluate(() => window.host.clear());
  await own.host.draw({ ...RUN, ...change });
  return own.host.page;
}

const text = (page, selector) => page.locator(selector).first().innerText();

test('React is the one that this Grafana hands out', async (t) => {
  t.diagnostic(`Grafana ${VERSIONS['@grafana/data']}, React ${VERSIONS.react}`);
  assert.equal(await own.host.page.evaluate(() => window.host.react), VERSIONS.react);
});

test('every name that the panel imports is handed out', async () => {
  const { names } = await own.host.page.evaluate(() => ({ names: window.host.names }));
  const missing = importsOfGrafana().filter(([name, from]) => !names[from].includes(name));
  assert.deepEqual(missing, []);
});

/** What the panel's sources import of Grafana's packages, without types: `[name, package]`. */
function importsOfGrafana() {
  const sources = readdirSync(`${ROOT}plugin/src`, { recursive: true, encoding: 'utf8' }).filter((path) => /^(module\.ts|(panel|view)[/\\].*\.tsx?)$/.test(path));
  const text = sources.map((path) => readFileSync(`${ROOT}plugin/src/${path}`, 'utf8')).join('\n');
  const found = [...text.matchAll(/import \{([^}]*)\} from '(@grafana\/\w+)'/g)].flatMap(([, names, from]) =>
    names.split(',').map((name) => [name.trim().replace(/ as .*/, ''), from]),
  );
  const values = found.filter(([name]) => name !== '' && !name.startsWith('type '));
  assert.ok(values.some(([, from]) => from === '@grafana/data') && values.some(([, from]) => from === '@grafana/ui'), 'no imports found');
  return values;
}

test('the module exports the plugin and nothing else', () => {
  assert.deepEqual(own.host.loaded, { keys: ['plugin'], isPanel: true });
});

for (const policy of ['none', 'grafana', 'wasmOnly']) {
  for (const base of ['', '/monitoring/grafana']) {
    test(`works under the policy ${policy} at "${base}/" with one request for itself`, async (t) => {
      const other = await own.open(t, { policy, base });
      await other.draw(RUN);
      assert.equal((await verdictOf(other.page)).severity, 'critical');
      const { origin } = new URL(other.page.url());
      assert.deepEqual(other.requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url)), []);
      assert.equal(other.requests.filter((url) => url.includes('/public/plugins/')).length, 1);
      assert.deepEqual(other.trouble, []);
    });
  }
}

test('works when the module comes from another origin', async (t) => {
  const other = await own.open(t, { elsewhere: true });
  await other.draw(RUN);
  assert.equal((await verdictOf(other.page)).severity, 'critical');
  assert.deepEqual(other.trouble, []);
});

test('a policy that forbids WebAssembly is named with its directive', async (t) => {
  const other = await own.open(t, { policy: 'noWasm' });
  await other.draw(RUN);
  await other.page.waitForSelector('[data-code="csp"]');
  const said = await text(other.page, '[data-code="csp"]');
  assert.match(said, /'wasm-unsafe-eval'.*script-src/s);
  assert.match(said, /content_security_policy_template/);
  assert.equal(await other.page.locator('[data-code="csp"] a').count(), 0);
  const link = async (offlinePage) => {
    await other.draw({ options: { offlinePage } });
    return other.page.locator('[data-code="csp"] a').getAttribute('href');
  };
  assert.equal(await link('https://wiki.test/tailwalk.html'), 'https://wiki.test/tailwalk.html');
  assert.equal(await link('javascript:alert(1)'), 'about:blank');
});

test("Grafana's language is the panel's, unless another is chosen", async (t) => {
  const other = await own.open(t, { language: 'zh-Hans' });
  await other.draw(RUN);
  const chinese = await verdictOf(other.page);
  assert.match(chinese.headline, /\p{Script=Han}/u);
  await other.draw({ options: { language: 'en' } });
  await other.page.waitForSelector('.tw-panel[lang="en"]');
  const english = await verdictOf(other.page);
  assert.doesNotMatch(english.headline, /\p{Script=Han}/u);
  assert.equal(english.severity, chinese.severity);
});

test('while the first answer is awaited it says so', async () => {
  const page = await fresh({ series: [], state: 'Loading' });
  assert.match(await text(page, '.tw-panel-wait[role="status"]'), /Waiting for the data source/);
});

test('while a refresh is loading the last verdict stays', async () => {
  const page = await fresh({});
  await verdictOf(page);
  await own.host.draw({ state: 'Loading' });
  assert.equal((await verdictOf(page)).severity, 'critical');
});

/** Draws without a verdict; `broken` is the rung that must stand out, with its answer. */
function checkNoData(title, change, broken) {
  test(`no data: ${title}`, async () => {
    const page = await fresh(change);
    await page.waitForSelector('[data-state="no-data"]');
    assert.match(await text(page, '.tw-panel-rungs li[data-ok="false"]'), broken);
    assert.equal(await page.locator('li[data-ok="false"]').count(), 1);
    assert.deepEqual(own.host.trouble, []);
  });
}

const frame = (fields, values, rest = {}) => ({ schema: { refId: 'A', fields, ...rest }, data: { values } });
const series = (name, labels, values) =>
  frame([{ name: 'Time', type: 'time' }, { name, type: 'number', labels }], [values.map((_, index) => from + index * 5000), values]);

checkNoData('the source does not answer', { series: [], state: 'Error', errors: [{ refId: 'B', message: 'bad gateway' }] }, /data source answer\? No: B: bad gateway/);
checkNoData('no query', { series: [] }, /there is no query/);
checkNoData('no series', { series: [frame([], [])], targets: [{ refId: 'A' }] }, /find series\? No: A answered without any series/);
checkNoData('no names', { series: [series('Value', {}, [1, 2])] }, /Metric names.*A=vllm:/s);
checkNoData('a computed percentile', { series: [series('Value', {}, [1, 2])], targets: [{ refId: 'A', expr: 'histogram_quantile(0.9, x_bucket)' }] }, /computes a percentile/);
checkNoData('another model', { options: { model: 'gpt-2' } }, /gpt-2 is not among lab\/tiny-llama/);
checkNoData('no engine', { series: [series('node_load1', { __name__: 'node_load1' }, [1, 2])] }, /inference engine.*node_/s);
checkNoData('no samples', { series: [series('vllm:a_b', { __name__: 'vllm:num_requests_running' }, [null, null])] }, /no sample/);

test('errors beside series: the verdict stands, the failed query is named', async () => {
  const page = await fresh({ errors: [{ refId: 'D', message: '<i>timeout</i>' }] });
  await verdictOf(page);
  assert.match(await text(page, '.tw-panel-partial'), /D: <i>timeout<\/i>/);
});

test('what was left out is remarked', async () => {
  const page = await fresh({ series: [...RUN.series, { ...series('Value', {}, [1, 2]), schema: { ...series('Value', {}, [1]).schema, refId: 'Q' } }] });
  await verdictOf(page);
  assert.match(await text(page, '.tw-panel-remarks'), /1 remark/);
});

test('hostile labels are text', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'\u202eabc${'long'.repeat(2500)}`;
  const changed = JSON.parse(JSON.stringify(recording('bad_replica').raw).replaceAll('127.0.0.1:8102', JSON.stringify(hostile).slice(1, -1)));
  const page = await fresh({ series: panelFrames(changed) });
  const { headline } = await verdictOf(page);
  assert.match(headline, /^<img src=x onerror=alert\(1\)>/);
  assert.ok(headline.length < 400, headline);
  assert.equal(await page.locator('.tw-panel img').count(), 0);
  assert.deepEqual(own.host.trouble, []);
});

test('decimals of the standard options hold', async () => {
  const page = await fresh({ defaults: { decimals: 4 } });
  await verdictOf(page);
  assert.match(await text(page, '.tw-proof-value'), /\.\d{4}/);
  assert.match(await page.locator('.tw-percentiles td[data-label="Mean"]').first().textContent(), /\.\d{4}/);
});

for (const [title, change] of [
  ['a language that is none', { options: { language: 'fr' } }],
  ['no language', { options: { language: '' } }],
  ['decimals below zero', { defaults: { decimals: -3 } }],
  ['more decimals than there are', { defaults: { decimals: 101 } }],
  ['queries that are none', { targets: [null, {}, { refId: 'A', expr: null }, 'x'] }],
]) {
  test(`a dashboard written by hand: ${title}`, async () => {
    const page = await fresh(change);
    assert.equal((await verdictOf(page)).severity, 'critical');
    assert.deepEqual(own.host.trouble, []);
  });
}

test("Grafana's thresholds are limits of TTFT, in their own colours", async () => {
  const steps = [{ value: null, color: '#00ff00' }, { value: 15, color: '#0000ff' }, { value: 45, color: '#ff00ff' }];
  const page = await fresh({ height: 2600, defaults: { thresholds: { mode: 'absolute', steps } } });
  await verdictOf(page);
  const colour = (name) => page.evaluate((variable) => getComputedStyle(document.querySelector('.tw-panel')).getPropertyValue(variable), name);
  assert.deepEqual([await colour('--tw-ok'), await colour('--tw-warn'), await colour('--tw-critical')], ['#00ff00', '#0000ff', '#ff00ff']);
  await page.setViewportSize({ width: 1000, height: 2700 });
  await page.waitForSelector('.tw-plot-limit');
  const limits = await page.locator('.tw-plot-limit').allTextContents();
  assert.deepEqual([15, 45].filter((limit) => !limits.some((text) => text.startsWith(`${limit} s`))), [], String(limits));
});

test('times are those of the dashboard', async () => {
  const page = await fresh({});
  await verdictOf(page);
  const hours = async () => Number(/\d (\d\d):\d\d:\d\d/.exec(await text(page, '.tw-facts'))[1]);
  const utc = await hours();
  await own.host.draw({ timeZone: 'Asia/Kolkata' });
  await page.waitForFunction((hour) => !document.querySelector('.tw-facts').textContent.includes(` ${hour}:`), String(utc).padStart(2, '0'));
  assert.doesNotMatch(await text(page, '.tw-facts'), /UTC/);
  const changes = await page.locator('.tw-section-timeline .tw-list').allInnerTexts();
  assert.match(String(changes), /2026-11-30 \d\d:\d\d:\d\d/);
  assert.doesNotMatch(String(changes), /UTC/);
  assert.ok([5, 6, -18, -19].includes((await hours()) - utc));
});

test('replicas taken together are none to compare', async () => {
  const replicas = recording('bad_replica');
  const page = await fresh({ series: panelFrames(replicas.raw), from: replicas.from, to: replicas.to, height: 2600 });
  await verdictOf(page);
  assert.ok((await page.locator('.tw-section-replicas tbody tr').count()) > 1);
  await own.host.draw({ options: { grouping: 'fleet' } });
  await page.waitForSelector('.tw-section-replicas', { state: 'detached' });
  assert.equal(await page.locator('.tw-verdict-headline').count(), 1);
});

test('a target is drawn where it stands', async () => {
  const page = await fresh({ height: 2600, options: { targets: { ttftSeconds: 40 } } });
  await verdictOf(page);
  await page.setViewportSize({ width: 1000, height: 2700 });
  await page.waitForSelector('.tw-plot-limit');
  const limits = await page.locator('.tw-plot-limit').allTextContents();
  assert.ok(limits.some((limit) => limit.includes('40')), String(limits));
});

test('a chart is drawn when it comes in sight', async () => {
  const page = await fresh({ height: 400 });
  await verdictOf(page);
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.tw-plot').count(), 0);
  await page.locator('.tw-section-charts').scrollIntoViewIfNeeded();
  await page.waitForSelector('.tw-plot');
  await page.locator('.tw-verdict').scrollIntoViewIfNeeded();
  await page.waitForSelector('.tw-plot', { state: 'detached' });
});

const SIZES = [[304, 106], [304, 220], [460, 106], [700, 144], [616, 448], [928, 372], [1864, 828]];
for (const [width, height] of SIZES) {
  test(`at ${width} × ${height} verdict and ladder are in sight`, async () => {
    const page = await fresh({ width, height });
    await verdictOf(page);
    const seen = await page.evaluate(() => {
      const inside = (element) => {
        const box = element.getBoundingClientRect();
        const home = document.querySelector('.tw-panel').getBoundingClientRect();
        return box.width > 0 && box.height > 0 && box.top >= home.top - 1 && box.bottom <= home.bottom + 1 && box.right <= home.right + 1;
      };
      const shown = (selector) => [...document.querySelectorAll(selector)].filter(inside).length;
      const panel = document.querySelector('.tw-panel');
      return { words: shown('.tw-verdict-title, .tw-verdict-headline'), rungs: shown('.tw-rung .tw-stage-title'), wide: panel.scrollWidth - panel.clientWidth };
    });
    assert.ok(seen.words > 0, 'no verdict');
    assert.ok(seen.rungs >= (height > 700 || height < 400 ? 5 : 1), `${seen.rungs} rungs`);
    assert.equal(seen.wide, 0);
  });
}

test('readable for a screen reader', async () => {
  const page = await fresh({});
  await verdictOf(page);
  const faults = await audit(page);
  // The title above the panel is Grafana's own.
  assert.deepEqual(faults.filter((fault) => fault !== 'heading skips a level: Why is the first token late?'), []);
});

test("the dashboard's cross-hair moves ours, and ours the dashboard's", async () => {
  const page = await fresh({ height: 2600 });
  await verdictOf(page);
  const moment = (from + to) / 2;
  await page.evaluate((time) => {
    window.heard = [];
    const { bus, data } = window.host;
    bus.getStream(data.DataHoverEvent).subscribe(({ payload }) => window.heard.push(payload.point.time));
    bus.publish(new data.DataHoverEvent({ point: { time } }));
  }, moment);
  await page.waitForFunction(() => document.querySelector('.tw-legend-time')?.textContent !== '');
  await page.setViewportSize({ width: 1000, height: 2700 });
  // What comes into sight is drawn and moves the rest: the mouse goes where the picture is by then.
  const plot = page.locator('.tw-plot-lines').first();
  for (let step = 0; (await page.evaluate(() => window.heard.length)) < 2; step = (step + 1) % 8) {
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    await page.mouse.move(box.x + box.width / 4 + step, box.y + box.height / 2);
    await page.waitForTimeout(50);
  }
  const heard = await page.evaluate(() => window.heard);
  assert.ok(heard.at(-1) > from && heard.at(-1) < moment, String(heard));
});

async function brush(page, from = 0.1) {
  await page.setViewportSize({ width: 1000, height: 2700 });
  const box = await page.locator('.tw-plot-lines').first().boundingBox();
  await page.mouse.move(box.x + box.width * from, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 20, { steps: 5 });
  await page.mouse.up();
}

test('a brushed stretch is examined, and given up again', async () => {
  const page = await fresh({ height: 2600 });
  const { headline } = await verdictOf(page);
  await brush(page);
  await page.waitForSelector('.tw-panel-focus');
  assert.notEqual((await verdictOf(page)).headline, headline);
  await own.host.draw({ series: panelFrames(recording('surge').walk) });
  await page.waitForSelector('.tw-panel-focus', { state: 'detached' });
  await own.host.draw({ series: RUN.series });
  await page.click('.tw-panel-focus button');
  await page.waitForSelector('.tw-panel-focus', { state: 'detached' });
  assert.equal((await verdictOf(page)).headline, headline);
});

test('a brushed stretch that holds the start of the range is not compared with it', async () => {
  const page = await fresh({ height: 2600, options: { baseline: 'start' } });
  await verdictOf(page);
  await brush(page, 0);
  await page.waitForSelector('.tw-panel-focus', { timeout: 5000 });
  await verdictOf(page);
  assert.doesNotMatch(await page.locator('.tw-report').textContent(), /The reference shares/);
});

test('with the option a brushed stretch zooms the dashboard', async () => {
  const page = await fresh({ height: 2600, options: { brush: 'zoom' } });
  await verdictOf(page);
  await brush(page);
  const [range] = await page.evaluate(() => window.host.ranges);
  assert.ok(range.from >= from && range.to <= to && range.from < range.to);
  assert.equal(await page.locator('.tw-panel-focus').count(), 0);
});

/** What the command line says about one capture against another. */
function verdictAgainst(data, reference) {
  const folder = mkdtempSync(join(tmpdir(), 'tailwalk-reference-'));
  const [file, good] = [data, reference].map((answer, at) => {
    const path = join(folder, `${at}.json`);
    writeFileSync(path, JSON.stringify({ status: 'success', ...answer }));
    return path;
  });
  const { stdout, stderr } = spawnSync(process.execPath, [`${ROOT}dist/npm/cli.js`, 'analyze', file, '--reference-file', good, '--json', '--fail-on', 'never'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.notEqual(stdout, '', stderr);
  const { headline, title, severity } = JSON.parse(stdout).verdict;
  return { headline, title, severity };
}

const TROUBLE = cut(raw.A.answer, from + 125_000, from + 245_000);

for (const [title, good] of [
  ['before', cut(raw.A.answer, 0, from + 100_000)],
  ['after, when the counters are higher', cut(raw.A.answer, from + 260_000, to)],
  ['of the trouble itself', TROUBLE],
]) {
  test(`a second query is the reference, as a file is one to the command line: times ${title}`, async () => {
    const page = await fresh({
      series: [...panelFrames({ A: { ...raw.A, answer: TROUBLE } }), ...panelFrames({ B: { ...raw.A, answer: good } })],
      options: { baseline: 'query', referenceQuery: 'B' },
    });
    const said = await verdictOf(page);
    assert.deepEqual(said, verdictAgainst(TROUBLE, good));
    assert.match(said.title, /KV cache/);
    await own.host.draw({ options: { baseline: 'query', referenceQuery: 'Z' } });
    await page.waitForSelector('.tw-panel-remarks');
    await page.click('.tw-panel-remarks summary');
    assert.match(await text(page, '.tw-panel-remarks'), /Query Z was chosen as the reference/);
  });
}

test('the start of the time range is the reference', async () => {
  const page = await fresh({ options: { baseline: 'start' } });
  await verdictOf(page);
  const window = await page.evaluate(() => [...document.querySelectorAll('.tw-facts > div')].at(-1).textContent);
  await own.host.draw({ options: {} });
  await verdictOf(page);
  assert.notEqual(await page.evaluate(() => [...document.querySelectorAll('.tw-facts > div')].at(-1).textContent), window);
});

test('the model may be a variable of the dashboard', async () => {
  const page = await fresh({ options: { model: '$model' } });
  await page.waitForSelector('[data-state="no-data"]');
  await own.host.draw({ variables: { model: 'lab/tiny-llama' } });
  assert.equal((await verdictOf(page)).severity, 'critical');
  await own.host.draw({ variables: {} });
});

function cut(answer, first, last) {
  const inside = ([time]) => time * 1000 >= first && time * 1000 <= last;
  const result = answer.data.result.map((one) => ({ ...one, values: one.values.filter(inside) })).filter(({ values }) => values.length > 0);
  return { data: { resultType: 'matrix', result } };
}

test('a report can be taken away', async () => {
  await own.host.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await fresh({});
  const { headline } = await verdictOf(page);
  await page.click('.tw-panel-copies button:last-child');
  await page.waitForFunction(() => document.querySelector('.tw-panel-copies button:last-child').textContent === 'Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^#/);
  assert.ok(copied.includes(headline.slice(0, 20)));
});

test('the numbers can be run again in Explore', async () => {
  const datasource = { uid: 'mine', type: 'prometheus' };
  const page = await fresh({ targets: [{ refId: 'A', datasource }, { refId: 'B', datasource }] });
  await verdictOf(page);
  const link = new URL(await page.locator('.tw-panel-copies a').getAttribute('href'), page.url());
  const [{ datasource: asked, queries, range }] = Object.values(JSON.parse(link.searchParams.get('panes')));
  assert.equal(link.pathname, '/explore');
  assert.equal(asked, 'mine');
  assert.ok(queries.length >= 2 && queries.every(({ expr }) => /vllm:/.test(expr)), JSON.stringify(queries));
  assert.ok(Number(range.from) >= from && Number(range.to) <= to);
  await own.host.draw({ targets: [{ refId: 'A', datasource }, { refId: 'B', datasource: { uid: 'other', type: 'prometheus' } }] });
  await page.waitForSelector('.tw-panel-copies a', { state: 'detached' });
});

test('suggested for engines, and only for them', async () => {
  const offered = await own.host.page.evaluate((asked) => {
    const { plugin, data } = window.host;
    // Grafana 12.3 never asks: there must be nothing that it could stumble over.
    if (data.getPanelDataSummary === undefined) return plugin.getSuggestionsSupplier() ?? [1, 0, 0];
    return asked.map((list) => {
      const frames = list.map((one) => data.dataFrameFromJSON(one));
      return plugin.getSuggestions(data.getPanelDataSummary(frames))?.length ?? 0;
    });
  }, [RUN.series.slice(0, 3), [series('node_load1', { __name__: 'node_load1' }, [1])], []]);
  assert.deepEqual(offered, [1, 0, 0]);
});
