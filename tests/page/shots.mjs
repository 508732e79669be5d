// Photographs the built page with the recording in it for the documentation: node tests/page/shots.mjs [folder]
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { ROOT } from './load.mjs';

const folder = process.argv[2] ?? join(ROOT, 'docs/images');
const SHOTS = [
  { name: 'start', options: { colorScheme: 'light' }, sample: false },
  { name: 'report-dark', options: { colorScheme: 'dark' } },
  { name: 'report-light-zh', options: { colorScheme: 'light', locale: 'zh-CN' } },
  { name: 'report-whole', options: { colorScheme: 'dark' }, fullPage: true },
  { name: 'report-narrow', options: { colorScheme: 'light', viewport: { width: 480, height: 900 } } },
];

const browser = await launch();
for (const { name, options, sample = true, fullPage = false } of SHOTS) {
  const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
  if (sample) {
    await page.locator('.page-aside .page-button').click();
    await page.locator('.tw-verdict').waitFor();
  }
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  await close();
}
await browser.close();
