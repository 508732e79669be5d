// Who may use whom: the rules of ARCHITECTURE.md as data, and the reader that holds the sources against them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Modules that everyone in the core may use; among themselves only as their own rows say. */
const LEAVES = ['note', 'error', 'text', 'unit', 'options', 'json', 'sort'];

/**
 * Top modules of `crate/read` and `crate/core` → what each may use besides itself. `a::b` allows only that part of `a`;
 * `*` is for the two that put the stations together.
 */
export const RUST_RULES = {
  text: ['sort'],
  unit: [],
  json: [],
  series: [],
  sort: [],
  note: ['text'],
  error: ['text', 'sort'],
  options: ['text'],
  format: ['text', 'unit'],
  report: ['text', 'unit', 'format'],
  read: ['series', ...LEAVES],
  catalog: ['text', 'unit'],
  // The origin of a window is a word of the report.
  measure: ['series', 'catalog', 'report::WindowOrigin', ...LEAVES],
  walk: ['catalog', 'measure::facts', 'report', 'format', ...LEAVES],
  render: ['report', 'format', 'text', 'unit'],
  advise: ['catalog', 'walk', 'report', 'format', ...LEAVES],
  analysis: ['*'],
  dataset: ['*'],
  describe: ['*'],
  lib: ['*'],
};

/**
 * Folders of `plugin/src` → what each may import besides itself: another folder, `folder/file`, or a
 * package (`name/` for all below it). `type ` in front allows types only. `globals` may not be named.
 */
export const TS_RULES = {
  contract: { may: ['tailwalk-wasm', 'tailwalk-wasm/bytes'] },
  view: {
    may: ['type contract', 'react'],
    globals: ['window', 'document', 'fetch', 'XMLHttpRequest', 'navigator', 'localStorage', 'location'],
  },
  panel: {
    may: ['view', 'contract', 'react', '@grafana/', '@emotion/css', '@prometheus-io/lezer-promql', 'type @lezer/common', 'tailwalk-panel-worker'],
  },
  page: { may: ['view', 'contract', 'react', 'react-dom/client', 'tailwalk-worker-source', 'tailwalk-sample'] },
  cli: { may: ['contract', 'node:'] },
  npm: { may: ['contract'] },
};

/** All breaches of `RUST_RULES` in files given as `{ path: text }`, paths below `src/`. */
export function rustBreaches(files, rules = RUST_RULES) {
  return Object.entries(files).flatMap(([path, text]) => {
    const home = path.replace(/\.rs$/, '').replace(/\/mod$/, '').split('/');
    const [top] = home;
    const may = rules[top];
    if (may === undefined) return [`${path}: the rules do not know the module ${top}`];
    if (may.includes('*')) return [];
    return rustUses(text, home)
      .filter(([used]) => used in rules && used !== top)
      .filter((used) => !may.some((allowed) => allowed.split('::').every((part, i) => part === used[i])))
      .map((used) => `${path}: ${top} may not use ${used.join('::')}`);
  });
}

/** What is not code in Rust: comments, raw strings, strings, characters (a `'"'` opens nothing). */
const RUST_TALK = /\/\/[^\n]*|\/\*.*?\*\/|r(#*)".*?"\1|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.[^']*)'/gsu;

/** Paths from the crate's root that a text uses, each a list of names; comments and strings do not count. */
function rustUses(text, home) {
  const code = text.replaceAll(RUST_TALK, ' ');
  const root = 'super::'.repeat(home.length);
  const starts = [...code.matchAll(/\b(?:crate|(?:super::)*super)::/g)].filter(([start]) => start === 'crate::' || start === root);
  return starts.flatMap((match) => branches(code, match.index + match[0].length));
}

/** The paths of a use tree that begins at `at`: `a::{b, c::d}` gives a::b and a::c::d. */
function branches(code, at) {
  const path = /^\s*([A-Za-z_]\w*|\*)\s*(::)?\s*/.exec(code.slice(at));
  if (path !== null) {
    const [whole, name, more] = path;
    if (more === undefined) return [[name]];
    const below = branches(code, at + whole.length);
    return below.length === 0 ? [[name]] : below.map((rest) => [name, ...rest]);
  }
  const open = /^\s*\{/.exec(code.slice(at));
  if (open === null) return [];
  const found = [];
  let start = at + open[0].length;
  for (let i = start, depth = 0; i < code.length; i += 1) {
    if (code[i] === '{') depth += 1;
    const isEnd = depth === 0 && (code[i] === ',' || code[i] === '}');
    if (isEnd) found.push(...branches(code.slice(0, i), start));
    if (isEnd && code[i] === '}') break;
    if (isEnd) start = i + 1;
    if (code[i] === '}') depth -= 1;
  }
  return found;
}

/** All breaches of `TS_RULES` in files given as `{ path: text }`, paths below `plugin/src/`. */
export function tsBreaches(files, rules = TS_RULES) {
  return Object.entries(files).flatMap(([path, text]) => {
    const [top] = path.split('/');
    if (!(top in rules)) return [`${path}: the rules do not know the folder ${top}`];
    const { may, globals = [] } = rules[top];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const imports = tsImports(source)
      .map(({ name, isType }) => ({ isType, name: name.startsWith('.') ? posix.join(path, '..', name) : name }))
      .filter(({ name }) => name.split('/')[0] !== top)
      .filter(({ name, isType }) => !may.some((allowed) => allows(allowed, name, isType)))
      .map(({ name }) => `${path}: ${top} may not import ${name}`);
    const named = freeNames(source, globals).map((name) => `${path}: ${top} may not touch ${name}`);
    return [...imports, ...named];
  });
}

function allows(allowed, name, isType) {
  const [, onlyType, target] = /^(type )?(.*)$/.exec(allowed);
  if (onlyType && !isType) return false;
  const isOpen = target.endsWith('/') || target.endsWith(':');
  return isOpen ? name.startsWith(target) : name === target || (target in TS_RULES && name.startsWith(`${target}/`));
}

function tsImports(source) {
  const found = [];
  visit(source, (node) => {
    const from = node.moduleSpecifier ?? (node.expression?.kind === ts.SyntaxKind.ImportKeyword ? node.arguments?.[0] : undefined);
    if (from === undefined || !ts.isStringLiteral(from)) return;
    found.push({ name: from.text, isType: Boolean(node.importClause?.isTypeOnly ?? node.isTypeOnly) });
  });
  return found;
}

/** Which of `names` a file uses as globals: not as a property, and not declared in the file itself. */
function freeNames(source, names) {
  const [used, declared] = [new Set(), new Set()];
  visit(source, (node) => {
    if (!ts.isIdentifier(node) || !names.includes(node.text)) return;
    const { parent } = node;
    const isProperty =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      ts.isJsxAttribute(parent) ||
      ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodSignature(parent)) && parent.name === node) ||
      (ts.isBindingElement(parent) && parent.propertyName === node);
    if (isProperty) return;
    const isDeclaration =
      (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) && parent.name === node;
    (isDeclaration ? declared : used).add(node.text);
  });
  return [...used].filter((name) => !declared.has(name));
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** The files below `folder` whose names match, as `{ path: text }`. */
export function readSources(folder, pattern) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => pattern.test(path));
  return Object.fromEntries(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]));
}
