import { useEffect, useState } from 'react';
import type { PanelWords } from './words';

interface BarProps {
  words: PanelWords;
  /** Sentences about the data, shown on demand. */
  remarks: string[];
  /** Set while a brushed stretch is examined. */
  onReset: (() => void) | null;
  /** Where the queries behind the numbers can be run. */
  explore: string | null;
  onCopy: (kind: 'text' | 'markdown') => Promise<boolean>;
}

/** How long a button says that it did its work, ms. */
const SAID_MS = 2000;

/** Below the report: remarks about the data, the way back from a brushed stretch, and copies to take away. */
export function Bar({ words, remarks, onReset, explore, onCopy }: BarProps) {
  return (
    <footer className="tw-panel-bar">
      {remarks.length > 0 && (
        <details className="tw-panel-remarks">
          <summary>{words.notices(remarks.length)}</summary>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>
                <bdi dir="auto">{remark}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {onReset !== null && (
        <span className="tw-panel-focus">
          {words.focusChosen}{' '}
          <button type="button" className="tw-button" onClick={onReset}>
            {words.focusReset}
          </button>
        </span>
      )}
      <span className="tw-panel-copies">
        {explore !== null && (
          <a className="tw-button" href={explore} target="_blank" rel="noopener noreferrer">
            {words.explore}
          </a>
        )}
        <CopyButton words={words} label={words.copyReport} onCopy={() => onCopy('text')} />
        <CopyButton words={words} label={words.copyMarkdown} onCopy={() => onCopy('markdown')} />
      </span>
    </footer>
  );
}

function CopyButton({ words, label, onCopy }: { words: PanelWords; label: string; onCopy: () => Promise<boolean> }) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <button
      type="button"
      className="tw-button"
      aria-live="polite"
      onClick={async () => setSaid((await onCopy()) ? words.copied : words.copyFailed)}
    >
      {said ?? label}
    </button>
  );
}
