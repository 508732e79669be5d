// Bundles what Grafana hands to plugins, once for each lock file.
//   PANEL_HOST=host-12   the packages of another Grafana: a folder beside this one
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder under `tests/panel` whose packages are handed out. */
const NAME = process.env.PANEL_HOST ?? 'host';
const FOLDER = at(`../${NAME}/`);

/** Grafana's packages. */
export const MODULES = join(FOLDER, 'node_modules');

/** Where the bundle is. */
export const HOST = at(`../../../build/panel-${NAME}`);

/** What is handed out, as the package says that is asked for: `@grafana/data`, `react`, … with their versions. */
export const { dependencies: VERSIONS } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));

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
  const sources = ['build.mjs', ...readdirSync(at('page')).map((name) => `page/${name}`)].map((name) => readFileSync(at(name)));
  const lock = readFileSync(join(FOLDER, 'package-lock.json'));
  const digest = createHash('sha256').update(MODULES).update(Buffer.concat([lock, ...sources])).digest('hex');
  const stamp = `${HOST}/stamp`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  const { metafile } = await build({
    metafile: true,
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
  const strangers = Object.keys(metafile.inputs).filter((input) => input.includes('node_modules/') && !resolve(input).startsWith(MODULES));
  if (strangers.length > 0) throw new Error(`${strangers[0]} is none of the packages of ${NAME}`);
  writeFileSync(stamp, digest);
}
