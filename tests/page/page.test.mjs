import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { audit, drop, launch, openPage, overflow, PAGE } from './browser.mjs';
import { ROOT } from './load.mjs';

const RECORDING = readFileSync(join(ROOT, 'tests/samples/recordings/kv_exhaustion.json.gz'));
const GOOD = [['kv_exhaustion.json.gz', RECORDING]];
const HOSTILE = '<img src=x onerror=alert(1)>';

/** One scrape of a server whose model has a hostile name. */
const HOSTILE_SCRAPE = `# TYPE vllm:time_to_first_token_seconds histogram
${['0.1', '0.5', '1.0', '+Inf'].map((le, index) => `vllm:time_to_first_token_seconds_bucket{model_name="${HOSTILE}",le="${le}"} ${40 + index * 20}`).join('\n')}
vllm:time_to_first_token_seconds_sum{model_name="${HOSTILE}"} 44
vllm:time_to_first_token_seconds_count{model_name="${HOSTILE}"} 100
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{model_name="${HOSTILE}"} 3
# TYPE vllm:num_requests_waiting gauge
vllm:num_requests_waiting{model_name="${HOSTILE}"} 0
`;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens the page, does `steps` in it, and checks that nothing forbidden happened meanwhile. */
async function check(steps, options) {
  const { page, trouble, close } = await openPage(browser, options);
  try {
    await steps(page);
    assert.deepEqual(trouble, []);
  } finally {
    await close();
  }
}

const shown = (page) => page.locator('.tw-verdict-headline').waitFor();
const headline = async (page) => (await shown(page), page.locator('.tw-verdict-headline').textContent());

test('the page is one file that forbids every connection', () => {
  const html = readFileSync(PAGE, 'utf8');
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/i.exec(html)?.[1] ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.ok(!/https?:|unsafe-inline|'unsafe-eval'/.test(policy), policy);
  assert.ok(!/<(script|link|img|iframe)[^>]+(src|href)=/i.test(html.slice(0, html.indexOf('<script'))));
});

test('it opens from a file without any request, and says so', () =>
  check(async (page) => {
    await page.getByText('Nothing leaves this page.').waitFor();
    assert.deepEqual(await audit(page), []);
  }));

test('the recording that travels with the page ends in a verdict', () =>
  check(async (page) => {
    await page.getByRole('button', { name: 'Try a real recording' }).click();
    assert.notEqual((await headline(page)).trim(), '');
    assert.match(await page.locator('.tw-verdict').getAttribute('data-severity'), /^(warn|critical)$/);
  }));

test('a dropped recording ends in a verdict at the KV cache', () =>
  check(async (page) => {
    await drop(page, GOOD);
    await shown(page);
    assert.match(await page.locator('.tw-stage[data-root="true"] .tw-stage-title').first().textContent(), /KV/);
    assert.deepEqual(await audit(page), []);
  }));

for (const [name, content] of [
  ['login.html', '<!doctype html><title>Sign in</title>'],
  ['empty.txt', ''],
  ['binary.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0xff, 0xfe])],
]) {
  test(`${name} is refused with a sentence that names it, and a good file then loads`, () =>
    check(async (page) => {
      await drop(page, [[name, content]]);
      const failure = page.locator('.page-failure[data-kind="input"]');
      await failure.waitFor();
      assert.ok((await failure.locator('.page-failure-sentence').textContent()).includes(name));
      assert.deepEqual(await audit(page), []);
      await drop(page, GOOD);
      await shown(page);
    }));
}

test('a wrong file beside a good one is left out and named', () =>
  check(async (page) => {
    await drop(page, [...GOOD, ['README.html', '<html></html>']]);
    await shown(page);
    assert.ok((await page.locator('.page-skipped').textContent()).includes('README.html'));
  }));

test('the language can be changed at any time', () =>
  check(async (page) => {
    const language = page.getByRole('combobox').first();
    await language.selectOption('zh');
    await page.getByRole('button', { name: '选择文件', exact: true }).waitFor();
    await drop(page, GOOD);
    assert.match(await headline(page), /[\u4e00-\u9fff]/);
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
    await language.selectOption('en');
    await page.locator('.tw-report[lang="en"]').waitFor();
    assert.ok(!/[\u4e00-\u9fff]/.test(await headline(page)));
  }));

test('a Chinese browser gets a Chinese page', () =>
  check((page) => page.getByRole('button', { name: '选择文件', exact: true }).waitFor(), { locale: 'zh-CN' }));

test('the ladder can be walked and opened with the keyboard alone', () =>
  check(async (page) => {
    await drop(page, GOOD);
    await shown(page);
    const reached = () => page.evaluate(() => document.activeElement?.matches('summary.tw-stage-head') ?? false);
    for (let presses = 0; presses < 20 && !(await reached()); presses += 1) {
      await page.keyboard.press('Tab');
    }
    assert.ok(await reached(), 'no rung within 20 presses of Tab');
    const open = () => page.evaluate(() => document.activeElement.parentElement.open);
    await page.keyboard.press('Enter');
    assert.equal(await open(), true);
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
    await page.keyboard.press('Enter');
    assert.equal(await open(), false);
  }));

test('arrow keys read a chart, Escape lets go', () =>
  check(async (page) => {
    await drop(page, GOOD);
    await shown(page);
    const legend = page.locator('.tw-legend-time').first();
    await page.locator('.tw-plot-field').first().focus();
    await page.keyboard.press('ArrowLeft');
    const last = await legend.textContent();
    assert.match(last, /UTC/);
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await legend.textContent(), last);
    await page.keyboard.press('Escape');
    assert.equal(await legend.textContent(), '');
  }));

