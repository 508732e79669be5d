import { writeFileSync } from 'node:fs';
import { wasmBytes } from '../contract/bytes';
import { startEngine } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import type { Language, Report, Severity } from '../contract/report';
import { type Analysis, languageOf, parseRequest, type Request } from './arguments';
import { readFiles } from './files';
import { helpText } from './help';
import { Progress } from './progress';
import { cannotWrite, fill, UsageError, WORDS } from './words';

/** What a run left to do: text for standard output, text for standard error, the exit code. */
export interface Outcome {
  out: string;
  err: string;
  code: number;
  language: Language;
}

/** Worse to the right. */
const SEVERITIES: readonly Severity[] = ['unknown', 'ok', 'watch', 'warn', 'critical'];

/** Runs one command line. Failures are one sentence and exit code 2, never a trace. */
export async function run(words: readonly string[], version: string, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const language = languageOf(words, environment);
  try {
    const request = parseRequest(words, language);
    const { text: bare, code, remarks = [] } = await answer(request, version, environment);
    const text = bare.endsWith('\n') ? bare : `${bare}\n`;
    const output = 'output' in request ? request.output : undefined;
    const err = remarks.map((remark) => `tailwalk: ${remark}\n`).join('');
    if (output === undefined) return { out: text, err, code, language };
    write(output, text, request);
    return { out: '', err, code, language };
  } catch (thrown) {
    const known = thrown instanceof UsageError || thrown instanceof TailwalkError;
    const sentence = known ? thrown.message : fill(WORDS.ownMistake, language, { reason: String(thrown) });
    return { out: '', err: `tailwalk: ${sentence}\n`, code: 2, language };
  }
}

/** What a request prints, what it remarks on standard error, and its exit code. */
interface Answer {
  text: string;
  code: number;
  remarks?: string[];
}

async function answer(request: Request, version: string, environment: NodeJS.ProcessEnv): Promise<Answer> {
  switch (request.kind) {
    case 'help':
      return { text: helpText(request.language), code: 0 };
    case 'version':
      return { text: `tailwalk ${version}`, code: 0 };
    case 'describe': {
      const engine = await startEngine(wasmBytes, request.language);
      return { text: JSON.stringify(engine.describe(request.language), null, 2), code: 0 };
    }
    case 'analyze':
      return analyze(request, environment);
  }
}

async function analyze(request: Analysis, environment: NodeJS.ProcessEnv): Promise<Answer> {
  const engine = await startEngine(wasmBytes, request.language);
  const progress = new Progress(process.stderr, request.language);
  const { dataset, leftOut } = readFiles(engine, request, progress);
  const { verdict } = dataset.analyze(request.options);
  // A terminal that does not know its own width says 0.
  const width = request.width ?? (process.stdout.columns || undefined);
  const style = { width, color: wantsColor(request, environment) };
  return {
    text: dataset.export(request.format, request.options, style),
    code: exitCode(verdict, request.failOn),
    remarks: leftOut.map((sentence) => fill(WORDS.leftOut, request.language, { sentence })),
  };
}

/** The exit code of a verdict, as `EXIT_CODES` lists them. */
function exitCode({ layer, severity }: Report['verdict'], failOn: Analysis['failOn']): number {
  if (failOn === 'never') return 0;
  if (layer === 'unknown' || severity === 'unknown') return 3;
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn) ? 1 : 0;
}

function wantsColor({ color, output }: Analysis, environment: NodeJS.ProcessEnv): boolean {
  if (color !== 'auto') return color === 'always';
  const plain = environment.NO_COLOR || environment.TERM === 'dumb' || output !== undefined;
  return process.stdout.isTTY && !plain;
}

function write(file: string, text: string, { language }: Request): void {
  try {
    writeFileSync(file, text);
  } catch (thrown) {
    throw new UsageError(cannotWrite(file, thrown, language));
  }
}
