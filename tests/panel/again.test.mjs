// What the next refresh is spared: frames of the same form are read by their samples alone, and parts of a report that did not change stay.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from './load.mjs';
import { recording } from './recordings.mjs';
import { decoded, framesOf, panelFrames } from './wire.mjs';

const { readFrames, readAgain } = await load('frames');
const { Room } = await load('frames/room');
const { kept } = await load('kept');

const answers = JSON.parse(readFileSync(new URL('frames/answers.json', import.meta.url), 'utf8'));
const context = (rest) => ({ targets: [], names: new Map(), ...rest });

/** Frames as after another query: every number another, every moment later. */
const later = (frames) =>
  frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => ({ ...field, values: field.values.map((cell) => (typeof cell === 'number' && field.name !== 'le' ? cell + 60_000 : cell)) })),
  }));

/** All of a reading but how it came about. */
const plain = ({ mould: _, ...reading }) => reading;

const WALK = panelFrames(recording('bad_replica').walk).map(decoded);

test("a dashboard's next refresh is read like the first, only by its samples", () => {
  for (const rest of [{}, { model: 'lab/tiny-llama' }, { grouping: 'fleet' }, { reference: 'A' }]) {
    const room = new Room();
    const last = readFrames(WALK, context(rest), room);
    const next = later(WALK);
    const again = readAgain(last, next, rest.reference, room);
    assert.ok(again !== null, JSON.stringify(rest));
    assert.deepEqual(plain(again), plain(readFrames(next, context(rest))), JSON.stringify(rest));
    assert.equal(again.values.buffer, room.values(0).buffer);
  }
});

test('every shape of answer is read again like the first, or not at all', () => {
  const spared = [];
  for (const [name, answer] of Object.entries(answers)) {
    for (const format of ['time_series', 'table', 'heatmap']) {
      if (format === 'heatmap' && !answer.answer.data.result.some(({ metric }) => 'le' in metric)) continue;
      const frames = framesOf('A', answer, format).map(decoded);
      const again = readAgain(readFrames(frames, context()), later(frames), undefined, new Room());
      if (again === null) continue;
      const isPlain = format === 'time_series' || answer.answer.data.result.every(({ metric }) => Object.keys(metric).length === 0);
      assert.ok(isPlain, `${name} ${format}`);
      spared.push(`${name} ${format}`);
      assert.deepEqual(plain(again), plain(readFrames(later(frames), context())), `${name} ${format}`);
    }
  }
  assert.ok(spared.includes('gauge time_series') && spared.includes('rate time_series'), spared.join());
});

test('series that begin and end elsewhere are read again', () => {
  const last = readFrames(WALK, context());
  const cut = later(WALK).map((frame, at) => {
    const fields = frame.fields.map((field) => ({ ...field, values: field.values.slice(at % 3, field.values.length - (at % 2)) }));
    return { ...frame, fields, length: fields[0]?.values.length ?? 0 };
  });
  assert.deepEqual(plain(readAgain(last, cut, undefined, new Room())), plain(readFrames(cut, context())));
});

const withField = (change) => (frames) => frames.map((frame, at) => (at === 3 ? { ...frame, fields: frame.fields.map((field, index) => (index === 1 ? { ...field, ...change(field) } : field)) } : frame));

const OTHERS = {
  'one frame more': (frames) => [...frames, frames[0]],
  'one frame less': (frames) => frames.slice(1),
  'another order': (frames) => [frames[1], frames[0], ...frames.slice(2)],
  'a field more': (frames) => [{ ...frames[0], fields: [...frames[0].fields, frames[0].fields[1]] }, ...frames.slice(1)],
  'another letter': (frames) => [{ ...frames[0], refId: 'Z' }, ...frames.slice(1)],
  'another expression': (frames) => [{ ...frames[0], meta: { ...frames[0].meta, executedQueryString: 'Expr: up\nStep: 5s' } }, ...frames.slice(1)],
  'another type of frame': (frames) => [{ ...frames[0], meta: { ...frames[0].meta, type: 'heatmap-cells' } }, ...frames.slice(1)],
  'an empty frame': (frames) => [{ ...frames[0], length: 0 }, ...frames.slice(1)],
  'another value of a label': withField(({ labels }) => ({ labels: { ...labels, instance: 'other' } })),
  'a label more': withField(({ labels }) => ({ labels: { ...labels, more: '' } })),
  'a label less': withField(({ labels: { instance: _, ...rest } }) => ({ labels: rest })),
  'no labels': withField(() => ({ labels: undefined })),
  'another name of a field': withField(() => ({ name: 'other' })),
  'another type of field': withField(() => ({ type: 'string' })),
  'another legend': withField(({ config }) => ({ config: { ...config, displayNameFromDS: 'other' } })),
  'another step': withField(({ config }) => ({ config: { ...config, interval: 1 } })),
};

for (const [title, change] of Object.entries(OTHERS)) {
  test(`not read by its samples alone: ${title}`, () => {
    const last = readFrames(WALK, context());
    assert.equal(readAgain(last, change(later(WALK)), undefined, new Room()), null);
    assert.ok(readAgain(last, later(WALK), undefined, new Room()) !== null);
  });
}

test('parts that did not change stay the same objects', () => {
  const old = { a: [1, { b: 'x' }], c: { d: null }, e: 1 };
  const same = structuredClone(old);
  assert.equal(kept(old, same), old);
  const other = kept(old, { a: [1, { b: 'x' }], c: { d: 0 }, e: 1 });
  assert.notEqual(other, old);
  assert.deepEqual(other, { a: [1, { b: 'x' }], c: { d: 0 }, e: 1 });
  assert.equal(other.a, old.a);
});

for (const [old, next] of [
  [null, { a: 1 }], [{ a: 1 }, null], [{ a: 1 }, {}], [{}, { a: 1 }], [{ a: 1, b: 2 }, { a: 1, c: 2 }], [[1, 2], [1]], [[1], [1, 2]], [[1], { 0: 1 }],
  [{ 0: 1 }, [1]], ['1', 1], [{ a: { b: 1 } }, { a: 'b' }], [{ a: undefined }, {}],
]) {
  test(`${JSON.stringify(next)} after ${JSON.stringify(old)} is itself`, () => {
    const expected = structuredClone(next);
    const result = kept(old, next);
    assert.deepEqual(result, expected);
    if (typeof next === 'object' && next !== null) assert.equal(result, next);
  });
}
