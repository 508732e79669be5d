import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, without a slash at the end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** A failure that is told in one sentence, without a trace. */
export class StepError extends Error {}

/** A step that takes longer says so every so many seconds: silence looks like a hang. */
const HEARTBEAT_SECONDS = 20;

/** Runs one step and says what it was and how long it took; quick ones in silence when asked. */
export async function step(name, work, { quietBelow = 0 } = {}) {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const beat = setInterval(() => say(name, seconds(), 'still running'), HEARTBEAT_SECONDS * 1000);
  try {
    const result = await work();
    if (seconds() >= quietBelow) say(name, seconds(), 'done');
    return result;
  } catch (error) {
    say(name, seconds(), 'FAILED');
    throw error;
  } finally {
    clearInterval(beat);
  }
}

function say(name, seconds, state) {
  console.error(`${seconds.toFixed(1).padStart(7)} s  ${name}${state === 'done' ? '' : `: ${state}`}`);
}

/**
 * Runs a program in the root of the repository; the answer is what it printed.
 *
 * - Its output is kept back and shown when it fails, or passed on at once with `show`.
 * - `timeout` in seconds ends it, with everything that it started.
 */
export function run(command, args = [], { env = {}, show = false, timeout = 0, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: timeout > 0,
    });
    let printed = '';
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        printed += text;
        if (show) process[stream].write(text);
      });
    }
    const line = [command, ...args].join(' ');
    const limit = timeout > 0 && setTimeout(() => process.kill(-child.pid, 'SIGKILL'), timeout * 1000);
    child.on('error', (error) => reject(new StepError(`cannot start ${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      if (code === 0) return resolve(printed);
      const ended = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
      const error = new StepError(`${line} ${ended}${show ? '' : `\n${printed.trimEnd()}`}`);
      reject(Object.assign(error, { printed }));
    });
  });
}

/** What a program prints, or `undefined` when it is not there or fails. */
export function printed(command, args = []) {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A digest of the names and bytes of files and folders, named from the root; packages do not count. */
export function digest(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (path.endsWith('node_modules')) return;
    const file = join(ROOT, path);
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) add(join(path, name));
    } else {
      hash.update(`${path}\n`).update(readFileSync(file));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** Runs a script's main function: one sentence and exit code 1 on failure. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Whether this script was started by itself, not imported. */
export function isMain(url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}
