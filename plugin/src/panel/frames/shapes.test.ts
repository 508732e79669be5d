// The same run in other shapes gives the same verdict: tables, and the rates of the fleet's dashboard.
import type { DataFrame } from '@grafana/data';
import { expect, test } from 'vitest';
import { Tailwalk } from '../../../../dist/npm';
import { recording, RECORDINGS } from '../../../../tests/panel/recordings.mjs';
import { decoded, panelFrames } from '../../../../tests/panel/wire.mjs';
import { readFrames } from '../frames';

async function verdictOf(queries: object, format?: string) {
  const frames = panelFrames(queries, format).map(decoded);
  const { directory, times, values } = readFrames(frames as unknown as DataFrame[], { targets: [], names: new Map() });
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
    expect((await verdictOf(raw, 'table')).headline).toBe(expected.headline);
  });
  test(`${name} as rates of the whole fleet`, async () => {
    const { layer } = await verdictOf(fleet);
    expect(layer === expected.layer, layer ?? 'no layer').toBe(!LOST_IN_SUMS.has(name));
  });
}

/** How the names arrive through systems that know no colon, and under Ray. */
const SPELLINGS = ['vllm_', 'ray_vllm:', 'ray_vllm_'];

for (const spelling of SPELLINGS) {
  test(`metrics that begin with ${spelling}`, async () => {
    const spelt = JSON.parse(JSON.stringify(recording('kv_exhaustion')).replaceAll('vllm:', spelling));
    const { walk, fleet } = recording('kv_exhaustion');
    const found = [await verdictOf(spelt.walk), await verdictOf(spelt.fleet)];
    const expected = [await verdictOf(walk), await verdictOf(fleet)];
    expect(found.map(({ headline }) => headline)).toEqual(expected.map(({ headline }) => headline));
    expect(found.map(({ layer }) => layer)).toEqual(['kv_cache', 'kv_cache']);
  });
}
