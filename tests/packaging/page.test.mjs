// The offline page is one file, small, and asks for nothing.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { contentPolicy, inline, pack } from '../../scripts/inline-page.mjs';
import { launch } from './browser.mjs';

const PAGE = fileURLToPath(new URL('../../dist/page/tailwalk.html', import.meta.url));
const html = readFileSync(PAGE, 'utf8');

/** A mail attachment, a ticket upload: nobody minds 700 KB. */
const MAX_PAGE_BYTES = 700_000;

test('it is one file of at most 700 KB', () => {
  assert.deepEqual(readdirSync(join(PAGE, '..')), ['tailwalk.html']);
  const bytes = Buffer.byteLength(html);
  assert.ok(bytes <= MAX_PAGE_BYTES, `${bytes} bytes`);
});

test('its policy names exactly what is in it', () => {
  const [, boot] = /<script>([\s\S]*)<\/script>/.exec(html);
  const [, packed] = /atob\('([^']*)'\)/.exec(boot);
  const script = gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
  const [, style] = /<style>([\s\S]*)<\/style>/.exec(html);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html);
  assert.equal(boot, pack(script));
  assert.equal(policy, contentPolicy([boot, script], style));
  assert.ok(html.indexOf('Content-Security-Policy') < 1024, 'before anything that it governs');
});

test('opened from disk, it draws itself without a request or a complaint', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const [requests, complaints] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(pathToFileURL(PAGE).href);
    await page.waitForFunction(() => document.body.innerText.length > 50);
    assert.deepEqual(requests.filter((url) => !/^(blob|data):/.test(url)), [pathToFileURL(PAGE).href]);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
});

test('a script cannot end its own tag, and dollars are not patterns', () => {
  const template = '<html><head><meta charset="utf-8" /></head><body></body></html>';
  const page = inline(template, 'a = "</script><!--"', 'b { content: "$&$1" }');
  assert.equal(page.match(/<\/script>/g).length, 1);
  assert.ok(page.includes('b { content: "$&$1" }'));
});
