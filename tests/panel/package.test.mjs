// The zip as Grafana's plugin validator looks at it, on the very archive that is shipped, and what only this project asks of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { panelFacts } from '../../scripts/panel-package.mjs';
import { zipFolder } from '../../scripts/zip.mjs';
import { ROOT } from './load.mjs';
import { ANALYZERS, breaches, opened, UNHELD } from './validator.mjs';

const PLUGIN = join(ROOT, 'plugin');
const { id, version, date } = panelFacts(PLUGIN);
const ZIP = join(ROOT, `dist/${id}-${version}.zip`);
const entries = unzipSync(readFileSync(ZIP));

function source(path) {
  const file = join(PLUGIN, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const plugin = opened(entries, source);

for (const [name, look] of Object.entries(ANALYZERS)) {
  test(`analyzer ${name}`, () => assert.deepEqual(look(plugin), []));
}

/**
 * A breach for every analyzer: files of the archive or fields of `plugin.json` that are put in its place, and what is to
 * be found.
 */
const DAMAGES = [
  [{ '/other/a.txt': 'x' }, /^archive: second folder other/],
  [{ 'dist/module.js': 'x' }, /^archive: dist\/module\.js/],
  [{ id: 'tailwalk-other-panel' }, /^archivename: tailwalk-rootcause-panel/],
  [{ 'nested/plugin.json': '{}' }, /^nestedmetadata: nested\/plugin\.json/],
  [{ gpx_tailwalk_linux_amd64: '\x7fELF' }, /^binarypermissions: gpx/],
  [{ 'img/.DS_Store': 'x' }, /^binarypermissions: img\/\.DS_Store/],
  [{ backend: true }, /^backendbinary: backend/],
  [{ name: '' }, /^metadata: name/],
  [{ unknown: 1 }, /^metadatavalid: .*additional properties unknown/],
  [{ info: { keywords: [] } }, /^metadatavalid: \/info\/keywords/],
  [{ info: { updated: '%TODAY%' } }, /^metadatavalid: \/info\/updated/],
  [{ type: 'app' }, /^metadatavalid: \/type/],
  [{ type: 'app' }, /^typesuffix: /],
  [{ dependencies: { grafanaDependency: '12.x' } }, /^grafanadependency: /],
  [{ dependencies: { grafanaDependency: '>=12.3.0 <13' } }, /^restrictivedep: </],
  [{ dependencies: { plugins: [{ id, name: 'a', type: 'panel' }] } }, /^circulardependencies: /],
  [{ name: id }, /^pluginname: /],
  [{ info: { description: '' } }, /^discoverability: no description/],
  [{ 'img/logo.svg': null }, /^logos: img\/logo\.svg/],
  [{ info: { logos: { small: 'img/small.png', large: 'img/small.png' } } }, /^logos: img\/small\.png/],
  [{ info: { screenshots: [] } }, /^screenshots: /],
  [{ info: { screenshots: [{ name: 'a', path: './img/small.png' }] } }, /^metadatapaths: \.\/img/],
  [{ 'img/small.png': '\xff\xd8' }, /^metadatapaths: img\/small\.png/],
  [{ 'img/logo.svg': '<svg><script>1</script></svg>' }, /^unsafesvg: /],
  [{ 'img/logo.svg': '<svg onload="a()"/>' }, /^unsafesvg: /],
  [{ info: { links: [{ name: 'a', url: 'http://a.b' }] } }, /^safelinks: http:/],
  [{ 'README.md': '' }, /^readme: /],
  [{ 'README.md': '![a](img/a.png)' }, /^brokenlinks: img\/a\.png/],
  [{ 'README.md': '`x[:_](a|b)`' }, /^brokenlinks: a\|b/],
  [{ 'README.md': '# Grafana Panel Plugin Template' }, /^templatereadme: /],
  [{ 'README.md': '<!-- a -->' }, /^templatereadme: /],
  [{ 'README.md': '<br>' }, /^htmlreadme: /],
  [{ 'README.md': 'nodejs' }, /^jargon: /],
  [{ 'CHANGELOG.md': '## 0.1.0\n' }, /^changelog: /],
  [{ LICENSE: 'MIT' }, /^license: /],
  [{ 'module.js': 'export default 1' }, /^modulejs: /],
  [{ 'module.js': 'a("https://www.google-analytics.com")' }, /^trackingscripts: /],
  [{ 'module.js': 'class A extends PanelCtrl{}' }, /^legacyplatform: /],
  [{ 'module.js': 'A.defaultProps={}' }, /^reactcompat: /],
  [{ 'module.js': 'console.log(1)' }, /^code-rules: console/],
  [{ 'MANIFEST.txt': 'not one' }, /^manifest: CHANGELOG\.md has another sum/],
  [{ 'MANIFEST.txt': '{"files":{"gone.js":"00"}}' }, /^manifest: gone\.js is missing/],
  [{ 'module.js.map': null }, /^jsMap: no module/],
  [{ 'module.js.map': JSON.stringify({ sources: ['webpack:///./module.ts'], sourcesContent: ['// other'] }) }, /^jsMap: .* is not the file/],
  [{ 'module.js.map': JSON.stringify({ sources: ['webpack:///elsewhere/a.ts'], sourcesContent: [''] }) }, /^jsMap: .* from nowhere/],
  [{ info: { version: '0.2.0' } }, /^sourcecode: /],
  [{ info: { version: '1' } }, /^version: /],
  [{ '../package.json': null }, /^packagejson: /],
  [{ '../package.json': '{"devDependencies":{"@grafana/toolkit":"1"}}' }, /^legacybuilder: /],
  [{ '../.config/webpack/webpack.config.ts': '' }, /^buildtools: /],
  [{ '../go.mod': 'module a' }, /^buildtools: go\.mod/],
];

/** The shipped archive with a damage. */
function damaged(damage) {
  const changed = { ...entries };
  const sources = new Map();
  const fields = {};
  for (const [name, value] of Object.entries(damage)) {
    if (name in plugin.description || (typeof value !== 'string' && value !== null)) fields[name] = value;
    else if (name.startsWith('../')) sources.set(name.slice(3), value ?? undefined);
    else changed[name.startsWith('/') ? name.slice(1) : `${id}/${name}`] = value === null ? undefined : Buffer.from(value, 'latin1');
  }
  const { info, dependencies } = plugin.description;
  const description = { ...plugin.description, ...fields, info: { ...info, ...fields.info }, dependencies: { ...dependencies, ...fields.dependencies } };
  changed[`${id}/plugin.json`] = Buffer.from(JSON.stringify(description));
  const left = Object.fromEntries(Object.entries(changed).filter(([, bytes]) => bytes !== undefined));
  return opened(left, (path) => (sources.has(path) ? sources.get(path) : source(path)));
}

for (const [damage, expected] of DAMAGES) {
  test(`finds ${JSON.stringify(damage).slice(0, 80)}`, () => {
    const all = breaches(damaged(damage));
    assert.ok(all.some((breach) => expected.test(breach)), all.join('\n'));
  });
}

test('every analyzer has a damage that it finds', () => {
  const found = DAMAGES.map(([, expected]) => /^\^([\w-]+):/.exec(expected.source)[1]);
  assert.deepEqual(Object.keys(ANALYZERS).filter((name) => !found.includes(name)), []);
});

test('the README beside this file tells of every analyzer', () => {
  const told = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  assert.deepEqual([...Object.keys(ANALYZERS), ...Object.keys(UNHELD)].filter((name) => !told.includes(`\`${name}\``)), []);
});

test('only what belongs to a plugin', () => {
  const names = plugin.names.filter((name) => !name.startsWith('img/')).sort();
  assert.deepEqual(names, ['CHANGELOG.md', 'LICENSE', 'README.md', 'module.js', 'module.js.map', 'plugin.json']);
  assert.deepEqual(plugin.names.filter((name) => name.startsWith('img/')).sort(), [...new Set(plugin.pictures)].sort());
});

test('one version everywhere', () => {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual([plugin.description.info.version, root.version], [version, version]);
});

test('the same files give the same archive, in any time zone', () => {
  const out = join(mkdtempSync(join(tmpdir(), 'tailwalk-zip-')), 'again.zip');
  const again = `import { zipFolder } from './scripts/zip.mjs'; zipFolder('dist/${id}', '${id}', '${date}', ${JSON.stringify(out)});`;
  for (const TZ of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
    execFileSync(process.execPath, ['--input-type=module', '-e', again], { cwd: ROOT, env: { ...process.env, TZ } });
    assert.ok(readFileSync(out).equals(readFileSync(ZIP)), TZ);
  }
});

test('what signing adds is packed with the rest', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tailwalk-signed-')), id);
  cpSync(join(ROOT, 'dist', id), folder, { recursive: true });
  const sum = (name) => createHash('sha256').update(readFileSync(join(folder, name))).digest('hex');
  const manifest = { plugin: id, version, files: Object.fromEntries(plugin.names.map((name) => [name, sum(name)])) };
  writeFileSync(join(folder, 'MANIFEST.txt'), `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${JSON.stringify(manifest, null, 2)}\n-----BEGIN PGP SIGNATURE-----\n`);
  zipFolder(folder, id, date, `${folder}.zip`);
  const signed = opened(unzipSync(readFileSync(`${folder}.zip`)), source);
  assert.ok(signed.names.includes('MANIFEST.txt'));
  assert.deepEqual(breaches(signed), []);
});

test('signing packs the zip again', () => {
  const { scripts } = JSON.parse(readFileSync(join(PLUGIN, 'package.json'), 'utf8'));
  assert.match(scripts.postsign, /npm run zip/);
});

/** What Grafana hands to plugins and this one uses. */
const HANDED = ['@emotion/css', '@grafana/data', '@grafana/runtime', '@grafana/ui', 'react', 'react/jsx-runtime'];

test('one AMD module that asks Grafana for nothing more than it hands out', () => {
  const [, list] = /^(?:\/\*.*?\*\/\s*)*define\(\[([^\]]*)\]/.exec(plugin.files['module.js']);
  assert.deepEqual(JSON.parse(`[${list}]`), HANDED);
  assert.match(plugin.files['module.js'], /^\/\* \[create-plugin\] version: [\d.]+ \*\//);
});

test('bundled packages are few and freely licensed', () => {
  const { sources } = JSON.parse(plugin.files['module.js.map']);
  const found = sources.map((name) => /\.\.\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]).filter(Boolean);
  const packages = [...new Set(found)].sort();
  assert.deepEqual(packages, ['@lezer/common', '@lezer/highlight', '@lezer/lr', '@prometheus-io/lezer-promql', 'tailwalk-wasm']);
  for (const name of packages.filter((one) => !one.startsWith('tailwalk-'))) {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    assert.match(license, /^(MIT|Apache-2\.0)$/, name);
  }
});

/** Most bytes of the parts: a dashboard loads the module before it shows anything. */
const LIMITS = { 'module.js': 1_000_000, 'module.js.map': 2_500_000 };

test('sizes', () => {
  for (const [name, most] of Object.entries(LIMITS)) {
    const { length } = plugin.files[name];
    console.log(`# ${name}: ${(length / 1000).toFixed(0)} kB`);
    assert.ok(length <= most, `${name}: ${length}`);
  }
  console.log(`# zip: ${(readFileSync(ZIP).length / 1000).toFixed(0)} kB`);
});