test('brushing a chart examines that stretch of time', () =>
  check(async (page) => {
    await drop(page, GOOD);
    await shown(page);
    const field = page.locator('.tw-plot-field').first();
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.getByText('Your options are in force.').waitFor();
    await page.getByText('(chosen by you)').waitFor();
    await page.getByRole('button', { name: 'Back to automatic' }).first().click();
    await page.getByText('(chosen by you)').waitFor({ state: 'detached' });
  }));

test('options that contradict each other leave the report and say why', () =>
  check(async (page) => {
    await drop(page, GOOD);
    const first = await headline(page);
    await page.getByRole('button', { name: 'Options' }).click();
    const window = page.getByRole('group', { name: 'Window to examine' });
    await window.getByLabel('From').fill('2026-11-30T08:00:00');
    await window.getByLabel('To').fill('2026-11-30T07:00:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.page-refusal').waitFor();
    assert.equal(await headline(page), first);
    assert.deepEqual(await audit(page), []);
  }));

test('hostile labels are text', () =>
  check(async (page) => {
    await drop(page, [['hostile.txt', HOSTILE_SCRAPE]]);
    await shown(page);
    assert.ok((await page.locator('.tw-report').textContent()).includes(HOSTILE));
    assert.equal(await page.locator('.page img').count(), 0);
  }));

test('a hostile file name is text too', () =>
  check(async (page) => {
    await drop(page, [[`${HOSTILE}.json.gz`, RECORDING]]);
    await shown(page);
    assert.ok((await page.locator('.page-names').textContent()).includes(HOSTILE));
    assert.equal(await page.locator('.page img').count(), 0);
  }));

test('pasted text is read', () =>
  check(async (page) => {
    await page.getByRole('button', { name: 'Paste text' }).click();
    await page.getByRole('textbox').fill(HOSTILE_SCRAPE);
    await page.getByRole('button', { name: 'Read' }).click();
    await shown(page);
  }));

test('a folder is read, hidden files left out', () =>
  check(async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'tailwalk-folder-'));
    writeFileSync(join(folder, 'kv.json.gz'), RECORDING);
    writeFileSync(join(folder, '.hidden'), '<html>');
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await shown(page);
    assert.equal(await page.locator('.page-skipped').count(), 0);
  }));

test('reading can be cancelled, and the next file is read', () =>
  check(
    async (page) => {
      const large = join(mkdtempSync(join(tmpdir(), 'tailwalk-large-')), 'large.txt');
      writeFileSync(large, Buffer.alloc(96 << 20, '# a comment of an endless scrape\n'));
      await page.locator('input[type="file"]').first().setInputFiles(large);
      await page.locator('.page-drop').waitFor();
      assert.ok(await page.evaluate(() => globalThis.cancelled), 'never saw the button');
      await drop(page, GOOD);
      await shown(page);
    },
    {
      // Pressed the moment it appears and only once: a fast machine would be done before a click from here.
      before: () =>
        new MutationObserver(() => {
          const button = document.querySelector('.page-reading button');
          if (button !== null && !globalThis.cancelled) {
            globalThis.cancelled = true;
            button.click();
          }
        }).observe(document, { childList: true, subtree: true }),
    },
  ));

test('without workers the page reads in its own thread', () =>
  check(
    async (page) => {
      await drop(page, GOOD);
      await shown(page);
    },
    { before: () => delete globalThis.Worker },
  ));

test('a policy against WebAssembly has its own screen that names the directive', () =>
  check(
    async (page) => {
      await drop(page, GOOD);
      await page.locator('.page-failure[data-kind="policy"]').waitFor();
      assert.ok((await page.locator('.page-failure').textContent()).includes('wasm-unsafe-eval'));
    },
    {
      before: () => {
        delete globalThis.Worker;
        WebAssembly.compile = () =>
          Promise.reject(new WebAssembly.CompileError("violates the directive: script-src (no 'wasm-unsafe-eval')"));
      },
    },
  ));

test('the report goes out as JSON and as Markdown', () =>
  check(async (page) => {
    await drop(page, GOOD);
    const said = await headline(page);
    const save = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
    };
    const [jsonName, json] = await save('JSON');
    assert.equal(jsonName, 'tailwalk-report.json');
    assert.equal(JSON.parse(json).verdict.headline, said);
    const [markdownName, markdown] = await save('↓ Markdown');
    assert.equal(markdownName, 'tailwalk-report.md');
    assert.ok(markdown.includes(said));
  }));

test('the Markdown report can be copied', () =>
  check(
    async (page) => {
      await drop(page, GOOD);
      const said = await headline(page);
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByText('Copied').waitFor();
      assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(said));
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ));

test('nothing is wider than the window', () =>
  check(async (page) => {
    await drop(page, GOOD);
    await shown(page);
    for (const width of [1280, 900, 640, 480, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await overflow(page), 0, `at ${width} px`);
    }
  }));
