// The package in a real browser, under three content security policies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';

const PACKAGE = new URL('../../dist/npm/', import.meta.url);
const PAGE = '<!doctype html><meta charset="utf-8"><script type="module" src="/probe.js"></script>';

/** Says in the title what came of a call. */
const PROBE = `
import { Tailwalk } from '/index.js';
try {
  const data = new TextEncoder().encode('vllm:num_requests_running{engine="0"} 1\\n');
  const dataset = await Tailwalk.read([{ name: 'scrape', data }]);
  document.title = 'schema ' + dataset.analyze().schema;
} catch (error) {
  document.title = error.code + ' ' + error.message;
}
`;

/** Policy, and the title that it leads to. */
const CASES = [
  ["default-src 'self'; script-src 'self'", /^csp .*'wasm-unsafe-eval'.*script-src/],
  ["default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", /^schema 1$/],
  ["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'", /^schema 1$/],
];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const [policy, title] of CASES) {
  test(policy, async () => {
    const server = createServer((request, response) => {
      const isScript = request.url.endsWith('.js');
      response.setHeader('content-security-policy', policy);
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (request.url === '/probe.js') response.end(PROBE);
      else response.end(isScript ? readFileSync(new URL(`.${request.url}`, PACKAGE)) : PAGE);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.waitForFunction(() => document.title !== '');
      assert.match(await page.title(), title);
    } finally {
      server.close();
    }
  });
}
