// Pictures of the panel in every state, to be looked at: node tests/panel/shots.mjs [--sheet] [PATTERN …]
//
// A name is `run@COLUMNSxROWS.theme.language`, or one of STATES; `*` in a pattern stands for anything. Without patterns:
// all states, each run large and small, and one run at every size. `--sheet` puts all of them on one picture.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { launch, openHost } from './host/open.mjs';
import { ROOT } from './load.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { panelFrames } from './wire.mjs';

/** Width and height of a dashboard's cells at a window of 1920 px: 24 columns of 76 px, rows of 30 px, gaps of 8 px. */
const cells = (columns, rows) => ({ width: columns * 78 - 8, height: rows * 38 - 8 });

const SIZES = ['3x3', '4x3', '6x3', '12x3', '4x4', '12x4', '6x5', '8x6', '12x6', '4x8', '6x8', '12x8', '12x10', '8x12', '12x16', '24x10', '24x22', 'full'];

const sizeOf = (name) => (name === 'full' ? { width: 2544, height: 1284 } : cells(...name.split('x').map(Number)));

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

/** Only the first token's latency: there is a symptom and nothing to explain it. */
function symptomAlone() {
  const { from, to, raw } = recording('kv_exhaustion');
  const only = ({ metric }) => /^vllm:(time_to_first_token_seconds|num_requests_running)/.test(metric.__name__ ?? '');
  const queries = Object.entries(raw).map(([refId, query]) => {
    const result = query.answer.data.result.filter(only);
    return [refId, { ...query, answer: { data: { ...query.answer.data, result } } }];
  });
  return { series: panelFrames(Object.fromEntries(queries)).filter(({ schema }) => schema.fields.length > 0), from, to };
}

const NO_ANSWER = { errors: [{ refId: 'C', message: 'connection refused <b>10.0.0.1</b>' }] };
const NO_SERIES = { series: [{ schema: { refId: 'A', fields: [] }, data: { values: [] } }], targets: [{ refId: 'A' }] };
const SOURCE = { targets: [{ refId: 'A', datasource: { uid: 'mine', type: 'prometheus' } }] };
const ZH = { options: { language: 'zh' } };

/** Names of states and how they come about; beside what is drawn: a policy, and what is done to the page. */
const STATES = {
  // These two are the pictures of the catalogue.
  verdict: [of('kv_exhaustion', { width: 1260, height: 780 })],
  small: [of('kv_exhaustion', cells(4, 3)), { scale: 2 }],
  loading: [{ series: [], state: 'Loading', ...cells(12, 8) }],
  loading_small_zh: [{ series: [], state: 'Loading', ...cells(4, 3), ...ZH }],
  streaming: [of('surge', { state: 'Streaming', ...cells(12, 10) })],
  refreshing: [of('surge', { state: 'Loading', ...cells(4, 3) })],
  no_series: [{ ...NO_SERIES, ...cells(12, 10) }],
  no_series_light_zh: [{ ...NO_SERIES, ...cells(8, 8), ...ZH, theme: 'light' }],
  no_series_small: [{ ...NO_SERIES, ...cells(4, 3) }],
  no_series_tiny: [{ ...NO_SERIES, ...cells(3, 3) }],
  no_query: [{ series: [], ...cells(6, 5) }],
  no_source: [{ series: [], state: 'Error', ...NO_ANSWER, ...cells(12, 10) }],
  no_model: [of('kv_exhaustion', { options: { model: 'other' }, ...cells(12, 10) })],
  cannot_tell: [{ ...symptomAlone(), ...cells(24, 22) }],
  cannot_tell_light_zh: [{ ...symptomAlone(), ...cells(12, 10), ...ZH, theme: 'light' }],
  cannot_tell_small: [{ ...symptomAlone(), ...cells(4, 3) }],
  partial: [of('kv_exhaustion', { ...NO_ANSWER, ...cells(12, 10) })],
  partial_small: [of('kv_exhaustion', { ...NO_ANSWER, ...cells(4, 3) })],
  explore: [of('kv_exhaustion', { ...SOURCE, ...cells(12, 16) })],
  explore_narrow_zh: [of('kv_exhaustion', { ...SOURCE, ...cells(6, 12), ...ZH })],
  remarks: [of('kv_exhaustion', { ...cells(12, 16), options: { referenceQuery: 'Z' } }), { open: '.tw-panel-remarks > summary' }],
  evidence: [of('kv_exhaustion', cells(12, 20)), { open: '.tw-stage[data-root="true"] > summary' }],
  evidence_row: [of('kv_exhaustion', cells(12, 8)), { open: '.tw-stage[data-root="true"] > summary' }],
  evidence_strip: [of('kv_exhaustion', cells(8, 6)), { open: '.tw-stage[data-root="true"] > summary' }],
  evidence_strip_low: [of('kv_exhaustion', cells(4, 4)), { open: '.tw-stage[data-root="true"] > summary' }],
  decimals: [of('kv_exhaustion', { ...cells(6, 3), defaults: { decimals: 4 } })],
  kolkata: [of('kv_exhaustion', { ...cells(12, 10), timeZone: 'Asia/Kolkata' })],
  policy: [of('kv_exhaustion', cells(12, 10)), { policy: 'noWasm' }],
  policy_light_zh: [of('kv_exhaustion', { ...cells(8, 8), ...ZH, theme: 'light' }), { policy: 'noWasm' }],
  policy_small: [of('kv_exhaustion', cells(4, 3)), { policy: 'noWasm' }],
  panic: [of('kv_exhaustion', cells(12, 10)), { breaks: true }],
  panic_small: [of('kv_exhaustion', cells(4, 3)), { breaks: true }],
  hostile: [{ ...hostile(), ...cells(12, 20) }],
  hostile_small: [{ ...hostile(), ...cells(4, 3) }],
  hostile_rows: [{ ...hostile(), ...cells(6, 8) }],
  forced_colours: [of('api_bound', cells(12, 10)), { media: { forcedColors: 'active' } }],
  forced_colours_small: [of('api_bound', cells(4, 3)), { media: { forcedColors: 'active' } }],
};

