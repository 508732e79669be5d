// Options of an analysis, and what is typed into text fields.
import { expect, test } from 'vitest';
import type { Options } from '../contract/options';
import { analysisOptions, DEFAULTS, languageOf, modelOf, namesByQuery, referenceOf, startOf, type PanelOptions, type Steps, type Windows } from './options';

function checkOptions(title: string, chosen: object, expected: Partial<Options>, windows: Windows = {}, steps?: Steps) {
  test(title, () => expect(analysisOptions({ ...DEFAULTS, ...chosen }, 'en', windows, steps)).toEqual({ language: 'en', ...expected }));
}

const steps = (...values: number[]): Steps => ({ mode: 'absolute', steps: [-Infinity, ...values].map((value) => ({ value, color: 'red' })) });

checkOptions('nothing chosen', {}, {});
checkOptions('a target', { targets: { ttftSeconds: 2 } }, { thresholds: [{ id: 'ttft_p99', warn: 2 }] });
checkOptions('a target above the critical limit lifts it', { targets: { ttftSeconds: 20 } }, { thresholds: [{ id: 'ttft_p99', warn: 20, critical: 40 }] });
checkOptions('a critical limit below the target wins', { targets: { ttftSeconds: 20, ttftCriticalSeconds: 3 } }, { thresholds: [{ id: 'ttft_p99', warn: 3, critical: 3 }] });
checkOptions('no number, no target', { targets: { ttftSeconds: NaN, itlSeconds: -1 }, hints: { maxNumSeqs: null, maxModelLen: 0 } }, {});
checkOptions('a pasted command line', { hints: { vllmArgs: '-tp 2' } }, { hints: { vllmArgs: '-tp 2' } });
checkOptions('no command line', { hints: { vllmArgs: ' ', maxNumSeqs: '8' } }, {});
checkOptions('hints', { hints: { maxNumSeqs: 64, maxModelLen: null } }, { hints: { maxNumSeqs: 64 } });
checkOptions('windows', {}, { fromMs: 1, toMs: 2, referenceMs: [0, 1] }, { focusMs: [1, 2], referenceMs: [0, 1] });

const limits = (choice: { warn?: number; critical?: number }): Partial<Options> => ({ thresholds: [{ id: 'ttft_p99', ...choice }] });
checkOptions("Grafana's thresholds: the default is none", {}, {}, {}, steps());
checkOptions("Grafana's thresholds: one step", {}, limits({ critical: 8 }), {}, steps(8));
checkOptions("Grafana's thresholds: several steps", {}, limits({ warn: 1, critical: 8 }), {}, steps(1, 4, 8));
checkOptions("Grafana's thresholds: percentages are of nothing", {}, {}, {}, { ...steps(50), mode: 'percentage' });
checkOptions("a target goes before Grafana's thresholds", { targets: { ttftSeconds: 2 } }, limits({ warn: 2 }), {}, steps(1, 8));

test('language', () => {
  const found = ['zh-Hans', 'zh-Hant', 'en-US', 'de-DE', undefined].map((grafana) => languageOf('auto', grafana));
  expect(found).toEqual(['zh', 'zh', 'en', 'en', 'en']);
  expect(languageOf('en', 'zh-Hans')).toBe('en');
});

test('what is compared with', () => {
  const under = (chosen: Partial<PanelOptions>) => {
    const options = { ...DEFAULTS, ...chosen };
    return [referenceOf(options), startOf(options, [1000, 5000])];
  };
  expect(under({})).toEqual([undefined, null]);
  expect(under({ referenceQuery: 'B' })).toEqual([undefined, null]);
  expect(under({ baseline: 'query', referenceQuery: 'B' })).toEqual(['B', null]);
  expect(under({ baseline: 'query' })).toEqual([undefined, null]);
  expect(under({ baseline: 'start' })).toEqual([undefined, [1000, 2000]]);
  expect(startOf({ ...DEFAULTS, baseline: 'start' }, null)).toBeNull();
});

test('a model out of a variable', () => {
  const found = ['', ' lab/llama ', '$__all', 'All', '{a,b}', '(a|b)', '.*', '{odd}'].map(modelOf);
  expect(found).toEqual(['', 'lab/llama', '', '', '', '', '', '{odd}']);
});

test('metric names by query', () => {
  const names = namesByQuery('A=vllm:num_requests_waiting\n B = x_y ;C=\n=D\nnonsense, E=a_b');
  expect([...names]).toEqual([['A', 'vllm:num_requests_waiting'], ['B', 'x_y'], ['E', 'a_b']]);
});
