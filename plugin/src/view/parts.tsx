import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { useKit, useWords } from './kit';

/** A titled part of the picture. */
export function Section(props: {
  name: string;
  title: string;
  hint?: string | undefined;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`tw-section tw-section-${props.name}`} aria-labelledby={id}>
      <header className="tw-section-head">
        <h3 id={id} className="tw-section-title">
          {props.title}
        </h3>
        {props.hint !== undefined && <span className="tw-section-hint">{props.hint}</span>}
        {props.aside !== undefined && <div className="tw-section-aside">{props.aside}</div>}
      </header>
      {props.children}
    </section>
  );
}

/**
 * Text that came with the data: labels, file names, sentences that quote them.
 *
 * - Isolated with its own direction, so that a right-to-left name cannot reorder what is around it.
 * - Wraps anywhere; with `line` it stays on one line and ends in an ellipsis, whole in its title.
 */
export function DataText({ text, line = false }: { text: string; line?: boolean }) {
  return line ? (
    <bdi className="tw-data tw-data-line" dir="auto" title={text}>
      {text}
    </bdi>
  ) : (
    <bdi className="tw-data" dir="auto">
      {text}
    </bdi>
  );
}

/** A number and its unit, as the report prints them. */
const MEASURE = /(\d[\d.,]* (?:[µm]?s|min|h|%|tok(?:\/s)?|[KMG]?i?B|°C|W)(?![A-Za-z]))/;

/** A sentence in which no number is parted from its unit at the end of a line. */
export function Sentence({ text }: { text: string }) {
  return (
    <bdi className="tw-data" dir="auto">
      {text.split(MEASURE).map((part, index) => (index % 2 === 0 ? part : <span key={index} className="tw-measure">{part}</span>))}
    </bdi>
  );
}

/** How long "copied" stays on a copy button, ms: long enough to read, short enough to copy again. */
const COPIED_MS = 1800;

/** A button that puts `text` on the clipboard and says whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const kit = useKit();
  const words = useWords();
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (outcome === 'idle') {
      return undefined;
    }
    const timer = setTimeout(() => setOutcome('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = useCallback(() => {
    kit.copy(text).then(
      (done) => setOutcome(done ? 'copied' : 'failed'),
      () => setOutcome('failed'),
    );
  }, [kit, text]);
  const shown = { idle: words.copy, copied: words.copied, failed: words.copyFailed }[outcome];
  return (
    <button type="button" className="tw-button tw-copy" data-outcome={outcome} onClick={copy}>
      <span aria-live="polite">{shown}</span>
      <span className="tw-hidden">: {label}</span>
    </button>
  );
}
