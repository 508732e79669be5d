// Help, version, languages and what the flags do, on the built command line.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CLI, ROOT, tailwalk } from './command.mjs';

const RECORDING = join(ROOT, 'tests/samples/recordings/kv_exhaustion.json.gz');
const folder = mkdtempSync(join(tmpdir(), 'tailwalk-cli-'));
after(() => rmSync(folder, { recursive: true }));

const report = (words, rest) => JSON.parse(tailwalk(['analyze', RECORDING, '--json', ...words], rest).out);

test('help lists every flag in both languages', () => {
  const english = tailwalk(['--help']);
  const chinese = tailwalk(['-h', '--lang', 'zh']);
  assert.equal(english.code, 0);
  assert.equal(english.err, '');
  const flags = (text) => text.match(/--[a-z-]+(?= )/g).sort();
  for (const flag of ['--json', '--reference', '--max-num-seqs', '--fail-on', '--output']) {
    assert.ok(english.out.includes(flag), flag);
  }
  assert.match(english.out, /0 {2}nothing as bad/);
  assert.match(chinese.out, /[一-龥]/);
  assert.deepEqual(new Set(flags(chinese.out)).size, new Set(flags(english.out)).size);
});

test('the version is the package’s', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(tailwalk(['-V']).out, `tailwalk ${version}\n`);
});

test('describe prints JSON', () => {
  const { code, out } = tailwalk(['describe', '--lang', 'zh']);
  assert.equal(code, 0);
  assert.equal(typeof JSON.parse(out), 'object');
});

test('the language comes from the flag, else from the environment in POSIX order', () => {
  assert.equal(report([], { env: { LANG: 'zh_CN.UTF-8' } }).language, 'zh');
  assert.equal(report([], { env: { LANG: 'zh_CN.UTF-8', LC_ALL: 'en_US.UTF-8' } }).language, 'en');
  assert.equal(report(['--lang=en'], { env: { LANG: 'zh_CN.UTF-8' } }).language, 'en');
  assert.equal(report([], { env: { LANG: 'de_DE.UTF-8' } }).language, 'en');
});

test('the three writings of a time are one time', () => {
  const { window } = report([]);
  const [from, to] = [window.focus.fromMs, window.focus.toMs].map((ms) => Math.ceil((ms ?? 1.7e12) / 1000));
  const iso = new Date(from * 1000).toISOString().replace('.000', '');
  const given = [String(from), String(from * 1000), iso, iso.replace('Z', '+00:00').replace('T', 't')];
  const focuses = given.map((text) => report(['--from', text, '--to', String(to + 60)]).window.focus);
  assert.equal(focuses[0].fromMs, from * 1000);
  for (const focus of focuses) assert.deepEqual(focus, focuses[0]);
});

test('--vllm-args is a pasted command line, and the flags beside it go before it', () => {
  const pasted = ['--vllm-args', 'vllm serve m --max-num-seqs 64 -tp 2', '--tensor-parallel-size', '4'];
  const settings = report(pasted).settings.map(({ fact, value }) => [fact, value.value]);
  const known = Object.fromEntries(settings);
  assert.deepEqual([known.max_num_seqs, known.tensor_parallel_size, known.max_loras], [64, 4, undefined]);
  const refused = tailwalk(['analyze', RECORDING, '--vllm-args', '--max-num-seqs=many']);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--max-num-seqs takes a whole number above 0, not 'many'/);
});

test('--reference-file compares with another capture', () => {
  const { window, verdict } = report(['--reference-file', RECORDING]);
  assert.equal(window.reference.origin, 'file');
  assert.equal(report([]).window.reference.origin, 'found');
  assert.notEqual(verdict.cause, '');
  const missing = tailwalk(['analyze', RECORDING, '--reference-file', 'missing.json']);
  assert.match(missing.err, /cannot read missing\.json/);
});

test('a reference as late as what is examined makes no proof', () => {
  const capture = JSON.parse(gunzipSync(readFileSync(RECORDING)));
  const { fromMs, toMs } = report([]).window.focus;
  for (const series of capture.data.result) {
    series.values = series.values.filter(([time]) => time * 1000 >= fromMs && time * 1000 <= toMs);
  }
  const own = mkdtempSync(join(tmpdir(), 'tailwalk-cli-'));
  const trouble = join(own, 'trouble.json');
  writeFileSync(trouble, JSON.stringify(capture));
  const against = (reference) => {
    const { verdict, notes } = JSON.parse(tailwalk(['analyze', trouble, '--json', '--reference-file', reference]).out);
    return [verdict.cause, verdict.confidence, notes.some(({ id }) => id === 'measure.reference_late')];
  };
  assert.deepEqual(against(trouble), ['kv_exhaustion', 'low', true]);
  // The whole recording holds the good times too.
  const [cause, confidence, isLate] = against(RECORDING);
  assert.deepEqual([cause, isLate], ['kv_exhaustion', false]);
  assert.notEqual(confidence, 'low');
  rmSync(own, { recursive: true });
});

