// What Grafana does at /d/<uid>?from=…&to=…, as far as one panel goes: asks for the dashboard, then for its data, and draws.
import * as data from '@grafana/data';

/** A dashboard's cell at a window of 1920 px: 24 columns of 76 px, rows of 30 px, gaps of 8 px. */
const sizeOf = ({ w, h }) => ({ width: w * 78 - 8, height: h * 38 - 8 });

/** Draws the plugin's panel of the dashboard that the address names; nothing on other pages. */
export async function openDashboard(host) {
  const { base, id } = window.hostPage;
  const address = new URL(window.location.href);
  const uid = /\/d\/([^/]+)/.exec(address.pathname)?.[1];
  if (uid === undefined) return;
  const [from, to] = ['from', 'to'].map((name) => Number(address.searchParams.get(name)));
  const { dashboard } = await ask(`${base}/api/dashboards/uid/${uid}`);
  const panel = dashboard.panels.find(({ type }) => type === id);
  const { title, options, targets } = panel;
  await host.load(`${base}/public/plugins/${id}/module.js`);
  const { defaults } = panel.fieldConfig;
  host.draw({ title, options, targets, defaults, from, to, state: 'Loading', series: [], ...sizeOf(panel.gridPos) });
  const range = { from: data.dateTime(from), to: data.dateTime(to) };
  const { intervalMs } = data.rangeUtil.calculateInterval(range, panel.maxDataPoints, panel.interval);
  const queries = targets.map((target) => ({ ...target, intervalMs, maxDataPoints: panel.maxDataPoints }));
  const { results } = await ask(`${base}/api/ds/query?ds_type=prometheus`, { queries, from: String(from), to: String(to) });
  host.draw({ state: 'Done', series: Object.values(results).flatMap(({ frames }) => frames) });
}

async function ask(address, body) {
  const request = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(address, request)).json();
}
