// Builds everything under build/ and dist/.
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from './setup.mjs';
import { digest, isMain, main, ROOT, run, StepError, step } from './steps.mjs';

/** Set-up, wasm, page, npm package and panel. */
export async function build(options) {
  await setup(options);
  await step('build: the build tool', compileTool, { quietBelow: 2 });
  await step('build: wasm', () => run(join(ROOT, 'target/tool/tailwalk-bundle'), [], { show: true }), { quietBelow: 2 });
  const inputs = digest(INPUTS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  rmSync(STAMP, { force: true });
  await step('build: page, npm package and panel', bundle);
  await step('build: types of the npm package', describePackage);
  await step('build: zip of the panel', zipPanel);
  writeFileSync(STAMP, inputs);
}

/** What `dist` is made from; the wasm is known by its own stamp. */
const INPUTS = [
  'plugin',
  'scripts',
  'tests/samples/recordings',
  'webpack.config.js',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.npm.json',
  'LICENSE',
  'build/wasm/stamp',
];

/** Remembers what `dist` was made from; written last. */
export const STAMP = join(ROOT, 'dist/.stamp');

function compileTool() {
  return run('cargo', ['build', '--locked', '--quiet', '--profile', 'tool', '-p', 'tailwalk-bundle']);
}

async function bundle() {
  const { default: webpack } = await import('webpack');
  const { default: outputs } = await import('../webpack.config.js');
  const stats = await new Promise((resolve, reject) => {
    webpack(outputs, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  if (stats.hasErrors()) throw new StepError(stats.toString({ preset: 'errors-warnings', colors: false }));
}

/** fflate is loaded only now, as set-up may have brought it. */
async function zipPanel() {
  const { packPanel } = await import('./zip.mjs');
  packPanel();
}

/** Adds to the scripts of `dist/npm` what makes them a package. */
async function describePackage() {
  const folder = join(ROOT, 'dist/npm');
  await run('node', ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.npm.json']);
  writeFileSync(join(folder, 'index.d.ts'), flattenTypes());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(ROOT, 'plugin/src/npm/README.md'), join(folder, 'README.md'));
  chmodSync(join(folder, 'cli.js'), 0o755);
}

/**
 * One declaration file out of the four that the public interface touches: relative imports inside
 * declarations would need file extensions, which these do not have.
 */
function flattenTypes() {
  const parts = ['contract/report', 'contract/options', 'contract/failure', 'npm/index'];
  const text = parts.map((part) => readFileSync(join(ROOT, `build/types/${part}.d.ts`), 'utf8')).join('\n');
  return text.replaceAll(/^(import|export) .*\bfrom\b.*;$\n?/gm, '');
}

/** The published `package.json`; what both share comes from the root's. */
function packageFile() {
  const { name, version, description, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license,
    keywords: ['vllm', 'prometheus', 'ttft', 'latency', 'llm', 'inference', 'root-cause', 'wasm'],
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    types: './index.d.ts',
    bin: { tailwalk: './cli.js' },
    files: ['*.js', '*.d.ts', 'README.md', 'LICENSE'],
    sideEffects: false,
    engines,
  };
}

if (isMain(import.meta.url)) await main(() => build());
