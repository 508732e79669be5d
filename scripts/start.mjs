// Builds, prints the verdict for a real recording, and serves the offline page.
//   --no-serve   stop before serving
import { join } from 'node:path';
import { build } from './build.mjs';
import { serveFile } from './serve.mjs';
import { isMain, main, ROOT, run } from './steps.mjs';

/** A real vLLM whose KV cache was too small, recorded by a real Prometheus. */
const RECORDING = 'tests/samples/recordings/kv_exhaustion.json.gz';

async function start({ serve }) {
  await build();
  console.log(`\n$ npx tailwalk analyze ${RECORDING}\n`);
  const width = String(process.stdout.columns ?? 100);
  const color = process.stdout.isTTY ? 'always' : 'never';
  const cli = ['dist/npm/cli.js', 'analyze', RECORDING, '--fail-on', 'never', '--width', width, '--color', color];
  await run(process.execPath, cli, { show: true });
  if (!serve) return;
  const { address } = await serveFile(join(ROOT, 'dist/page/tailwalk.html'));
  console.log(`\nThe offline page is at ${address} (Ctrl+C ends it); it is one file, dist/page/tailwalk.html, and needs no server.`);
}

if (isMain(import.meta.url)) await main(() => start({ serve: !process.argv.includes('--no-serve') }));
