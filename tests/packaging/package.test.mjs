// The npm package as a customer meets it: packed, installed elsewhere, run, imported, bundled, type-checked.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** A plugin that loads in a second over a slow line can hold this much. */
const MAX_WASM_GZIP_BYTES = 350_000;

const home = mkdtempSync(join(tmpdir(), 'tailwalk-customer-'));
after(() => rmSync(home, { recursive: true }));

const npm = (...words) => execFileSync('npm', words, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const [packed] = JSON.parse(npm('pack', join(ROOT, 'dist/npm'), '--json'));
writeFileSync(join(home, 'package.json'), '{ "name": "customer", "private": true, "type": "module" }');
npm('install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`);
cpSync(join(ROOT, 'tests/samples/recordings/kv_exhaustion.json.gz'), join(home, 'metrics.json.gz'));

/** A customer's program: reads a recording, prints the layer, and what a refusal looks like. */
const PROGRAM = `
import { Tailwalk, TailwalkError, type Report } from 'tailwalk';

export async function diagnose(bytes: Uint8Array): Promise<string[]> {
  const dataset = await Tailwalk.read([{ name: 'metrics.json.gz', data: bytes }]);
  const report: Report = dataset.analyze({ language: 'en', hints: { maxNumSeqs: 64 } });
  const title: string = dataset.export('markdown').split('\\n')[0] ?? '';
  dataset.free();
  try {
    await Tailwalk.read([{ name: 'nothing', data: new Uint8Array() }]);
    return [];
  } catch (error) {
    return [report.verdict.layer, title, error instanceof TailwalkError ? error.code : 'another error'];
  }
}
`;

function checkDiagnosis([layer, title, code]) {
  assert.equal(layer, 'kv_cache');
  assert.ok(title.length > 0);
  assert.equal(code, 'empty');
}

test('it holds the two programs, their types, and nothing else', () => {
  const files = packed.files.map(({ path }) => path).sort();
  const expected = ['LICENSE', 'README.md', 'cli.js', 'engine.js', 'index.d.ts', 'index.js', 'package.json'];
  assert.deepEqual(files, expected);
  assert.equal(packed.version, version);
});

test('the declared values are the exported ones', async () => {
  const types = readFileSync(join(home, 'node_modules/tailwalk/index.d.ts'), 'utf8');
  const declared = [...types.matchAll(/^export declare (?:const|class|function) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(await import('../../dist/npm/index.js')).sort());
});

test('the command runs', () => {
  const run = (...words) => spawnSync(join(home, 'node_modules/.bin/tailwalk'), words, { cwd: home, encoding: 'utf8' });
  assert.equal(run('--version').stdout, `tailwalk ${version}\n`);
  const { status, stdout, stderr } = run('analyze', 'metrics.json.gz', '--json');
  assert.equal(stderr, '');
  assert.equal(status, 1);
  assert.equal(JSON.parse(stdout).verdict.layer, 'kv_cache');
});

test('it type-checks in a strict customer, and its module runs in node', async () => {
  writeFileSync(join(home, 'diagnose.ts'), PROGRAM);
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [] };
  for (const module of ['node16', 'esnext']) {
    const moduleResolution = module === 'esnext' ? 'bundler' : module;
    const compilerOptions = { ...strict, module, moduleResolution, target: 'es2022', lib: ['es2023', 'dom'] };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['diagnose.ts'] }));
    const { status, stdout } = spawnSync('node', [join(ROOT, 'node_modules/typescript/bin/tsc')], { cwd: home, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
  const { diagnose } = await import(join(home, 'diagnose.js'));
  checkDiagnosis(await diagnose(readFileSync(join(home, 'metrics.json.gz'))));
});

test('a bundler needs no configuration', async () => {
  writeFileSync(join(home, 'diagnose.ts'), PROGRAM);
  const outfile = join(home, 'bundle.mjs');
  const { warnings } = await build({
    absWorkingDir: home,
    entryPoints: ['diagnose.ts'],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  rmSync(join(home, 'node_modules'), { recursive: true });
  const { diagnose } = await import(outfile);
  checkDiagnosis(await diagnose(readFileSync(join(home, 'metrics.json.gz'))));
});

test('the wasm stays small as it travels, and by any gzip', async () => {
  const { default: packed } = await import('../../build/wasm/bytes.js');
  const gzipped = Buffer.from(packed, 'base64');
  const wasm = readFileSync(join(ROOT, 'build/wasm/tailwalk_wasm.wasm'));
  assert.deepEqual(gunzipSync(gzipped), wasm);
  for (const { length } of [gzipped, gzipSync(wasm, { level: 9 })]) {
    assert.ok(length <= MAX_WASM_GZIP_BYTES, `${length} bytes gzipped`);
  }
});

test('nothing built names the machine that built it', () => {
  const folders = [process.env.HOME, ROOT.replace(/\/$/, ''), 'registry/src', '.cargo'].map((text) => Buffer.from(text));
  const files = ['dist', 'build/wasm'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  );
  for (const file of files.filter((file) => statSync(file).isFile())) {
    const bytes = readFileSync(file);
    for (const folder of folders) assert.ok(!bytes.includes(folder), `${file} names ${folder}`);
  }
});
