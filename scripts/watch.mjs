// Builds the panel anew whenever one of its sources changes, for a Grafana whose plugin folder is dist/<id>. Ctrl+C ends it.
import { rmSync } from 'node:fs';
import { build, STAMP } from './build.mjs';
import { isMain, main } from './steps.mjs';

async function watch() {
  await build();
  // What lies in dist is not what `npm run build` makes from now on.
  rmSync(STAMP);
  const { default: webpack } = await import('webpack');
  const { default: outputs } = await import('../webpack.config.js');
  const panel = outputs.filter(({ name }) => name.startsWith('panel'));
  const compiler = webpack(panel.map((output) => ({ ...output, mode: 'development' })));
  await new Promise((_, reject) => {
    compiler.watch({}, (error, stats) => (error ? reject(error) : console.log(stats.toString({ preset: 'minimal', colors: process.stdout.isTTY }))));
  });
}

if (isMain(import.meta.url)) await main(watch);
