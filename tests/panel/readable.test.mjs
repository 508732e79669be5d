// Whether the panel can be read by everybody and at every size: axe's rules, the keyboard, contrast, what is cut.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES } from './host/build.mjs';
import { verdictOf } from './host/open.mjs';
import { stage, test } from './host/stage.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { panelFrames } from './wire.mjs';

/** Width and height of a dashboard's cells at a window of 1920 px. */
const cells = (columns, rows) => ({ width: columns * 78 - 8, height: rows * 38 - 8 });

const of = (name) => {
  const { from, to, walk } = recording(name);
  return { series: panelFrames(walk), from, to };
};

const EMPTY = { state: 'Done', errors: undefined, options: {}, theme: 'dark', targets: [], defaults: {}, timeZone: 'utc' };

const own = stage({ viewport: { width: 1920, height: 2700 } });

async function fresh(change) {
  own.host.trouble.length = 0;
  await own.host.page.evaluate(() => window.host.clear());
  await own.host.draw({ ...EMPTY, ...change });
  return own.host.page;
}

const AXE = () => readFileSync(join(MODULES, 'axe-core/axe.min.js'), 'utf8');

const TWO = [cells(4, 3), cells(12, 10)];

const STATES = {
  'a verdict': [of('kv_exhaustion'), [...TWO, cells(12, 4), cells(6, 8)]],
  'a neighbour as root cause': [of('bad_replica'), [...TWO, cells(24, 66)]],
  'a warning': [of('server_restart'), TWO],
  'no trouble': [of('healthy'), TWO],
  'no data': [{ series: [], targets: [{ refId: 'A' }] }, TWO],
  'a failed query': [{ ...of('kv_exhaustion'), errors: [{ refId: 'C', message: 'no' }], options: { referenceQuery: 'Z' } }, TWO],
};

for (const [title, [state, sizes]] of Object.entries(STATES)) {
  test(`axe finds nothing in ${title}`, async () => {
    const { page } = own.host;
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE());
    for (const theme of ['dark', 'light']) {
      for (const size of sizes) {
        await fresh({ ...state, theme, ...size });
        await page.waitForSelector('.tw-verdict, [data-state]');
        await page.evaluate(() => document.querySelectorAll('.tw-panel details').forEach((one) => (one.open = true)));
        await page.waitForTimeout(size.height > 1000 ? 500 : 50);
        const faults = await page.evaluate(async () => {
          const { violations } = await window.axe.run('.tw-panel');
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
        });
        assert.deepEqual(faults, [], `${theme} ${size.width} × ${size.height}`);
      }
    }
  });
}

test('the keyboard reaches every control, with a ring around it, and opens what is folded', async () => {
  const page = await fresh({ ...of('bad_replica'), ...cells(24, 22), targets: [{ refId: 'A', datasource: { uid: 'mine', type: 'prometheus' } }] });
  await verdictOf(page);
  const reached = new Set();
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element.closest('.tw-panel') === null) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { name: `${element.tagName} ${element.textContent}`, ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
    });
    if (stop === null) continue;
    assert.ok(stop.ring >= 1, `no ring: ${stop.name}`);
    reached.add(stop.name);
  }
  for (const wanted of ['SUMMARY TTFT', 'SUMMARY Also checked here', 'A Open in Explore', 'BUTTON Copy report']) {
    assert.ok([...reached].some((name) => name.startsWith(wanted)), `${wanted} is not reached`);
  }
  const folded = page.locator('.tw-folded').first();
  const isOpen = () => folded.evaluate(({ open }) => open);
  await folded.locator('> summary').focus();
  await page.keyboard.press('Enter');
  assert.equal(await isOpen(), true);
  await page.keyboard.press('Space');
  assert.equal(await isOpen(), false);
});

test('no two lines of a chart look the same', async () => {
  const page = await fresh({ ...of('bad_replica'), ...cells(24, 66) });
  await verdictOf(page);
  const legends = await page.locator('.tw-legend').evaluateAll((all) => all.map((legend) => [...legend.querySelectorAll('.tw-legend-line')].map(({ className }) => className)));
  assert.ok(legends.some(({ length }) => length >= 4), 'the chart of TTFT has a line for each replica');
  for (const classes of legends) assert.equal(new Set(classes).size, classes.length, String(classes));
});

test("a list to choose from is as high as its text, whatever Grafana's own rules say", async () => {
  const page = await fresh({ ...of('bad_replica'), ...cells(24, 66) });
  await verdictOf(page);
  const heights = await page.locator('.tw-choice select').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  assert.ok(heights.length >= 2 && heights.every((height) => height >= 18), String(heights));
});

test('a report can be copied where the browser has no clipboard, as without TLS', async (t) => {
  const other = await own.open(t, { before: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }) });
  await other.draw({ ...of('kv_exhaustion'), width: 900, height: 700 });
  await verdictOf(other.page);
  await other.page.evaluate(() => document.addEventListener('copy', () => (window.heard = true)));
  await other.page.click('.tw-panel-copies button:last-child');
  await other.page.waitForFunction(() => document.querySelector('.tw-panel-copies button:last-child').textContent === 'Copied');
  assert.equal(await other.page.evaluate(() => window.heard), undefined, 'the copy of the page was answered as well');
});

