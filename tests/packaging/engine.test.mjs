// The engine survives its own death: a trapped instance is replaced at the next call.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Tailwalk, TailwalkError } from '../../dist/npm/index.js';

const ROOT = new URL('../..', import.meta.url).pathname;
const text = (string) => new TextEncoder().encode(string);
const SCRAPE = text('# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{engine="0"} 1\n');
const read = (data = SCRAPE, language = 'en') => Tailwalk.read([{ name: 'scrape.txt', data }], language);

/** An address far outside of the instance's memory: whatever follows it must trap. */
const NOWHERE = 0xfffffff0;

/** More bytes than an instance can ever hold. */
const TOO_MANY = 0xf0000000;

async function refused(work, code) {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(error instanceof TailwalkError, String(error));
      assert.equal(error.code, code);
      assert.doesNotMatch(error.message, /RuntimeError|undefined|\{\w+\}/);
      return true;
    },
  );
}

test('a trap is a panic, loses what was read, and the next call works', async () => {
  const lost = await read();
  const trapped = await read();
  trapped.handle.__wbg_ptr = NOWHERE;
  await refused(() => trapped.analyze(), 'panic');
  await refused(() => lost.analyze(), 'lost');
  await refused(() => lost.export('text', { language: 'zh' }), 'lost');
  const fresh = await read();
  assert.equal(fresh.analyze().schema, 1);
  lost.free();
  trapped.free();
  assert.equal(fresh.analyze().schema, 1, 'freeing what was lost touches nobody else');
  fresh.free();
});

test('running out of memory is told apart from a panic, and the next call works', async () => {
  const huge = { length: TOO_MANY };
  await refused(() => read((async function* () { yield huge; })()), 'out_of_memory');
  const fresh = await read();
  assert.equal(fresh.analyze().schema, 1);
  fresh.free();
});

test('the core’s refusals carry its code and speak the asked language', async () => {
  await refused(() => read(text('')), 'empty');
  await refused(() => read(text('<!DOCTYPE html><title>Login</title>')), 'html');
  await refused(() => Tailwalk.read([]), 'no_samples');
  await assert.rejects(read(text(''), 'zh'), /空/);
  const dataset = await read();
  await refused(() => dataset.analyze({ noSuchOption: 1 }), 'bad_options');
  await refused(() => dataset.export('poem'), 'bad_options');
  dataset.free();
});

test('a caller’s mistake has a code and a sentence, and harms nobody', async () => {
  const [freed, other] = [await read(), await read()];
  freed.free();
  freed.free();
  await refused(() => freed.analyze(), 'freed');
  await refused(() => freed.export('text', { language: 'zh' }), 'freed');
  for (const inputs of [null, undefined, 7, 'a.json', [null], [undefined], [{ name: 'a' }], [{ data: SCRAPE }], [{ name: 'a', data: 'x' }]]) {
    await refused(() => Tailwalk.read(inputs), 'bad_input');
  }
  const none = new Float64Array();
  for (const columns of [[null, none, none], [[], null, none], [[], none, [1]]]) {
    await refused(() => Tailwalk.readColumns(...columns), 'bad_input');
  }
  const column = { name: 'vllm:num_requests_running', start: 0, length: 0 };
  const parts = [{ name: 7 }, { start: -1 }, { length: 0.5 }, { timesStart: '0' }, { labels: { a: 1 } }, { labels: null }, { refId: 1 }, { kind: 'delta' }];
  for (const wrong of [null, {}, ...parts.map((part) => ({ ...column, ...part }))]) {
    await refused(() => Tailwalk.readColumns([wrong], none, none), 'bad_input');
  }
  for (const language of ['fr', null, 7, '__proto__']) {
    await refused(() => read(SCRAPE, language), 'bad_options');
    await refused(() => Tailwalk.describe(language), 'bad_options');
  }
  for (const options of [
    null,
    'zh',
    { language: 'fr' },
    { fromMs: Number.NaN },
    { thresholds: [{ id: 'ttft_p99', warn: Number.NaN }] },
    { thresholds: [{ id: 'ttft_p99', critical: Number.POSITIVE_INFINITY }] },
  ]) {
    await refused(() => other.analyze(options), 'bad_options');
  }
  assert.throws(() => other.analyze({ language: 'fr' }), /^TailwalkError: there is no language 'fr', only en and zh$/);
  assert.equal(other.analyze().schema, 1);
  other.free();
});

test('a report is plain data: no Map, no undefined, no NaN', async () => {
  const dataset = await read();
  const report = dataset.analyze();
  assert.deepEqual(report, JSON.parse(JSON.stringify(report)));
  assert.deepEqual(report, JSON.parse(dataset.export('json')));
  dataset.free();
});

test('chunks, streams and whole files give the same report', async () => {
  const pieces = [SCRAPE.subarray(0, 10), SCRAPE.subarray(10, 11), SCRAPE.subarray(11)];
  const whole = await read();
  for (const data of [
    (async function* () { yield* pieces; })(),
    ReadableStream.from(pieces),
    new Blob(pieces).stream(),
  ]) {
    const other = await read(data);
    assert.deepEqual(other.analyze(), whole.analyze());
    other.free();
  }
  whole.free();
});

test('where WebAssembly is switched off, one sentence says so', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--no-expose-wasm', 'dist/npm/cli.js', 'describe', '--lang', 'en'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  assert.equal(status, 2);
  assert.match(stderr, /^tailwalk: There is no usable WebAssembly here.*\n$/);
});
