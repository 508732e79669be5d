import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('recordings/', import.meta.url);

/** Names of the real runs, each under one known fault, as a real Prometheus answered about them. */
export const RECORDINGS = readdirSync(FOLDER).map((file) => file.replace('.json.gz', ''));

/**
 * One of them.
 *
 * - `raw`: every series as it is; `walk`: the queries of the shipped dashboard.
 * - Each query is `{ expr, step, answer }` with the answer of `/api/v1/query_range`.
 */
export function recording(name) {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString());
}
