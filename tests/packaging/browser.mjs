import { chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/setup.mjs';

/** Starts the browser of this machine; as root it has no sandbox, and it never calls home. */
export function launch() {
  return playwright.launch({
    executablePath: chromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'],
  });
}
