// Workflows, Docker Compose and provisioning: well-formed, and about files, scripts and versions that are there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './load.mjs';

const { parse: parseYaml } = createRequire(import.meta.url)('./host/node_modules/yaml');
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const json = (path) => JSON.parse(read(path));
/** Strict: a key that stands twice is an error. */
const yaml = (path) => parseYaml(read(path), { strict: true, uniqueKeys: true });

const { id, dependencies } = json('plugin/src/plugin.json');
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);

for (const path of WORKFLOWS) {
  const text = read(path);
  const { on, permissions, jobs } = yaml(path);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${path}: starts on something, runs somewhere, may only read unless a job says more`, () => {
    assert.ok(Object.keys(on).length > 0);
    assert.deepEqual(permissions, { contents: 'read' });
    for (const { 'runs-on': machine, needs = [] } of Object.values(jobs)) {
      assert.equal(machine, 'ubuntu-latest');
      for (const needed of [needs].flat()) assert.ok(needed in jobs, needed);
    }
  });

  test(`${path}: actions have versions, and checkouts keep no credentials`, () => {
    const used = steps.flatMap((step) => step.uses ?? []);
    assert.deepEqual(used.filter((action) => !/^[\w-]+\/[\w-]+(\/[\w-]+)*@([\w-]+\/)?v\d+(\.\d+\.\d+)?$/.test(action)), []);
    const checkouts = steps.filter((step) => step.uses?.startsWith('actions/checkout@'));
    assert.ok(checkouts.every((step) => step.with?.['persist-credentials'] === false));
  });

  test(`${path}: every script and file that it runs is there`, () => {
    const scripts = { '': json('package.json').scripts, plugin: json('plugin/package.json').scripts };
    const ran = [...text.matchAll(/npm run ([\w:]+)(?: --prefix (\w+))?/g)];
    assert.ok(ran.length > 0);
    assert.deepEqual(ran.filter(([, script, prefix = '']) => scripts[prefix]?.[script] === undefined).map(([whole]) => whole), []);
    const files = [...text.matchAll(/\b(?:plugin|tests|scripts)\/[\w./-]+\.\w+/g)].map(([file]) => file);
    assert.deepEqual(files.filter((file) => !existsSync(join(ROOT, file))), []);
    // A star in a path of the container would be looked for outside of it.
    assert.doesNotMatch(text, /docker run.* \/[^"\s]*\*/);
    assert.deepEqual([...text.matchAll(/\w+-\w+-panel/g)].map(([name]) => name).filter((name) => name !== id), []);
  });

  test(`${path}: outputs come from steps that are there`, () => {
    const ids = steps.flatMap((step) => step.id ?? []);
    const asked = [...text.matchAll(/steps\.(\w+)\.outputs|needs\.(\w+)\.outputs/g)].map(([, step, job]) => [step, job]);
    assert.deepEqual(asked.filter(([step, job]) => (step === undefined ? !(job in jobs) : !ids.includes(step))), []);
  });
}

test('Grafana versions to be tried are those that the plugin says it needs', () => {
  const { jobs } = yaml('.github/workflows/plugin.yml');
  const { with: asked } = jobs.versions.steps.find(({ id: step }) => step === 'versions');
  assert.equal(asked['grafana-dependency'], dependencies.grafanaDependency);
});

test('dependabot looks where packages are', () => {
  const { version, updates } = yaml('.github/dependabot.yml');
  assert.equal(version, 2);
  const MANIFESTS = { npm: 'package-lock.json', cargo: 'Cargo.lock', 'github-actions': '.github/workflows' };
  for (const { 'package-ecosystem': system, directory, directories = [directory], schedule } of updates) {
    assert.equal(schedule.interval, 'weekly');
    for (const folder of directories) assert.ok(existsSync(join(ROOT, folder, MANIFESTS[system])), `${system} ${folder}`);
  }
});

test('Docker Compose mounts what is there, and every image has a version that can be changed', () => {
  const compose = yaml('plugin/docker-compose.yaml');
  assert.deepEqual(Object.keys(compose).sort(), ['services', 'volumes']);
  assert.deepEqual(Object.keys(compose.services), ['grafana', 'blocks', 'prometheus']);
  for (const { image, volumes, depends_on: needs = [] } of Object.values(compose.services)) {
    assert.match(image, /^[a-z]+\/([a-z]+|\$\{[A-Z_]+:-[a-z]+\}):\$\{[A-Z_]+:-v?[\d.]+\}$/);
    for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) assert.ok(needed in compose.services, needed);
    const sources = volumes.map((volume) => volume.split(':')[0]);
    assert.deepEqual(sources.filter((source) => !source.startsWith('.') && !(source in compose.volumes)), []);
  }
  const { environment, volumes, healthcheck } = compose.services.grafana;
  assert.equal(environment.GF_PLUGINS_ALLOW_LOADING_UNSIGNED_PLUGINS, id);
  assert.ok(volumes.includes(`../dist/${id}:/var/lib/grafana/plugins/${id}:ro`));
  assert.ok(Array.isArray(healthcheck.test));
});

test('provisioning: data source and dashboards', () => {
  const { datasources } = yaml('plugin/provisioning/datasources/default.yaml');
  const { providers } = yaml('plugin/provisioning/dashboards/default.yaml');
  assert.deepEqual([datasources[0].url, providers[0].options.path], ['http://prometheus:9090', '/etc/grafana/provisioning/dashboards']);
});
