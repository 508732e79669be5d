import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { audit, launch, openPage, overflow } from './browser.mjs';
import { buildHarness } from './harness.mjs';
import { FIXTURES } from './load.mjs';

let browser;
let harness;
before(async () => {
  [browser, harness] = await Promise.all([launch(), buildHarness()]);
});
after(() => browser.close());

async function check(query, viewport, steps) {
  const { page, trouble, close } = await openPage(browser, { address: harness(query), viewport });
  try {
    await page.locator('.tw-verdict').waitFor();
    await steps(page);
    assert.deepEqual(trouble, []);
  } finally {
    await close();
  }
}

/** The elements of a kind that can be seen inside of the home. */
function visible(page, selector) {
  return page.locator(selector).evaluateAll((elements) => {
    const home = document.getElementById('home').getBoundingClientRect();
    return elements.filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.bottom <= home.bottom + 1 && box.right <= home.right + 1;
    }).length;
  });
}

for (const report of FIXTURES) {
  test(`${report}: nothing is wider than its window, everything unfolded`, () =>
    check({ report }, { width: 1280, height: 900 }, async (page) => {
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
      for (const width of [1600, 1280, 1100, 1000, 901, 900, 640, 480, 320]) {
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await overflow(page), 0, `at ${width} px`);
      }
    }));

  test(`${report}: every control has a name, every picture is named or hidden`, () =>
    check({ report }, { width: 1280, height: 900 }, async (page) => assert.deepEqual(await audit(page), [])));

  test(`${report}: verdict and ladder fit a home of 360 × 180 px whole`, () =>
    check({ report, width: 360, height: 180 }, { width: 400, height: 300 }, async (page) => {
      assert.equal(await visible(page, '.tw-verdict-headline'), 1);
      assert.equal(await visible(page, '.tw-rung > .tw-stage'), 5);
      assert.equal(await visible(page, '.tw-section-charts, .tw-section-percentiles'), 0);
      const scrolls = await page.locator('.tw-report').evaluate((node) => node.scrollHeight - node.clientHeight);
      assert.equal(scrolls, 0);
    }));
}

test('the verdict and the whole ladder are seen at 1280 × 800 without scrolling', () =>
  check({ report: 'kv_exhaustion' }, { width: 1280, height: 800 }, async (page) => {
    for (const selector of ['.tw-verdict', '.tw-section-ladder', '.tw-section-advice']) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box.y + box.height <= 800, `${selector} ends at ${box.y + box.height}`);
    }
  }));

test('a crosshair is shared by all charts', () =>
  check({ report: 'kv_exhaustion' }, { width: 1280, height: 900 }, async (page) => {
    const charts = await page.locator('.tw-plot-field').count();
    await page.locator('.tw-plot-field').first().hover();
    assert.equal(await page.locator('.tw-plot-crosshair').count(), charts);
    await page.mouse.move(2, 2);
    assert.equal(await page.locator('.tw-plot-crosshair').count(), 0);
  }));
