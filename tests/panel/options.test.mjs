// Saved options of any age, options of an analysis, and what is typed into text fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { analysisOptions, DEFAULTS, languageOf, namesByQuery } = await load('options');
const { migrate } = await load('migrations');

function check(title, saved, expected) {
  test(title, () => assert.deepEqual(migrate(saved), { ...DEFAULTS, ...expected }));
}

check('nothing saved', {}, {});
check('no options at all', undefined, {});
check('options before versions were counted', { language: 'zh', brush: 'zoom' }, { language: 'zh', brush: 'zoom' });
check('values of a wrong type are defaults', { language: 7, targets: null, hints: 'many', names: ['A'] }, {});
check('options of a newer panel are kept', { version: 99, later: { a: 1 } }, { version: 99, later: { a: 1 } });
check('what is chosen stays', { version: 1, targets: { ttftSeconds: 2 } }, { targets: { ttftSeconds: 2 } });

function checkOptions(title, chosen, expected, windows = {}) {
  test(title, () => assert.deepEqual(analysisOptions({ ...DEFAULTS, ...chosen }, 'en', windows), { language: 'en', ...expected }));
}

checkOptions('nothing chosen', {}, {});
checkOptions('a target', { targets: { ttftSeconds: 2 } }, { thresholds: [{ id: 'ttft_p99', warn: 2 }] });
checkOptions('a target above the critical limit lifts it', { targets: { ttftSeconds: 20 } }, { thresholds: [{ id: 'ttft_p99', warn: 20, critical: 40 }] });
checkOptions('a critical limit below the target wins', { targets: { ttftSeconds: 20, ttftCriticalSeconds: 3 } }, { thresholds: [{ id: 'ttft_p99', warn: 3, critical: 3 }] });
checkOptions('no number, no target', { targets: { ttftSeconds: NaN, itlSeconds: -1 }, hints: { maxNumSeqs: null, maxModelLen: 0 } }, {});
checkOptions('a pasted command line', { hints: { vllmArgs: '-tp 2' } }, { hints: { vllmArgs: '-tp 2' } });
checkOptions('no command line', { hints: { vllmArgs: ' ', maxNumSeqs: '8' } }, {});
checkOptions('hints', { hints: { maxNumSeqs: 64, maxModelLen: null } }, { hints: { maxNumSeqs: 64 } });
checkOptions('windows', {}, { fromMs: 1, toMs: 2, referenceMs: [0, 1] }, { focusMs: [1, 2], referenceMs: [0, 1] });

test('language', () => {
  const found = ['zh-Hans', 'zh-Hant', 'en-US', 'de-DE', undefined].map((grafana) => languageOf('auto', grafana));
  assert.deepEqual(found, ['zh', 'zh', 'en', 'en', 'en']);
  assert.equal(languageOf('en', 'zh-Hans'), 'en');
});

test('metric names by query', () => {
  const names = namesByQuery('A=vllm:num_requests_waiting\n B = x_y ;C=\n=D\nnonsense, E=a_b');
  assert.deepEqual([...names], [['A', 'vllm:num_requests_waiting'], ['B', 'x_y'], ['E', 'a_b']]);
});
