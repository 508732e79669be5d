import { useEffect, useState } from 'react';
import type { ExportKind } from '../contract/options';
import type { Report } from '../contract/report';
import { isChosen, type Choices } from './choices';
import type { Skipped } from './desk';
import { copyText, downloadText } from './kit';
import type { PageWords } from './words';

/** How long the outcome of a copy stays on its button, ms. */
const OUTCOME_MS = 2500;

interface ToolbarProps {
  words: PageWords;
  report: Report;
  skipped: Skipped[];
  choices: Choices;
  showOptions: boolean;
  onOptions: () => void;
  onReset: () => void;
  onNew: () => void;
  onExport: (kind: ExportKind) => Promise<string>;
}

/** What was read, and what can be done with the answer. */
export function Toolbar(props: ToolbarProps) {
  const { words, report, skipped, choices, showOptions, onOptions, onReset, onNew, onExport } = props;
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) {
      return undefined;
    }
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    onExport('markdown')
      .then(copyText)
      .then(
        (done) => setOutcome(done ? 'copied' : 'failed'),
        () => setOutcome('failed'),
      );
  const download = (kind: ExportKind, ending: string, type: string) =>
    onExport(kind).then(
      (text) => downloadText(`tailwalk-report.${ending}`, type, text),
      () => setOutcome('failed'),
    );
  const names = report.sources.map((source) => source.name).join(', ');
  const copyLabel = { copied: words.copied, failed: words.copyFailed, idle: words.copyMarkdown }[outcome ?? 'idle'];
  return (
    <>
      <div className="page-toolbar">
        <bdi className="page-names" dir="auto" title={names}>
          {names}
        </bdi>
        <div className="page-buttons">
          <button type="button" className="page-button" aria-expanded={showOptions} onClick={onOptions}>
            {words.options}
          </button>
          <button type="button" className="page-button" onClick={copy}>
            <span aria-live="polite">{copyLabel}</span>
          </button>
          <button type="button" className="page-button" onClick={() => download('markdown', 'md', 'text/markdown')}>
            ↓ {words.downloadMarkdown}
          </button>
          <button type="button" className="page-button" onClick={() => download('json', 'json', 'application/json')}>
            ↓ {words.downloadJson}
          </button>
          <button type="button" className="page-button" data-main onClick={onNew}>
            {words.newData}
          </button>
        </div>
      </div>
      {isChosen(choices) && (
        <p className="page-chosen">
          {words.chosen}
          <button type="button" className="page-button" onClick={onReset}>
            {words.backToAutomatic}
          </button>
        </p>
      )}
      {skipped.length > 0 && (
        <details className="page-skipped" open>
          <summary>
            {words.skipped}: {skipped.length}
          </summary>
          <ul>
            {skipped.map(({ name, sentence }) => (
              <li key={name}>
                <bdi dir="auto">{sentence}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
