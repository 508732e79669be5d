// How long a dashboard waits for the panel: reading, walking and drawing after each refresh, in Chromium's main thread.
//   node bench/panel.mjs
import { launch, openHost, verdictOf } from '../tests/panel/host/open.mjs';
import { slide, stretched } from '../tests/panel/stretched.mjs';

const REPLICAS = 8;
const HOURS = 6;
const STEP_SECONDS = 60;
const WARM_UP = 5;
const REFRESHES = 20;

const { series, from, to } = stretched({ replicas: REPLICAS, hours: HOURS, step: STEP_SECONDS });
const samples = series.reduce((sum, { data }) => sum + data.values[0].length, 0);
/** Adds up the time inside the wasm, by call. */
function watch() {
  const { Instance } = WebAssembly;
  window.inWasm = {};
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const timed = ([name, value]) => {
      if (typeof value !== 'function' || !/^dataset_(fromColumns|export)$/.test(name)) return [name, value];
      return [
        name,
        (...values) => {
          const start = performance.now();
          const result = value(...values);
          (window.inWasm[name] ??= []).push(performance.now() - start);
          return result;
        },
      ];
    };
    return { exports: Object.fromEntries(Object.entries(exports).map(timed)) };
  };
  WebAssembly.Instance.prototype = Instance.prototype;
}

const browser = await launch();
const host = await openHost(browser, { before: watch });
const from = series[0].data.values[0][0];
// As text: arrays that a driver has filled one by one are slower to read than those of JSON.parse, which Grafana has.
await host.page.evaluate((text) => window.host.draw(JSON.parse(text)), JSON.stringify({ series, from, to: from + HOURS * 3.6e6, width: 900, height: 600 }));
await verdictOf(host.page);
const cdp = await host.page.context().newCDPSession(host.page);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

/** CPU time of the main thread so far, ms: what other programs do on this machine does not count. */
async function spent() {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

/** New frames as after a query one step later: every column without its first point and with a new last one. */
const slide = () =>
  host.page.evaluate(() => {
    const { host } = window;
    const later = (field) => {
      const { values } = field;
      const last = values[values.length - 1];
      const next = field.type === 'time' ? last + (last - values[values.length - 2]) : last + Math.max(0, last - values[values.length - 2]);
      const moved = values.slice(1);
      moved.push(next);
      return { ...field, values: moved };
    };
    host.frames = host.frames.map((frame) => ({ ...frame, fields: frame.fields.map(later) }));
    window.gc();
  });

/** A refresh, until its answer is on the screen. */
const draw = () =>
  host.page.evaluate(async () => {
    window.host.draw({});
    const answer = document.querySelector('.tw-panel-answer');
    await new Promise((resolve) => {
      const look = () => answer.getAttribute('aria-busy') === 'false' && resolve();
      new MutationObserver(look).observe(answer, { attributes: true });
      look();
    });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  });

const spans = [];
for (let done = 0; done < WARM_UP + REFRESHES; done += 1) {
  await slide();
  const before = await spent();
  await draw();
  spans.push((await spent()) - before);
}
const counted = spans.slice(WARM_UP).sort((a, b) => a - b);
const wasm = await host.page.evaluate(() => {
  const least = (list) => Math.min(...list).toFixed(1);
  return Object.entries(window.inWasm).map(([name, list]) => `${name} ${least(list)} ms at least`).join(', ');
});
console.log(`panel: ${REPLICAS} replicas × ${HOURS} h at ${STEP_SECONDS} s = ${series.length} series, ${samples} samples`);
console.log(`panel: main thread ${counted[REFRESHES / 2].toFixed(1)} ms a refresh, ${counted[0].toFixed(1)} at least (${wasm})`);
await host.close();
await browser.close();
