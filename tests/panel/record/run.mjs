import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openMetrics } from '../../../scripts/recording.mjs';
import { startPrometheus } from '../prometheus.mjs';
import { recording } from '../recordings.mjs';

/** Scrape interval of the real runs, s. */
export const SCRAPE_SECONDS = 5;

/**
 * Works with a real Prometheus on the TSDB of a real run, and takes everything away afterwards.
 *
 * - `folder` holds `tsdb-5s.tar.gz` and `truth.json`.
 * - `work` gets the run's name and truth, its range in s on the grid of the scrapes, and the Prometheus.
 */
export function withRun(folder, work) {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  const from = Math.floor(truth.started / SCRAPE_SECONDS) * SCRAPE_SECONDS;
  const to = Math.ceil(truth.ended / SCRAPE_SECONDS) * SCRAPE_SECONDS;
  const fill = (home) => execFileSync('tar', ['xzf', join(folder, 'tsdb-5s.tar.gz'), '-C', home]);
  return withPrometheus(fill, (prometheus) => work({ name: basename(folder), truth, from, to, prometheus }));
}

/** The same with blocks that promtool makes of a recording of this repository, as docker-compose.yaml loads it. */
export function withRecording(name, work) {
  const { raw, from, to } = recording(name);
  const fill = (home) => {
    writeFileSync(join(home, 'recording.om'), openMetrics(raw.A.answer));
    execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', join(home, 'recording.om'), join(home, 'tsdb')]);
  };
  return withPrometheus(fill, (prometheus) => work({ name, from: from / 1000, to: to / 1000, prometheus }));
}

async function withPrometheus(fill, work) {
  const home = mkdtempSync(join(tmpdir(), 'tailwalk-tsdb-'));
  try {
    fill(home);
    const prometheus = await startPrometheus(join(home, 'tsdb'));
    try {
      return await work(prometheus);
    } finally {
      await prometheus.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
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
