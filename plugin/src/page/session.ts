import workerSource from 'tailwalk-worker-source';
import { wasmBytes } from '../contract/bytes';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language, Report } from '../contract/report';
import { asError, fromPlain } from '../contract/thrown';
import { LocalDesk, isFatal, type Desk, type Input, type Progress, type Skipped } from './desk';
import type { Letter, Question, Reply } from './protocol';

/**
 * The desk of this page, replaced by a fresh one when it fell.
 *
 * - A worker from inline source where the browser allows one, else this thread.
 * - After a panic, a full memory or a cancelled read the worker is thrown away with all it held, so
 *   that the next, smaller file finds an empty one.
 */
export class Session {
  private desk: Promise<Desk> | undefined;

  async read(inputs: Input[], language: Language, tell: (progress: Progress) => void): Promise<Skipped[]> {
    return this.ask((desk) => desk.read(inputs, language, tell));
  }

  async analyze(options: Options): Promise<Report> {
    return this.ask((desk) => desk.analyze(options));
  }

  async export(kind: ExportKind, options: Options): Promise<string> {
    return this.ask((desk) => desk.export(kind, options));
  }

  /** Gives up what is under way together with the data. */
  close(): void {
    const { desk } = this;
    this.desk = undefined;
    desk?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }

  private async ask<T>(question: (desk: Desk) => Promise<T>): Promise<T> {
    this.desk ??= openDesk();
    try {
      return await question(await this.desk);
    } catch (thrown) {
      const error = asError(thrown);
      if (isFatal(error.code)) {
        this.close();
      }
      throw error;
    }
  }
}

async function openDesk(): Promise<Desk> {
  try {
    return await WorkerDesk.open();
  } catch {
    return new LocalDesk(wasmBytes);
  }
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: TailwalkError) => void;
  tell: ((progress: Progress) => void) | undefined;
}

/** A desk in a worker of its own. */
class WorkerDesk implements Desk {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** Starts a worker; fails where the browser or a policy does not allow one. */
  static async open(): Promise<WorkerDesk> {
    const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    try {
      const worker = new Worker(address);
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = reject;
      });
      const desk = new WorkerDesk(worker);
      await desk.ask<undefined>({ kind: 'start', wasm: await wasmBytes() });
      return desk;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    worker.onerror = (event) => this.fall(event.message);
  }

  read(inputs: Input[], language: Language, tell: (progress: Progress) => void): Promise<Skipped[]> {
    return this.ask({ kind: 'read', inputs, language }, tell);
  }

  analyze(options: Options): Promise<Report> {
    return this.ask({ kind: 'analyze', options });
  }

  export(kind: ExportKind, options: Options): Promise<string> {
    return this.ask({ kind: 'export', exportKind: kind, options });
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private ask<T>(question: Question, tell?: (progress: Progress) => void): Promise<T> {
    const id = (this.last += 1);
    const letter: Letter = { id, question };
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, tell });
      this.worker.postMessage(letter);
    });
  }

  private receive(reply: Reply): void {
    if (reply.kind === 'ready') {
      return;
    }
    const waiting = this.waiting.get(reply.id);
    if (reply.kind === 'progress') {
      waiting?.tell?.(reply.progress);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.kind === 'answer') {
      waiting?.resolve(reply.answer as never);
    } else {
      waiting?.reject(fromPlain(reply.error));
    }
  }

  /** A worker dies without a word of ours when the browser takes its memory away. */
  private fall(message: string): void {
    const code = /memory|allocat/i.test(message) ? 'out_of_memory' : 'panic';
    for (const { reject } of this.waiting.values()) {
      reject(new TailwalkError(code, message, message));
    }
    this.waiting.clear();
  }
}
