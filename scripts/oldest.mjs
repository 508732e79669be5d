// Types, and the panel in a browser, with the packages of the oldest Grafana that it must run in; `npm run build` comes before.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PANEL_HOST } from './setup.mjs';
import { isMain, main, ROOT, run, step } from './steps.mjs';

/**
 * The last release of the oldest minor whose packages npm can bring: `@grafana/ui` 12.3 depends on a
 * repository, which not everybody reaches. Grafana 12 brings React 18.
 */
const VERSIONS = { '@grafana/data': '12.4.10', '@grafana/runtime': '12.4.10', '@grafana/ui': '12.4.10', react: '18.3.1', 'react-dom': '18.3.1' };

/** Checks that come with the packages of the host, but are not of Grafana. */
const CHECKS = /eslint|ajv|vite|yaml|typescript/;

const HOME = join(ROOT, 'build/oldest');
const MODULES = join(HOME, 'node_modules');

async function install() {
  const { dependencies } = JSON.parse(readFileSync(join(PANEL_HOST, 'package.json'), 'utf8'));
  const wanted = Object.fromEntries(Object.entries(dependencies).filter(([name]) => !CHECKS.test(name)));
  const text = JSON.stringify({ private: true, type: 'module', dependencies: { ...wanted, ...VERSIONS } }, null, 2);
  const file = join(HOME, 'package.json');
  mkdirSync(HOME, { recursive: true });
  if (existsSync(MODULES) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: HOME });
}

/** The plugin's own project, with other packages. */
function typecheck() {
  const project = JSON.parse(readFileSync(join(ROOT, 'plugin/tsconfig.json'), 'utf8'));
  const moved = (path) => path.replace('../tests/panel/host/node_modules/@', `${MODULES}/@`).replace(/^\.\.\//, '../../');
  const { paths } = project.compilerOptions;
  project.compilerOptions.paths = Object.fromEntries(Object.entries(paths).map(([name, places]) => [name, places.map(moved)]));
  project.extends = '../../tsconfig.json';
  project.include = project.include.map((path) => `../../plugin/${path}`);
  project.exclude = ['../../plugin/src/**/*.test.ts'];
  writeFileSync(join(HOME, 'tsconfig.json'), JSON.stringify(project));
  return run('node', ['node_modules/typescript/bin/tsc', '--project', HOME]);
}

const states = () => run('node', ['--test', '--test-reporter=spec', 'tests/panel/states.test.mjs'], { show: true, env: { PANEL_HOST: MODULES } });

if (isMain(import.meta.url)) {
  await main(async () => {
    await step(`oldest: packages of Grafana ${VERSIONS['@grafana/data']} (400 MB)`, install);
    await step('oldest: types', typecheck);
    await step('oldest: states', states);
  });
}
