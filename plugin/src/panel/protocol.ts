import type { ExportKind, Options } from '../contract/options';
import type { Language } from '../contract/report';
import type { PlainError } from '../contract/thrown';
import type { Load } from './desk';

/** What panels ask of their desk in the worker. */
export type Question =
  | { kind: 'take'; load: Load; language: Language }
  | { kind: 'export'; exportKind: ExportKind; options: Options }
  | { kind: 'free' };

/** What goes to the worker: first the bytes of the wasm, then questions, each under a number and for a desk. */
export type Letter =
  | { kind: 'start'; wasm: Uint8Array; language: Language }
  | { kind: 'question'; id: number; desk: number; question: Question };

/**
 * What comes back: once that it can be asked, or that it cannot, then one answer or failure per question.
 *
 * - `probe` holds {@link PROBE}: where that does not arrive, memory does not pass between the threads.
 */
export type Reply =
  | { kind: 'ready'; probe: Float64Array }
  | { kind: 'unfit' }
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'failure'; id: number; error: PlainError };

/** The room that samples came in, a text, or nothing. */
export type Answer = Lent | string | null;

/** Memory that goes to the worker and comes back. */
export type Lent = Pick<Load, 'times' | 'values'>;

export const PROBE = 7;

/** Whether memory from the other thread can be used as such: in a sandbox of plugins it may be a mere likeness. */
export function isMemory({ buffer }: Float64Array): boolean {
  try {
    return new Float64Array(buffer)[0] === PROBE;
  } catch {
    return false;
  }
}
