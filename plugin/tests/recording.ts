import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Tailwalk } from '../../dist/npm/index.js';

/** The run that the stand-in and docker-compose.yaml load. */
const FILE = new URL('../../tests/panel/recordings/kv_exhaustion.json.gz', import.meta.url);

/** Interval of the dashboards' panels, s. */
const STEP_SECONDS = 15;

const { from, to, raw } = JSON.parse(gunzipSync(readFileSync(FILE)).toString());

/** The time of the recording, as a dashboard's range. */
export const RECORDED = { from: String(from), to: String(to) };

/** A day on which nothing was recorded. */
export const EMPTY = { from: String(from - 86_400_000), to: String(to - 86_400_000) };

/** What the npm package says about the recording, at the points that the dashboards ask for. */
export async function verdictOfRecording(): Promise<{ title: string; headline: string; severity: string }> {
  const onGrid = ([time]: [number, string]) => time % STEP_SECONDS === 0;
  const result = raw.A.answer.data.result.map((series: { values: [number, string][] }) => ({ ...series, values: series.values.filter(onGrid) }));
  const answer = { ...raw.A.answer, data: { ...raw.A.answer.data, result } };
  const dataset = await Tailwalk.read([{ name: 'answer.json', data: new TextEncoder().encode(JSON.stringify(answer)) }]);
  const { verdict } = dataset.analyze({ language: 'en' });
  dataset.free();
  return verdict;
}
