import { chromium as playwright } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { chromium } from '../../../scripts/setup.mjs';
import { ROOT } from '../load.mjs';
import { buildHost } from './build.mjs';
import { POLICIES, serveHost } from './server.mjs';

/** The plugin's id. */
export const { id: ID } = JSON.parse(readFileSync(`${ROOT}plugin/src/plugin.json`, 'utf8'));

/** A browser that makes no request of its own. */
export function launch() {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return playwright.launch({
    executablePath: chromium(),
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc', ...quiet],
  });
}

/**
 * A tab with the panel loaded into the host page, and everything that must not happen in it: errors, refused
 * or foreign requests, dialogs.
 *
 * - `before` runs in the page before anything else.
 * - `elsewhere`: the plugin comes from another origin, as from a CDN.
 */
export async function openHost(browser, { policy = 'grafana', base = '', language = 'en-US', before, viewport, elsewhere = false } = {}) {
  await buildHost();
  const asked = { plugin: `${ROOT}dist/${ID}`, id: ID, base, policy: POLICIES[policy], language };
  const context = await browser.newContext({ viewport: viewport ?? { width: 1000, height: 800 } });
  const server = await serveHost(asked);
  const files = elsewhere ? await serveHost(asked) : server;
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const trouble = [];
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && trouble.push(`console ${message.text()}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(server.address);
  const loaded = await page.evaluate((url) => window.host.load(url), `${files.address}public/plugins/${ID}/module.js`);
  return {
    page,
    loaded,
    trouble,
    requests,
    draw: (change) => page.evaluate((asked) => window.host.draw(asked), change),
    close: async () => {
      server.close();
      files.close();
      await context.close();
    },
  };
}

/** What the panel says: the layer of its verdict and its headline, once they are there. */
export async function verdictOf(page) {
  await page.waitForSelector('.tw-panel-answer[aria-busy="false"] .tw-verdict-headline', { state: 'attached' });
  return page.evaluate(() => ({
    headline: document.querySelector('.tw-verdict-headline').textContent,
    title: document.querySelector('.tw-verdict-title').textContent,
    severity: document.querySelector('.tw-verdict').dataset.severity,
  }));
}
