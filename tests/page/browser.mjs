import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { ROOT } from './load.mjs';

/** The built page; another one by the environment variable `TAILWALK_PAGE`. */
export const PAGE = process.env.TAILWALK_PAGE ?? join(ROOT, 'dist/page/tailwalk.html');

/** Chromium as Debian installs it, where there is none of playwright's own. */
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

/** A browser that makes no request of its own. */
export function launch() {
  const quiet = '--disable-background-networking --disable-component-update --disable-sync --no-first-run';
  const args = ['--no-sandbox', '--disable-gpu', ...quiet.split(' ')];
  return chromium.launch(CHROMIUM === undefined ? { args } : { args, executablePath: CHROMIUM });
}

/**
 * A fresh tab with the page in it, and everything that must not happen in it: requests, errors, dialogs.
 *
 * - A blob is not a request: it is how a page hands its own bytes to itself.
 */
export async function openPage(browser, { before, address = pathToFileURL(PAGE).href, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  const trouble = [];
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('blob:')) {
      trouble.push(`request ${request.url()}`);
    }
  });
  page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  if (before !== undefined) {
    await page.addInitScript(before);
  }
  await page.goto(address);
  if (address === pathToFileURL(PAGE).href) {
    // The page unpacks itself after it has loaded.
    await page.locator('#tailwalk > :not(noscript)').first().waitFor();
  }
  return { page, trouble, close: () => context.close() };
}

/** Drops files on the page as the mouse does: `[name, bytes or text]` each. */
export async function drop(page, files) {
  const packed = files.map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
  await page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    document.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, cancelable: true, bubbles: true }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true, bubbles: true }));
  }, packed);
}

/** What an accessibility checker would say about the page as it is: an empty list when all is well. */
export function audit(page) {
  return page.evaluate(() => {
    const faults = [];
    const named = (element) =>
      element.getAttribute('aria-label') ||
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .some((id) => id !== '' && document.getElementById(id)?.textContent) ||
      element.labels?.length > 0 ||
      element.textContent.trim();
    const CONTROLS =
      'button, a, input:not([hidden]), select, textarea, summary, progress, [tabindex="0"], [role="img"]';
    for (const element of document.querySelectorAll(CONTROLS)) {
      if (!named(element)) {
        faults.push(`no name: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    for (const svg of document.querySelectorAll('svg')) {
      if (svg.closest('[aria-hidden="true"]') === null && svg.getAttribute('role') !== 'img') {
        faults.push(`a picture that is neither named nor hidden: ${svg.outerHTML.slice(0, 120)}`);
      }
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => faults.push(`id twice: ${id}`));
    let level = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1) {
        faults.push(`heading skips a level: ${heading.textContent}`);
      }
      level = next;
    }
    for (const element of document.querySelectorAll(
      '[aria-hidden="true"] :is(button, a, input, select, [tabindex="0"])',
    )) {
      faults.push(`hidden but reachable: ${element.outerHTML.slice(0, 120)}`);
    }
    return faults;
  });
}

/** By how many pixels the page is wider than its window. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
