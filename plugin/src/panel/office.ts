import workerSource from 'tailwalk-panel-worker';
import { wasmBytes } from '../contract/bytes';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language } from '../contract/report';
import { fromPlain } from '../contract/thrown';
import type { Desk, Load } from './desk';
import { isMemory, type Answer, type Lent, type Letter, type Question, type Reply } from './protocol';

/** After so long without an answer the worker is taken for dead, ms: browsers end one silently when memory is short. */
const SILENCE_MS = 30_000;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: TailwalkError) => void;
  patience: ReturnType<typeof setTimeout>;
}

/**
 * Desks outside of the main thread, for all panels of a page.
 *
 * - The worker is started by the first panel that asks, and ended with the last desk.
 * - Until it runs there is no desk in it, and never where a policy or the browser refuses it, or once it fell:
 *   who gets none works in its own thread.
 */
class Office {
  private room: WorkerRoom | null = null;
  private isRefused = false;

  /** A desk in the worker; null when there is none, or none yet. */
  desk(language: Language): Desk | null {
    if (this.isRefused) return null;
    this.room ??= new WorkerRoom(language, (isBroken) => {
      this.room = null;
      this.isRefused = isBroken;
    });
    return this.room.desk();
  }
}

/** One worker and the desks in it. */
class WorkerRoom {
  private readonly address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  private worker: Worker | null = null;
  private state: 'starting' | 'open' | 'closed' = 'starting';
  private readonly waiting = new Map<number, Waiting>();
  private readonly desks = new Set<number>();
  private last = 0;

  /** Tells once when it is closed, and whether because it broke. */
  constructor(
    language: Language,
    private readonly onClose: (isBroken: boolean) => void,
  ) {
    this.start(language).catch(() => this.close(true));
  }

  desk(): Desk | null {
    if (this.state !== 'open') return null;
    const number = (this.last += 1);
    this.desks.add(number);
    return new RemoteDesk(
      (question, handedOver) => this.ask(number, question, handedOver),
      () => this.leave(number),
    );
  }

  private async start(language: Language): Promise<void> {
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.close(true);
    };
    const wasm = await wasmBytes();
    this.send({ kind: 'start', wasm, language }, [wasm.buffer as ArrayBuffer]);
  }

  private send(letter: Letter, handedOver: Transferable[]): void {
    this.worker?.postMessage(letter, handedOver);
  }

  private ask(desk: number, question: Question, handedOver: Transferable[]): Promise<Answer> {
    if (this.state !== 'open') return Promise.reject(gone());
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.close(true), SILENCE_MS);
      this.waiting.set(id, { resolve, reject, patience });
      try {
        this.send({ kind: 'question', id, desk, question }, handedOver);
      } catch {
        this.close(true);
      }
    });
  }

  private leave(desk: number): void {
    this.desks.delete(desk);
    if (this.desks.size === 0) this.close(false);
    else this.send({ kind: 'question', id: 0, desk, question: { kind: 'free' } }, []);
  }

  private receive(reply: Reply): void {
    if (reply.kind === 'unfit' || (reply.kind === 'ready' && !isMemory(reply.probe))) {
      this.close(true);
    } else if (reply.kind === 'ready') {
      this.state = 'open';
      URL.revokeObjectURL(this.address);
    } else {
      const waiting = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      clearTimeout(waiting?.patience);
      if (reply.kind === 'answer') waiting?.resolve(reply.answer);
      else waiting?.reject(fromPlain(reply.error));
    }
  }

  private close(isBroken: boolean): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.worker?.terminate();
    URL.revokeObjectURL(this.address);
    for (const { reject, patience } of this.waiting.values()) {
      clearTimeout(patience);
      reject(gone());
    }
    this.waiting.clear();
    this.onClose(isBroken);
  }
}

/** The samples are lost with the worker: they are to be handed to another desk. */
function gone(): TailwalkError {
  return new TailwalkError('lost', 'the worker is gone');
}

/** A desk in the worker. */
class RemoteDesk implements Desk {
  constructor(
    private readonly ask: (question: Question, handedOver: Transferable[]) => Promise<Answer>,
    readonly free: () => void,
  ) {}

  async take(load: Load, language: Language): Promise<Lent> {
    const room = [load.times.buffer as ArrayBuffer, load.values.buffer as ArrayBuffer];
    return (await this.ask({ kind: 'take', load, language }, room)) as Lent;
  }

  async export(kind: ExportKind, options: Options): Promise<string> {
    return (await this.ask({ kind: 'export', exportKind: kind, options }, [])) as string;
  }
}

/** The one of this page. */
export const office = new Office();
