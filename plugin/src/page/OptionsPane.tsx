import { useState, type FormEvent } from 'react';
import { NO_CHOICES, type Choices } from './choices';
import type { PageWords } from './words';

interface OptionsPaneProps {
  words: PageWords;
  choices: Choices;
  refusal: string | null;
  onApply: (choices: Choices) => void;
}

/** Windows, target and hints, typed; nothing is asked again before Apply. */
export function OptionsPane({ words, choices, refusal, onApply }: OptionsPaneProps) {
  const [draft, setDraft] = useState(choices);
  const [applied, setApplied] = useState(choices);
  if (applied !== choices) {
    setApplied(choices);
    setDraft(choices);
  }
  const field = (name: keyof Choices) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  const moment = (label: string, name: keyof Choices) => (
    <label>
      {label} ({words.utc})
      <input type="datetime-local" step="1" {...field(name)} />
    </label>
  );
  return (
    <form className="page-card page-options" onSubmit={submit}>
      <fieldset>
        <legend>{words.focusWindow}</legend>
        {moment(words.from, 'focusFrom')}
        {moment(words.to, 'focusTo')}
        <p className="page-soft">{words.automatic}</p>
      </fieldset>
      <fieldset>
        <legend>{words.referenceWindow}</legend>
        {moment(words.from, 'referenceFrom')}
        {moment(words.to, 'referenceTo')}
        <p className="page-soft">{words.automatic}</p>
      </fieldset>
      <fieldset>
        <legend>{words.targets}</legend>
        <label>
          {words.ttftTarget} ({words.seconds})
          <input type="number" min="0" step="any" inputMode="decimal" {...field('ttftTargetSeconds')} />
        </label>
      </fieldset>
      <fieldset>
        <legend>{words.hints}</legend>
        <label>
          {words.maxNumSeqs}
          <input type="number" min="1" step="1" inputMode="numeric" {...field('maxNumSeqs')} />
        </label>
        <label>
          {words.vllmArgs}
          <textarea rows={2} spellCheck={false} placeholder="vllm serve … --max-num-seqs 64" {...field('vllmArgs')} />
        </label>
      </fieldset>
      <div className="page-buttons">
        <button type="submit" className="page-button" data-main>
          {words.apply}
        </button>
        <button type="button" className="page-button" onClick={() => onApply(NO_CHOICES)}>
          {words.reset}
        </button>
      </div>
      {refusal !== null && (
        <p className="page-refusal" role="alert">
          {refusal}
        </p>
      )}
    </form>
  );
}
