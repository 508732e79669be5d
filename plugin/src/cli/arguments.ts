import { parseArgs } from 'node:util';
import type { ExportKind, Options, ThresholdChoice } from '../contract/options';
import type { Language } from '../contract/report';
import { COMMANDS, type Command, FAIL_ON, FLAGS, type Flag, HINTS } from './flags';
import { parseTime } from './time';
import { environmentLanguage, fill, UsageError, WORDS } from './words';

/** What the user asked for, checked. */
export type Request =
  | { kind: 'help' | 'version'; language: Language }
  | { kind: 'describe'; language: Language; output?: string }
  | Analysis;

/** One analysis. */
export interface Analysis {
  kind: 'analyze';
  language: Language;
  files: string[];
  format: ExportKind;
  options: Options;
  failOn: (typeof FAIL_ON)[number];
  color: 'auto' | 'always' | 'never';
  width?: number;
  output?: string;
}

/** The language that a command line asks for, found before it is checked, as errors need it too. */
export function languageOf(words: readonly string[], environment: NodeJS.ProcessEnv): Language {
  const at = words.findLastIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const tag = words[at]?.split('=')[1] ?? (at < 0 ? undefined : words[at + 1]);
  return tag === 'en' || tag === 'zh' ? tag : environmentLanguage(environment);
}

/** Reads a command line (without node and script); throws a `UsageError` with a sentence. */
export function parseRequest(words: readonly string[], language: Language): Request {
  const { positionals, given } = readWords(words, language);
  if (given.has('help')) return { kind: 'help', language };
  if (given.has('version')) return { kind: 'version', language };
  const [name, ...files] = positionals;
  if (name === undefined) throw usage(WORDS.noCommand, language);
  if (!Object.hasOwn(COMMANDS, name)) throw usage(WORDS.unknownCommand, language, { name });
  const command = name as Command;
  for (const flag of given.keys()) {
    const row = FLAGS.find((row) => row.name === flag);
    if (!row?.commands.includes(command)) throw usage(WORDS.unknownFlag, language, { flag: `${name} --${flag}` });
  }
  const values = new Values(given, language);
  const output = values.text('output');
  if (command === 'describe') {
    if (files.length > 0) throw usage(WORDS.noFileHere, language);
    return { kind: 'describe', language, output };
  }
  if (files.length === 0) throw usage(WORDS.noFile, language);
  return {
    kind: 'analyze',
    language,
    files,
    format: values.format(),
    options: optionsOf(values, language),
    failOn: (values.text('fail-on') as Analysis['failOn'] | undefined) ?? 'warn',
    color: (values.text('color') as Analysis['color'] | undefined) ?? 'auto',
    width: values.count('width'),
    output,
  };
}

function optionsOf(values: Values, language: Language): Options {
  const hints = Object.entries(HINTS).map(([field, flag]) => [field, values.count(flag)] as const);
  return {
    language,
    fromMs: values.time('from'),
    toMs: values.time('to'),
    referenceMs: values.range('reference'),
    thresholds: values.thresholds('threshold'),
    hints: Object.fromEntries(hints.filter(([, value]) => value !== undefined)),
  };
}

/** The flags as they were given: name to values, one value for each time; a switch has the value ''. */
type Given = Map<string, string[]>;

function readWords(words: readonly string[], language: Language): { positionals: string[]; given: Given } {
  const { tokens } = parseArgs({
    args: joinReference(words),
    options: Object.fromEntries(
      FLAGS.map(({ name, short, value }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const given: Given = new Map();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = token.rawName;
    const row = FLAGS.find((row) => row.name === token.name);
    if (row === undefined) throw usage(WORDS.unknownFlag, language, { flag });
    given.set(row.name, [...(row.repeats ? (given.get(row.name) ?? []) : []), valueOf(row, flag, token.value, language)]);
  }
  return { positionals, given };
}

function valueOf(row: Flag, flag: string, given: string | undefined, language: Language): string {
  if (row.value === undefined) {
    if (given !== undefined) throw usage(WORDS.extraValue, language, { flag });
    return '';
  }
  if (given === undefined || given === '') throw usage(WORDS.noValue, language, { flag, value: row.value });
  if (row.choices !== undefined && !row.choices.includes(given)) {
    throw usage(WORDS.badChoice, language, { flag, choices: row.choices.join(', '), given });
  }
  return given;
}

/** Makes `--reference FROM TO` one word, `--reference FROM..TO`. */
function joinReference(words: readonly string[]): string[] {
  const at = words.indexOf('--reference');
  const from = words[at + 1];
  const to = words[at + 2];
  if (at < 0 || from === undefined || to === undefined || from.includes('..')) return [...words];
  return [...words.slice(0, at + 1), `${from}..${to}`, ...words.slice(at + 3)];
}

/** Turns the words of flags into what they mean. */
class Values {
  constructor(
    private readonly given: Given,
    private readonly language: Language,
  ) {}

  text(name: string): string | undefined {
    return this.given.get(name)?.[0];
  }

  count(name: string): number | undefined {
    const given = this.text(name);
    if (given === undefined) return undefined;
    const number = Number(given);
    if (!(number > 0 && Number.isSafeInteger(number))) throw this.wrong(WORDS.badCount, name, given);
    return number;
  }

  time(name: string): number | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : this.timeOf(name, given);
  }

  range(name: string): [number, number] | undefined {
    const given = this.text(name);
    if (given === undefined) return undefined;
    const [from, to, ...more] = given.split('..');
    if (from === undefined || to === undefined || more.length > 0) throw this.wrong(WORDS.badRange, name, given);
    const range: [number, number] = [this.timeOf(name, from), this.timeOf(name, to)];
    if (range[0] >= range[1]) throw this.wrong(WORDS.badRange, name, given);
    return range;
  }

  thresholds(name: string): ThresholdChoice[] {
    return (this.given.get(name) ?? []).map((given) => {
      const [, id, warn, critical] = /^([\w.-]+)=([^:]*)(?::([^:]*))?$/.exec(given) ?? [];
      const numbers = [warn, critical].map((text) => (text ? Number(text) : undefined));
      const usable = numbers.every((number) => number === undefined || Number.isFinite(number));
      if (id === undefined || !usable || numbers.every((number) => number === undefined)) {
        throw this.wrong(WORDS.badThreshold, name, given);
      }
      return { id, warn: numbers[0], critical: numbers[1] };
    });
  }

  format(): ExportKind {
    const [first, ...more] = (['text', 'markdown', 'json'] as const).filter((kind) => this.given.has(kind));
    if (more.length > 0) throw usage(WORDS.twoFormats, this.language);
    return first ?? 'text';
  }

  private timeOf(name: string, given: string): number {
    const time = parseTime(given);
    if (time === undefined) throw this.wrong(WORDS.badTime, name, given);
    return time;
  }

  private wrong(sentence: (typeof WORDS)[keyof typeof WORDS], name: string, given: string): UsageError {
    return usage(sentence, this.language, { flag: `--${name}`, given });
  }
}

function usage(
  sentence: (typeof WORDS)[keyof typeof WORDS],
  language: Language,
  values: Record<string, string> = {},
): UsageError {
  return new UsageError(fill(sentence, language, values));
}
