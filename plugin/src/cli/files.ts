import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Dataset, Engine, Reader } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { Language } from '../contract/report';
import type { Analysis } from './arguments';
import type { Progress } from './progress';
import { fill, reason, UsageError, WORDS } from './words';

/** 1 MiB: a file is never held whole, and a larger chunk reads no faster. */
const CHUNK_BYTES = 1 << 20;

/** How long to wait when standard input has nothing yet, ms. */
const RETRY_MS = 10;

/** What was read, and a sentence for each file of a folder that was left out. */
export interface Reading {
  dataset: Dataset;
  leftOut: string[];
}

/** What of a request matters here. */
type Request = Pick<Analysis, 'files' | 'language' | 'output'>;

/** One file to read; of a folder, what is no metrics is left out. */
interface Source {
  name: string;
  isOfFolder: boolean;
}

/**
 * Reads all files into one dataset.
 *
 * - A file that was named and cannot be read ends it with a sentence that names it.
 * - A folder may hold other things too: they are left out, unless nothing else is there. What an earlier
 *   run wrote to the file of this one is not read.
 */
export function readFiles(engine: Engine, request: Request, progress: Progress): Reading {
  const { files, language } = request;
  const output = request.output === undefined ? undefined : whole(request.output);
  const reader = engine.reader(language);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const refusals: Error[] = [];
  const isOutput = ({ name }: Source) => output !== undefined && name !== '-' && whole(name) === output;
  const found = files.flatMap((name) => expandFolder(name, language));
  const overwritten = found.find((source) => isOutput(source) && !source.isOfFolder);
  if (overwritten !== undefined) throw new UsageError(fill(WORDS.overInput, language, { file: overwritten.name }));
  const sources = found.filter((source) => !isOutput(source));
  if (sources.length === 0) throw new UsageError(fill(WORDS.emptyFolder, language, { file: files.join(', ') }));
  for (const { name, isOfFolder } of sources) {
    const title = name === '-' ? WORDS.standardInput[language] : name;
    try {
      reader.startFile(title);
      readOne(reader, name, chunk, (bytes) => progress.report(title, bytes), language);
      reader.endFile();
    } catch (error) {
      const isOther = error instanceof UsageError || (error instanceof TailwalkError && error.isAboutInput);
      if (!isOfFolder || !isOther) throw error;
      refusals.push(error);
    }
  }
  progress.clear();
  if (refusals[0] !== undefined && refusals.length === sources.length) throw refusals[0];
  return { dataset: reader.finish(), leftOut: refusals.map(({ message }) => message) };
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
function expandFolder(name: string, language: Language): Source[] {
  if (name === '-' || !attempt(name, language, () => statSync(name)).isDirectory()) return [{ name, isOfFolder: false }];
  const entries = attempt(name, language, () => readdirSync(name, { withFileTypes: true }));
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'));
  if (files.length === 0) throw new UsageError(fill(WORDS.emptyFolder, language, { file: name }));
  const paths = files.map((entry) => join(name, entry.name)).sort();
  return paths.map((path) => ({ name: path, isOfFolder: true }));
}

/** The path of a file without links; of one that is not there yet, without links as far as it is. */
function whole(name: string): string {
  try {
    return realpathSync(name);
  } catch {
    return resolve(name);
  }
}

function attempt<T>(file: string, language: Language, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new UsageError(fill(WORDS.cannotRead, language, { file, reason: reason(thrown, language) }));
  }
}
