// The zip as Grafana's plugin validator looks at it: its checks that need no network, on the very archive that is shipped.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { panelFacts } from '../../scripts/panel-package.mjs';
import { ROOT } from './load.mjs';

const { parse } = createRequire(import.meta.url)('./host/node_modules/yaml');
const PLUGIN = join(ROOT, 'plugin');
const { id, version, date } = panelFacts(PLUGIN);
const ZIP = join(ROOT, `dist/${id}-${version}.zip`);
const entries = unzipSync(readFileSync(ZIP));
const text = (name) => Buffer.from(entries[`${id}/${name}`] ?? []).toString('utf8');
const description = JSON.parse(text('plugin.json'));
const module = text('module.js');

test('one folder, called by the id', () => {
  assert.deepEqual([...new Set(Object.keys(entries).map((name) => name.split('/')[0]))], [id]);
  assert.match(id, /^[0-9a-z]+-[0-9a-z]+-panel$/);
});

test('only what belongs to a plugin', () => {
  const names = Object.keys(entries).map((name) => name.slice(id.length + 1)).sort();
  const pictures = names.filter((name) => name.startsWith('img/'));
  assert.deepEqual(names.filter((name) => !pictures.includes(name)), ['CHANGELOG.md', 'LICENSE', 'README.md', 'module.js', 'module.js.map', 'plugin.json']);
});

test('the same files give the same archive, in any time zone', () => {
  const out = join(mkdtempSync(join(tmpdir(), 'tailwalk-zip-')), 'again.zip');
  const again = `import { zipFolder } from './scripts/zip.mjs'; zipFolder('dist/${id}', '${id}', '${date}', ${JSON.stringify(out)});`;
  for (const TZ of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
    execFileSync(process.execPath, ['--input-type=module', '-e', again], { cwd: ROOT, env: { ...process.env, TZ } });
    assert.ok(readFileSync(out).equals(readFileSync(ZIP)), TZ);
  }
});

/** Top-level fields of Grafana's schema for plugin.json that a panel may use. */
const FIELDS = ['$schema', 'type', 'name', 'id', 'info', 'dependencies', 'suggestions', 'buildMode', 'state', 'skipDataQuery', 'languages'];

test('plugin.json: required fields, and none that the schema does not know', () => {
  for (const field of ['type', 'name', 'id', 'info', 'dependencies']) assert.ok(field in description, field);
  assert.deepEqual(Object.keys(description).filter((field) => !FIELDS.includes(field)), []);
  for (const field of ['logos', 'version', 'updated', 'keywords', 'description', 'author']) assert.ok(field in description.info, field);
  assert.doesNotMatch(text('plugin.json'), /%[A-Z]+%/);
  assert.match(description.info.updated, /^\d{4}-\d{2}-\d{2}$/);
  assert.match(description.dependencies.grafanaDependency, /^>=\d+\.\d+\.\d+$/);
  assert.notEqual(description.name, id);
  assert.ok(description.info.keywords.length >= 3);
  assert.ok((description.info.description.match(/[.?!](\s|$)/g) ?? []).length <= 2);
});

test('one version everywhere', () => {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual([description.info.version, root.version], [version, version]);
  assert.match(text('CHANGELOG.md'), new RegExp(`^## ${version} \\(`, 'm'));
});

/** First bytes of pictures, by ending. */
const MAGIC = { png: /^\x89PNG\r\n/, svg: /^<svg[\s>]/, jpg: /^\xff\xd8/ };

