import {
  __wbg_reset_state as replaceInstance,
  Dataset as WasmDataset,
  DatasetBuilder as WasmBuilder,
  describe as wasmDescribe,
  initSync,
  lastPanic,
} from 'tailwalk-wasm';
import { checkOptions } from './calls';
import { packed, type Packed } from './columns';
import { callFailure, failure, startFailure } from './translate';
import type { Column, ExportKind, Options, Style } from './options';
import type { Language, Report } from './report';

/** Columns of a text export where nobody says how wide the terminal is: what fits everywhere. */
const DEFAULT_WIDTH = 80;

/**
 * Reads data and answers questions.
 *
 * The glue of wasm-bindgen keeps its instance in module variables, so there is one engine per page,
 * worker or process. An instance that trapped is replaced at the next call; what was read into it is
 * lost and says so (`lost`).
 */
export class Engine {
  private finished = false;
  private life = 0;

  /** Takes files in chunks; failures speak `language`. */
  reader(language: Language): Reader {
    return new Reader(this, language);
  }

  /** The frames of a query, samples laid end to end: times in ms, a gap is NaN. */
  fromColumns(directory: Column[], times: Float64Array, values: Float64Array, language: Language): Dataset {
    return this.fromPacked(packed(directory), times, values, language);
  }

  /** The same of a directory that is packed already. */
  fromPacked({ words, layout }: Packed, times: Float64Array, values: Float64Array, language: Language): Dataset {
    return new Dataset(this, this.call(language, () => WasmDataset.fromColumns(words, layout, times, values, language)));
  }

  /** The tables behind the product: signals, thresholds, causes, formats, exports. */
  describe(language: Language): unknown {
    return JSON.parse(this.call(language, () => wasmDescribe(language)));
  }

  /** Number of the instance that answers now. */
  get instance(): number {
    return this.life;
  }

  /** Runs one call into the wasm and turns what it throws into a `TailwalkError`. */
  call<T>(language: Language, work: () => T): T {
    try {
      if (this.finished) {
        replaceInstance();
        this.finished = false;
      }
      return work();
    } catch (thrown) {
      const { error, finished } = callFailure(thrown, language, panicOfFinishedInstance);
      if (finished) {
        this.finished = true;
        this.life += 1;
      }
      throw error;
    }
  }

  /** Like `call`, for an object that was made by the instance numbered `life`. */
  callOn<T>(life: number, language: Language, work: () => T): T {
    if (life !== this.life) throw failure('lost', language);
    return this.call(language, work);
  }
}

/** The words of the panic that ended an instance; its memory is still there after the trap. */
function panicOfFinishedInstance(): string | undefined {
  try {
    return lastPanic();
  } catch {
    return undefined;
  }
}

/** Takes one file after the other, each in chunks of any size. */
export class Reader {
  private readonly life: number;
  private readonly builder: WasmBuilder;
  private isUsedUp = false;

  constructor(
    private readonly engine: Engine,
    private readonly language: Language,
  ) {
    this.builder = engine.call(language, () => new WasmBuilder(language));
    this.life = engine.instance;
  }

  /** Begins a file under the name that the user knows it by. */
  startFile(name: string): void {
    this.step(() => this.builder.startFile(name));
  }

  /** The next bytes of the file. */
  push(chunk: Uint8Array): void {
    this.step(() => this.builder.push(chunk));
  }

  /** Ends the file. */
  endFile(): void {
    this.step(() => this.builder.endFile());
  }

  /** What was read; the reader is used up. */
  finish(): Dataset {
    try {
      const handle = this.step(() => this.builder.finish());
      return new Dataset(this.engine, handle);
    } finally {
      this.isUsedUp = true;
    }
  }

  /** Gives the memory back when reading is given up; after `finish` there is nothing to give. */
  free(): void {
    if (this.life === this.engine.instance && !this.isUsedUp) this.builder.free();
    this.isUsedUp = true;
  }

  private step<T>(work: () => T): T {
    if (this.isUsedUp) throw failure('freed', this.language);
    return this.engine.callOn(this.life, this.language, work);
  }
}

/** What was read, kept on the wasm side; asked as often as wanted, freed once. */
export class Dataset {
  private readonly life: number;
  private isFreed = false;

  constructor(
    private readonly engine: Engine,
    private readonly handle: WasmDataset,
  ) {
    this.life = engine.instance;
  }

  /** The whole answer. The cast is the contract: `report.ts` is generated from the same structs. */
  analyze(options: Options = {}): Report {
    return JSON.parse(this.export('json', options)) as Report;
  }

  /** The answer as a text. */
  export(kind: ExportKind = 'text', options: Options = {}, style: Style = {}): string {
    const { width = DEFAULT_WIDTH, color = false } = style;
    const language = checkOptions(options);
    if (this.isFreed) throw failure('freed', language);
    return this.engine.callOn(this.life, language, () => this.handle.export(kind, options, width, color));
  }

  /** From now on this is compared with `good`, a capture of better times; `good` is used up. */
  compareWith(good: Dataset, language: Language = 'en'): void {
    if (this.isFreed || good.isFreed) throw failure('freed', language);
    this.engine.callOn(Math.min(this.life, good.life), language, () => this.handle.compareWith(good.handle));
    good.isFreed = true;
  }

  /** Gives the memory back; nothing may be asked afterwards. A second time does nothing. */
  free(): void {
    if (this.life === this.engine.instance && !this.isFreed) this.handle.free();
    this.isFreed = true;
  }
}

let started: Promise<Engine> | undefined;

/**
 * The engine, started from the bytes of the wasm on the first call.
 *
 * - Bytes, not an address: of seven ways to ship wasm in a plugin only inline bytes work everywhere.
 * - A failed start (`csp`, `no_wasm`, `out_of_memory`) may be tried again.
 */
export function startEngine(bytes: () => Promise<Uint8Array>, language: Language): Promise<Engine> {
  started ??= start(bytes, language).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(bytes: () => Promise<Uint8Array>, language: Language): Promise<Engine> {
  if (typeof WebAssembly !== 'object') throw failure('no_wasm', language);
  const loaded = await bytes();
  try {
    initSync({ module: await WebAssembly.compile(loaded as BufferSource) });
  } catch (thrown) {
    throw startFailure(thrown, language);
  }
  return new Engine();
}
