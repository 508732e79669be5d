// Pictures of the panel in every state, to be looked at: node tests/panel/shots.mjs [NAME …]
import { mkdirSync } from 'node:fs';
import { launch, openHost } from './host/open.mjs';
import { ROOT } from './load.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { panelFrames } from './wire.mjs';

/** Width and height of a dashboard's cells at a window of 1920 px: 24 columns of 76 px, rows of 30 px, gaps of 8 px. */
const cells = (columns, rows) => ({ width: columns * 78 - 8, height: rows * 38 - 8 });

const of = (name, rest = {}) => {
  const { from, to, walk } = recording(name);
  return { series: panelFrames(walk), from, to, ...rest };
};

const HOSTILE = '<img src=x onerror=alert(1)>"\'`${x}\u202eabc' + 'long'.repeat(2500);

function hostile() {
  const { from, to, raw } = recording('bad_replica');
  const text = JSON.stringify(raw).replaceAll('127.0.0.1:8102', JSON.stringify(HOSTILE).slice(1, -1));
  return { series: panelFrames(JSON.parse(text)), from, to };
}

const NO_ANSWER = { errors: [{ refId: 'C', message: 'connection refused <b>10.0.0.1</b>' }] };

const SHOTS = {
  ...Object.fromEntries(RECORDINGS.map((name) => [name, [of(name, cells(24, 22))]])),
  verdict: [of('kv_exhaustion', { width: 1260, height: 780 })],
  light: [of('kv_exhaustion', { ...cells(24, 22), theme: 'light' })],
  chinese: [of('surge', { ...cells(24, 22), options: { language: 'zh' } })],
  half: [of('kv_exhaustion', cells(12, 10))],
  quarter: [of('bad_replica', cells(6, 8))],
  third_light: [of('prefill_shift', { ...cells(8, 12), theme: 'light' })],
  small: [of('kv_exhaustion', cells(4, 3))],
  small_light_chinese: [of('surge', { ...cells(4, 3), theme: 'light', options: { language: 'zh' } })],
  small_wide: [of('api_bound', cells(12, 4))],
  loading: [{ series: [], state: 'Loading', ...cells(12, 8) }],
  no_series: [{ series: [{ schema: { refId: 'A', fields: [] }, data: { values: [] } }], targets: [{ refId: 'A' }], ...cells(12, 10) }],
  no_source: [{ series: [], state: 'Error', ...NO_ANSWER, ...cells(12, 10) }],
  no_names: [of('kv_exhaustion', { options: { model: 'other' }, ...cells(12, 10) })],
  no_small: [{ series: [], ...cells(4, 3) }],
  partial: [of('kv_exhaustion', { ...NO_ANSWER, ...cells(12, 10) })],
  partial_small: [of('kv_exhaustion', { ...NO_ANSWER, ...cells(4, 3) })],
  policy: [of('kv_exhaustion', cells(12, 10)), 'noWasm'],
  policy_small: [of('kv_exhaustion', cells(4, 3)), 'noWasm'],
  hostile: [{ ...hostile(), ...cells(12, 20) }],
};

const names = process.argv.slice(2);
const folder = `${ROOT}build/panel-shots`;
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const policy of ['grafana', 'noWasm']) {
  const mine = Object.entries(SHOTS).filter(([name, [, own = 'grafana']]) => own === policy && (names.length === 0 || names.includes(name)));
  if (mine.length === 0) continue;
  const host = await openHost(browser, { policy, viewport: { width: 1920, height: 900 } });
  for (const [name, [asked]] of mine) {
    await host.page.evaluate(() => window.host.clear());
    await host.draw({ state: 'Done', errors: undefined, options: {}, theme: 'dark', targets: [], ...asked });
    await host.page.waitForTimeout(700);
    await host.page.screenshot({ path: `${folder}/${name}.png`, clip: { x: 0, y: 0, width: asked.width + 16, height: asked.height + 16 } });
  }
  console.log(policy, host.trouble);
  await host.close();
}
await browser.close();
