import { cloneElement, useId } from 'react';
import type { TooltipProps } from './kit';

/** A tooltip of style rules alone: shown on hover and on keyboard focus, read as a description. */
export function HoverTip({ text, children }: TooltipProps) {
  const id = useId();
  return (
    <span className="tw-tip">
      {cloneElement(children, { 'aria-describedby': id } as object)}
      <span className="tw-tip-bubble" role="tooltip" id={id} dir="auto">
        {text}
      </span>
    </span>
  );
}
