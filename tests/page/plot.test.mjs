import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const plot = await load(`
  export * from 'plugin/src/view/plot/scale';
  export * from 'plugin/src/view/plot/path';
  export * from 'plugin/src/view/format';
`);
const UNIT = { low: 0, high: 1 };

test('a gap is never bridged and a lonely point is a dot', () => {
  const check = (ys, path) => assert.equal(plot.linePath([0, 0.5, 1], ys, UNIT, UNIT), path);
  check([0, 0.5, 1], 'M0.0 1000.0L500.0 500.0L1000.0 0.0');
  check([0, null, 1], 'M0.0 1000.0L0.0 1000.0M1000.0 0.0L1000.0 0.0');
  check([null, 0.5, 1], 'M500.0 500.0L1000.0 0.0');
  check([null, null, null], '');
});

test('stacked lines stand on each other, gaps and values below zero add nothing', () => {
  const [first, second] = plot.stack(
    [
      [1, null, -2],
      [2, 2, 2],
    ],
    3,
  );
  assert.deepEqual(first, { bottoms: [0, 0, 0], tops: [1, null, 0] });
  assert.deepEqual(second, { bottoms: [1, 0, 0], tops: [3, 2, 2] });
});

test('an area has no corner inside a gap', () => {
  const [band] = plot.stack([[1, 1, null, 1, 1]], 5);
  const path = plot.areaPath([0, 0.25, 0.5, 0.75, 1], band, UNIT, UNIT);
  assert.equal(path.match(/M/g).length, 2);
  assert.ok(!path.includes('500.0 '));
});

test('value axes begin at zero and end above the data', () => {
  const check = (low, high, ticks) => assert.deepEqual(plot.valueTicks({ low, high }, 3).ticks, ticks);
  check(0, 9.2, [0, 5, 10]);
  check(2, 9, [0, 5, 10]);
  check(0, 0, [0, 0.5, 1]);
  check(-1, 2, [-1, 0, 1, 2]);
  check(0, 1, [0, 0.5, 1]);
});

test('time ticks lie on round moments', () => {
  const noon = Date.UTC(2026, 10, 30, 12);
  const check = (minutes, detail, first) => {
    const ticks = plot.timeTicks({ low: noon + 1, high: noon + minutes * 60_000 }, 5);
    assert.equal(ticks.detail, detail);
    assert.equal(new Date(ticks.moments[0]).toISOString(), first);
    assert.ok(ticks.moments.length >= 2 && ticks.moments.length <= 7, `${ticks.moments.length} ticks`);
  };
  check(1, 'second', '2026-11-30T12:00:15.000Z');
  check(5, 'minute', '2026-11-30T12:01:00.000Z');
  check(600, 'minute', '2026-11-30T14:00:00.000Z');
  check(60 * 24 * 6, 'day', '2026-12-01T00:00:00.000Z');
});

test('axes of hostile numbers end', () => {
  for (const high of [1e300, 5e-324, 8.64e15]) {
    assert.ok(plot.valueTicks({ low: 0, high }, 3).ticks.length < 10, `${high}`);
    assert.ok(plot.timeTicks({ low: 0, high }, 5).moments.length < 10, `${high}`);
    assert.ok(plot.timeTicks({ low: 1e300, high: 1e300 }, 5).moments.length < 10);
  }
});

test('the nearest moment, also of none', () => {
  const check = (xs, x, index) => assert.equal(plot.nearest(xs, x), index);
  check([], 5, -1);
  check([7], 5, 0);
  check([0, 10, 20], 14, 1);
  check([0, 10, 20], 16, 2);
  check([0, 10, 20], 99, 2);
});

test('numbers without a ready text', () => {
  const check = (value, unit, text) => assert.equal(plot.formatNumber(value, unit), text);
  check(0, 'seconds', '0');
  check(0.0123, 'seconds', '12.3 ms');
  check(8.7, 'seconds', '8.7 s');
  check(600, 'seconds', '10 min');
  check(0.000012, 'seconds', '12 µs');
  check(-0.06, 'seconds', '-60 ms');
  check(0.987, 'ratio', '98.7 %');
  check(12345, 'count', '12\u202f345');
  check(3.14159, 'factor', '×3.14');
  check(0.021, 'seconds_per_token', '21 ms/tok');
  check(1.74e9, 'hertz', '1.74 GHz');
  check(42476, 'bytes', '41.5 KiB');
  check(NaN, 'seconds', '–');
  check(Date.UTC(2026, 10, 30, 7, 48, 24), 'time_ms', '2026-11-30 07:48:24 UTC');
  check(1e300, 'time_ms', '1e+300');
});

test('a logarithmic axis has its decades and clamps', () => {
  const extent = { low: 0.001, high: 10 };
  assert.deepEqual(plot.decades(extent), [0.001, 0.01, 0.1, 1, 10]);
  const check = (value, share) => assert.ok(Math.abs(plot.logPosition(value, extent) - share) < 1e-12, `${value}`);
  check(0, 0);
  check(-1, 0);
  check(0.1, 0.5);
  check(99, 1);
});
