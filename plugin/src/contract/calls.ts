// What a caller without types may hand over, checked before it crosses the border.
import { TailwalkError } from './failure';
import type { Options } from './options';
import type { Language } from './report';

const LANGUAGES: Record<Language, true> = { en: true, zh: true };

type Sentence = Record<Language, string>;
const NO_LANGUAGE: Sentence = { en: "there is no language '{given}', only en and zh", zh: '没有语言 “{given}”，只有 en 和 zh' };
const NO_NUMBER: Sentence = { en: '{given} is not a finite number', zh: '{given} 不是有限的数字' };
const NO_OPTIONS: Sentence = { en: '{given} is not an object of options', zh: '{given} 不是选项对象' };
const NO_INPUT: Sentence = {
  en: 'read takes a list of { name, data }, where data is a Uint8Array or a stream of them',
  zh: 'read 接受由 { name, data } 组成的列表，data 为 Uint8Array 或其流',
};

const NO_COLUMNS: Sentence = {
  en: 'readColumns takes a list of columns and two Float64Arrays, times and values',
  zh: 'readColumns 接受列的列表和两个 Float64Array：times 与 values',
};

/** The language itself when there is one of that name. */
export function checkLanguage(language: unknown): Language {
  if (typeof language === 'string' && Object.hasOwn(LANGUAGES, language)) return language as Language;
  throw refusal('bad_options', NO_LANGUAGE, 'en', language);
}

/** The language of options whose numbers are all finite: the other side would take NaN for a number. */
export function checkOptions(options: Options): Language {
  if (typeof options !== 'object' || options === null) throw refusal('bad_options', NO_OPTIONS, 'en', options);
  const language = checkLanguage(options.language ?? 'en');
  checkNumbers(options, language);
  return language;
}

function checkNumbers(value: object, language: Language): void {
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      throw refusal('bad_options', NO_NUMBER, language, `${name}: ${part}`);
    }
    if (typeof part === 'object' && part !== null) checkNumbers(part as object, language);
  }
}

/** Columns laid flat. */
export function checkColumns(directory: unknown, times: unknown, values: unknown, language: Language): void {
  const fits = Array.isArray(directory) && times instanceof Float64Array && values instanceof Float64Array;
  if (!fits || !directory.every(isColumn)) throw refusal('bad_input', NO_COLUMNS, language);
}

function isColumn(column: unknown): boolean {
  if (typeof column !== 'object' || column === null) return false;
  const { name, labels, start, timesStart, length, refId, kind } = column as Record<string, unknown>;
  const isIndex = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_INDEX;
  return (
    typeof name === 'string' &&
    (labels === undefined || (typeof labels === 'object' && labels !== null && Object.values(labels).every((value) => typeof value === 'string'))) &&
    [start, timesStart ?? start, length].every(isIndex) &&
    (refId === undefined || typeof refId === 'string') &&
    (kind === undefined || ['raw', 'rate', 'increase'].includes(String(kind)))
  );
}

/** Indexes cross as 32 bits; arrays of that many numbers do not fit the memory of a wasm. */
const LAST_INDEX = 0xffffffff;

/** A list of inputs that can be read. */
export function checkInputs<T extends { name: string; data: unknown }>(inputs: Iterable<T>, language: Language): T[] {
  const list: unknown = inputs;
  if (typeof list !== 'object' || list === null || !(Symbol.iterator in list)) throw refusal('bad_input', NO_INPUT, language);
  const all = [...inputs];
  if (!all.every(isInput)) throw refusal('bad_input', NO_INPUT, language);
  return all;
}

function isInput(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || !('name' in input) || !('data' in input)) return false;
  const { name, data } = input;
  const isStream = typeof data === 'object' && data !== null && (Symbol.asyncIterator in data || 'getReader' in data);
  return typeof name === 'string' && (data instanceof Uint8Array || isStream);
}

function refusal(code: string, sentence: Sentence, language: Language, given?: unknown): TailwalkError {
  return new TailwalkError(code, sentence[language].replace('{given}', () => String(given)));
}