test('--reference takes one word or two', () => {
  const { window } = report([]);
  const to = Math.ceil((window.focus.toMs ?? 1.7e12) / 1000);
  const [a, b] = [to - 300, to - 240];
  assert.deepEqual(report(['--reference', `${a}..${b}`]).window, report(['--reference', String(a), String(b)]).window);
});

test('files, a folder, standard input: the same samples', () => {
  const bytes = readFileSync(RECORDING);
  writeFileSync(join(folder, 'a.json.gz'), bytes);
  const [file, whole] = [tailwalk(['analyze', join(folder, 'a.json.gz'), '--json']), tailwalk(['analyze', folder, '--json'])];
  assert.equal(whole.out, file.out);
  const piped = JSON.parse(tailwalk(['analyze', '-', '--json'], { input: bytes }).out);
  const named = JSON.parse(file.out);
  assert.equal(piped.sources[0].name, 'standard input');
  assert.deepEqual({ ...piped, sources: [], verdict: piped.verdict.cause }, { ...named, sources: [], verdict: named.verdict.cause });
});

test('a folder may hold other things; they are left out and named', () => {
  writeFileSync(join(folder, 'a.json.gz'), readFileSync(RECORDING));
  writeFileSync(join(folder, 'login.html'), '<!DOCTYPE html><title>Sign in</title>');
  const { code, out, err } = tailwalk(['analyze', folder, '--json']);
  assert.equal(code, 1);
  assert.equal(JSON.parse(out).sources.length, 1);
  assert.match(err, /^tailwalk: left out: .*login\.html is a web page.*\n$/);
  rmSync(join(folder, 'a.json.gz'));
  assert.equal(tailwalk(['analyze', folder]).code, 2, 'nothing else is there');
  rmSync(join(folder, 'login.html'));
});

test('what an earlier run wrote into a folder is not read', () => {
  writeFileSync(join(folder, 'a.json.gz'), readFileSync(RECORDING));
  const words = ['analyze', folder, '--json', '-o', join(folder, 'report.json')];
  const [first, second] = [tailwalk(words), tailwalk(words)];
  assert.deepEqual([first.code, first.err], [1, '']);
  assert.deepEqual(second, first);
  rmSync(join(folder, 'a.json.gz'));
  assert.match(tailwalk(words).err, /there is no file in the folder/, 'nothing else is there');
  rmSync(join(folder, 'report.json'));
});

test('cannot tell, and a page that shows nothing, are 3', () => {
  for (const sample of ['federate.prom', 'vllm_0.32_metrics-start-8101.txt']) {
    const { code, out } = tailwalk(['analyze', join(ROOT, 'tests/samples', sample), '--json']);
    assert.deepEqual([code, JSON.parse(out).verdict.severity], [3, 'unknown'], sample);
  }
});

test('-o writes the file and nothing to standard output', () => {
  const file = join(folder, 'ticket.md');
  const { code, out } = tailwalk(['analyze', RECORDING, '--markdown', '-o', file, '--fail-on', 'never']);
  assert.equal(code, 0);
  assert.equal(out, '');
  assert.equal(readFileSync(file, 'utf8'), tailwalk(['analyze', RECORDING, '--markdown']).out);
  rmSync(file);
});

test('the exit code follows --fail-on', () => {
  const { verdict } = report([]);
  assert.equal(verdict.layer, 'kv_cache');
  const order = ['watch', 'warn', 'critical'];
  for (const failOn of order) {
    const expected = order.indexOf(verdict.severity) >= order.indexOf(failOn) ? 1 : 0;
    assert.equal(tailwalk(['analyze', RECORDING, '--fail-on', failOn]).code, expected, failOn);
  }
  assert.equal(tailwalk(['analyze', RECORDING, '--fail-on', 'never']).code, 0);
});

test('colours only when asked for, as nobody looks at a pipe', () => {
  const escape = '\x1b[';
  assert.ok(!tailwalk(['analyze', RECORDING]).out.includes(escape));
  assert.ok(tailwalk(['analyze', RECORDING, '--color', 'always']).out.includes(escape));
});

test('a reader that has seen enough ends it quietly', async () => {
  const child = spawn(process.execPath, [CLI, 'analyze', RECORDING, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  let err = '';
  child.stderr.on('data', (text) => (err += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(err, '');
  assert.equal(code, 1);
});
