import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

/** An engine that treats each file as a word: what it says decides what becomes of it. */
const ENGINE = `
  import { TailwalkError } from './failure';
  export const log = [];
  class Reader {
    startFile(name) { this.name = name; this.text = ''; }
    push(chunk) { this.text += new TextDecoder().decode(chunk); if (this.text === 'panic') throw new TailwalkError('panic', 'fell'); }
    endFile() { log.push(this.text); if (this.text === 'html') throw new TailwalkError('html', this.name + ' is a web page'); }
    finish() { return { analyze: (options) => ({ options, read: [...log] }), export: (kind) => kind, free: () => log.push('freed') }; }
    free() { log.push('reader freed'); }
  }
  export const startEngine = async (bytes) => (await bytes(), { reader: () => new Reader() });
`;
const FAILURE = `
  export class TailwalkError extends Error {
    constructor(code, sentence, detail = '') { super(sentence); this.code = code; this.detail = detail; }
  }
`;
const { LocalDesk, isFatal, log } = await load(
  `export { LocalDesk, isFatal } from 'plugin/src/page/desk'; export { log } from 'plugin/src/contract/engine';`,
  { 'contract/engine': ENGINE, 'contract/failure': FAILURE },
);

const file = (name, text) => ({ name, blob: new Blob([text]) });
const silent = () => undefined;

/** A desk after reading, what it left out, and what the engine saw. */
async function check(inputs, tell = silent) {
  log.length = 0;
  const desk = new LocalDesk(() => Promise.resolve(new Uint8Array()));
  const skipped = await desk.read(inputs, 'en', tell);
  return { desk, skipped };
}

test('one bad file is left out with its sentence, the others are read', async () => {
  const { desk, skipped } = await check([file('a', 'good'), file('b', 'html'), file('c', 'fine')]);
  assert.deepEqual(skipped, [{ name: 'b', sentence: 'b is a web page' }]);
  const report = await desk.analyze({ language: 'en' });
  assert.deepEqual(report, { options: { language: 'en' }, read: ['good', 'html', 'fine'] });
  assert.equal(await desk.export('markdown', {}), 'markdown');
});

test('when no file can be read the first failure is the answer', async () => {
  await assert.rejects(check([file('a', 'html'), file('b', 'html')]), { code: 'html', message: 'a is a web page' });
  assert.ok(log.includes('reader freed'));
});

test('a fallen engine ends the reading at once', async () => {
  await assert.rejects(check([file('a', 'panic'), file('b', 'good')]), { code: 'panic' });
  assert.ok(!log.includes('good'));
});

test('a file that the browser cannot open says so', async () => {
  const stream = () => new ReadableStream({ pull: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  await assert.rejects(check([{ name: 'a', blob: { size: 1, stream } }]), { code: 'unreadable', message: 'a' });
});

test('progress counts the bytes of all files', async () => {
  const seen = [];
  await check([file('a', 'four'), file('b', 'seven77')], (progress) => seen.push(progress));
  assert.deepEqual(
    seen.map(({ name, file: number, files, bytes, totalBytes }) => [name, number, files, bytes, totalBytes]),
    [
      ['a', 1, 2, 0, 11],
      ['b', 2, 2, 4, 11],
    ],
  );
});

test('a second reading frees the first dataset', async () => {
  const { desk } = await check([file('a', 'good')]);
  await desk.read([file('b', 'next')], 'en', silent);
  assert.deepEqual(log, ['good', 'freed', 'next']);
});

test('asking before reading, and after closing, is refused', async () => {
  const { desk } = await check([file('a', 'good')]);
  desk.close();
  await assert.rejects(desk.analyze({}), { code: 'lost' });
});

test('only a fallen engine is replaced', () => {
  const check = (code, fatal) => assert.equal(isFatal(code), fatal, code);
  check('html', false);
  check('bad_options', false);
  check('unreadable', false);
  check('panic', true);
  check('out_of_memory', true);
  check('csp', true);
});