test('pictures are there and are what their names say', () => {
  const { logos, screenshots } = description.info;
  const paths = [logos.small, logos.large, ...screenshots.map(({ path }) => path)];
  for (const path of paths) {
    assert.doesNotMatch(path, /^[./]|:\/\//);
    const bytes = entries[`${id}/${path}`];
    assert.ok(bytes !== undefined, path);
    assert.match(Buffer.from(bytes).toString('latin1'), MAGIC[path.split('.').pop()], path);
  }
  assert.doesNotMatch(text(logos.small), /<script|<foreignObject|\son\w+=|href=/i);
});

test('the README is one that the catalogue accepts', () => {
  const readme = text('README.md');
  assert.ok(readme.length > 1000);
  assert.doesNotMatch(readme, /<!--|\byarn\b|\bnodejs\b/i);
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  assert.deepEqual(links.filter((target) => !/^https:\/\//.test(target) && entries[`${id}/${target}`] === undefined), []);
});

test('the licence is recognised and filled in', () => {
  assert.match(text('LICENSE'), /Apache License\s+Version 2\.0/);
  assert.doesNotMatch(text('LICENSE'), /\{yyyy\}/);
});

/** What Grafana hands to plugins and this one uses. */
const HANDED = ['@emotion/css', '@grafana/data', '@grafana/runtime', '@grafana/ui', 'react', 'react/jsx-runtime'];

test('one AMD module that asks Grafana for nothing more than it hands out', () => {
  const [, list] = /^(?:\/\*.*?\*\/\s*)*define\(\[([^\]]*)\]/.exec(module);
  assert.deepEqual(JSON.parse(`[${list}]`), HANDED);
  assert.match(module, /^\/\* \[create-plugin\] version: [\d.]+ \*\//);
});

test('nothing that reviewers refuse', () => {
  const code = module.replace(/"[A-Za-z0-9+/=]{1000,}"/, '""');
  for (const forbidden of [
    /console\.(log|info|table|debug)\(/, /\bwindow\.open\(/, /\b(alert|confirm|prompt)\(/, /window\.location\b/, /grafanaBootData/, /\/api\/ds\/query/,
    /gf-form/, /\beval\(/, /new Function\(/, /__SECRET_INTERNALS/, /findDOMNode/, /ReactDOM\.render/, /google-analytics|googletagmanager|segment\.com|mixpanel|hotjar/i,
    /\bfetch\(/, /XMLHttpRequest/, /importScripts/,
  ]) {
    assert.equal(forbidden.exec(code)?.[0], undefined);
  }
});

const map = JSON.parse(text('module.js.map'));

test('every source in the map is a file of the repository, to the byte', () => {
  const own = map.sources.map((source, index) => [source.replace(/^webpack:\/\/\//, ''), map.sourcesContent[index]]).filter(([name]) => /^\.\/.*\.tsx?$/.test(name));
  assert.ok(own.length > 40);
  for (const [name, content] of own) {
    const file = join(PLUGIN, 'src', name);
    assert.ok(existsSync(file), name);
    assert.equal(content, readFileSync(file, 'utf8'), name);
  }
  const others = map.sources.filter((source) => !/^webpack:\/\/\/(\.\/|\.\.\/node_modules\/)/.test(source));
  assert.deepEqual(others.filter((source) => !/webpack\/(runtime|bootstrap)|external (umd|amd)|webpack\/universal/.test(source)), []);
});

test('bundled packages are few and freely licensed', () => {
  const found = map.sources.map((source) => /\.\.\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]).filter(Boolean);
  const packages = [...new Set(found)].sort();
  assert.deepEqual(packages, ['@lezer/common', '@lezer/highlight', '@lezer/lr', '@prometheus-io/lezer-promql', 'tailwalk-wasm']);
  for (const name of packages.filter((one) => one !== 'tailwalk-wasm')) {
    const { license } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    assert.match(license, /^(MIT|Apache-2\.0)$/, name);
  }
});

/** Most bytes of the parts: a dashboard loads the module before it shows anything. */
const LIMITS = { 'module.js': 1_000_000, 'module.js.map': 2_500_000 };

test('sizes', () => {
  for (const [name, most] of Object.entries(LIMITS)) {
    const { length } = entries[`${id}/${name}`];
    console.log(`# ${name}: ${(length / 1000).toFixed(0)} kB`);
    assert.ok(length <= most, `${name}: ${length}`);
  }
  console.log(`# zip: ${(readFileSync(ZIP).length / 1000).toFixed(0)} kB`);
});

test('Grafana’s tools find what they look for', () => {
  assert.match(readFileSync(join(PLUGIN, '.config/webpack/webpack.config.ts'), 'utf8'), /@grafana\/create-plugin/);
  assert.equal(JSON.parse(readFileSync(join(PLUGIN, 'package.json'), 'utf8')).version, version);
  assert.ok(existsSync(join(PLUGIN, 'src/plugin.json')));
});

test('the dashboards ask for a data source and never name one', () => {
  for (const name of ['walk', 'fleet']) {
    const file = JSON.parse(readFileSync(join(PLUGIN, `provisioning/dashboards/${name}.json`), 'utf8'));
    const sources = [...JSON.stringify(file).matchAll(/"uid":"([^"]*)"/g)].map(([, uid]) => uid);
    assert.deepEqual([...new Set(sources)].sort(), ['${datasource}', `tailwalk-${name}`]);
    assert.ok(file.templating.list.some(({ type }) => type === 'datasource'));
    assert.equal(file.panels[0].type, id);
  }
});

test('the files of docker compose and provisioning are well-formed and mount what is there', () => {
  const compose = parse(readFileSync(join(PLUGIN, 'docker-compose.yaml'), 'utf8'));
  assert.deepEqual(Object.keys(compose.services), ['grafana', 'blocks', 'prometheus']);
  for (const { image, volumes, depends_on: needs = [] } of Object.values(compose.services)) {
    assert.match(image, /^[a-z]+\/[a-z]+:\$\{[A-Z_]+:-v?[\d.]+\}$/);
    for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) assert.ok(needed in compose.services, needed);
    const sources = volumes.map((volume) => volume.split(':')[0]);
    assert.deepEqual(sources.filter((source) => !source.startsWith('.') && !(source in compose.volumes)), []);
  }
  const { datasources } = parse(readFileSync(join(PLUGIN, 'provisioning/datasources/default.yaml'), 'utf8'));
  const { providers } = parse(readFileSync(join(PLUGIN, 'provisioning/dashboards/default.yaml'), 'utf8'));
  assert.deepEqual([datasources[0].url, providers[0].options.path], ['http://prometheus:9090', '/etc/grafana/provisioning/dashboards']);
});
