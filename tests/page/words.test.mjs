import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { WORDS, PAGE_WORDS } = await load(`
  export { WORDS } from 'plugin/src/view/words';
  export { PAGE_WORDS } from 'plugin/src/page/words';
`);

/** Words that are the same in both languages: names and units. */
const NAMES = new Set(['TTFT', 'GPU', 'KV', 'TTFT P99', 'UTC', 'Markdown', 'JSON', '--max-num-seqs', 's']);

/** Every word with its path; a function counts as the sentence it makes. */
function flatten(words, path = '') {
  return Object.entries(words).flatMap(([key, value]) => {
    const name = `${path}${key}`;
    if (typeof value === 'object') {
      return flatten(value, `${name}.`);
    }
    return [[name, typeof value === 'function' ? value(1, 2) : value]];
  });
}

function check(table) {
  const en = flatten(table.en);
  const zh = new Map(flatten(table.zh));
  assert.deepEqual([...zh.keys()].sort(), en.map(([name]) => name).sort());
  for (const [name, text] of en) {
    const other = zh.get(name);
    assert.ok(text.trim() !== '' && other.trim() !== '', `${name} is empty`);
    assert.ok(!/[\u4e00-\u9fff]/.test(text), `${name} is not English: ${text}`);
    assert.ok(NAMES.has(text) || text !== other, `${name} is not translated: ${text}`);
  }
}

test('the words of the view are complete in both languages', () => check(WORDS));
test('the words of the page are complete in both languages', () => check(PAGE_WORDS));

test('each layer and each link of a chain has a short name', () => {
  const layers = `none traffic queue kv_cache preemption prefill prefix_cache decode_load gpu_compute api_server
    deferred replica restart engine client monitoring unknown ttft gpu itl cold_start decode e2e output_length
    no_progress`;
  assert.deepEqual(Object.keys(WORDS.en.layers).sort(), layers.split(/\s+/).sort());
});

test('each rung of the ladder and each neighbour has a name for the smallest strip', () => {
  const stages = `ttft monitoring restart demand front_end replicas client queue deferred prefill kv_cache prefix_cache
    preemption gpu decode engine`;
  for (const { brief } of Object.values(WORDS)) {
    assert.deepEqual(Object.keys(brief).sort(), stages.split(/\s+/).sort());
    for (const name of Object.values(brief)) assert.ok(name.length <= 9, name);
  }
});
