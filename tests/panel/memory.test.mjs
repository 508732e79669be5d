// What the panel keeps: one dataset for the same frames, none after it is gone, nothing more after a thousand refreshes.
import assert from 'node:assert/strict';
import { verdictOf } from './host/open.mjs';
import { stage, test } from './host/stage.mjs';
import { recording } from './recordings.mjs';
import { watch } from './watch.mjs';
import { panelFrames } from './wire.mjs';

const { from, to, walk } = recording('kv_exhaustion_brief');
const RUN = { series: panelFrames(walk), from, to, width: 900, height: 700 };

const own = stage({ before: watch });

const calls = async (part) => {
  const all = await own.host.page.evaluate(() => window.calls);
  return Object.entries(all).reduce((sum, [name, count]) => sum + (name.toLowerCase().includes(part) ? count : 0), 0);
};

const redraw = async (change) => {
  await own.host.draw(change);
  await own.host.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
};

test('the same frames are read once, however often options change', async () => {
  await redraw(RUN);
  await verdictOf(own.host.page);
  assert.equal(await calls('dataset_fromcolumns'), 1);
  await redraw({ options: { language: 'zh' } });
  await redraw({ options: { targets: { ttftSeconds: 3 } } });
  assert.equal(await calls('dataset_fromcolumns'), 1);
  assert.equal(await calls('dataset_export'), 3);
});

test('new frames free the old ones, and a panel that goes frees all', async () => {
  const [read, freed] = [await calls('dataset_fromcolumns'), await calls('dataset_free')];
  await redraw({ series: RUN.series, options: {} });
  assert.deepEqual([await calls('dataset_fromcolumns'), await calls('dataset_free')], [read + 1, freed + 1]);
  await own.host.page.evaluate(() => window.host.clear());
  assert.equal(await calls('dataset_free'), freed + 2);
});

test('after a panic there is a screen, and the next refresh works', async () => {
  await redraw(RUN);
  await verdictOf(own.host.page);
  await own.host.page.evaluate(() => (window.breakNext = 'dataset_export'));
  await redraw({ series: RUN.series });
  await own.host.page.waitForSelector('[data-code="panic"]');
  assert.match(await own.host.page.locator('[data-code="panic"]').innerText(), /mistake of its own.*next refresh/s);
  await redraw({ series: RUN.series });
  await verdictOf(own.host.page);
  await redraw({ options: { language: 'zh' } });
  assert.match((await verdictOf(own.host.page)).title, /\p{Script=Han}/u);
});

/** How long a thousand refreshes may take, ms: they need 30 s on two idle cores. */
const THOUSAND_MS = 300_000;

test('a thousand refreshes keep nothing', async () => {
  const measure = () =>
    own.host.page.evaluate(() => {
      window.gc();
      return { js: performance.memory.usedJSHeapSize / 2 ** 20, wasm: window.memory.buffer.byteLength / 2 ** 20, nodes: document.querySelectorAll('*').length };
    });
  const refresh = (times) =>
    own.host.page.evaluate(async (count) => {
      const { series } = window.host.asked;
      for (let done = 0; done < count; done += 1) {
        window.host.draw({ series });
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, times);
  await redraw({ ...RUN, options: {} });
  await refresh(100);
  const first = await measure();
  await refresh(1000);
  const last = await measure();
  console.log(`# 1,000 refreshes: JS heap ${first.js.toFixed(1)} → ${last.js.toFixed(1)} MiB, wasm ${first.wasm.toFixed(1)} → ${last.wasm.toFixed(1)} MiB`);
  assert.equal(last.wasm, first.wasm);
  assert.equal(last.nodes, first.nodes);
  assert.ok(last.js - first.js < 5, `the JS heap grew by ${last.js - first.js} MiB`);
}, THOUSAND_MS);
