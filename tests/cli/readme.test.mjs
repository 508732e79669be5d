// The answer that the READMEs show is the one that is printed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, tailwalk } from './command.mjs';

const RECORDING = join(ROOT, 'tests/samples/recordings/kv_exhaustion.json.gz');

for (const [file, lang] of [
  ['README.md', 'en'],
  ['README.zh-CN.md', 'zh'],
]) {
  test(`${file} shows what is printed`, () => {
    const [, shown] = readFileSync(join(ROOT, file), 'utf8').match(/\$ npx tailwalk analyze [^\n]*\n\n([^`]+)```/);
    const { out } = tailwalk(['analyze', RECORDING, '--width', '100', '--lang', lang]);
    const printed = out.split('\n').slice(0, shown.trimEnd().split('\n').length);
    assert.equal(shown.trimEnd(), printed.join('\n').trimEnd());
  });
}
