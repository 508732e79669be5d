// Runs all checks, or those named on the command line: npm test -- format lint
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { isMain, main, printed, ROOT, run, StepError, step } from './steps.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';

/** The checks, quickest first. Each one's `work` throws, or returns what it printed. */
const CHECKS = [
  { name: 'format', work: () => run('cargo', ['fmt', '--all', '--check']) },
  { name: 'typecheck', work: () => typecheck('.') },
  { name: 'lint', work: lint },
  { name: 'rust', work: rustTests },
  { name: 'node', work: () => nodeTests((file) => !isPanel(file)) },
  // Only when named: they need hundreds of megabytes of packages, which they bring first, into the `folders`.
  { name: 'panel', named: true, folders: ['tests/panel/host', 'tests/panel/source'], work: panelTests },
  { name: 'panel-12', named: true, folders: ['tests/panel/host-12'], work: oldestPanelTests },
  { name: 'panel-e2e', named: true, folders: ['tests/panel/host', 'plugin/tests'], work: endToEndTests },
];

/** The build tool is checked in the profile in which it was built: its many dependencies are there already. */
const PRODUCT = ['--workspace', '--exclude', 'tailwalk-bundle'];
const TOOL = ['--profile', 'tool', '-p', 'tailwalk-bundle'];

/** Clippy on the host, and on the wasm target where its standard library is installed. */
async function lint() {
  const clippy = ['clippy', '--locked', '--quiet'];
  const strict = ['--', '-D', 'warnings'];
  for (const packages of [PRODUCT, TOOL]) await run('cargo', [...clippy, ...packages, '--all-targets', ...strict]);
  const library = printed('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  if (printed('ls', [library])) {
    const env = { CARGO_TARGET_DIR: join(ROOT, 'target/wasm') };
    await run('cargo', [...clippy, '--release', '-p', 'tailwalk-wasm', '--target', WASM_TARGET, ...strict], { env });
  }
}

/** The panel has a project of its own: it alone sees the types of Grafana. */
const typecheck = (project) => run('node', ['node_modules/typescript/bin/tsc', '--project', project]);

async function panelTests() {
  await typecheck('plugin');
  await run('npm', ['run', '--silent', 'lint'], { cwd: join(ROOT, 'plugin') });
  return (await unitTests()) + (await nodeTests(isPanel));
}

/** Those beside the sources. */
function unitTests() {
  return run('npm', ['run', '--silent', 'test:ci'], { cwd: join(ROOT, 'plugin'), show: true, env: { NO_COLOR: '1' } });
}

/** What depends on Grafana, once more with the packages of the first release that plugin.json allows. */
function oldestPanelTests() {
  return nodeTests((file) => IN_GRAFANA.test(file), { PANEL_HOST: 'host-12' });
}

/** Specs for a real Grafana, in the page that stands in for one unless GRAFANA_URL names one. */
async function endToEndTests() {
  await typecheck('plugin/tests');
  return run('npm', ['run', '--silent', 'e2e'], { cwd: join(ROOT, 'plugin'), show: true });
}

/** The tests that load the built module into Grafana's packages. */
const IN_GRAFANA = /^panel[/\\](states|verdicts|memory|worker)\.test/;

const isPanel = (file) => /^panel[/\\]/.test(file);

async function rustTests() {
  const outputs = [];
  for (const packages of [PRODUCT, TOOL]) {
    outputs.push(await run('cargo', ['test', '--locked', '--quiet', ...packages], { show: true }));
  }
  return outputs.join('');
}

function nodeTests(wanted, env) {
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.mjs') && !file.includes('node_modules') && wanted(file))
    .map((file) => join('tests', file))
    .sort();
  return run('node', ['--test', '--test-reporter=spec', '--test-concurrency=2', ...files], { show: true, env });
}

/** Tests that passed and failed, by the closing lines of cargo, node, Vitest and Playwright. */
function count(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  const ends = (word) => sum(new RegExp(`^test result: .*?(\\d+) ${word}`, 'gm')) + sum(new RegExp(`^ +Tests .*?(\\d+) ${word}`, 'gm')) + sum(new RegExp(`^ {2}(\\d+) ${word}`, 'gm'));
  return {
    passed: ends('passed') + sum(/^ℹ pass (\d+)/gm),
    failed: ends('failed') + sum(/^ℹ (?:fail|cancelled) (\d+)/gm),
  };
}

async function test(names) {
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) throw new StepError(`no check is called ${unknown}: ${CHECKS.map(({ name }) => name).join(', ')}`);
  const start = performance.now();
  const checks = CHECKS.filter(({ name, named }) => (names.length === 0 ? !named : names.includes(name)));
  await build({ test: true, folders: checks.flatMap(({ folders = [] }) => folders) });
  const total = { passed: 0, failed: 0 };
  const broken = [];
  for (const { name, work } of checks) {
    const add = (text) => {
      const { passed, failed } = count(text);
      total.passed += passed;
      total.failed += failed;
    };
    try {
      add(await step(`test: ${name}`, work) ?? '');
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      console.error(error.message);
      add(error.printed ?? '');
      broken.push(name);
    }
  }
  console.log(`\nchecks: ${broken.length === 0 ? 'all good' : `FAILED: ${broken.join(', ')}`}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  if (broken.length > 0) process.exitCode = 1;
}

if (isMain(import.meta.url)) await main(() => test(process.argv.slice(2)));
