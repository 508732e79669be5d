// How often is the diagnosis right? npm run accuracy -- [--robust] [DIR…]
// A directory holds labelled incidents (truth.jsonl) or recordings (folders with truth.json).
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMain, main, ROOT, run, StepError } from './steps.mjs';

/** Where labelled data lies when none is named: beside the checkout, as it is too large to live in it. */
const BESIDE = ['../shared/incidents', '../shared/recordings'].map((path) => join(ROOT, path));

async function accuracy(words) {
  const flags = words.filter((word) => word.startsWith('--'));
  const here = process.env.INIT_CWD ?? process.cwd();
  const named = words.filter((word) => !word.startsWith('--')).map((path) => resolve(here, path));
  const directories = named.length > 0 ? named : BESIDE.filter((path) => existsSync(path));
  if (directories.length === 0) {
    throw new StepError('no labelled data beside the checkout; name it: npm run accuracy -- INCIDENTS RECORDINGS (directories with truth.jsonl, or with folders that hold truth.json)');
  }
  await run('cargo', ['run', '--quiet', '--release', '-p', 'tailwalk-core', '--example', 'accuracy', '--', ...flags, ...directories], { show: true });
}

if (isMain(import.meta.url)) await main(() => accuracy(process.argv.slice(2)));
