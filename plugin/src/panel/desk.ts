import type { Packed } from '../contract/columns';
import type { Dataset, Engine } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language } from '../contract/report';
import type { Lent } from './protocol';

/** The samples of one panel, on their way to a desk. */
export interface Load {
  directory: Packed;
  /** That of good times, to be compared with. */
  reference: Packed | null;
  times: Float64Array;
  values: Float64Array;
}

/** Where the data of one panel is kept and questions about it are answered: here, or in a worker. */
export interface Desk {
  /**
   * Takes samples in the place of those before.
   *
   * - Answers with the room that they lay in, when that went away with them: what `load` holds is then empty.
   */
  take(load: Load, language: Language): Promise<Lent | null>;
  export(kind: ExportKind, options: Options): Promise<string>;
  /** Gives all memory back. */
  free(): void;
}

/** A desk in this thread. */
export class LocalDesk implements Desk {
  private dataset: Dataset | null = null;

  constructor(private readonly engine: Engine) {}

  async take({ directory, reference, times, values }: Load, language: Language): Promise<null> {
    const read = (columns: Packed) => this.engine.fromPacked(columns, times, values, language);
    this.free();
    this.dataset = read(directory);
    const good = reference === null ? null : unlessEmpty(() => read(reference));
    if (good !== null) this.dataset.compareWith(good, language);
    return null;
  }

  async export(kind: ExportKind, options: Options): Promise<string> {
    if (this.dataset === null) throw new TailwalkError('lost', 'no data has been read');
    return this.dataset.export(kind, options);
  }

  free(): void {
    this.dataset?.free();
    this.dataset = null;
  }
}

/** Good times without a sample are none: then others are found in the data itself. */
function unlessEmpty(read: () => Dataset): Dataset | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TailwalkError && thrown.isAboutInput) return null;
    throw thrown;
  }
}
