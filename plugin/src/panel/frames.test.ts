// Frames in, columns out: every shape that a data source delivers, most of them from a real Prometheus.
import { readFileSync } from 'node:fs';
import type { DataFrame } from '@grafana/data';
import { expect, test } from 'vitest';
import { spell } from '../../../tests/panel/spell.mjs';
import { decoded, framesOf } from '../../../tests/panel/wire.mjs';
import { readFrames, type QueryContext, type Reading } from './frames';

type Answer = { expr: string; step: number; answer: unknown };
type Frame = Partial<DataFrame>;
type Values = ReadonlyArray<number | string | bigint | null | undefined>;

/** Answers of a real Prometheus, by what was asked. */
const answers: Record<string, Answer> = { ...read('answers'), ...read('native') };

function read(file: string) {
  return JSON.parse(readFileSync(new URL(`../../../tests/panel/frames/${file}.json`, import.meta.url), 'utf8'));
}

const NONE: QueryContext = { targets: [], names: new Map() };

function check(title: string, frames: Frame[], expected: string[], context: Partial<QueryContext> = {}) {
  test(title, () => expect(spell(readFrames(frames as DataFrame[], { ...NONE, ...context })).split('\n')).toEqual(expected));
}

/** A real answer, as Grafana delivers it in a format. */
const real = (name: string, format?: string): Frame[] => framesOf('A', answers[name]!, format).map(decoded);

/** The same without a word about what was executed, as after a transformation. */
const silent = (frames: Frame[]): Frame[] => frames.map(({ meta: _, ...frame }) => frame);

/** A hand-made frame: fields as `[name, type, values, labels]`. */
const made = (fields: Array<[string, string, Values, Record<string, unknown>?]>, rest: object = {}): Frame => {
  const frame = {
    refId: 'A',
    length: fields[0]?.[2].length ?? 0,
    ...rest,
    fields: fields.map(([name, type, values, labels]) => ({ name, type, values, labels, config: {} })),
  };
  return frame as unknown as Frame;
};

const T: [number, number, number] = [1.8e12, 1.8e12 + 5000, 1.8e12 + 10_000];

