import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import sample from 'tailwalk-sample';
import type { Language } from '../contract/report';
import { ReportView } from '../view';
import { NO_CHOICES, withFocus, type Choices } from './choices';
import type { Input } from './desk';
import { Failure } from './Failure';
import { Header, type Theme } from './Header';
import { inputOfBase64 } from './intake';
import { pageKit } from './kit';
import { OptionsPane } from './OptionsPane';
import { Reading } from './Reading';
import { Start } from './Start';
import { Toolbar } from './Toolbar';
import { useIntake } from './useIntake';
import { useSession } from './useSession';
import { PAGE_WORDS } from './words';

/** The whole page: a header, and below it the start, the progress, a failure or the report. */
export function App() {
  const [language, setLanguage] = useState<Language>(browserLanguage);
  const [theme, setTheme] = useState<Theme>('auto');
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [showOptions, setShowOptions] = useState(false);
  const { stage, read, analyze, export: ask, cancel } = useSession();
  const words = PAGE_WORDS[language];

  const take = useCallback(
    (inputs: Input[]) => {
      setChoices(NO_CHOICES);
      read(inputs, NO_CHOICES, language);
    },
    [read, language],
  );
  const dragging = useIntake(take);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);

  const answer = useRef<HTMLDivElement>(null);
  const isShown = stage.kind === 'shown';
  useEffect(() => {
    if (isShown) {
      answer.current?.focus({ preventScroll: true });
    }
  }, [isShown]);

  const choose = useCallback(
    (chosen: Choices) => {
      setChoices(chosen);
      analyze(chosen, language);
    },
    [analyze, language],
  );
  const kit = useMemo(() => pageKit((fromMs, toMs) => choose(withFocus(choices, fromMs, toMs))), [choose, choices]);
  const speak = (chosen: Language) => {
    setLanguage(chosen);
    if (stage.kind === 'shown') {
      analyze(choices, chosen);
    }
  };
  const start = (
    <Start
      words={words}
      dragging={dragging}
      onInputs={take}
      onSample={() => take([inputOfBase64(sample.name, sample.base64)])}
    />
  );
  return (
    <div className="page" data-dragging={dragging}>
      <Header words={words} language={language} theme={theme} onLanguage={speak} onTheme={setTheme} />
      <main className="page-main">
        {stage.kind === 'empty' && start}
        {stage.kind === 'reading' && <Reading words={words} progress={stage.progress} onCancel={cancel} />}
        {stage.kind === 'failed' && (
          <>
            <Failure words={words} code={stage.code} sentence={stage.sentence} detail={stage.detail} />
            {start}
          </>
        )}
        {stage.kind === 'shown' && (
          <>
            <Toolbar
              words={words}
              report={stage.report}
              skipped={stage.skipped}
              choices={choices}
              showOptions={showOptions}
              onOptions={() => setShowOptions(!showOptions)}
              onReset={() => choose(NO_CHOICES)}
              onNew={cancel}
              onExport={(kind) => ask(kind, choices, language)}
            />
            {showOptions && <OptionsPane words={words} choices={choices} refusal={stage.refusal} onApply={choose} />}
            {!showOptions && stage.refusal !== null && (
              <p className="page-refusal" role="alert">
                {stage.refusal}
              </p>
            )}
            <div ref={answer} className="page-report" tabIndex={-1} aria-busy={stage.busy}>
              <ReportView report={stage.report} kit={kit} fit="page" />
            </div>
          </>
        )}
      </main>
    </div>
  );
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Sets the theme on the root; `auto` follows the system as it changes. */
function showTheme(theme: Theme): (() => void) | undefined {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const dark = theme === 'dark' || (theme === 'auto' && system.matches);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  };
  show();
  if (theme !== 'auto') {
    return undefined;
  }
  system.addEventListener('change', show);
  return () => system.removeEventListener('change', show);
}
