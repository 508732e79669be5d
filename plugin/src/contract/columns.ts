import type { Column } from './options';

/** Stands for a query that has no letter. */
const NO_WORD = 0xffffffff;

/** Numbers of the kinds, as `crate/read` counts them. */
const KINDS = { raw: 0, rate: 1, increase: 2 };

/** Numbers of a column before its labels; the last is how many labels there are. */
const HEAD = 8;

/** Where among them `start`, `timesStart` and `length` stand. */
const START = 4;

/** A directory as it crosses into the wasm. */
export interface Packed {
  /** All words, each once, as JSON. */
  words: string;
  layout: Uint32Array;
}

/**
 * A directory as it crosses into the wasm: words once, as JSON, and numbers that name them.
 *
 * - Thousands of series carry the same few labels: as JSON they took longer to write and read than the samples.
 * - The layout is that of `Reader::columns` in `crate/read`.
 */
export function packed(directory: readonly Column[]): Packed {
  const numbers = new Map<string, number>();
  const word = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const layout: number[] = [];
  for (const { name, labels = {}, start, timesStart = start, length, refId, kind, windowMs } of directory) {
    layout.push(
      word(name),
      refId === undefined ? NO_WORD : word(refId),
      KINDS[kind ?? 'raw'],
      wholeMs(windowMs),
      start,
      timesStart,
      length,
    );
    const count = layout.push(0) - 1;
    for (const label in labels) {
      layout.push(word(label), word(String(labels[label])));
      layout[count]! += 1;
    }
  }
  return { words: JSON.stringify([...numbers.keys()]), layout: Uint32Array.from(layout) };
}

/** Says where the samples of the same columns are now, in a directory that was packed of them before. */
export function repack({ layout }: Packed, directory: readonly Column[]): void {
  let at = 0;
  for (const { start, timesStart = start, length } of directory) {
    layout[at + START] = start;
    layout[at + START + 1] = timesStart;
    layout[at + START + 2] = length;
    at += HEAD + 2 * layout[at + HEAD - 1]!;
  }
}

/** Zero stands for a window of unknown length. */
function wholeMs(windowMs: number | undefined): number {
  return windowMs !== undefined && windowMs > 0 && windowMs < NO_WORD ? Math.round(windowMs) : 0;
}
