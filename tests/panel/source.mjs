// What Grafana's own Prometheus data source makes of a query's answer in the browser, after Grafana's server has made frames of it.
import { build } from 'esbuild';
import { existsSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The one module of it that is needed; the rest of the package are editors. */
const TRANSFORMER = at('source/node_modules/@grafana/prometheus/dist/esm/result_transformer.mjs');

/** Whether its package is there: it is under the AGPL, lies in a folder of its own, and nothing of it is shipped. */
export const isInstalled = existsSync(TRANSFORMER);

/** Links of exemplars ask the runtime for a data source; everything else needs only `@grafana/data`. */
const WITHOUT_SERVER = `export const getDataSourceSrv = () => { throw new Error('there is no Grafana here'); };`;

function runtimeIsNone(build) {
  build.onResolve({ filter: /^@grafana\/runtime$/ }, ({ path }) => ({ path, namespace: 'none' }));
  build.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: WITHOUT_SERVER }));
}

/** `transformV2` of the data source, and `dataFrameFromJSON` of the `@grafana/data` that it runs with. */
export async function loadSource() {
  const outfile = join(mkdtempSync(join(tmpdir(), 'tailwalk-source-')), 'source.cjs');
  await build({
    stdin: {
      contents: `export { transformV2 } from ${JSON.stringify(TRANSFORMER)};\nexport { dataFrameFromJSON } from '@grafana/data';`,
      resolveDir: at('host'),
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    nodePaths: [at('host/node_modules')],
    plugins: [{ name: 'runtime', setup: runtimeIsNone }],
    conditions: ['browser'],
    mainFields: ['module', 'main'],
  });
  return createRequire(import.meta.url)(outfile);
}
