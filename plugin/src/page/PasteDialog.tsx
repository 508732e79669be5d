import { useRef } from 'react';
import type { Input } from './desk';
import { inputsOfText } from './intake';
import type { PageWords } from './words';

/** A button that opens a field for pasted metrics. */
export function PasteDialog({ words, onInputs }: { words: PageWords; onInputs: (inputs: Input[]) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const read = () => {
    const text = field.current?.value ?? '';
    dialog.current?.close();
    onInputs(inputsOfText(text, 'pasted.txt'));
  };
  return (
    <>
      <button type="button" className="page-button" onClick={() => dialog.current?.showModal()}>
        {words.pasteText}
      </button>
      <dialog ref={dialog} className="page-dialog" aria-labelledby="page-paste-title">
        <h2 id="page-paste-title">{words.pasteTitle}</h2>
        <label>
          <span className="page-soft">{words.pasteHint}</span>
          <textarea ref={field} rows={14} spellCheck={false} dir="ltr" autoFocus />
        </label>
        <div className="page-buttons">
          <button type="button" className="page-button" data-main onClick={read}>
            {words.pasteRead}
          </button>
          <button type="button" className="page-button" onClick={() => dialog.current?.close()}>
            {words.close}
          </button>
        </div>
      </dialog>
    </>
  );
}
