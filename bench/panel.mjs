// How long a dashboard waits for the panel: reading, judging and drawing after each refresh, in Chromium's main thread.
//   node bench/panel.mjs
import { launch, openHost, verdictOf } from '../tests/panel/host/open.mjs';
import { slide, stretched } from '../tests/panel/stretched.mjs';

const REPLICAS = 8;
const HOURS = 6;
const STEP_SECONDS = 60;
const WARM_UP = 10;
const REFRESHES = 30;

const { series, from, to } = stretched({ replicas: REPLICAS, hours: HOURS, step: STEP_SECONDS });
const samples = series.reduce((sum, { data }) => sum + data.values[0].length, 0);
// As text: arrays that a driver has filled one by one are slower to read than those of JSON.parse, which Grafana has.
const asked = JSON.stringify({ series, from, to, width: 900, height: 600 });

/** In a page: a refresh, until its answer is on the screen. */
async function refresh() {
  window.host.draw({});
  const answer = document.querySelector('.tw-panel-answer');
  if (answer !== null) {
    await new Promise((resolve) => {
      const look = () => answer.getAttribute('aria-busy') === 'false' && resolve();
      new MutationObserver(look).observe(answer, { attributes: true });
      look();
    });
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
}

/** In a page: what Grafana does with each answer before the panel gets it. */
function parse() {
  window.text ??= JSON.stringify(window.host.asked.series);
  JSON.parse(window.text);
}

/** In a page: the same frame without the panel in it. */
function empty() {
  Object.defineProperty(window.host.plugin, 'panel', { value: () => null });
}

/** CPU time of the main thread, ms, for each of many works between two refreshes: other programs' time does not count. */
async function measure(page, work) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  const spans = [];
  for (let done = 0; done < WARM_UP + REFRESHES; done += 1) {
    await page.evaluate(slide);
    const before = await spent();
    await page.evaluate(work);
    spans.push((await spent()) - before);
  }
  const counted = spans.slice(WARM_UP).sort((a, b) => a - b);
  return { least: counted[0], median: counted[REFRESHES / 2] };
}

async function open(before) {
  const host = await openHost(browser, { before });
  await host.page.evaluate((text) => window.host.draw(JSON.parse(text)), asked);
  await verdictOf(host.page);
  return host;
}

const browser = await launch();
const own = await open();
const worker = await measure(own.page, refresh);
const parsed = await measure(own.page, parse);
await own.page.evaluate(empty);
const frame = await measure(own.page, refresh);
await own.close();
const alone = await open(() => delete globalThis.Worker);
const here = await measure(alone.page, refresh);
await alone.close();
await browser.close();

const spelt = ({ median, least }) => `${median.toFixed(1)} ms, ${least.toFixed(1)} at least`;
console.log(`panel: ${REPLICAS} replicas × ${HOURS} h at ${STEP_SECONDS} s = ${series.length} series, ${samples} samples`);
console.log(`panel: main thread for a refresh                      ${spelt(worker)}`);
console.log(`panel: of which the frame around it and this bench    ${spelt(frame)}`);
console.log(`panel: where a policy refuses workers                 ${spelt(here)}`);
console.log(`panel: refresh ÷ JSON.parse of the answers            ${(worker.median / parsed.median).toFixed(2)}`);
