// Saved options of any age, options of an analysis, and what is typed into text fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { analysisOptions, DEFAULTS, languageOf, modelOf, namesByQuery, referenceOf, startOf } = await load('options');
const { grouped } = await load('frames/grouping');
const { migrate } = await load('migrations');

function check(title, saved, expected) {
  test(title, () => assert.deepEqual(migrate(saved), { ...DEFAULTS, ...expected }));
}

check('nothing saved', {}, {});
check('no options at all', undefined, {});
check('options before versions were counted', { language: 'zh', brush: 'zoom' }, { language: 'zh', brush: 'zoom' });
check('values of a wrong type are defaults', { language: 7, targets: null, hints: 'many', names: ['A'] }, {});
check('options of a newer panel are kept', { version: 99, later: { a: 1 } }, { version: 99, later: { a: 1 } });
check('what is chosen stays', { version: 2, targets: { ttftSeconds: 2 } }, { targets: { ttftSeconds: 2 } });
check('a reference query of version 1 stays the reference', { version: 1, referenceQuery: 'B' }, { baseline: 'query', referenceQuery: 'B' });
check('version 1 without a reference query', { version: 1, referenceQuery: '' }, { baseline: 'auto' });

function checkOptions(title, chosen, expected, windows = {}, steps = undefined) {
  test(title, () => assert.deepEqual(analysisOptions({ ...DEFAULTS, ...chosen }, 'en', windows, steps), { language: 'en', ...expected }));
}

const steps = (...values) => ({ mode: 'absolute', steps: [-Infinity, ...values].map((value) => ({ value, color: 'red' })) });

checkOptions('nothing chosen', {}, {});
checkOptions('a target', { targets: { ttftSeconds: 2 } }, { thresholds: [{ id: 'ttft_p99', warn: 2 }] });
checkOptions('a target above the critical limit lifts it', { targets: { ttftSeconds: 20 } }, { thresholds: [{ id: 'ttft_p99', warn: 20, critical: 40 }] });
checkOptions('a critical limit below the target wins', { targets: { ttftSeconds: 20, ttftCriticalSeconds: 3 } }, { thresholds: [{ id: 'ttft_p99', warn: 3, critical: 3 }] });
checkOptions('no number, no target', { targets: { ttftSeconds: NaN, itlSeconds: -1 }, hints: { maxNumSeqs: null, maxModelLen: 0 } }, {});
checkOptions('a pasted command line', { hints: { vllmArgs: '-tp 2' } }, { hints: { vllmArgs: '-tp 2' } });
checkOptions('no command line', { hints: { vllmArgs: ' ', maxNumSeqs: '8' } }, {});
checkOptions('hints', { hints: { maxNumSeqs: 64, maxModelLen: null } }, { hints: { maxNumSeqs: 64 } });
checkOptions('windows', {}, { fromMs: 1, toMs: 2, referenceMs: [0, 1] }, { focusMs: [1, 2], referenceMs: [0, 1] });

const limits = (choice) => ({ thresholds: [{ id: 'ttft_p99', ...choice }] });
checkOptions("Grafana's thresholds: the default is none", {}, {}, {}, steps());
checkOptions("Grafana's thresholds: one step", {}, limits({ critical: 8 }), {}, steps(8));
checkOptions("Grafana's thresholds: several steps", {}, limits({ warn: 1, critical: 8 }), {}, steps(1, 4, 8));
checkOptions("Grafana's thresholds: percentages are of nothing", {}, {}, {}, { ...steps(50), mode: 'percentage' });
checkOptions("a target goes before Grafana's thresholds", { targets: { ttftSeconds: 2 } }, limits({ warn: 2 }), {}, steps(1, 8));

test('labels under a grouping', () => {
  const labels = { pod: 'a', instance: 'b', engine: '0', model_name: 'm', le: '1' };
  const under = (name, grouping) => Object.keys(grouped(name, labels, grouping)).join(' ');
  assert.equal(under('vllm:x', 'auto'), 'pod instance engine model_name le');
  assert.equal(under('vllm:x', 'instance'), 'pod instance within_engine model_name le');
  assert.equal(under('up', 'pod'), 'pod within_instance within_engine model_name le');
  assert.equal(under('vllm:x', 'fleet'), 'within_pod within_instance within_engine model_name le');
  assert.equal(under('DCGM_FI_DEV_GPU_UTIL', 'fleet'), 'pod instance engine model_name le');
});

test('language', () => {
  const found = ['zh-Hans', 'zh-Hant', 'en-US', 'de-DE', undefined].map((grafana) => languageOf('auto', grafana));
  assert.deepEqual(found, ['zh', 'zh', 'en', 'en', 'en']);
  assert.equal(languageOf('en', 'zh-Hans'), 'en');
});

test('what is compared with', () => {
  const under = (chosen) => {
    const options = { ...DEFAULTS, ...chosen };
    return [referenceOf(options), startOf(options, [1000, 5000])];
  };
  assert.deepEqual(under({}), [undefined, null]);
  assert.deepEqual(under({ referenceQuery: 'B' }), [undefined, null]);
  assert.deepEqual(under({ baseline: 'query', referenceQuery: 'B' }), ['B', null]);
  assert.deepEqual(under({ baseline: 'query' }), [undefined, null]);
  assert.deepEqual(under({ baseline: 'start' }), [undefined, [1000, 2000]]);
  assert.equal(startOf({ ...DEFAULTS, baseline: 'start' }, null), null);
});

test('a model out of a variable', () => {
  const found = ['', ' lab/llama ', '$__all', 'All', '{a,b}', '(a|b)', '.*', '{odd}'].map(modelOf);
  assert.deepEqual(found, ['', 'lab/llama', '', '', '', '', '', '{odd}']);
});

test('metric names by query', () => {
  const names = namesByQuery('A=vllm:num_requests_waiting\n B = x_y ;C=\n=D\nnonsense, E=a_b');
  assert.deepEqual([...names], [['A', 'vllm:num_requests_waiting'], ['B', 'x_y'], ['E', 'a_b']]);
});
