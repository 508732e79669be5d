import type { Language } from '../contract/report';
import { COMMANDS, EXIT_CODES, FLAGS, type Flag } from './flags';

const TITLES = {
  what: {
    en: 'Tailwalk reads the Prometheus metrics of vLLM and says why the first token is late.',
    zh: 'Tailwalk 读取 vLLM 的 Prometheus 指标，说明首 token 为何变慢。',
  },
  commands: { en: 'Commands', zh: '命令' },
  flags: { en: 'Flags', zh: '选项' },
  choices: { en: 'one of', zh: '可选值' },
  exit: { en: 'Exit codes of analyze', zh: 'analyze 的退出码' },
};

/** The whole help, made from the tables of `flags.ts`. */
export function helpText(language: Language): string {
  const commands = Object.values(COMMANDS).map(({ usage, help }) => [usage, help[language]] as const);
  const flags = FLAGS.map((flag) => [flagUsage(flag), flagHelp(flag, language)] as const);
  const codes = EXIT_CODES.map(({ code, help }) => [String(code), help[language]] as const);
  return [
    TITLES.what[language],
    section(TITLES.commands[language], commands),
    section(TITLES.flags[language], flags),
    section(TITLES.exit[language], codes),
  ].join('\n');
}

function section(title: string, rows: Array<readonly [string, string]>): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return `\n${title}\n${lines.join('\n')}`;
}

function flagUsage({ name, short, value }: Flag): string {
  const letter = short === undefined ? '    ' : `-${short}, `;
  return `${letter}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function flagHelp({ help, choices }: Flag, language: Language): string {
  const suffix = choices === undefined ? '' : ` (${TITLES.choices[language]} ${choices.join(', ')})`;
  return help[language] + suffix;
}
