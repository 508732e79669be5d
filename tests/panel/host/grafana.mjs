// Stands in for a Grafana with the dashboards of plugin/provisioning and a Prometheus that holds a recording, for specs that run in both:
//   node tests/panel/host/grafana.mjs PORT [NAME]     kv_exhaustion when left out
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../load.mjs';
import { dashboardQueries } from '../queries.mjs';
import { recording } from '../recordings.mjs';
import { framesOf } from '../wire.mjs';
import { buildHost } from './build.mjs';
import { ID } from './open.mjs';
import { POLICIES, serveHost } from './server.mjs';

const FOLDER = `${ROOT}plugin/provisioning/dashboards/`;
const DASHBOARDS = readdirSync(FOLDER).filter((file) => file.endsWith('.json')).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(FOLDER + file, 'utf8'))]);

/** Answers by query: what was recorded for the panel of each dashboard. */
function answersIn(recorded) {
  const all = new Map();
  for (const [name, { panels }] of DASHBOARDS) {
    const { targets } = panels.find(({ type }) => type === ID);
    const asked = dashboardQueries(name);
    for (const { refId, expr } of targets) {
      if (recorded[name][refId].expr !== asked[refId]) throw new Error(`${name}: ${refId} was recorded with another query`);
      all.set(`${refId} ${expr}`, recorded[name][refId]);
    }
  }
  return all;
}

/** An answer with the points of a coarser step and a shorter range, which are those that Prometheus would give. */
function coarser({ expr, step, answer }, asked, from, to) {
  if (asked % step !== 0) throw new Error(`recorded every ${step} s, asked for every ${asked} s`);
  const inside = ([time]) => time % asked === 0 && time * 1000 >= from && time * 1000 <= to;
  const result = answer.data.result.map((one) => ({ ...one, values: one.values.filter(inside) })).filter(({ values }) => values.length > 0);
  return { expr, step: asked, answer: { data: { ...answer.data, result } } };
}

/** Grafana's API, as far as one panel needs it. */
function api(recorded) {
  const answers = answersIn(recorded);
  return (path, body) => {
    const dashboard = DASHBOARDS.find(([, { uid }]) => path === `/api/dashboards/uid/${uid}`)?.[1];
    if (dashboard !== undefined) return { dashboard };
    if (path !== '/api/ds/query') return undefined;
    const results = body.queries.map(({ refId, expr, intervalMs }) => {
      const asked = coarser(answers.get(`${refId} ${expr}`), intervalMs / 1000, Number(body.from), Number(body.to));
      return [refId, { status: 200, frames: framesOf(refId, asked) }];
    });
    return { results: Object.fromEntries(results) };
  };
}

const [port, name = 'kv_exhaustion'] = process.argv.slice(2);
await buildHost();
const { address } = await serveHost({ plugin: `${ROOT}dist/${ID}`, id: ID, policy: POLICIES.grafana, ask: api(recording(name)), port: Number(port) });
console.log(address);
