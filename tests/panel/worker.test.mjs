// Many samples are judged in a worker, where there may be one, with the same answer; whatever happens to it, the panel goes on.
import assert from 'node:assert/strict';
import { verdictOf } from './host/open.mjs';
import { stage, test } from './host/stage.mjs';
import { slide, stretched } from './stretched.mjs';
import { watchAll } from './watch.mjs';

/** Just above the number from which on a worker is worth it. */
const MANY = { ...stretched({ replicas: 8, hours: 1, step: 60 }), width: 900, height: 700, state: 'Done', options: {} };

const own = stage({ before: watchAll });

/** Draws the next refresh and hands over what it says. */
async function refresh(page) {
  await page.evaluate(slide);
  await page.evaluate(() => window.host.draw({}));
  return verdictOf(page);
}

/** A page whose panel works in a worker. */
async function inWorker() {
  const { page } = own.host;
  await page.evaluate(() => window.host.clear());
  await own.host.draw(MANY);
  await verdictOf(page);
  for (let tries = 0; tries < 100; tries += 1) {
    await refresh(page);
    const [worker] = page.workers();
    if (worker !== undefined && (await callsIn(worker)) > 0) return { page, worker };
    await page.waitForTimeout(50);
  }
  throw new Error('no worker took the samples');
}

const callsIn = (place) => place.evaluate(() => globalThis.calls?.dataset_fromColumns ?? 0);

test('the first answer is made here, later ones in the worker, and they are the same', async () => {
  const { page, worker } = await inWorker();
  const here = await callsIn(page);
  const there = await callsIn(worker);
  const remote = await refresh(page);
  assert.deepEqual([await callsIn(page), await callsIn(worker)], [here, there + 1]);
  await page.evaluate(() => {
    const { host } = window;
    host.clear();
    const own = globalThis.Worker;
    globalThis.Worker = undefined;
    host.draw({});
    globalThis.Worker = own;
  });
  assert.deepEqual(await verdictOf(page), remote);
  assert.equal(await callsIn(page), here + 1);
  assert.deepEqual(own.host.trouble, []);
});

test('the report can be copied out of the worker', async () => {
  await own.host.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = await inWorker();
  const { headline } = await verdictOf(page);
  await page.click('.tw-panel-copies button:last-child');
  await page.waitForFunction(() => document.querySelector('.tw-panel-copies button:last-child').textContent === 'Copied');
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(headline.slice(0, 20)));
});

test('other options are asked of the samples that are there', async () => {
  const { page, worker } = await inWorker();
  const there = await callsIn(worker);
  await own.host.draw({ options: { language: 'zh' } });
  assert.match((await verdictOf(page)).headline, /\p{Script=Han}/u);
  assert.equal(await callsIn(worker), there);
});

test('with the last panel the worker goes', async () => {
  const { page } = await inWorker();
  await page.evaluate(() => window.host.clear());
  for (let tries = 0; page.workers().length > 0 && tries < 100; tries += 1) await page.waitForTimeout(20);
  assert.equal(page.workers().length, 0);
});

for (const call of ['dataset_fromColumns', 'dataset_export']) {
  test(`after a panic of ${call} in the worker there is a screen, and the next refresh works`, async () => {
    const { page, worker } = await inWorker();
    const { severity } = await verdictOf(page);
    await worker.evaluate((name) => (globalThis.breakNext = name), call);
    await page.evaluate(slide);
    await page.evaluate(() => window.host.draw({}));
    await page.waitForSelector('[data-code="panic"]');
    assert.equal((await refresh(page)).severity, severity);
    assert.equal(await page.locator('[data-code="panic"]').count(), 0);
  });
}

test('a thousand refreshes keep nothing in page or worker', async () => {
  const { page, worker } = await inWorker();
  const measure = async () => {
    const here = await page.evaluate(() => {
      window.gc();
      return { js: performance.memory.usedJSHeapSize / 2 ** 20, nodes: document.querySelectorAll('*').length };
    });
    return { ...here, wasm: (await worker.evaluate(() => globalThis.memory.buffer.byteLength)) / 2 ** 20 };
  };
  const refreshes = (times) =>
    page.evaluate(async (count) => {
      const answer = document.querySelector('.tw-panel-answer');
      for (let done = 0; done < count; done += 1) {
        // New arrays with the same samples.
        window.host.frames = window.host.frames.map((frame) => ({ ...frame, fields: frame.fields.map((field) => ({ ...field, values: field.values.slice() })) }));
        window.host.draw({});
        while (answer.getAttribute('aria-busy') === 'true') await new Promise((resolve) => setTimeout(resolve));
      }
    }, times);
  await refreshes(100);
  const first = await measure();
  const there = await callsIn(worker);
  await refreshes(1000);
  const last = await measure();
  console.log(`# 1,000 refreshes: JS heap ${first.js.toFixed(1)} → ${last.js.toFixed(1)} MiB, wasm ${first.wasm.toFixed(1)} → ${last.wasm.toFixed(1)} MiB`);
  assert.equal((await callsIn(worker)) - there, 1000);
  assert.equal(last.wasm, first.wasm);
  assert.equal(last.nodes, first.nodes);
  assert.ok(last.js - first.js < 5, `the JS heap grew by ${last.js - first.js} MiB`);
}, 300_000);

test('a worker that breaks is replaced by this thread, at once and for good', async () => {
  const { page, worker } = await inWorker();
  const here = await callsIn(page);
  await worker.evaluate(() => void setTimeout(() => { throw new Error('broken'); }));
  await page.waitForTimeout(100);
  await refresh(page);
  await refresh(page);
  assert.equal(await callsIn(page), here + 2);
  assert.equal(page.workers().length, 0);
});

test('where the policy refuses a worker, this thread does it', async (t) => {
  const other = await own.open(t, { policy: 'wasmOnly' });
  await other.draw(MANY);
  const { severity } = await verdictOf(other.page);
  for (let more = 0; more < 3; more += 1) assert.equal((await refresh(other.page)).severity, severity);
  assert.equal(other.page.workers().length, 0);
  assert.deepEqual(other.trouble.filter((line) => !/Creating a worker from 'blob:|Refused to create a worker/.test(line)), []);
});
