import { useEffect, useRef, useState } from 'react';
import { SvgPlot, type PlotProps } from '../view';

/** So far outside of the visible part a chart is drawn already: one turn of the wheel. */
const MARGIN = '200px';

/**
 * A chart that is drawn while it can be seen, and else keeps its place.
 *
 * - Most charts of a panel lie below its edge; drawing them anew was half of what a refresh took in React.
 * - The browser that cannot tell has all of them drawn.
 */
export function PlotInSight(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const { current } = place;
    if (current === null || typeof IntersectionObserver !== 'function') return undefined;
    const told = (entries: IntersectionObserverEntry[]) => setNear(entries[entries.length - 1]?.isIntersecting ?? true);
    const watcher = new IntersectionObserver(told, { root: current.closest('.tw-report'), rootMargin: MARGIN });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className="tw-plot-place">
      {isNear && <SvgPlot {...props} />}
    </div>
  );
}
