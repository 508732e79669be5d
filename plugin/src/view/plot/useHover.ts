import { useSyncExternalStore } from 'react';
import { useKit } from '../kit';

/** The moment that is pointed at in any chart, ms. */
export function useHover(): number | null {
  const { hover } = useKit();
  return useSyncExternalStore(hover.subscribe, hover.current, hover.current);
}
