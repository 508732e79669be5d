import { useCallback, useMemo, useReducer, useRef } from 'react';
import type { ExportKind } from '../contract/options';
import type { Language } from '../contract/report';
import { asError } from '../contract/thrown';
import { optionsOf, type Choices } from './choices';
import type { Input } from './desk';
import { Session } from './session';
import { next, type Stage } from './state';

/** What the page can ask of its data. */
export interface Asks {
  stage: Stage;
  read: (inputs: Input[], choices: Choices, language: Language) => void;
  analyze: (choices: Choices, language: Language) => void;
  export: (kind: ExportKind, choices: Choices, language: Language) => Promise<string>;
  cancel: () => void;
}

/** The session of this page and what is shown of it; an answer that comes too late is dropped. */
export function useSession(): Asks {
  const session = useMemo(() => new Session(), []);
  const [stage, tell] = useReducer(next, { kind: 'empty' });
  const turn = useRef(0);
  const reading = useRef(false);

  const read = useCallback(
    async (inputs: Input[], choices: Choices, language: Language) => {
      if (inputs.length === 0) {
        return;
      }
      const mine = (turn.current += 1);
      const current = () => turn.current === mine;
      if (reading.current) {
        session.close();
      }
      reading.current = true;
      tell({ kind: 'reading' });
      try {
        const skipped = await session.read(
          inputs,
          language,
          (progress) => current() && tell({ kind: 'progress', progress }),
        );
        const report = await session.analyze(optionsOf(choices, language));
        if (current()) {
          tell({ kind: 'shown', report, skipped });
        }
      } catch (thrown) {
        if (current()) {
          tell({ kind: 'failed', error: asError(thrown) });
        }
      } finally {
        if (current()) {
          reading.current = false;
        }
      }
    },
    [session],
  );

  const analyze = useCallback(
    async (choices: Choices, language: Language) => {
      const mine = (turn.current += 1);
      tell({ kind: 'asked' });
      try {
        const report = await session.analyze(optionsOf(choices, language));
        if (turn.current === mine) {
          tell({ kind: 'answered', report });
        }
      } catch (thrown) {
        const error = asError(thrown);
        if (turn.current === mine) {
          tell(error.code === 'bad_options' ? { kind: 'refused', sentence: error.message } : { kind: 'failed', error });
        }
      }
    },
    [session],
  );

  const ask = useCallback(
    (kind: ExportKind, choices: Choices, language: Language) => session.export(kind, optionsOf(choices, language)),
    [session],
  );

  const cancel = useCallback(() => {
    turn.current += 1;
    reading.current = false;
    session.close();
    tell({ kind: 'cancelled' });
  }, [session]);

  return { stage, read, analyze, export: ask, cancel };
}
