// Brings what a fresh machine lacks. Needs nothing itself but node; a second run finds everything.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { digest, isMain, main, printed, ROOT, run, StepError, step } from './steps.mjs';

/** The oldest Rust that compiles this: `rust-version` in Cargo.toml. */
const RUST = /rust-version = "(\d+)\.(\d+)"/.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')).slice(1).map(Number);
const NODE_MAJOR = 20;
const WASM_TARGET = 'wasm32-unknown-unknown';

/** `rustup target add` answers in seconds, or hangs where nothing can be downloaded. */
const RUSTUP_SECONDS = 60;

/** Packages of one wish, in Debian's names, the first known one is taken. */
const LLD = ['lld-22', 'lld-19', 'lld'];

/**
 * Everything that is needed, in the order in which it is looked for.
 *
 * - `present` looks, quickly and without changing anything.
 * - `bring` lists the ways to get it, the first that works is taken; `{apt}` are Debian packages, each
 *   a name or a list of which the first known one is taken.
 * - `hint` is what a person is told to do where no way works.
 */
const NEEDS = [
  {
    name: `node ${NODE_MAJOR} or newer`,
    present: () => Number(process.versions.node.split('.')[0]) >= NODE_MAJOR,
    bring: [],
    hint: `install Node.js ${NODE_MAJOR} or newer`,
  },
  { name: 'git', present: () => printed('git', ['--version']), bring: [{ apt: ['git'] }], hint: 'install git' },
  { name: 'a C linker', present: () => printed('cc', ['--version']), bring: [{ apt: ['gcc', 'libc6-dev'] }], hint: 'install a C compiler' },
  {
    name: `Rust ${RUST.join('.')} or newer`,
    present: () => isRecent(printed('cargo', ['--version'])) && isRecent(printed('rustc', ['--version'])),
    bring: [{ apt: ['rustc-web', 'cargo-web'] }],
    hint: 'install Rust with rustup',
  },
  {
    name: 'Rust for WebAssembly',
    present: () => wasmLibrary() || wasmSource(),
    bring: [
      { command: ['rustup', 'target', 'add', WASM_TARGET], timeout: RUSTUP_SECONDS },
      { apt: ['rustc-web', 'cargo-web', 'rust-web-src', LLD] },
    ],
    hint: `rustup target add ${WASM_TARGET}`,
  },
  { name: 'npm packages', present: () => isFresh(ROOT), bring: [{ work: () => installModules(ROOT) }], hint: 'npm ci' },
  modules('tests/panel/host', "Grafana's packages, and what checks the panel (560 MB)"),
  modules('tests/panel/host-12', "Grafana 12's packages for the panel's tests (640 MB)"),
  modules('tests/panel/source', "Grafana's data source for the panel's tests (190 MB)"),
  modules('plugin/tests', "Playwright and Grafana's fixtures for it (23 MB)"),
  {
    name: 'rustfmt',
    test: true,
    present: () => printed('cargo', ['fmt', '--version']),
    bring: [{ command: ['rustup', 'component', 'add', 'rustfmt'], timeout: RUSTUP_SECONDS }, { apt: ['rustfmt-web'] }],
    hint: 'rustup component add rustfmt',
  },
  {
    name: 'clippy',
    test: true,
    present: () => printed('cargo', ['clippy', '--version']),
    bring: [{ command: ['rustup', 'component', 'add', 'clippy'], timeout: RUSTUP_SECONDS }, { apt: ['rust-web-clippy'] }],
    hint: 'rustup component add clippy',
  },
  {
    name: 'Chromium',
    test: true,
    present: chromium,
    bring: [{ apt: ['chromium'] }],
    hint: 'install Chromium, or name a browser of that kind in CHROMIUM',
  },
];

/** Packages of a folder of their own, which only some tests need. */
function modules(folder, name) {
  const home = join(ROOT, folder);
  return { name, folder, present: () => isFresh(home), bring: [{ work: () => installModules(home) }], hint: `npm ci --prefix ${folder}` };
}

/** Brings everything that is missing; `test` also what only the tests need, `folders` are those whose packages are wanted. */
export async function setup({ test = false, folders = [] } = {}) {
  for (const need of NEEDS) {
    if ((need.test && !test) || (need.folder && !folders.includes(need.folder))) continue;
    if (need.present()) continue;
    await step(`set-up: ${need.name}`, () => bring(need));
  }
}

/** The browser for tests: `$CHROMIUM`, or the first found by its usual names. */
export function chromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return process.env.CHROMIUM ?? names.map((name) => onPath(name)).find(Boolean);
}

async function bring({ name, present, bring: ways, hint }) {
  const tried = [];
  for (const way of ways) {
    try {
      await take(way);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      tried.push(error.message);
      continue;
    }
    if (present()) return;
  }
  const packages = ways.flatMap(({ apt = [] }) => apt.map((wish) => [wish].flat()[0]));
  const debian = packages.length > 0 ? `, or on Debian: sudo apt-get install ${packages.join(' ')}` : '';
  throw new StepError([`${name} is missing: ${hint}${debian}`, ...tried].join('\n'));
}

async function take({ apt, command, work, timeout }) {
  if (work) return work();
  if (command) return run(command[0], command.slice(1), { timeout });
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new StepError('apt-get needs Debian and root');
  if (!apt.every(aptName)) await run('apt-get', ['update']);
  const names = apt.map((wish) => aptName(wish) ?? [wish].flat()[0]);
  // --no-remove: rather fail and say so than throw out a compiler that the user has chosen.
  await run('apt-get', ['install', '--yes', '--no-install-recommends', '--no-remove', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The first of the names that apt knows. */
function aptName(wish) {
  return [wish].flat().find((name) => printed('apt-cache', ['show', '--no-all-versions', name]));
}

function isRecent(version) {
  const [major, minor] = /(\d+)\.(\d+)/.exec(version ?? '')?.slice(1).map(Number) ?? [0, 0];
  return major > RUST[0] || (major === RUST[0] && minor >= RUST[1]);
}

/** The standard library for wasm is installed. */
function wasmLibrary() {
  const folder = printed('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  return folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0;
}

/** The source of the standard library and an lld are there: it can be built; `crate/bundle` does. */
function wasmSource() {
  const hasSource = ['rustc', '/usr/bin/rustc'].some((rustc) => {
    const sysroot = printed(rustc, ['--print', 'sysroot']);
    return sysroot && existsSync(join(sysroot, 'lib/rustlib/src/rust/library/std/Cargo.toml'));
  });
  return hasSource && (rustupLld() || [...Array(26).keys()].some((n) => onPath(`wasm-ld-${n + 15}`)) || onPath('wasm-ld'));
}

function rustupLld() {
  const rustlib = join(printed('rustc', ['--print', 'sysroot']) ?? '', 'lib/rustlib');
  return existsSync(rustlib) && readdirSync(rustlib).some((host) => existsSync(join(rustlib, host, 'bin/rust-lld')));
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Remembers in a folder of modules from which lock file it was made. */
const stampOf = (folder) => join(folder, 'node_modules/.tailwalk-setup');

const lockDigest = (folder) => digest(['package.json', 'package-lock.json'].map((name) => relative(ROOT, join(folder, name))));

function isFresh(folder) {
  return existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === lockDigest(folder);
}

/** Exactly the lock file; no package needs its install script, so none is run. */
async function installModules(folder) {
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  writeFileSync(stampOf(folder), lockDigest(folder));
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup({ test: true });
    console.error('set-up: everything is there');
  });
}
