import type { Report } from '../contract/report';
import type { TailwalkError } from '../contract/failure';
import type { Progress, Skipped } from './desk';

/** What the page shows. */
export type Stage =
  | { kind: 'empty' }
  | { kind: 'reading'; progress: Progress | null }
  | { kind: 'failed'; code: string; sentence: string; detail: string }
  | { kind: 'shown'; report: Report; skipped: Skipped[]; refusal: string | null; busy: boolean };

/** What can happen to it. */
export type Event =
  | { kind: 'reading' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'cancelled' }
  | { kind: 'shown'; report: Report; skipped: Skipped[] }
  | { kind: 'asked' }
  | { kind: 'answered'; report: Report }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; error: TailwalkError };

/**
 * The next stage.
 *
 * - Options that cannot be used leave the last report on the screen with the refusal beside it.
 */
export function next(stage: Stage, event: Event): Stage {
  switch (event.kind) {
    case 'reading':
      return { kind: 'reading', progress: null };
    case 'progress':
      return stage.kind === 'reading' ? { kind: 'reading', progress: event.progress } : stage;
    case 'cancelled':
      return { kind: 'empty' };
    case 'shown':
      return { kind: 'shown', report: event.report, skipped: event.skipped, refusal: null, busy: false };
    case 'asked':
      return stage.kind === 'shown' ? { ...stage, busy: true } : stage;
    case 'answered':
      return stage.kind === 'shown' ? { ...stage, report: event.report, refusal: null, busy: false } : stage;
    case 'refused':
      return stage.kind === 'shown' ? { ...stage, refusal: event.sentence, busy: false } : stage;
    case 'failed': {
      const { code, message, detail } = event.error;
      return { kind: 'failed', code, sentence: message, detail };
    }
  }
}
