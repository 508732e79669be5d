import { expect, test } from 'vitest';
import { kept } from './kept';

test('parts that did not change stay the same objects', () => {
  const old = { a: [1, { b: 'x' }], c: { d: null }, e: 1 };
  expect(kept(old, structuredClone(old))).toBe(old);
  const other = kept(old, { a: [1, { b: 'x' }], c: { d: 0 }, e: 1 });
  expect(other).toEqual({ a: [1, { b: 'x' }], c: { d: 0 }, e: 1 });
  expect(other.a).toBe(old.a);
  expect(other).not.toBe(old);
});

const DIFFERENT: Array<[unknown, unknown]> = [
  [null, { a: 1 }], [{ a: 1 }, null], [{ a: 1 }, {}], [{}, { a: 1 }], [{ a: 1, b: 2 }, { a: 1, c: 2 }], [[1, 2], [1]], [[1], [1, 2]],
  [[1], { 0: 1 }], [{ 0: 1 }, [1]], ['1', 1], [{ a: { b: 1 } }, { a: 'b' }], [{ a: undefined }, {}],
];

test.each(DIFFERENT)('after %j, %j is itself', (old, next) => {
  const expected = structuredClone(next);
  const result = kept(old, next);
  expect(result).toEqual(expected);
  expect(result).toBe(next);
});
