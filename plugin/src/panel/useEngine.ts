import { useEffect, useState } from 'react';
import { wasmBytes } from '../contract/bytes';
import { startEngine, type Engine } from '../contract/engine';
import type { TailwalkError } from '../contract/failure';
import type { Language } from '../contract/report';
import { asError } from '../contract/thrown';

/** The engine, what forbids it, or that it is still starting. */
export interface Starting {
  engine: Engine | null;
  error: TailwalkError | null;
}

let running: Engine | null = null;

/**
 * The engine, started by the first panel of the page and shared by all.
 *
 * - Later panels have it at once, so that they never flash.
 * - A failed start is tried again by the next panel that is opened.
 */
export function useEngine(language: Language): Starting {
  const [starting, setStarting] = useState<Starting>({ engine: running, error: null });
  useEffect(() => {
    let isHere = true;
    const tell = (next: Starting) => isHere && setStarting(next);
    startEngine(wasmBytes, language).then(
      (engine) => {
        running = engine;
        tell({ engine, error: null });
      },
      (thrown: unknown) => tell({ engine: null, error: asError(thrown) }),
    );
    return () => {
      isHere = false;
    };
  }, [language]);
  return starting;
}
