// What Grafana's plugin validator looks for in an archive and its sources, as far as it needs no network: written
// anew after its documentation, by the names of its analyzers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { default: Ajv } = createRequire(import.meta.url)('./host/node_modules/ajv');
const SCHEMA = JSON.parse(readFileSync(new URL('plugin.schema.json', import.meta.url), 'utf8'));
const isDescription = new Ajv({ allErrors: true, formats: { https: /^https:\/\/[^\s/]+/ } }).compile(SCHEMA);

/** First bytes of pictures, by ending. */
const MAGIC = { png: /^\x89PNG\r\n/, svg: /^<svg[\s>]/, jpg: /^\xff\xd8/, jpeg: /^\xff\xd8/, gif: /^GIF8/ };

/** Files of the archive; the catalogue and Grafana read no other, and a backend would need programs. */
const FILES = /^(CHANGELOG\.md|LICENSE|MANIFEST\.txt|README\.md|module\.js|module\.js\.map|plugin\.json|img\/[^/]+\.(svg|png|jpg|jpeg|gif))$/;

/** What the old plugins on AngularJS had in their module. */
const ANGULAR = [/\b(Panel|Query)Ctrl\b/, /app\/(plugins|core)\//, /\bangular\.is[A-Z]/, /editor\.html/, /ctrl\.annotation/, /getLegacyAngularInjector/, /System\.register\(/];

const TRACKERS = /google-analytics|googletagmanager|mixpanel|segment\.(com|io)|hotjar|plausible\.io|matomo|posthog|amplitude\.com/i;

/** What React 19 took away, in minified code. */
const REACT_18 = [/\.(propTypes|defaultProps|contextTypes|childContextTypes)=/, /getChildContext/, /\bref:["']/, /createFactory\(/, /findDOMNode\(/, /ReactDOM\.render\(/, /unmountComponentAtNode\(/, /__SECRET_INTERNALS/];

/** What reviewers refuse and a minifier leaves as it is; `eslint.config.mjs` of the plugin holds the sources. */
const REFUSED = [
  /console\.(log|info|table|debug|dir|trace|group|time|count)\(/, /\bwindow\.open\(/, /\b(alert|confirm|prompt)\(/, /\b(window|document)\.location\b/,
  /grafana(BootData|Runtime)\b|__grafanaSceneContext/, /api\/ds\/query/, /gf-form/, /\beval\(/, /new Function\(/, /\.(inner|outer)HTML=/, /dangerouslySetInnerHTML/,
  /document\.write\(/, /\b(local|session)Storage\b/, /\bfetch\(/, /XMLHttpRequest/, /WebSocket/, /EventSource/, /sendBeacon/, /new SharedWorker\(/, /importScripts/,
];

/** What may not stand in a picture: it would act, or bring something from elsewhere. */
const ACTIVE = /<(script|foreignObject|iframe|audio|video|math|template|noscript|style)\b|\son\w+\s*=|href\s*=|url\(\s*["']?[a-z]+:|<!ENTITY/i;

/**
 * Each analyzer says what is wrong with a plugin.
 *
 * - `roots` are the top folders of the archive, `files` the texts below them, as Latin-1: bytes stay bytes.
 * - `description` is its `plugin.json`, `readme` its README without code, `module` its code without long constants.
 * - `source(path)` is a file of the sources, or `undefined`.
 */
export const ANALYZERS = {
  archive: ({ roots, names }) => [...roots.slice(1).map((root) => `second folder ${root}`), ...names.filter((name) => name.startsWith('dist/')).slice(0, 1)],
  archivename: ({ roots, description }) => roots.filter((root) => root !== description.id),
  nestedmetadata: ({ names }) => names.filter((name) => /.\/(plugin\.json|module\.js)$/.test(name)),
  binarypermissions: ({ names }) => names.filter((name) => !FILES.test(name)),
  backendbinary: ({ description }) => ['backend', 'alerting', 'executable'].filter((field) => field in description),
  metadata: ({ description }) => ['id', 'name', 'type'].filter((field) => !description[field]),
  metadatavalid: ({ description }) => (isDescription(description) ? [] : isDescription.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${Object.values(params)}`)),
  grafanadependency: ({ description }) => missing(/^>=\d+\.\d+\.\d+$/, description.dependencies.grafanaDependency),
  restrictivedep: ({ description }) => found(/[<~^x*]|\|\|/, description.dependencies.grafanaDependency.replace(/^>=/, '')),
  circulardependencies: ({ description }) => (description.dependencies.plugins ?? []).map(({ id }) => id),
  typesuffix: ({ description }) => missing(new RegExp(`-${description.type}$`), description.id),
  pluginname: ({ description }) => (description.name === description.id || /plugin|grafana/i.test(description.name) ? [description.name] : []),
  discoverability: ({ description: { info } }) => [
    ...(info.description ? [] : ['no description']),
    ...((info.description?.match(/[.?!](\s|$)/g) ?? []).length > 2 ? ['description of more than two sentences'] : []),
    ...(info.keywords?.length > 0 ? [] : ['no keywords']),
  ],
  logos: ({ description: { info }, files }) => Object.values(info.logos ?? {}).filter((path) => !path.endsWith('.svg') || !(path in files)),
  screenshots: ({ description: { info } }) => (info.screenshots?.length > 0 ? [] : ['no screenshot']),
  metadatapaths: ({ files, pictures }) => pictures.filter((path) => /^[./]|:\/\//.test(path) || !MAGIC[path.split('.').pop()]?.test(files[path] ?? '')),
  unsafesvg: ({ files, names }) => names.filter((name) => name.endsWith('.svg') && ACTIVE.test(files[name])),
  safelinks: ({ description: { info } }) => [info.author.url, ...(info.links ?? []).map(({ url }) => url)].filter((url) => url !== undefined && !/^https:\/\/[^/]+\.[^/]+/.test(url)),
  readme: ({ readme }) => (readme.length > 1000 ? [] : ['no README, or a short one']),
  // Code is not left out: the validator takes `[a](b)` in it for a link too.
  brokenlinks: ({ files }) => [...(files['README.md'] ?? '').matchAll(/\[.+?\]\((.+?)\)/g)].map(([, target]) => target).filter((target) => !/^(https:\/\/|#)/.test(target)),
  templatereadme: ({ files }) => found(/^# (Grafana (Panel|Data Source)|.*Template)|<!--|\buncomment\b|before publishing/i, files['README.md'] ?? ''),
  htmlreadme: ({ readme }) => found(/<\/?[a-z][^>]*>/i, readme),
  jargon: ({ files }) => found(/yarn|nodejs/i, files['README.md'] ?? ''),
  changelog: ({ files, description }) => missing(new RegExp(`^## ${description.info.version} \\(${description.info.updated}\\)$`, 'm'), files['CHANGELOG.md'] ?? ''),
  license: ({ files }) => [...missing(/Apache License\s+Version 2\.0, January 2004[^]*END OF TERMS AND CONDITIONS/, files.LICENSE ?? ''), ...found(/\{(yyyy|name of copyright owner)\}/, files.LICENSE ?? '')],
  modulejs: ({ files }) => missing(/^(?:\/\*.*?\*\/\s*)*define\(/, files['module.js'] ?? ''),
  trackingscripts: ({ module }) => found(TRACKERS, module),
  legacyplatform: ({ module }) => ANGULAR.flatMap((pattern) => found(pattern, module)),
  reactcompat: ({ module }) => REACT_18.flatMap((pattern) => found(pattern, module)),
  manifest: ({ files }) => (files['MANIFEST.txt'] === undefined ? [] : manifestBreaches(files)),
  'code-rules': ({ module }) => REFUSED.flatMap((pattern) => found(pattern, module)),
  jsMap: ({ files, source }) => mapBreaches(files['module.js.map'], source),
  sourcecode: ({ source, description }) => (versionOf(source) === description.info.version ? [] : [`package.json has version ${versionOf(source)}`]),
  packagejson: ({ source }) => (source('package.json') === undefined ? ['no package.json'] : []),
  version: ({ description }) => missing(/^\d+\.\d+\.\d+$/, description.info.version),
  buildtools: ({ source }) => [...missing(/@grafana\/create-plugin/, source('.config/webpack/webpack.config.ts') ?? ''), ...(source('go.mod') === undefined ? [] : ['go.mod'])],
  legacybuilder: ({ source }) => found(/@grafana\/toolkit/, source('package.json') ?? ''),
};

/** The other analyzers, and why nothing holds them here. */
export const UNHELD = {
  checksum: 'compares with a sum that is given to the validator',
  'osv-scanner': 'asks a database of vulnerabilities; the plugin’s folder has no lock file of its own, so it would skip',
  org: 'asks grafana.com whether the first part of the id is an organisation',
  'published-plugin': 'asks the catalogue',
  provenance: 'needs the attestation that the release workflow makes',
  virusscan: 'Grafana’s own service',
  codediff: 'Grafana’s own review of the difference to the last version',
  llmreview: 'Grafana’s own review of the code',
  signature: 'the zip is unsigned',
  sponsorshiplink: 'a recommendation that this project does not follow',
  includesnested: 'the panel includes no other plugin; `nestedmetadata` holds that',
  backenddebug: 'no backend; `binarypermissions` holds that',
  'go-manifest': 'no Go',
  'go-sec': 'no Go',
  sdkusage: 'no Go; `buildtools` holds that',
};

/** All breaches of an archive, as `analyzer: what`. */
export function breaches(plugin) {
  return Object.entries(ANALYZERS).flatMap(([name, look]) => look(plugin).map((what) => `${name}: ${what}`));
}

/** An archive's entries, as `fflate` unpacks them, in the form that the analyzers take. */
export function opened(entries, source) {
  const all = Object.entries(entries).map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]);
  const files = Object.fromEntries(all.map(([path, text]) => [path.slice(path.indexOf('/') + 1), text]));
  const description = JSON.parse(files['plugin.json']);
  const { logos, screenshots = [] } = description.info;
  return {
    roots: [...new Set(all.map(([path]) => path.split('/')[0]))],
    names: Object.keys(files),
    files,
    description,
    pictures: [...Object.values(logos), ...screenshots.map(({ path }) => path)],
    readme: (files['README.md'] ?? '').replaceAll(/```[^]*?```|`[^`\n]*`/g, '`code`'),
    // The wasm inside is one long constant, in which any word may turn up.
    module: (files['module.js'] ?? '').replaceAll(/"[A-Za-z0-9+/=]{1000,}"/g, '""'),
    source,
  };
}

const found = (pattern, text) => [pattern.exec(text)?.[0]].filter((part) => part !== undefined);
const missing = (pattern, text) => (pattern.test(text) ? [] : [`${pattern} not found`]);
const versionOf = (source) => JSON.parse(source('package.json') ?? '{}').version;

/** Every source in the map is a file of the repository, to the byte; packages and the loader's own code are not compared. */
function mapBreaches(text, source) {
  if (text === undefined) return ['no module.js.map'];
  const map = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
  return map.sources.flatMap((name, index) => {
    if (/^webpack:\/\/\/\.\.\/node_modules\/|webpack\/(runtime|bootstrap|universal)|external (umd|amd)/.test(name)) return [];
    const [, path] = /^webpack:\/\/\/\.\/(.*)$/.exec(name) ?? [];
    if (path === undefined) return [`${name} is from nowhere`];
    if (path.endsWith('.css')) return [];
    return source(`src/${path}`) === map.sourcesContent[index] ? [] : [`${name} is not the file of the repository`];
  });
}

/** The manifest that signing adds names every other file with its sum, and no more. */
function manifestBreaches({ 'MANIFEST.txt': manifest, ...files }) {
  const [text] = /\{[^]*\}/.exec(manifest) ?? ['{}'];
  const { files: sums = {} } = JSON.parse(text);
  const names = Object.keys(files);
  return [
    ...names.filter((name) => sums[name] !== createHash('sha256').update(files[name], 'latin1').digest('hex')).map((name) => `${name} has another sum`),
    ...Object.keys(sums).filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
  ];
}
