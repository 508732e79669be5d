import type { Language } from '../contract/report';

/** One sentence in every language; `{placeholders}` are the same in both. */
export type Sentence = Record<Language, string>;

/** What went wrong before the core was asked; the command ends with exit code 2. */
export class UsageError extends Error {}

/** The sentence in `language` with its placeholders replaced. */
export function fill(sentence: Sentence, language: Language, values: Record<string, string> = {}): string {
  return sentence[language].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The language that the environment asks for: of the first of these that is set, as POSIX orders them. */
export function environmentLanguage(environment: NodeJS.ProcessEnv): Language {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en';
}

/** Everything that the command line says by itself. */
export const WORDS = {
  noCommand: {
    en: 'say what to do: tailwalk analyze FILE…, tailwalk describe, tailwalk --help',
    zh: '请指定操作：tailwalk analyze FILE…、tailwalk describe、tailwalk --help',
  },
  unknownCommand: {
    en: "there is no command '{name}': the commands are analyze and describe",
    zh: '没有命令 “{name}”：可用的命令是 analyze 和 describe',
  },
  unknownFlag: {
    en: "there is no flag '{flag}'; tailwalk --help lists them",
    zh: '没有选项 “{flag}”；tailwalk --help 列出全部选项',
  },
  noValue: { en: '{flag} needs a value: {flag} {value}', zh: '{flag} 需要一个值：{flag} {value}' },
  extraValue: { en: '{flag} takes no value', zh: '{flag} 不接受值' },
  badChoice: { en: "{flag} is one of {choices}, not '{given}'", zh: '{flag} 只能是 {choices}，而不是 “{given}”' },
  badCount: {
    en: "{flag} takes a whole number above 0, not '{given}'",
    zh: '{flag} 需要大于 0 的整数，而不是 “{given}”',
  },
  badTime: {
    en: "{flag} takes a time as RFC 3339 with its offset (2026-01-31T12:00:00Z), Unix seconds or milliseconds, not '{given}'",
    zh: '{flag} 需要带时区的 RFC 3339 时间（2026-01-31T12:00:00Z）、Unix 秒或毫秒，而不是 “{given}”',
  },
  badRange: {
    en: "{flag} takes two times, the earlier first: {flag} T..T or {flag} FROM TO, not '{given}'",
    zh: '{flag} 需要两个时间，较早的在前：{flag} T..T 或 {flag} FROM TO，而不是 “{given}”',
  },
  badThreshold: {
    en: "{flag} takes id=warn:critical, for example ttft_p99=1:5, not '{given}'",
    zh: '{flag} 需要 id=warn:critical，例如 ttft_p99=1:5，而不是 “{given}”',
  },
  twoFormats: { en: 'choose one of --json, --markdown and --text', zh: '--json、--markdown、--text 只能选一个' },
  noFile: { en: "name a file to analyze, or '-' for standard input", zh: '请指定要分析的文件，或用 “-” 表示标准输入' },
  noFileHere: { en: 'describe takes no files', zh: 'describe 不接受文件' },
  emptyFolder: { en: 'there is no file in the folder {file}', zh: '目录 {file} 中没有文件' },
  cannotRead: { en: 'cannot read {file}: {reason}', zh: '无法读取 {file}：{reason}' },
  cannotWrite: { en: 'cannot write {file}: {reason}', zh: '无法写入 {file}：{reason}' },
  overInput: {
    en: '--output would overwrite {file}, which is to be read',
    zh: '--output 会覆盖要读取的 {file}',
  },
  ownMistake: {
    en: 'Tailwalk made a mistake of its own: {reason}',
    zh: 'Tailwalk 自身出错：{reason}',
  },
  leftOut: { en: 'left out: {sentence}', zh: '已略过：{sentence}' },
  reading: { en: 'reading {file}: {size} MB', zh: '正在读取 {file}：{size} MB' },
  standardInput: { en: 'standard input', zh: '标准输入' },
  standardOutput: { en: 'standard output', zh: '标准输出' },
} satisfies Record<string, Sentence>;

/** Why the system refused, by its error code; the code itself when the table does not know it. */
export function reason(thrown: unknown, language: Language): string {
  const code = codeOf(thrown);
  return REASONS[code]?.[language] ?? code;
}

/** The sentence for a file that cannot be written. A new file needs no file, but it needs its folder. */
export function cannotWrite(file: string, thrown: unknown, language: Language): string {
  const why = codeOf(thrown) === 'ENOENT' ? NO_FOLDER[language] : reason(thrown, language);
  return fill(WORDS.cannotWrite, language, { file, reason: why });
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
}

const NO_FOLDER: Sentence = { en: 'there is no such folder', zh: '目录不存在' };

const REASONS: Record<string, Sentence> = {
  ENOENT: { en: 'there is no such file', zh: '文件不存在' },
  EACCES: { en: 'permission denied', zh: '没有权限' },
  EPERM: { en: 'permission denied', zh: '没有权限' },
  EISDIR: { en: 'it is a folder', zh: '这是一个目录' },
  ENOTDIR: { en: 'a part of the path is not a folder', zh: '路径的一部分不是目录' },
  ENOSPC: { en: 'the disk is full', zh: '磁盘已满' },
  EIO: { en: 'the disk failed', zh: '磁盘读写错误' },
  EMFILE: { en: 'too many files are open', zh: '打开的文件过多' },
};
