// Bundles what Grafana hands to plugins, once for each lock file.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readdirSync } from 'node:fs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where the bundle is. */
export const HOST = at('../../../build/panel-host');

/** Pictures are inside; fonts are files of the host, as Grafana's policy wants them. */
const loader = {
  ...Object.fromEntries(['svg', 'png', 'gif'].map((kind) => [`.${kind}`, 'dataurl'])),
  ...Object.fromEntries(['ttf', 'woff', 'woff2'].map((kind) => [`.${kind}`, 'file'])),
};

/**
 * Bundles, unless the same sources were bundled already.
 *
 * - `define.amd` is off: packages in the old universal format would register with SystemJS instead of answering.
 * - `browser` is the only condition: with `import` the packages in CommonJS lose their default exports.
 */
export async function buildHost() {
  const sources = ['package-lock.json', 'build.mjs', ...readdirSync(at('page')).map((name) => `page/${name}`)].map((name) => readFileSync(at(name)));
  const digest = createHash('sha256').update(Buffer.concat(sources)).digest('hex');
  const stamp = `${HOST}/stamp`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await build({
    entryPoints: [at('page/main.js')],
    outfile: `${HOST}/host.js`,
    bundle: true,
    format: 'iife',
    minify: true,
    logLevel: 'error',
    nodePaths: [at('node_modules')],
    define: { 'define.amd': 'false', 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'window' },
    loader,
    conditions: ['browser'],
    mainFields: ['browser', 'module', 'main'],
  });
  writeFileSync(stamp, digest);
}
