// The same run in other shapes gives the same verdict: tables, and the rates of the fleet's dashboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tailwalk } from '../../dist/npm/index.js';
import { load } from './load.mjs';
import { recording, RECORDINGS } from './recordings.mjs';
import { decoded, panelFrames } from './wire.mjs';

const { readFrames } = await load('frames');

async function verdictOf(queries, format) {
  const frames = panelFrames(queries, format).map(decoded);
  const { directory, times, values } = readFrames(frames, { targets: [], names: new Map() });
  const dataset = await Tailwalk.readColumns(directory, times, values);
  const { verdict } = dataset.analyze();
  dataset.free();
  return verdict;
}

/**
 * What sums of rates cannot tell, and what is said instead.
 *
 * - One bad replica among others is a slow fleet.
 * - A restart is what `rate` was made to hide.
 */
const LOST_IN_SUMS = new Set(['bad_replica', 'server_restart']);

for (const name of RECORDINGS) {
  const { raw, fleet } = recording(name);
  const bytes = new TextEncoder().encode(JSON.stringify(raw.A.answer));
  const expected = (await Tailwalk.read([{ name: 'answer.json', data: bytes }])).analyze().verdict;
  test(`${name} as a table`, async () => {
    assert.equal((await verdictOf(raw, 'table')).headline, expected.headline);
  });
  test(`${name} as rates of the whole fleet`, async () => {
    const { layer } = await verdictOf(fleet);
    assert.equal(layer === expected.layer, !LOST_IN_SUMS.has(name), layer);
  });
}
