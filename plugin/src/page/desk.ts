import { startEngine, type Dataset, type Engine, type Reader } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language, Report } from '../contract/report';
import { asError } from '../contract/thrown';

/** One file to read: the name that the user knows it by, and its bytes. */
export interface Input {
  name: string;
  blob: Blob;
}

/** How far reading has come. */
export interface Progress {
  /** Name of the file that is being read. */
  name: string;
  /** Its number, from 1. */
  file: number;
  files: number;
  bytes: number;
  totalBytes: number;
}

/** A file that was left out, and why. */
export interface Skipped {
  name: string;
  sentence: string;
}

/** Where data is read and kept, and questions are answered: in a worker, or else right here. */
export interface Desk {
  /** Reads files into the dataset that later questions are about; answers with those left out. */
  read(inputs: Input[], language: Language, tell: (progress: Progress) => void): Promise<Skipped[]>;
  analyze(options: Options): Promise<Report>;
  export(kind: ExportKind, options: Options): Promise<string>;
  /** Gives everything up; what is under way never answers. */
  close(): void;
}

/** Codes after which an engine is not worth keeping: its instance fell, or its memory is full. */
const FATAL: ReadonlySet<string> = new Set(['panic', 'lost', 'out_of_memory', 'csp', 'no_wasm']);

/** Whether a desk that failed with `code` must be replaced by a fresh one. */
export function isFatal(code: string): boolean {
  return FATAL.has(code);
}

/** How long to read before the screen gets a turn, ms: two frames. */
const TURN_MS = 32;

/**
 * A desk in this very thread.
 *
 * - Files are streamed and never held whole.
 * - A file that cannot be read is left out, as long as another one can.
 * - Between chunks the thread is given back, so that a page without a worker stays alive.
 */
export class LocalDesk implements Desk {
  private dataset: Dataset | undefined;
  private closed = false;

  constructor(private readonly wasm: () => Promise<Uint8Array>) {}

  async read(inputs: Input[], language: Language, tell: (progress: Progress) => void): Promise<Skipped[]> {
    const engine = await this.engine(language);
    this.dataset?.free();
    this.dataset = undefined;
    const reader = engine.reader(language);
    const failures: Array<{ name: string; error: TailwalkError }> = [];
    try {
      for (const { input, progress } of steps(inputs)) {
        const error = await this.readOne(reader, input, progress, tell);
        if (error !== undefined) {
          failures.push({ name: input.name, error });
        }
      }
      const first = failures[0];
      if (first !== undefined && failures.length === inputs.length) {
        throw first.error;
      }
      this.dataset = reader.finish();
    } catch (error) {
      reader.free();
      throw error;
    }
    return failures.map(({ name, error }) => ({ name, sentence: error.message }));
  }

  async analyze(options: Options): Promise<Report> {
    return this.kept().analyze(options);
  }

  async export(kind: ExportKind, options: Options): Promise<string> {
    return this.kept().export(kind, options);
  }

  close(): void {
    this.closed = true;
    this.dataset?.free();
    this.dataset = undefined;
  }

  private engine(language: Language): Promise<Engine> {
    return startEngine(this.wasm, language);
  }

  private kept(): Dataset {
    if (this.dataset === undefined) {
      throw new TailwalkError('lost', 'no data has been read');
    }
    return this.dataset;
  }

  /** Reads one file; its own failure is an answer, a failure of the engine is thrown. */
  private async readOne(
    reader: Reader,
    input: Input,
    before: Progress,
    tell: (progress: Progress) => void,
  ): Promise<TailwalkError | undefined> {
    const chunks = input.blob.stream().getReader();
    let turn = performance.now();
    let bytes = before.bytes;
    tell(before);
    try {
      reader.startFile(input.name);
      for (let next = await chunks.read(); !next.done; next = await chunks.read()) {
        reader.push(next.value);
        bytes += next.value.length;
        if (performance.now() - turn > TURN_MS) {
          tell({ ...before, bytes });
          await pause();
          turn = performance.now();
        }
        if (this.closed) {
          throw new TailwalkError('lost', 'reading was given up');
        }
      }
      reader.endFile();
      return undefined;
    } catch (thrown) {
      const error = named(thrown, input.name);
      if (isFatal(error.code)) {
        throw error;
      }
      return error;
    } finally {
      chunks.cancel().catch(() => undefined);
    }
  }
}

function steps(inputs: Input[]): Array<{ input: Input; progress: Progress }> {
  const totalBytes = inputs.reduce((sum, input) => sum + input.blob.size, 0);
  let bytes = 0;
  return inputs.map((input, index) => {
    const progress = { name: input.name, file: index + 1, files: inputs.length, bytes, totalBytes };
    bytes += input.blob.size;
    return { input, progress };
  });
}

/** A failure as the page shows it: one of ours, or the browser's refusal to open a file. */
function named(thrown: unknown, file: string): TailwalkError {
  if (thrown instanceof DOMException) {
    return new TailwalkError('unreadable', file, `${thrown.name}: ${thrown.message}`);
  }
  return asError(thrown);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
