import { wasmBytes } from '../contract/bytes';
import { checkColumns, checkInputs, checkLanguage } from '../contract/calls';
import { type Reader, startEngine } from '../contract/engine';
import type { Column, ExportKind, Options, Style } from '../contract/options';
import type { Language, Report } from '../contract/report';

export { TailwalkError } from '../contract/failure';
export type { FailureCode, HostFailure } from '../contract/failure';
export type { Column, ExportKind, Style } from '../contract/options';
export { SCHEMA } from '../contract/report';
export type * from '../contract/report';

/** One file: the name that appears in the report, and its bytes, whole or as they come. */
export interface Input {
  name: string;
  data: Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

/** What was read; asked as often as wanted, freed once. */
export interface Dataset {
  /** The whole answer as plain data. */
  analyze(options?: Options): Report;
  /** The answer as a text. */
  export(kind: ExportKind, options?: Options, style?: Style): string;
  /** Gives the memory back; nothing may be asked afterwards. */
  free(): void;
}

/** Reads metrics and says why the first token is late. */
export const Tailwalk = {
  /**
   * Reads files: Prometheus API JSON, exposition text or OpenMetrics, plain or gzipped.
   *
   * - Streams are read to their end, one after the other, and never held whole.
   * - Failures are `TailwalkError`s with a `code` and a sentence in `language`.
   */
  async read(inputs: Iterable<Input>, language: Language = 'en'): Promise<Dataset> {
    const files = checkInputs(inputs, checkLanguage(language));
    const engine = await startEngine(wasmBytes, language);
    const reader = engine.reader(language);
    try {
      for (const { name, data } of files) {
        reader.startFile(name);
        await pushAll(reader, data);
        reader.endFile();
      }
      return reader.finish();
    } catch (error) {
      reader.free();
      throw error;
    }
  },

  /** Takes series laid end to end, as a chart has them: times in ms, a gap is NaN. */
  async readColumns(
    directory: Column[],
    times: Float64Array,
    values: Float64Array,
    language: Language = 'en',
  ): Promise<Dataset> {
    checkColumns(directory, times, values, checkLanguage(language));
    const engine = await startEngine(wasmBytes, language);
    return engine.fromColumns(directory, times, values, language);
  },

  /** The tables behind the product: signals, thresholds, causes, formats, exports. */
  async describe(language: Language = 'en'): Promise<unknown> {
    const engine = await startEngine(wasmBytes, checkLanguage(language));
    return engine.describe(language);
  },
};

async function pushAll(reader: Reader, data: Input['data']): Promise<void> {
  if (data instanceof Uint8Array) {
    reader.push(data);
  } else if (data instanceof ReadableStream) {
    // Safari's streams cannot be iterated yet, so the stream's own reader is used everywhere.
    const chunks = data.getReader();
    for (let next = await chunks.read(); !next.done; next = await chunks.read()) reader.push(next.value);
  } else {
    for await (const chunk of data) reader.push(chunk);
  }
}
