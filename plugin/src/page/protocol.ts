import type { ExportKind, Options } from '../contract/options';
import type { Language, Report } from '../contract/report';
import type { PlainError } from '../contract/thrown';
import type { Input, Progress, Skipped } from './desk';

/** What the page asks the worker. */
export type Question =
  | { kind: 'start'; wasm: Uint8Array }
  | { kind: 'read'; inputs: Input[]; language: Language }
  | { kind: 'analyze'; options: Options }
  | { kind: 'export'; exportKind: ExportKind; options: Options };

/** What the worker says: once that it runs, then progress and one answer or failure per question. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'answer'; id: number; answer: Skipped[] | Report | string | undefined }
  | { kind: 'failure'; id: number; error: PlainError };

/** A question with the number under which it is answered. */
export interface Letter {
  id: number;
  question: Question;
}
