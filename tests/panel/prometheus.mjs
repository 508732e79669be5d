import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long a Prometheus may take until it answers, ms. */
const START_MS = 30_000;

/**
 * A real Prometheus on loopback over the TSDB in a folder.
 *
 * - It scrapes nothing, or what `config` says; `flags` are added to its command line.
 */
export async function startPrometheus(tsdb, { config: text = 'scrape_configs: []\n', flags = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tailwalk-prometheus-'));
  const config = join(folder, 'prometheus.yml');
  writeFileSync(config, text);
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${tsdb}`,
      '--storage.tsdb.retention.time=100y',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
      ...flags,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const base = `http://127.0.0.1:${port}`;
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      child.kill('SIGTERM');
    });
  const end = Date.now() + START_MS;
  for (;;) {
    const isReady = await fetch(`${base}/-/ready`).then((answer) => answer.ok, () => false);
    if (isReady) break;
    if (Date.now() > end || child.exitCode !== null) throw new Error('Prometheus did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const ask = async (path, parameters) => {
    const answer = await fetch(`${base}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  return {
    /** The answer to a range query as text; times in s. */
    range: (query, start, end, step) => ask('query_range', { query, start, end, step }),
    /** The answer to an instant query as text. */
    instant: (query, time) => ask('query', { query, time }),
    stop,
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
