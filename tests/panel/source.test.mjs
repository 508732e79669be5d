// Our imitation of the frames of Grafana's Prometheus data source, against its own code: both must become the same columns.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from './load.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { isInstalled, loadSource } from './source.mjs';
import { spell } from './spell.mjs';
import { decoded, framesOf } from './wire.mjs';

const skip = isInstalled ? false : 'npm ci --ignore-scripts --prefix tests/panel/source brings @grafana/prometheus; npm run test:panel does it';
const { readFrames } = await load('frames');
const { transformV2, dataFrameFromJSON } = isInstalled ? await loadSource() : {};
const read = (file) => JSON.parse(readFileSync(new URL(`frames/${file}.json`, import.meta.url), 'utf8'));

/** The legend `Auto` of the query editor: the server leaves it to the browser. */
const withoutLegend = ({ schema, data }) => ({
  schema: { ...schema, fields: schema.fields.map((field) => ({ ...field, config: { ...field.config, displayNameFromDS: undefined } })) },
  data,
});

/** What the server sends, through the data source's own code. */
function transformed(query, { format, legendFormat = '' }) {
  const sent = framesOf('A', query, 'time_series').map((frame) => (legendFormat === '__auto' ? withoutLegend(frame) : frame));
  const request = { targets: [{ refId: 'A', expr: query.expr, format, legendFormat }] };
  return transformV2({ data: sent.map(dataFrameFromJSON) }, request, {}).data;
}

/** Columns as lines, in any order; what a series without a name is called is for people only. */
function columns(frames, targets) {
  const lines = spell(readFrames(frames, { targets, names: new Map() })).split('\n').sort();
  return lines.map((line) => line.replace(/^(unread .*?): .*/, '$1'));
}

/** The same columns, with the query as typed beside them and without, as in a snapshot. */
function check(title, query, asked) {
  test(title, { skip }, () => {
    for (const targets of [[], [{ refId: 'A', expr: query.expr }]]) {
      const found = columns(transformed(query, asked), targets);
      assert.notDeepEqual(found, ['']);
      assert.deepEqual(found, columns(framesOf('A', query, asked.format).map(decoded), targets));
    }
  });
}

const isRange = ({ answer }) => answer.data.resultType === 'matrix' && answer.data.result.length > 0;
const hasBuckets = ({ answer }) => answer.data.result.some(({ metric }) => 'le' in metric);

for (const [name, query] of Object.entries(read('answers'))) {
  check(`${name}: time series`, query, { format: 'time_series' });
  check(`${name}: time series with the legend Auto`, query, { format: 'time_series', legendFormat: '__auto' });
  check(`${name}: table`, query, { format: 'table' });
  if (isRange(query) && hasBuckets(query)) check(`${name}: heatmap`, query, { format: 'heatmap' });
}

for (const [name, query] of Object.entries(read('native'))) {
  check(`${name}: time series`, query, { format: 'time_series' });
  check(`${name}: time series with the legend Auto`, query, { format: 'time_series', legendFormat: '__auto' });
  if (!name.endsWith('Quantile')) check(`${name}: heatmap`, query, { format: 'heatmap' });
}

test('a native histogram as a table: Grafana keeps the lower bounds only, and nothing is concluded from them', { skip }, () => {
  const { native } = read('native');
  assert.deepEqual(columns(transformed(native, { format: 'table' }), []), ['unread A number x1']);
});

for (const name of RECORDINGS) {
  const { raw, walk } = recording(name);
  check(`${name}: every series as a table`, raw.A, { format: 'table' });
  check(`${name}: buckets of every metric and replica as a heatmap`, bucketsOf(walk.A), { format: 'heatmap' });
  for (const [refId, query] of Object.entries(walk).filter(([, query]) => isRange(query) && query.answer.data.result.length < 2000)) {
    check(`${name}: query ${refId} of the dashboard`, query, { format: 'time_series', legendFormat: '__auto' });
  }
}

function bucketsOf({ expr, step, answer }) {
  const result = answer.data.result.filter(({ metric }) => 'le' in metric);
  return { expr, step, answer: { data: { ...answer.data, result } } };
}
