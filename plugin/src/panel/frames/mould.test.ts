// What the next refresh is spared: frames of the same form are read by their samples alone.
import { readFileSync } from 'node:fs';
import type { DataFrame, Field } from '@grafana/data';
import { expect, test } from 'vitest';
import { recording } from '../../../../tests/panel/recordings.mjs';
import { decoded, framesOf, panelFrames } from '../../../../tests/panel/wire.mjs';
import { readAgain, readFrames, type QueryContext, type Reading } from '../frames';
import { Room } from './room';

type Answer = { expr: string; step: number; answer: { data: { result: Array<{ metric: Record<string, string> }> } } };

/** Answers of a real Prometheus, by what was asked. */
const answers: Record<string, Answer> = JSON.parse(
  readFileSync(new URL('../../../../tests/panel/frames/answers.json', import.meta.url), 'utf8'),
);

const context = (rest: Partial<QueryContext> = {}): QueryContext => ({ targets: [], names: new Map(), ...rest });

const WALK = panelFrames(recording('bad_replica').walk).map(decoded) as unknown as DataFrame[];

/** Frames as after another query: every number another, every moment later. */
const later = (frames: DataFrame[]): DataFrame[] =>
  frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => ({ ...field, values: field.values.map((cell: unknown) => (typeof cell === 'number' && field.name !== 'le' ? cell + 60_000 : cell)) })),
  }));

/** All of a reading but how it came about. */
const plain = (reading: Reading) => ({ ...reading, mould: null });

const anew = (frames: DataFrame[], rest: Partial<QueryContext> = {}) => plain(readFrames(frames, context(rest)));

test.each<Partial<QueryContext>>([{}, { model: 'lab/tiny-llama' }, { grouping: 'fleet' }, { reference: 'A' }])(
  "a dashboard's next refresh is read like the first, in the same room: %j",
  (rest) => {
    const room = new Room();
    const last = readFrames(WALK, context(rest), room);
    const again = readAgain(last, later(WALK), rest.reference, room)!;
    expect(plain(again)).toEqual(anew(later(WALK), rest));
    expect(again.values.buffer).toBe(room.values(0).buffer);
  },
);

test('every shape of answer is read again like the first, or not at all', () => {
  const spared: string[] = [];
  for (const [name, answer] of Object.entries(answers)) {
    const { result } = answer.answer.data;
    for (const format of ['time_series', 'table', 'heatmap']) {
      if (format === 'heatmap' && !result.some(({ metric }) => 'le' in metric)) continue;
      const frames = framesOf('A', answer, format).map(decoded) as unknown as DataFrame[];
      const again = readAgain(readFrames(frames, context()), later(frames), undefined, new Room());
      if (again === null) continue;
      expect(format === 'time_series' || result.every(({ metric }) => Object.keys(metric).length === 0), `${name} ${format}`).toBe(true);
      expect(plain(again), `${name} ${format}`).toEqual(anew(later(frames)));
      spared.push(`${name} ${format}`);
    }
  }
  expect(spared).toEqual(expect.arrayContaining(['gauge time_series', 'rate time_series', 'buckets time_series']));
});

test('series that begin and end elsewhere are read again', () => {
  const last = readFrames(WALK, context());
  const cut = later(WALK).map((frame, at) => {
    const fields = frame.fields.map((field) => ({ ...field, values: field.values.slice(at % 3, field.values.length - (at % 2)) }));
    return { ...frame, fields, length: fields[0]?.values.length ?? 0 };
  });
  expect(plain(readAgain(last, cut, undefined, new Room())!)).toEqual(anew(cut));
});

const first = (change: (frame: DataFrame) => object) => (frames: DataFrame[]) =>
  frames.map((frame, at) => (at === 0 ? { ...frame, ...change(frame) } : frame));

const numbers = (change: (field: Field) => object) =>
  first(({ fields }) => ({ fields: fields.map((field, at) => (at === 1 ? { ...field, ...change(field) } : field)) }));

const OTHERS: Record<string, (frames: DataFrame[]) => object[]> = {
  'one frame more': (frames) => [...frames, frames[0]!],
  'one frame less': (frames) => frames.slice(1),
  'another order': ([one, two, ...rest]) => [two!, one!, ...rest],
  'a field more': first(({ fields }) => ({ fields: [...fields, fields[1]] })),
  'another letter': first(() => ({ refId: 'Z' })),
  'another expression': first(({ meta }) => ({ meta: { ...meta, executedQueryString: 'Expr: up' } })),
  'another type of frame': first(({ meta }) => ({ meta: { ...meta, type: 'heatmap-cells' } })),
  'an empty frame': first(() => ({ length: 0 })),
  'another value of a label': numbers(({ labels }) => ({ labels: { ...labels, instance: 'other' } })),
  'a label more': numbers(({ labels }) => ({ labels: { ...labels, more: '' } })),
  'a label less': numbers(({ labels }) => ({ labels: Object.fromEntries(Object.entries(labels ?? {}).slice(1)) })),
  'no labels': numbers(() => ({ labels: undefined })),
  'another name of a field': numbers(() => ({ name: 'other' })),
  'another type of field': numbers(() => ({ type: 'string' })),
  'another legend': numbers(({ config }) => ({ config: { ...config, displayNameFromDS: 'other' } })),
  'another step': numbers(({ config }) => ({ config: { ...config, interval: 1 } })),
};

test.each(Object.entries(OTHERS))('not read by its samples alone: %s', (_, change) => {
  const last = readFrames(WALK, context());
  expect(readAgain(last, change(later(WALK)) as DataFrame[], undefined, new Room())).toBeNull();
  expect(readAgain(last, later(WALK), undefined, new Room())).not.toBeNull();
});
