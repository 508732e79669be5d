import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, Engine, Reader } from '../contract/engine';
import type { Language } from '../contract/report';
import type { Progress } from './progress';
import { fill, reason, UsageError, WORDS } from './words';

/** 1 MiB: a file is never held whole, and a larger chunk reads no faster. */
const CHUNK_BYTES = 1 << 20;

/** How long to wait when standard input has nothing yet, ms. */
const RETRY_MS = 10;

/** Reads all files into one dataset; a file that cannot be read ends it with a sentence that names it. */
export function readFiles(engine: Engine, names: readonly string[], language: Language, progress: Progress): Dataset {
  const reader = engine.reader(language);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const name of names.flatMap((name) => expandFolder(name, language))) {
    const title = name === '-' ? WORDS.standardInput[language] : name;
    reader.startFile(title);
    readOne(reader, name, chunk, (bytes) => progress.report(title, bytes), language);
    reader.endFile();
  }
  progress.clear();
  return reader.finish();
}

function readOne(
  reader: Reader,
  name: string,
  chunk: Buffer,
  report: (bytes: number) => void,
  language: Language,
): void {
  const file = attempt(name, language, () => (name === '-' ? 0 : openSync(name, 'r')));
  try {
    let total = 0;
    for (;;) {
      const bytes = attempt(name, language, () => readChunk(file, chunk));
      if (bytes === 0) return;
      total += bytes;
      reader.push(chunk.subarray(0, bytes));
      report(total);
    }
  } finally {
    if (file !== 0) closeSync(file);
  }
}

/** Bytes read, 0 at the end. Standard input may be a terminal or socket that has nothing yet. */
function readChunk(file: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(file, chunk, 0, chunk.length, null);
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** The files of a folder in the order of their names, hidden ones left out; anything else is itself. */
function expandFolder(name: string, language: Language): string[] {
  if (name === '-' || !attempt(name, language, () => statSync(name)).isDirectory()) return [name];
  const entries = attempt(name, language, () => readdirSync(name, { withFileTypes: true }));
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'));
  if (files.length === 0) throw new UsageError(fill(WORDS.emptyFolder, language, { file: name }));
  return files.map((entry) => join(name, entry.name)).sort();
}

function attempt<T>(file: string, language: Language, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new UsageError(fill(WORDS.cannotRead, language, { file, reason: reason(thrown, language) }));
  }
}
