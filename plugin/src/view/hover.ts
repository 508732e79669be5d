/** The moment pointed at in one chart, told to all others. */
export interface Hover {
  /** The moment in ms, `null` when nothing is pointed at. */
  current(): number | null;
  /** Says what is pointed at now. */
  point(ms: number | null): void;
  /** Calls `listener` on every change until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A hover that lives in this page only. */
export function createHover(): Hover {
  let moment: number | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => moment,
    point(ms) {
      if (ms !== moment) {
        moment = ms;
        listeners.forEach((listener) => listener());
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
