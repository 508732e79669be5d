import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { NO_CHOICES, inputOf, inputsOfFiles, inputsOfText, isChosen, next, optionsOf, withFocus } = await load(`
  export * from 'plugin/src/page/choices';
  export * from 'plugin/src/page/intake';
  export * from 'plugin/src/page/state';
`);

test('choices become options; what cannot be read counts as not chosen', () => {
  const check = (choices, options) =>
    assert.deepEqual(optionsOf({ ...NO_CHOICES, ...choices }, 'zh'), { language: 'zh', ...options });
  check({}, {});
  check(
    { focusFrom: '2026-11-30T07:48:24', focusTo: '2026-11-30T07:50' },
    { fromMs: 1796024904000, toMs: 1796025000000 },
  );
  check({ focusFrom: 'yesterday' }, {});
  check({ referenceFrom: '2026-11-30T07:48:24' }, {});
  check(
    { referenceFrom: '2026-11-30T07:48:24', referenceTo: '2026-11-30T07:50:00' },
    { referenceMs: [1796024904000, 1796025000000] },
  );
  check({ maxNumSeqs: '64' }, { hints: { maxNumSeqs: 64 } });
  check({ vllmArgs: ' vllm serve m ' }, { hints: { vllmArgs: 'vllm serve m' } });
  check({ maxNumSeqs: '8', vllmArgs: '-tp 2' }, { hints: { maxNumSeqs: 8, vllmArgs: '-tp 2' } });
  check({ maxNumSeqs: '-1', ttftTargetSeconds: 'x' }, {});
  assert.equal(optionsOf({ ...NO_CHOICES, ttftTargetSeconds: '1.5' }, 'en').thresholds[0].warn, 1.5);
});

test('a brushed window is chosen to the second, in UTC', () => {
  const chosen = withFocus(NO_CHOICES, 1796024904400, 1796024999600);
  assert.deepEqual([chosen.focusFrom, chosen.focusTo], ['2026-11-30T07:48:24', '2026-11-30T07:50:00']);
  assert.ok(isChosen(chosen) && !isChosen(NO_CHOICES));
  for (const ms of [NaN, 1e300, -1e300, 8.64e15]) {
    assert.equal(inputOf(ms), '');
  }
});

test('files come in the order of their names, hidden ones left out, blank text is nothing', () => {
  const names = (files) => inputsOfFiles(files).map(({ name }) => name);
  assert.deepEqual(names([{ name: 'b' }, { name: '.DS_Store' }, { name: 'a' }]), ['a', 'b']);
  assert.deepEqual(
    names([
      { name: 'x', webkitRelativePath: 'run/.git/x' },
      { name: 'y', webkitRelativePath: 'run/y' },
    ]),
    ['run/y'],
  );
  assert.deepEqual(inputsOfText(' \n', 'pasted.txt'), []);
  assert.equal(inputsOfText('a 1', 'pasted.txt')[0].name, 'pasted.txt');
});

test('refused options leave the last report on the screen', () => {
  const shown = next({ kind: 'reading', progress: null }, { kind: 'shown', report: 'R', skipped: [] });
  const busy = next(shown, { kind: 'asked' });
  assert.equal(busy.busy, true);
  const refused = next(busy, { kind: 'refused', sentence: 'no' });
  assert.deepEqual(refused, { ...shown, refusal: 'no', busy: false });
  assert.equal(next(refused, { kind: 'answered', report: 'S' }).refusal, null);
});

test('what comes too late changes nothing', () => {
  const empty = { kind: 'empty' };
  assert.equal(next(empty, { kind: 'progress', progress: {} }), empty);
  assert.equal(next(empty, { kind: 'answered', report: 'R' }), empty);
});
