import { useRef } from 'react';
import type { Input } from './desk';
import { inputsOfFiles } from './intake';
import { PasteDialog } from './PasteDialog';
import type { PageWords } from './words';

interface StartProps {
  words: PageWords;
  dragging: boolean;
  onInputs: (inputs: Input[]) => void;
  onSample: () => void;
}

const SCRAPE = `curl -s http://SERVER:8000/metrics > 1.txt; sleep 60
curl -s http://SERVER:8000/metrics > 2.txt`;
const RANGE = `curl -sG http://PROMETHEUS:9090/api/v1/query -o hour.json \\
  --data-urlencode 'query={__name__=~"(ray_)?vllm[:_].*|process_.*|up|DCGM_.*"}[1h]'`;

/** Where data comes in: dropped, chosen, pasted, or the recording that travels with the page. */
export function Start({ words, dragging, onInputs, onSample }: StartProps) {
  return (
    <div className="page-start">
      <section className="page-drop" data-dragging={dragging} aria-labelledby="page-drop-title">
        <svg className="page-drop-mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
          <path d="M24 6v24M14 21l10 10 10-10M8 34v6a2 2 0 0 0 2 2h28a2 2 0 0 0 2-2v-6" />
        </svg>
        <h2 id="page-drop-title">{dragging ? words.dropNow : words.dropTitle}</h2>
        <p className="page-soft">{words.dropHint}</p>
        <div className="page-buttons">
          <Picker label={words.chooseFiles} main onInputs={onInputs} />
          <Picker label={words.chooseFolder} folder onInputs={onInputs} />
          <PasteDialog words={words} onInputs={onInputs} />
        </div>
      </section>
      <div className="page-aside">
        <section className="page-card">
          <h2>{words.sampleTitle}</h2>
          <p className="page-soft">{words.sampleHint}</p>
          <button type="button" className="page-button" onClick={onSample}>
            {words.sampleButton}
          </button>
        </section>
        <section className="page-card">
          <h2>{words.recipesTitle}</h2>
          <p className="page-soft">{words.recipeScrape}</p>
          <pre tabIndex={0}>{SCRAPE}</pre>
          <p className="page-soft">{words.recipeRange}</p>
          <pre tabIndex={0}>{RANGE}</pre>
        </section>
      </div>
      <p className="page-privacy">
        <b>{words.privacyTitle}</b> {words.privacy} <span className="page-soft">{words.privacyCheck}</span>
      </p>
    </div>
  );
}

interface PickerProps {
  label: string;
  main?: boolean;
  folder?: boolean;
  onInputs: (inputs: Input[]) => void;
}

function Picker({ label, main = false, folder = false, onInputs }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="page-button" data-main={main} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          onInputs(inputsOfFiles(event.target.files ?? []));
          event.target.value = '';
        }}
      />
    </>
  );
}
