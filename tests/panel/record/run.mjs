import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startPrometheus } from '../prometheus.mjs';

/** Scrape interval of the real runs, s. */
export const SCRAPE_SECONDS = 5;

/**
 * Works with a real Prometheus on the TSDB of a real run, and takes everything away afterwards.
 *
 * - `folder` holds `tsdb-5s.tar.gz` and `truth.json`.
 * - `work` gets the run's name and truth, its range in s on the grid of the scrapes, and the Prometheus.
 */
export async function withRun(folder, work) {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  const tsdb = mkdtempSync(join(tmpdir(), 'tailwalk-tsdb-'));
  try {
    execFileSync('tar', ['xzf', join(folder, 'tsdb-5s.tar.gz'), '-C', tsdb]);
    const prometheus = await startPrometheus(join(tsdb, 'tsdb'));
    try {
      const from = Math.floor(truth.started / SCRAPE_SECONDS) * SCRAPE_SECONDS;
      const to = Math.ceil(truth.ended / SCRAPE_SECONDS) * SCRAPE_SECONDS;
      return await work({ name: basename(folder), truth, from, to, prometheus });
    } finally {
      await prometheus.stop();
    }
  } finally {
    rmSync(tsdb, { recursive: true, force: true });
  }
}

/** A range query and what it was answered. */
export async function ask(prometheus, expr, from, to, step) {
  return { expr, step, answer: JSON.parse(await prometheus.range(expr, from, to, step)) };
}

/** Several of them, by refId. */
export async function askAll(prometheus, queries, from, to, step) {
  const answers = {};
  for (const [refId, expr] of Object.entries(queries)) answers[refId] = await ask(prometheus, expr, from, to, step);
  return answers;
}