for (const theme of ['dark', 'light']) {
  test(`lines and marks stand out from the ground: ${theme}`, async () => {
    const page = await fresh({ ...of('healthy'), ...cells(12, 10), theme });
    await verdictOf(page);
    const weak = await page.evaluate(() => {
      const panel = document.querySelector('.tw-panel');
      const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const over = (...colours) => {
        for (const colour of colours) {
          paint.fillStyle = colour;
          paint.fillRect(0, 0, 1, 1);
        }
        const light = [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
      };
      const of = (name) => getComputedStyle(panel).getPropertyValue(`--tw-${name}`).trim();
      const turns = [1, 2, 3, 4, 5, 6].map((turn) => `line-turn-${turn}`);
      const names = ['ok', 'watch', 'warn', 'critical', 'unknown', 'line-queue', 'line-prefill', 'line-residual', 'line-value', 'line-p50', 'line-p99', ...turns];
      return names
        .map((name) => {
          const [low, high] = [over(of('surface')), over(of('surface'), of(name))].sort((a, b) => a - b);
          return { name, contrast: (high + 0.05) / (low + 0.05) };
        })
        .filter(({ contrast }) => !(contrast >= 3));
    });
    assert.deepEqual(weak, []);
  });
}

/** In the smallest cells: which chips there are, and which of their words are cut. */
function chips() {
  return [...document.querySelectorAll('.tw-ladder .tw-stage')]
    .filter((element) => element.getBoundingClientRect().width > 0)
    .map((element) => {
      const title = element.querySelector('.tw-stage-title');
      const mark = element.querySelector('.tw-stage-shape').getBoundingClientRect();
      return { root: element.dataset.root === 'true', name: title.dataset.brief, isCut: title.scrollWidth > title.clientWidth + 1, isMarked: mark.width > 4 && mark.height > 4, said: title.title };
    });
}

for (const name of RECORDINGS) {
  test(`${name}: in a cell of 4 × 3 each rung has its name and its mark, and the root cause is among them`, async () => {
    for (const language of ['en', 'zh']) {
      const page = await fresh({ ...of(name), ...cells(4, 3), options: { language } });
      const { severity } = await verdictOf(page);
      const all = await page.evaluate(chips);
      const isSick = severity !== 'ok';
      assert.equal(all.filter(({ root }) => root).length, isSick ? 1 : 0);
      assert.ok(all.length === 5 || (all.length === 6 && isSick), `${all.length} chips`);
      assert.deepEqual(all.filter(({ isCut, isMarked, said }) => isCut || !isMarked || said === ''), [], language);
    }
  });
}

/** Texts that lie on another one, or leave the panel or the verdict. */
function collisions() {
  const home = document.querySelector('.tw-panel').getBoundingClientRect();
  const seen = [...document.querySelectorAll('.tw-verdict-title, .tw-verdict-headline, .tw-facts, .tw-chain, .tw-stage-title, .tw-stage-number, .tw-severity-word, .tw-root, .tw-button')]
    .filter((element) => element.checkVisibility() && !(element.closest('.tw-severity, .tw-stage-number, .tw-root') && getComputedStyle(element.closest('.tw-severity, .tw-stage-number, .tw-root')).clipPath !== 'none'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => box.width > 1 && (element.closest('.tw-report') === null || box.bottom <= element.closest('.tw-report').getBoundingClientRect().bottom));
  const over = ({ box: a }, { box: b }) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const pairs = seen.flatMap((one, index) => seen.slice(index + 1).filter((other) => over(one, other) && !one.element.contains(other.element)).map((other) => `${one.element.className} on ${other.element.className}: ${other.element.textContent}`));
  const out = seen.filter(({ box }) => box.right > home.right + 1 || box.left < home.left - 1).map(({ element }) => `outside: ${element.className}`);
  const verdict = document.querySelector('.tw-verdict').getBoundingClientRect();
  const cut = seen.filter(({ element, box }) => element.closest('.tw-verdict') && (box.bottom > verdict.bottom + 2 || box.top < verdict.top - 2)).map(({ element }) => `cut by the verdict: ${element.className}`);
  return [...pairs, ...out, ...cut];
}

const SIZES = ['3x3', '4x3', '4x4', '6x3', '6x5', '8x5', '6x8', '8x6', '12x3', '12x4', '12x5', '12x8', '12x10', '8x12', '12x20', '24x22'];

for (const name of ['bad_replica', 'prefix_collapse', 'kv_exhaustion']) {
  test(`${name}: at no size lies anything on anything`, async () => {
    for (const language of ['en', 'zh']) {
      const page = await fresh({ ...of(name), ...cells(24, 22), options: { language } });
      await verdictOf(page);
      for (const size of SIZES) {
        const { width, height } = cells(...size.split('x').map(Number));
        await own.host.draw({ width, height });
        await page.waitForFunction((asked) => Math.abs(document.querySelector('.tw-panel').clientWidth - asked) < 30, width);
        assert.deepEqual(await page.evaluate(collisions), [], `${size} ${language}`);
        const aside = await page.locator('.tw-report').evaluate((report) => report.scrollWidth - report.clientWidth);
        assert.equal(aside, 0, `${size} ${language}`);
      }
    }
  });
}
