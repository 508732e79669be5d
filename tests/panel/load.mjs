import { build } from 'esbuild';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'tailwalk-panel-'));

/** What a module of `plugin/src/panel` exports, as long as it needs nothing of Grafana at run time. */
export async function load(name) {
  const outfile = join(folder, `${name.replaceAll('/', '-')}.cjs`);
  await build({ entryPoints: [join(ROOT, 'plugin/src/panel', `${name}.ts`)], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
  return require(outfile);
}
