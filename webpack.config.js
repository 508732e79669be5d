import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { BANNER, outputOf } from './plugin/.config/bundler/output.js';
import { externals } from './plugin/.config/bundler/externals.js';
import { InlinePage } from './scripts/inline-page.mjs';
import { PanelPackage, panelFacts } from './scripts/panel-package.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Where the workers' scripts wait to be put into page and panel. */
const WORKERS = { page: at('build/page/worker.js'), panel: at('build/panel/worker.js') };

/** The recording that travels with the page, for a first look. */
const SAMPLE = at('tests/samples/recordings/kv_exhaustion.json.gz');

/** What Grafana installs. */
const PANEL = panelFacts(at('plugin'));

/** Style sheets become files of their own. */
const STYLES = { test: /\.css$/, type: 'css/global' };

/** Style sheets become texts, which emotion puts on the page. */
const STYLE_TEXTS = { test: /\.css$/, loader: at('scripts/css-text.mjs'), type: 'javascript/auto' };

/** What all outputs have in common: how a name is found and how a file is read. */
const shared = {
  mode: 'production',
  context: at('.'),
  devtool: false,
  performance: false,
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: {
      'tailwalk-wasm/bytes$': at('build/wasm/bytes.js'),
      'tailwalk-wasm$': at('build/wasm/tailwalk_wasm.js'),
      'tailwalk-worker-source$': WORKERS.page,
      'tailwalk-panel-worker$': WORKERS.panel,
      'tailwalk-sample$': SAMPLE,
    },
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      STYLES,
      { test: Object.values(WORKERS), type: 'asset/source' },
      { test: SAMPLE, loader: at('scripts/recording-loader.mjs'), type: 'javascript/auto' },
    ],
  },
  experiments: { css: true },
  plugins: [new webpack.DefinePlugin({ TAILWALK_VERSION: JSON.stringify(version) })],
};

/** What goes into the page is made small; licences stay in it. */
const minimized = {
  minimizer: [
    new MinimizerPlugin({ extractComments: false, minimizerOptions: { format: { comments: 'some' } } }),
    new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss }),
  ],
};

/** The worker of a home: one classic script, as a blob cannot import. */
const workerOf = (home) => ({
  ...shared,
  name: `${home} worker`,
  target: ['webworker', 'es2022'],
  entry: { worker: at(`plugin/src/${home}/worker.ts`) },
  output: { path: at(`build/${home}`), filename: '[name].js', iife: true },
  optimization: minimized,
});

/** The offline page: one HTML file that needs nothing else. */
const page = {
  ...shared,
  name: 'page',
  dependencies: ['page worker'],
  target: ['web', 'es2022'],
  entry: { page: [at('plugin/src/page/main.tsx'), at('plugin/src/page/main.css')] },
  output: { path: at('dist/page'), filename: '[name].js', cssFilename: '[name].css', clean: true },
  optimization: minimized,
  plugins: [
    ...shared.plugins,
    new InlinePage({
      template: at('plugin/src/page/index.html'),
      script: 'page.js',
      style: 'page.css',
      page: 'tailwalk.html',
    }),
  ],
};

/** What the files of the npm package have in common: ES modules, left readable. */
const npm = {
  ...shared,
  target: 'es2022',
  output: { path: at('dist/npm'), filename: '[name].js', module: true, library: { type: 'modern-module' } },
  optimization: { minimize: false },
  experiments: { ...shared.experiments, outputModule: true },
};

/** The contract with the wasm inside, which library and command line share. */
const engine = { ...npm, name: 'engine', entry: { engine: at('plugin/src/contract/index.ts') } };

/** The library and its command line. Whatever they import from the contract comes from `engine.js`. */
const programs = {
  ...npm,
  name: 'programs',
  entry: { index: at('plugin/src/npm/index.ts'), cli: at('plugin/src/cli/main.ts') },
  externals: [
    ({ request }, done) => {
      if (request.startsWith('node:')) return done(null, `module ${request}`);
      if (request.startsWith('../contract/')) return done(null, 'module ./engine.js');
      done();
    },
  ],
  plugins: [...shared.plugins, new webpack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, test: /^cli\.js$/ })],
};

/**
 * Where a file stands in the source map: below the plugin's sources, as Grafana compares them with the
 * repository. Packages, and the glue that is made anew by each build, count as installed packages.
 */
function mapped({ absoluteResourcePath: path, resourcePath }) {
  const generated = at('build/wasm/');
  if (path.startsWith(generated)) return `webpack:///../node_modules/tailwalk-wasm/${path.slice(generated.length)}`;
  const sources = at('plugin/src/');
  if (path.startsWith(sources)) return `webpack:///./${path.slice(sources.length)}`;
  return `webpack:///${resourcePath.replace(/^\.\//, '../')}`;
}

/** As create-plugin does: what libraries print for their own authors is dropped, warnings and errors stay. */
const quietMinimizer = new MinimizerPlugin({
  extractComments: false,
  minimizerOptions: { compress: { drop_console: ['log', 'info'] }, format: { comments: 'some' } },
});

const AFTER_MINIMIZING = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50;

/** The Grafana panel: one module with the engine inside, so that no second file must be found. */
const panel = {
  ...shared,
  name: 'panel',
  dependencies: ['panel worker'],
  target: ['web', 'es2020'],
  devtool: 'source-map',
  entry: { module: at('plugin/src/module.ts') },
  output: {
    ...outputOf(PANEL.id),
    path: at(`dist/${PANEL.id}`),
    devtoolModuleFilenameTemplate: mapped,
    clean: true,
  },
  externals,
  module: { rules: shared.module.rules.map((rule) => (rule === STYLES ? STYLE_TEXTS : rule)) },
  optimization: { minimizer: [quietMinimizer], splitChunks: false },
  plugins: [
    ...shared.plugins,
    new PanelPackage(at('plugin')),
    // After the minimizer, which would drop it, and before the source map, which must count its line.
    new webpack.BannerPlugin({ banner: BANNER, raw: true, test: /^module\.js$/, stage: AFTER_MINIMIZING }),
  ],
};

export default [workerOf('page'), page, engine, programs, workerOf('panel'), panel];
