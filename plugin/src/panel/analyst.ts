import type { DataFrame } from '@grafana/data';
import type { Engine } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { ExportKind, Options } from '../contract/options';
import type { Language, Report } from '../contract/report';
import { asError } from '../contract/thrown';
import { LocalDesk, type Desk } from './desk';
import { readAgain, readFrames, type QueryContext, type Reading } from './frames';
import { Room } from './frames/room';
import { kept } from './kept';

/** What came of one refresh: what was read, and the report or what stood in its way. */
export interface Outcome {
  reading: Reading;
  report: Report | null;
  error: TailwalkError | null;
}

/** One refresh: its frames, what is wanted of them, and the options, which may depend on what was read. */
export interface Asked {
  frames: readonly DataFrame[];
  context: QueryContext;
  wishes: (reading: Reading) => Options;
}

/** The desks of a page outside of its main thread; `null` where there is none, or none yet. */
export interface Elsewhere {
  desk(language: Language): Desk | null;
}

/**
 * From so many samples on they are judged elsewhere. Measured: judging takes 6 ms however few they are and 1 ms more
 * for each 100,000; with what reading and drawing take, that is a frame. Fewer are not worth a second copy of the engine.
 */
const MANY_SAMPLES = 50_000;

/**
 * Answers one panel, and keeps what was read between two refreshes.
 *
 * - The same frames are read once, however often options change; new frames of the same series are read again by
 *   their samples alone.
 * - A part of the report that did not change stays the same object.
 * - Requests that come while one is answered replace one another: only the last is answered.
 * - Where a desk fell, in another panel's hands or its own, frames are read and handed over again, once.
 */
export class Analyst {
  private frames: readonly DataFrame[] | null = null;
  private key = '';
  private reading: Reading | null = null;
  private desk: Desk;
  /** The desk has the samples of the last reading. */
  private isTaken = false;
  private report: Report | null = null;
  private readonly room = new Room();
  private readonly here: LocalDesk;
  private last = 0;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(
    engine: Engine,
    private readonly elsewhere: Elsewhere,
  ) {
    this.here = new LocalDesk(engine);
    this.desk = this.here;
  }

  /** The answer to what is asked; `null` when something else was asked meanwhile and this came to nothing. */
  analyze(asked: Asked): Promise<Outcome | null> {
    const mine = (this.last += 1);
    return this.after(async () => {
      if (mine !== this.last) return null;
      const outcome = await this.answer(asked);
      return outcome.error !== null && mine !== this.last ? null : outcome;
    });
  }

  /** The answer as a text. */
  export(kind: ExportKind, asked: Asked): Promise<string> {
    return this.after(() => this.ask(asked, (desk, options) => desk.export(kind, options)));
  }

  /** Gives all memory back: what is under way is not answered, and who asks later has it read again. */
  free(): void {
    this.last += 1;
    this.forget();
  }

  private forget(): void {
    this.desk.free();
    this.desk = this.here;
    this.isTaken = false;
    this.reading = null;
    this.frames = null;
  }

  /** One thing at a time: samples must not be replaced under a question. */
  private after<T>(work: () => Promise<T>): Promise<T> {
    const result = this.busy.then(work);
    this.busy = result.catch(() => undefined);
    return result;
  }

  private async answer(asked: Asked): Promise<Outcome> {
    const reading = this.read(asked);
    try {
      const text = await this.ask(asked, (desk, options) => desk.export('json', options));
      this.report = kept(this.report, JSON.parse(text) as Report);
      return { reading, report: this.report, error: null };
    } catch (thrown) {
      return { reading, report: null, error: asError(thrown) };
    }
  }

  private async ask<T>(asked: Asked, question: (desk: Desk, options: Options) => Promise<T>): Promise<T> {
    const mine = this.last;
    try {
      return await this.askOnce(asked, question);
    } catch (thrown) {
      if (!(thrown instanceof TailwalkError) || thrown.isAboutInput) throw thrown;
      // What the desk had is gone, and the samples with it.
      this.forget();
      if (thrown.code !== 'lost' || mine !== this.last) throw thrown;
    }
    return this.askOnce(asked, question);
  }

  private async askOnce<T>(asked: Asked, question: (desk: Desk, options: Options) => Promise<T>): Promise<T> {
    const reading = this.read(asked);
    const options = asked.wishes(reading);
    if (!this.isTaken) await this.handOver(asked.frames, reading, options.language ?? 'en');
    return question(this.desk, options);
  }

  private read({ frames, context }: Asked): Reading {
    const key = JSON.stringify([context, [...context.names]]);
    const isAsked = key === this.key;
    if (this.reading !== null && frames === this.frames && isAsked) return this.reading;
    const again = this.reading !== null && isAsked ? readAgain(this.reading, frames, context.reference, this.room) : null;
    this.reading = again ?? readFrames(frames, context, this.room);
    this.isTaken = false;
    this.frames = frames;
    this.key = key;
    return this.reading;
  }

  private async handOver(frames: readonly DataFrame[], reading: Reading, language: Language): Promise<void> {
    const { packed: directory, packedReference: reference, times, values } = reading;
    if (values.length >= MANY_SAMPLES && this.desk === this.here) {
      const desk = this.elsewhere.desk(language);
      if (desk !== null) {
        this.here.free();
        this.desk = desk;
      }
    }
    // Elsewhere the samples are gone from here, also when it fails.
    this.frames = null;
    if (this.desk !== this.here) this.room.giveAway();
    const lent = await this.desk.take({ directory, reference, times, values }, language);
    if (lent !== null) this.room.takeBack(lent);
    this.frames = frames;
    this.isTaken = true;
  }
}
