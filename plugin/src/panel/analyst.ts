import type { DataFrame } from '@grafana/data';
import type { Dataset, Engine } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language, Report } from '../contract/report';
import { modelOf, readFrames, type Placed, type QueryContext, type Reading } from './frames';
import { grouped, type Grouping } from './frames/grouping';
import { Room } from './frames/room';

/** What came of one refresh: what was read, and the report or what stood in its way. */
export interface Outcome {
  reading: Reading;
  report: Report | null;
  error: TailwalkError | null;
}

/** Everything that decides what is read. */
export interface Wishes extends QueryContext {
  model: string;
  grouping: Grouping;
}

/**
 * Keeps what was read between two refreshes.
 *
 * - The same frames are read once, however often options change; new frames replace and free the old.
 * - When the instance fell in another panel, what was read here is lost with it: it is read again, once.
 */
export class Analyst {
  private frames: readonly DataFrame[] | null = null;
  private wishes = '';
  private reading: Reading | null = null;
  private dataset: Dataset | null = null;
  private readonly room = new Room();

  constructor(private readonly engine: Engine) {}

  /** The answer for these frames under these options. */
  analyze(frames: readonly DataFrame[], wishes: Wishes, windows: (reading: Reading) => Options): Outcome {
    const reading = this.read(frames, wishes);
    const options = windows(reading);
    const language = options.language ?? 'en';
    try {
      return { reading, report: this.ask(reading, language, (dataset) => dataset.analyze(options)), error: null };
    } catch (thrown) {
      return { reading, report: null, error: asError(thrown) };
    }
  }

  /** The last answer as a text. */
  export(kind: ExportKind, options: Options): string {
    const { reading } = this;
    if (reading === null) return '';
    return this.ask(reading, options.language ?? 'en', (dataset) => dataset.export(kind, options));
  }

  /** Gives all memory back; a later question reads again. */
  free(): void {
    this.dataset?.free();
    this.dataset = null;
    this.reading = null;
    this.frames = null;
  }

  private read(frames: readonly DataFrame[], wishes: Wishes): Reading {
    const key = JSON.stringify([wishes.model, wishes.grouping, wishes.reference, [...wishes.names], wishes.targets]);
    if (this.reading === null || frames !== this.frames || key !== this.wishes) {
      this.free();
      const reading = readFrames(frames, wishes, this.room);
      const own = reading.directory.filter((column) => isOfModel(column.labels, wishes.model));
      this.reading = { ...reading, directory: own.map((column) => ofGroup(column, wishes.grouping)) };
      this.frames = frames;
      this.wishes = key;
    }
    return this.reading;
  }

  private ask<T>(reading: Reading, language: Language, question: (dataset: Dataset) => T): T {
    try {
      return question(this.opened(reading, language));
    } catch (thrown) {
      // A fallen instance took the dataset with it; nothing of it can be freed or asked any more.
      if (thrown instanceof TailwalkError && (thrown.code === 'panic' || thrown.code === 'out_of_memory')) this.dataset = null;
      if (!(thrown instanceof TailwalkError) || thrown.code !== 'lost') throw thrown;
    }
    this.dataset = null;
    return question(this.opened(reading, language));
  }

  private opened(reading: Reading, language: Language): Dataset {
    this.dataset ??= this.engine.fromColumns(reading.directory, reading.times, reading.values, language);
    return this.dataset;
  }
}

function ofGroup(column: Placed, grouping: Grouping): Placed {
  const labels = grouped(column.name, column.labels, grouping);
  return labels === column.labels ? column : { ...column, labels };
}

/** Series without a model, such as those of GPUs, belong to every model. */
function isOfModel(labels: Record<string, string>, model: string): boolean {
  const own = modelOf(labels);
  return model === '' || own === null || own === model;
}

function asError(thrown: unknown): TailwalkError {
  if (thrown instanceof TailwalkError) return thrown;
  return new TailwalkError('panic', String(thrown), thrown instanceof Error ? (thrown.stack ?? '') : '');
}
