import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const CLI = `${ROOT}dist/npm/cli.js`;

/** Runs the built command line in English unless told otherwise; the answer is what a shell would see. */
export function tailwalk(words, { input = '', env = {}, cwd = ROOT, stdout: out = 'pipe' } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd,
    input,
    stdio: ['pipe', out, 'pipe'],
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
  });
  return { code: status, out: stdout, err: stderr };
}