check('a gauge', real('gauge'), ['vllm:num_requests_waiting{instance=127.0.0.1:8101}: 0s=38 15s=43 30s=67']);
check('a gauge in the format heatmap', real('gauge', 'heatmap'), ['vllm:num_requests_waiting{instance=127.0.0.1:8101}: 0s=38 15s=43 30s=67']);
check('several metrics by a pattern', real('byRegex'), [
  'vllm:num_requests_running{instance=127.0.0.1:8101}: 0s=11 15s=11 30s=13',
  'vllm:num_requests_waiting{instance=127.0.0.1:8101}: 0s=38 15s=43 30s=67',
]);
check('an instant query', real('instant'), [
  'vllm:num_requests_running{instance=127.0.0.1:8101}: 0s=13',
  'vllm:num_requests_waiting{instance=127.0.0.1:8101}: 0s=67',
]);
const BUCKETS: [string, string, string, string] = [
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=+Inf}: 0s=344 15s=382 30s=402',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=0.1}: 0s=291 15s=291 30s=291',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=1.0}: 0s=311 15s=311 30s=311',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=10.0}: 0s=337 15s=338 30s=338',
];
check('summed buckets: the name comes from what was executed', real('buckets'), BUCKETS);
check('the name comes from the query as typed', silent(real('buckets')), BUCKETS, { targets: [{ refId: 'A', expr: answers['buckets']!.expr }] });
check('the name comes from the option', silent(real('buckets')), BUCKETS, { names: new Map([['A', 'vllm:time_to_first_token_seconds_bucket']]) });
check('without any name it is said', silent(real('buckets')), ['unread A no_name x4: {instance="127.0.0.1:8101", le="+Inf"}']);
const AS_NUMBERS = BUCKETS.map((line) => line.replace('=1.0}', '=1}').replace('=10.0}', '=10}')) as typeof BUCKETS;
check('format table', real('bucketsNamed', 'table'), BUCKETS);
check('a table whose bounds are numbers', [made([['Time', 'time', [T[0], T[0]]], ['__name__', 'string', ['h_bucket', 'h_bucket']], ['le', 'number', [0.5, Infinity]], ['Value', 'number', [1, 2]]])], [
  'h_bucket{le=0.5}: 0s=1',
  'h_bucket{le=+Inf}: 0s=2',
]);
const BY_BOUND = [BUCKETS[1], AS_NUMBERS[2], AS_NUMBERS[3], BUCKETS[0]];
check('format heatmap: buckets are summed up again', real('bucketsNamed', 'heatmap'), BY_BOUND);
check('format heatmap without a name: the query as typed tells it', real('buckets', 'heatmap'), BY_BOUND, { targets: [{ refId: 'A', expr: answers['buckets']!.expr }] });
check('format heatmap: name and labels in the name of the frame', real('bucketsNamed', 'heatmap').map((frame) => ({
  ...frame,
  fields: frame.fields!.map(({ labels: _, ...field }) => field),
})), BY_BOUND);
check('a rate', real('rate'), ['vllm:num_preemptions_total{instance=127.0.0.1:8101} rate: 0s=0.8179 15s=1.414 30s=2.062']);
check('an increase keeps its window', real('increase'), ['vllm:num_preemptions_total{instance=127.0.0.1:8101} increase over 30 s: 0s=50.36 15s=76.8 30s=81.6']);
check('a rate of buckets', real('bucketRate'), [
  'vllm:time_to_first_token_seconds_bucket{le=+Inf} rate: 0s=2.127 15s=2.364 30s=1.982',
  'vllm:time_to_first_token_seconds_bucket{le=0.1} rate: 0s=1.364 15s=0.9091 30s=0.1636',
  'vllm:time_to_first_token_seconds_bucket{le=1.0} rate: 0s=1.527 15s=1.073 30s=0.3273',
  'vllm:time_to_first_token_seconds_bucket{le=10.0} rate: 0s=2 15s=1.564 30s=0.8182',
]);
check('a percentile computed by the query is left out', real('quantile'), ['unread A quantile x1: {}']);
check('a quotient is no metric', real('mean'), ['unread A computed x1: {engine="0", instance="127.0.0.1:8101", job="vllm", model_name="lab/tiny-llama"}']);
check('what an option names is taken, whatever was computed', real('mean'), ['my_mean{instance=127.0.0.1:8101}: 0s=2.07 15s=5.531 30s=10.21'], { names: new Map([['A', 'my_mean']]) });
check('a maximum over time is still the gauge', real('maximum'), ['vllm:kv_cache_usage_perc{instance=127.0.0.1:8101}: 0s=0.9937 15s=1 30s=1']);
check('labels put there by label_replace', real('renamed'), ['vllm:num_requests_waiting{exported_instance=127.0.0.1:8101,instance=127.0.0.1:8101}: 0s=38 15s=43 30s=67']);
check('an empty answer', real('nothing'), ['empty A']);
check('an answer without fields', [{ refId: 'B', fields: [], length: 0 }], ['empty B']);

