// Native and wasm give the same report, to the byte, for every sample.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Tailwalk } from '../../dist/npm/index.js';

const ROOT = new URL('../..', import.meta.url).pathname;
const SAMPLES = 'tests/samples';

/** Room for all reports together. */
const MAX_OUTPUT_BYTES = 1 << 30;

const files = readdirSync(join(ROOT, SAMPLES), { recursive: true, encoding: 'utf8' })
  .map((name) => join(SAMPLES, name))
  .filter((name) => statSync(join(ROOT, name)).isFile())
  .sort();

test('there are samples', () => assert.ok(files.length > 0));

test('native and wasm agree on every sample', async () => {
  const cargo = ['run', '--quiet', '--locked', '-p', 'tailwalk-core', '--example', 'report_json', '--', ...files];
  const output = execFileSync('cargo', cargo, { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const native = output.split('\0\n').filter(Boolean);
  assert.equal(native.length, files.length);
  for (const [i, name] of files.entries()) {
    assert.equal(`${name}\n${await report(name)}`, native[i], name);
  }
});

async function report(name) {
  let dataset;
  try {
    dataset = await Tailwalk.read([{ name, data: readFileSync(join(ROOT, name)) }]);
    return dataset.export('json', {}, { width: 0 });
  } catch (error) {
    return `${error.code}: ${error.message}`;
  } finally {
    dataset?.free();
  }
}
