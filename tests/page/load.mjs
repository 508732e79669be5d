import { build } from 'esbuild';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'tailwalk-page-'));
let count = 0;

/**
 * Bundles TypeScript to one script and says where it is.
 *
 * - `code` may import from the repository by paths that begin with `plugin/`.
 * - Style sheets become a file beside it with the same name, when the platform is `browser`.
 * - `stand` holds sources that stand in for modules of `plugin/src/`, by path without ending.
 */
export async function bundle(code, platform, stand = {}) {
  const outfile = join(folder, `${(count += 1)}.cjs`);
  await build({
    stdin: { contents: code.replaceAll(`'plugin/`, `'./plugin/`), resolveDir: ROOT, loader: 'tsx' },
    outfile,
    platform,
    bundle: true,
    format: platform === 'node' ? 'cjs' : 'iife',
    jsx: 'automatic',
    loader: platform === 'node' ? { '.css': 'empty' } : {},
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins: [standIns(stand)],
  });
  return outfile;
}

/** What a piece of TypeScript exports. */
export async function load(code, stand = {}) {
  return require(await bundle(code, 'node', stand));
}

function standIns(stand) {
  return {
    name: 'stand-ins',
    setup(build) {
      build.onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
        const name = relative(join(ROOT, 'plugin/src'), resolve(resolveDir, path));
        return name in stand ? { path: join(ROOT, 'plugin/src', name), namespace: 'stand-in' } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({
        contents: stand[relative(join(ROOT, 'plugin/src'), path)],
        resolveDir: join(path, '..'),
        loader: 'ts',
      }));
    },
  };
}

/** One of the hand-made reports. */
export function fixture(name) {
  return JSON.parse(readFileSync(join(ROOT, `tests/page/fixtures/${name}.json`), 'utf8'));
}

/** Names of the hand-made reports. */
export const FIXTURES = ['kv_exhaustion', 'kv_exhaustion_zh', 'healthy', 'cannot_tell'];