check('null is a gap, never a zero', [made([['Time', 'time', T], ['vllm:a_b', 'number', [null, undefined, 3]]])], ['vllm:a_b{}: 0s=- 5s=- 10s=3']);
check('not a number and infinities', [made([['Time', 'time', T], ['vllm:a_b', 'number', [NaN, Infinity, -Infinity]]])], ['vllm:a_b{}: 0s=- 5s=Infinity 10s=-Infinity']);
check('cells of every kind', [made([['Time', 'time', [...T, ...T.map((time) => time + 15_000)]], ['vllm:a_b', 'number', [0, '', '0', 5n, '+Inf', 'much']]])], ['vllm:a_b{}: 0s=0 5s=- 10s=0 15s=5 20s=Infinity 25s=-']);
check('a wide frame', [made([['Time', 'time', T], ['vllm:a_b', 'number', [1, 2, 3]], ['Value', 'number', [4, 5, 6], { __name__: 'vllm:c_d', instance: 'x' }]])], [
  'vllm:a_b{}: 0s=1 5s=2 10s=3',
  'vllm:c_d{instance=x}: 0s=4 5s=5 10s=6',
]);
check('a table of texts, as from CSV', [made([['time', 'string', ['2026-11-30T06:00:00Z', '2026-11-30T06:00:05Z', '2026-11-30T06:00:05Z']], ['__name__', 'string', ['m_a', 'm_a', 'm_b']], ['instance', 'string', ['x', 'x', '']], ['value', 'string', ['1', '', '1e3']]])], [
  'm_a{instance=x}: 0s=1 5s=-',
  'm_b{}: 5s=1000',
]);
check('times in seconds', [made([['timestamp', 'number', [1.8e9, 1.8e9 + 5]], ['vllm:a_b', 'number', [1, 2]]])], ['vllm:a_b{}: 0s=1 5s=2']);
check('tables side by side', [made([['Time', 'time', [T[0]]], ['instance', 'string', ['x']], ['Value #A', 'number', [1]], ['Value #B', 'number', [2]]], { refId: undefined })], [
  'vllm:a_b{instance=x}: 0s=1',
  'vllm:c_d{instance=x}: 0s=2',
], { targets: [{ refId: 'A', expr: 'vllm:a_b' }, { refId: 'B', expr: 'vllm:c_d' }] });
check('a table without times', [made([['instance', 'string', ['x']], ['Value', 'number', [1]]], { name: 'inventory' })], ['unread A time x1: inventory']);
check('a table without numbers', [made([['Time', 'time', [T[0]]], ['instance', 'string', ['x']]])], ['unread A number x1: ']);
check('names in the legend', [made([['Time', 'time', T], ['Value', 'number', [1, 2, 3]]])].map((frame) => ({ ...frame, fields: frame.fields!.map((field) => ({ ...field, config: { displayNameFromDS: 'vllm:a_b{instance="x\\"y"}' } })) })), ['vllm:a_b{instance=x"y}: 0s=1 5s=2 10s=3']);
check('a legend that is no metric', [made([['Time', 'time', T], ['waiting', 'number', [1, 2, 3]]])], ['unread A no_name x1: waiting']);
check('a query called by its metric', [made([['Time', 'time', T], ['Value', 'number', [1, 2, 3]]], { refId: 'vllm:a_b' })], ['vllm:a_b{}: 0s=1 5s=2 10s=3']);
const NATIVE = [
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=0.5}: 0s=18 1s=21 2s=24',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=1}: 0s=24 1s=28 2s=32',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=4}: 0s=27 1s=31 2s=36',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=+Inf}: 0s=27 1s=31 2s=36',
  'vllm:time_to_first_token_seconds_count{instance=127.0.0.1:8101}: 0s=27 1s=31 2s=36',
];
check('a native histogram of a real Prometheus', real('native'), NATIVE);
check('its sum: the name comes from what was executed', real('nativeSum'), NATIVE.map((line) => line.replace(/instance=127.0.0.1:8101,?/, '')));
check('its rate', real('nativeRate'), [
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=0.5} rate: 0s=3 1s=3.004 2s=3',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=1} rate: 0s=4 1s=4.005 2s=4',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=4} rate: 0s=4.667 1s=4.339 2s=4.667',
  'vllm:time_to_first_token_seconds_bucket{instance=127.0.0.1:8101,le=+Inf} rate: 0s=4.667 1s=4.339 2s=4.667',
  'vllm:time_to_first_token_seconds_count{instance=127.0.0.1:8101} rate: 0s=4.667 1s=4.339 2s=4.667',
]);
check('its percentile is one like any other', real('nativeQuantile'), ['unread A quantile x1: {}']);
check('a native histogram at one moment', real('nativeInstant'), NATIVE.map((line) => `${line.split(': ')[0]}: 0s=${line.split('2s=')[1]}`));
check('a native histogram made by hand', [made(
  [['xMax', 'time', [T[0], T[0], T[1], T[1], T[1]]], ['yMin', 'number', [0.25, 0.5, 0.25, 0.5, 1], { __name__: 'h_seconds', instance: 'x' }], ['yMax', 'number', [0.5, 1, 0.5, 1, 2]], ['count', 'number', [3, 1, 4, 1, 2]]],
  { meta: { type: 'heatmap-cells' } },
)], [
  'h_seconds_bucket{instance=x,le=0.5}: 0s=3 5s=4',
  'h_seconds_bucket{instance=x,le=1}: 0s=4 5s=5',
  'h_seconds_bucket{instance=x,le=2}: 0s=4 5s=7',
  'h_seconds_bucket{instance=x,le=+Inf}: 0s=4 5s=7',
  'h_seconds_count{instance=x}: 0s=4 5s=7',
]);
check('a native histogram whose name only the query knows', [made(
  [['xMax', 'time', [T[0]]], ['yMin', 'number', [0.25]], ['yMax', 'number', [0.5]], ['count', 'number', [3]]],
  { meta: { type: 'heatmap-cells', executedQueryString: 'Expr: sum(h_seconds)\nStep: 15s' } },
)], ['h_seconds_bucket{le=0.5}: 0s=3', 'h_seconds_bucket{le=+Inf}: 0s=3', 'h_seconds_count{}: 0s=3']);
const range = (vmrange: string, times: number[], values: number[]) => made([['Time', 'time', times], ['Value', 'number', values, { __name__: 'h_bucket', vmrange }]]);
check("VictoriaMetrics' own buckets", [range('1.000e+00...2.000e+00', [T[1]], [5]), range('5.000e-01...1.000e+00', [T[0], T[1]], [1, 2])], [
  'h_bucket{le=1}: 0s=1 5s=2',
  'h_bucket{le=2}: 0s=1 5s=7',
  'h_bucket{le=+Inf}: 0s=1 5s=7',
]);
check('what the data source remarks is passed on once', [1, 2].map(() => made([['Time', 'time', T], ['vllm:a_b', 'number', [1, 2, 3]]], { meta: { notices: [{ severity: 'warning', text: 'partial' }] } })), [
  'vllm:a_b{}: 0s=1 5s=2 10s=3',
  'vllm:a_b{}: 0s=1 5s=2 10s=3',
  'notice partial',
]);
check('hostile labels are kept as they are', [made([['Time', 'time', [T[0]]], ['Value', 'number', [1], { __name__: 'm_a', instance: '<img src=x onerror=alert(1)>', n: 7 }]])], ['m_a{instance=<img src=x onerror=alert(1)>,n=7}: 0s=1']);

test('the reference is data of its own', () => {
  const now = made([['Time', 'time', T], ['vllm:a_b', 'number', [1, 2, 3]]]) as DataFrame;
  const then = { ...made([['Time', 'time', T], ['vllm:a_b', 'number', [7, 8, 9]]]), refId: 'B' } as DataFrame;
  const both = readFrames([now, then], { ...NONE, reference: 'B' });
  const samples = (columns: Reading['directory']) => columns.map(({ start, length }) => [...both.values.subarray(start, start + length)]);
  expect([samples(both.directory), samples(both.reference)]).toEqual([[[1, 2, 3]], [[7, 8, 9]]]);
  expect(both.span).toEqual([T[0], T[2]]);
  expect(both.packedReference).not.toBeNull();
  const alone = readFrames([now], { ...NONE, reference: 'B' });
  expect([alone.reference, alone.packedReference]).toEqual([[], null]);
});
