import type { Language } from '../contract/report';
import { fill, WORDS } from './words';

/** Faster answers need no progress, ms. */
const PATIENCE_MS = 300;

/** Between two updates, ms: ten a second look smooth. */
const INTERVAL_MS = 100;

/** One line on a terminal that says what is being read; silent elsewhere. */
export class Progress {
  private readonly start = performance.now();
  private last = 0;
  private shown = false;

  constructor(
    private readonly terminal: NodeJS.WriteStream,
    private readonly language: Language,
  ) {}

  report(file: string, bytes: number): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.start < PATIENCE_MS || now - this.last < INTERVAL_MS) return;
    this.last = now;
    this.shown = true;
    const size = (bytes / 1e6).toFixed(0);
    this.terminal.write(`\r\x1b[2K${fill(WORDS.reading, this.language, { file, size })}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.shown) this.terminal.write('\r\x1b[2K');
    this.shown = false;
  }
}
