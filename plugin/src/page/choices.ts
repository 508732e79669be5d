import type { Options } from '../contract/options';
import type { Language } from '../contract/report';

/** What the user may set on the page, as typed; an empty text leaves it to the analysis. */
export interface Choices {
  focusFrom: string;
  focusTo: string;
  referenceFrom: string;
  referenceTo: string;
  ttftTargetSeconds: string;
  maxNumSeqs: string;
  vllmArgs: string;
}

/** Nothing chosen. */
export const NO_CHOICES: Choices = {
  focusFrom: '',
  focusTo: '',
  referenceFrom: '',
  referenceTo: '',
  ttftTargetSeconds: '',
  maxNumSeqs: '',
  vllmArgs: '',
};

/** Id of the threshold that the TTFT target sets. */
const TTFT_TARGET = 'ttft_p99';

/** The options of one analysis. What cannot be read as a moment or number counts as not chosen. */
export function optionsOf(choices: Choices, language: Language): Options {
  const options: Options = { language };
  const fromMs = momentOf(choices.focusFrom);
  const toMs = momentOf(choices.focusTo);
  const referenceFrom = momentOf(choices.referenceFrom);
  const referenceTo = momentOf(choices.referenceTo);
  const target = numberOf(choices.ttftTargetSeconds);
  const maxNumSeqs = numberOf(choices.maxNumSeqs);
  if (fromMs !== null) {
    options.fromMs = fromMs;
  }
  if (toMs !== null) {
    options.toMs = toMs;
  }
  if (referenceFrom !== null && referenceTo !== null) {
    options.referenceMs = [referenceFrom, referenceTo];
  }
  if (target !== null) {
    options.thresholds = [{ id: TTFT_TARGET, warn: target }];
  }
  const vllmArgs = choices.vllmArgs.trim();
  if (maxNumSeqs !== null || vllmArgs !== '') {
    options.hints = { ...(maxNumSeqs !== null && { maxNumSeqs }), ...(vllmArgs !== '' && { vllmArgs }) };
  }
  return options;
}

/** The choices with another focus window, as brushed in a chart. */
export function withFocus(choices: Choices, fromMs: number, toMs: number): Choices {
  return { ...choices, focusFrom: inputOf(fromMs), focusTo: inputOf(toMs) };
}

/** Whether anything is chosen. */
export function isChosen(choices: Choices): boolean {
  return Object.values(choices).some((value) => value !== '');
}

/** A moment as a `datetime-local` input has it, in UTC to the second; empty outside the years 0 to 9999. */
export function inputOf(ms: number): string {
  const moment = new Date(Math.round(ms / 1000) * 1000);
  const text = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 19) : '';
}

function momentOf(text: string): number | null {
  const ms = text === '' ? NaN : Date.parse(`${text}Z`);
  return Number.isFinite(ms) ? ms : null;
}

function numberOf(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
