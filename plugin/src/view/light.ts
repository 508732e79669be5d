import { formatBrief, formatNumber, formatTime } from './format';
import { HoverTip } from './HoverTip';
import { createHover } from './hover';
import type { ViewKit } from './kit';
import { SvgPlot } from './plot/SvgPlot';

/** A kit that needs nothing but React; a home replaces what it has better. */
export function lightKit(own: Partial<ViewKit> = {}): ViewKit {
  return {
    quantity: (quantity) => quantity.text,
    brief: formatBrief,
    number: formatNumber,
    time: formatTime,
    windowText: ({ text }) => text,
    moments: (text) => text,
    copy: () => Promise.resolve(false),
    hover: createHover(),
    Tooltip: HoverTip,
    Plot: SvgPlot,
    ...own,
  };
}
