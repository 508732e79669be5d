// The dashboards that the plugin brings, and the queries that its texts recommend.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { panelFacts } from '../../scripts/panel-package.mjs';
import { ROOT } from './load.mjs';
import { dashboardQueries, filled } from './queries.mjs';

const PLUGIN = join(ROOT, 'plugin');
const { id } = panelFacts(PLUGIN);
const read = (path) => readFileSync(join(PLUGIN, path), 'utf8');
const DASHBOARDS = Object.fromEntries(['walk', 'fleet'].map((name) => [name, JSON.parse(read(`provisioning/dashboards/${name}.json`))]));

/** Where Prometheus' own grammar sees a mistake in an expression, or `null`. */
function mistake(expression) {
  let at = null;
  parser.parse(expression).iterate({ enter: ({ type, from }) => { if (type.isError) at ??= from; } });
  return at;
}

test('the grammar finds mistakes', () => {
  assert.equal(mistake('sum by (le) (rate(vllm:x_bucket{a=~"b"}[20s]))'), null);
  for (const wrong of ['sum by (le (x)', 'rate(x[20s)', '{__name__=~"a}', 'x and on y']) assert.notEqual(mistake(wrong), null, wrong);
});

for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
  const targets = dashboard.panels.flatMap((panel) => panel.targets);
  const variables = dashboard.templating.list;

  test(`${name}: every query is PromQL`, () => {
    assert.deepEqual(targets.map(({ expr }) => filled(expr)).filter((expr) => mistake(expr) !== null || expr.includes('$')), []);
  });

  test(`${name}: letters are used once in a panel`, () => {
    for (const panel of dashboard.panels) {
      const letters = panel.targets.map(({ refId }) => refId);
      assert.deepEqual(letters, [...new Set(letters)]);
    }
  });

  test(`${name}: asks for a data source and never names one`, () => {
    const sources = [...JSON.stringify(dashboard).matchAll(/"uid":"([^"]*)"/g)].map(([, uid]) => uid);
    assert.deepEqual([...new Set(sources)].sort(), ['${datasource}', `tailwalk-${name}`]);
    assert.deepEqual([variables[0].name, variables[0].type], ['datasource', 'datasource']);
  });

  // Uploaded by hand it asks for nothing, as all that it needs is in its variables.
  test(`${name}: uses no variable that it does not have, and has none that it does not use`, () => {
    const text = JSON.stringify({ ...dashboard, templating: { list: variables.map(({ name: _, ...rest }) => rest) } });
    const used = [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, variable]) => variable);
    assert.deepEqual([...new Set(used)].sort(), variables.map((variable) => variable.name).sort());
    assert.deepEqual(['id', '__inputs', '__requires'].filter((field) => field in dashboard), []);
  });

  test(`${name}: looks at enough time, in a form that Grafana 12.3 knows`, () => {
    assert.deepEqual(dashboard.time, { from: 'now-1h', to: 'now' });
    assert.ok(dashboard.schemaVersion >= 39 && dashboard.schemaVersion <= 42, dashboard.schemaVersion);
    assert.equal(dashboard.panels[0].type, id);
  });

  test(`${name}: panels lie side by side`, () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) => Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`));
    assert.equal(new Set(cells).size, cells.length);
    assert.ok(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24));
  });
}

const recommended = [...read('README.md').matchAll(/```promql\n([^]*?)```/g)].map(([, block]) => block.trim().split('\n'));

test('the README recommends what the dashboard asks', () => {
  assert.deepEqual(recommended[1], Object.values(dashboardQueries('walk')));
});

test('the screen without data and the page recommend what the README does', () => {
  const [everything] = recommended[0];
  const [, onScreen] = /const EVERYTHING = '(.*)';/.exec(read('src/panel/NoData.tsx'));
  assert.equal(onScreen, everything);
  assert.equal(read('src/page/words.ts').split(everything).length, 3);
});

test('the pattern of names finds every spelling that the core knows', () => {
  const [, pattern] = /"(.*)"/.exec(recommended[0][0]);
  const [, list] = /PREFIXES: &\[&str\] = &\[(.*)\];/.exec(readFileSync(join(ROOT, 'crate/core/src/catalog/engines/vllm.rs'), 'utf8'));
  const { options } = DASHBOARDS.fleet.templating.list.find(({ name }) => name === 'spelling');
  const prefixes = JSON.parse(`[${list}]`);
  assert.deepEqual(options.map(({ value }) => value), prefixes);
  for (const prefix of prefixes) assert.match(`${prefix}num_requests_running`, new RegExp(`^(?:${pattern})$`));
});
