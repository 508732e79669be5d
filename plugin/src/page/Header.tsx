import type { Language } from '../contract/report';
import type { PageWords } from './words';

/** How the page is lit. */
export type Theme = 'auto' | 'light' | 'dark';

const LANGUAGES: Array<[Language, string]> = [
  ['en', 'English'],
  ['zh', '中文'],
];
const THEMES: Theme[] = ['auto', 'light', 'dark'];

interface HeaderProps {
  words: PageWords;
  language: Language;
  theme: Theme;
  onLanguage: (language: Language) => void;
  onTheme: (theme: Theme) => void;
}

/** Name, question, language and theme. */
export function Header({ words, language, theme, onLanguage, onTheme }: HeaderProps) {
  return (
    <header className="page-header">
      <h1 className="page-name">
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M7 2v20M17 2v20" />
          <path className="page-name-rung" d="M7 6h10M7 11h10M7 16h10" />
        </svg>
        Tailwalk
      </h1>
      <p className="page-tagline">{words.tagline}</p>
      <div className="page-settings">
        <label>
          <span className="page-hidden">{words.language}</span>
          <select value={language} onChange={(event) => onLanguage(event.target.value as Language)}>
            {LANGUAGES.map(([tag, name]) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="page-hidden">{words.theme}</span>
          <select value={theme} onChange={(event) => onTheme(event.target.value as Theme)}>
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {words.themes[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