const VISIONS = ['deuteranopia', 'protanopia', 'tritanopia', 'achromatopsia'];
for (const vision of VISIONS) {
  STATES[`${vision}_small`] = [of('kv_exhaustion', cells(4, 3)), { vision }];
  STATES[`${vision}_light`] = [of('kv_exhaustion', { ...cells(12, 8), theme: 'light' }), { vision }];
}

function* everyRun() {
  for (const run of RECORDINGS)
    for (const size of SIZES)
      for (const theme of ['dark', 'light'])
        for (const language of ['en', 'zh']) yield { run, size, theme, language, name: `${run}@${size}.${theme}.${language}` };
}

const usual = ({ run, size, theme, language }) => {
  const isPlain = (theme === 'dark') === (language === 'en');
  return isPlain && (run === 'kv_exhaustion' || size === '4x3' || size === '24x22' || (size === '12x8' && language === 'zh'));
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const patterns = asked.map((word) => new RegExp(`^${word.split('*').map((part) => part.replaceAll(/[.]/g, '\\.')).join('.*')}$`));
const wanted = (name) => patterns.some((pattern) => pattern.test(name));
const shots = [
  ...Object.entries(STATES)
    .filter(([name]) => asked.length === 0 || wanted(name))
    .map(([name, [draw, how = {}]]) => ({ name, draw: () => draw, how })),
  ...[...everyRun()]
    .filter((one) => (asked.length === 0 ? usual(one) : wanted(one.name)))
    .map(({ name, run, size, theme, language }) => ({ name, draw: () => of(run, { ...sizeOf(size), theme, options: { language } }), how: {} })),
];

const VIEWPORT = { width: 2560, height: 1300 };

const folder = `${ROOT}build/panel-shots`;
mkdirSync(folder, { recursive: true });

/** Lets the calls into the core end as a mistake of ours does, while `window.breaks` is set. */
function breakable() {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const answer = (value) => (...given) => {
      if (window.breaks) throw new WebAssembly.RuntimeError('memory access out of bounds');
      return value(...given);
    };
    return { exports: Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, name.includes('dataset_export') ? answer(value) : value])) };
  };
  WebAssembly.Instance.prototype = Instance.prototype;
}

async function shoot(host, session, { name, draw, how }) {
  const { page } = host;
  const what = draw();
  await page.evaluate((breaks) => {
    window.breaks = breaks;
    window.host.clear();
  }, how.breaks === true);
  await page.emulateMedia({ forcedColors: 'none', ...how.media });
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: how.vision ?? 'none' });
  await host.draw({ state: 'Done', errors: undefined, options: {}, theme: 'dark', targets: [], defaults: {}, timeZone: 'utc', ...what });
  await page.waitForTimeout(350);
  if (how.open !== undefined) {
    await page.click(how.open);
    await page.waitForTimeout(150);
  }
  const clip = { x: 0, y: 0, width: what.width + 16, height: what.height + 16, scale: how.scale ?? 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', clip });
  writeFileSync(`${folder}/${name}.png`, Buffer.from(data, 'base64'));
}

/** All pictures on one, each under its name. */
async function sheet(browser, names) {
  const page = await browser.newPage({ viewport: { width: 1900, height: 600 } });
  const figures = names.map((name) => {
    const data = readFileSync(`${folder}/${name}.png`).toString('base64');
    return `<figure style="margin:0"><figcaption>${name}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
  });
  await page.setContent(`<body style="margin:4px;background:#555;color:#fff;font:12px monospace;display:flex;flex-wrap:wrap;gap:6px;align-items:flex-start">${figures.join('')}`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.screenshot({ path: `${folder}/sheet.png`, fullPage: true });
  await page.close();
}

const browser = await launch();
for (const policy of ['grafana', 'noWasm']) {
  const mine = shots.filter(({ how }) => (how.policy ?? 'grafana') === policy);
  if (mine.length === 0) continue;
  const host = await openHost(browser, { policy, viewport: VIEWPORT, before: policy === 'grafana' ? breakable : undefined });
  const session = await host.page.context().newCDPSession(host.page);
  for (const shot of mine) await shoot(host, session, shot);
  console.log(policy, mine.length, host.trouble);
  await host.close();
}
if (process.argv.includes('--sheet')) await sheet(browser, shots.map(({ name }) => name));
await browser.close();
