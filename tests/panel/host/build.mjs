// Bundles what Grafana hands to plugins, once for each lock file.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Grafana's packages; those of another version, installed elsewhere, by the environment variable PANEL_HOST. */
export const MODULES = process.env.PANEL_HOST ?? at('node_modules');

/** Where the bundle is. */
export const HOST = at(process.env.PANEL_HOST === undefined ? '../../../build/panel-host' : '../../../build/panel-host-other');

/** Pictures are inside; fonts are files of the host, as Grafana's policy wants them. */
const loader = {
  ...Object.fromEntries(['svg', 'png', 'gif'].map((kind) => [`.${kind}`, 'dataurl'])),
  ...Object.fromEntries(['ttf', 'woff', 'woff2'].map((kind) => [`.${kind}`, 'file'])),
};

/** Packages that the page asks for come from MODULES, whatever lies beside the page. */
function resolveHere(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, pluginData }) => {
    if (pluginData === 'again' || !importer.startsWith(at('page'))) return undefined;
    return build.resolve(path, { kind, resolveDir: join(MODULES, '..'), pluginData: 'again' });
  });
}

/**
 * Bundles, unless the same sources were bundled already.
 *
 * - `define.amd` is off: packages in the old universal format would register with SystemJS instead of answering.
 * - moment is the file that moment-timezone extends, not its twin in modules, which would stay without time zones.
 * - `browser` is the only condition: with `import` the packages in CommonJS lose their default exports.
 */
export async function buildHost() {
  const sources = ['package-lock.json', 'build.mjs', ...readdirSync(at('page')).map((name) => `page/${name}`)].map((name) => readFileSync(at(name)));
  const digest = createHash('sha256').update(MODULES).update(Buffer.concat(sources)).digest('hex');
  const stamp = `${HOST}/stamp`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await build({
    entryPoints: [at('page/main.js')],
    outfile: `${HOST}/host.js`,
    bundle: true,
    format: 'iife',
    minify: true,
    logLevel: 'error',
    nodePaths: [MODULES],
    plugins: [{ name: 'modules', setup: resolveHere }],
    define: { 'define.amd': 'false', 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'window' },
    loader,
    alias: { moment: join(MODULES, 'moment/moment.js') },
    conditions: ['browser'],
    mainFields: ['browser', 'module', 'main'],
  });
  writeFileSync(stamp, digest);
}
