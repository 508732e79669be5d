// The layers of ARCHITECTURE.md hold against the real imports, and the checker sees what it should.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSources, rustBreaches, tsBreaches } from './imports.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

test('crate/read and crate/core keep their layers', () => {
  const files = { ...readSources(at('../crate/read/src'), /\.rs$/), ...readSources(at('../crate/core/src'), /\.rs$/) };
  assert.ok(Object.keys(files).length > 10);
  assert.deepEqual(rustBreaches(files), []);
});

test('only crate/wasm knows JavaScript', () => {
  const files = { ...readSources(at('../crate/read'), /\.(rs|toml)$/), ...readSources(at('../crate/core'), /\.(rs|toml)$/) };
  const knowing = Object.entries(files).filter(([, text]) => /\b(wasm[_-]bindgen|js[_-]sys|web[_-]sys)\b/.test(text));
  assert.deepEqual(knowing.map(([path]) => path), []);
});

// Tests beside the sources may use what they test with.
test('plugin/src keeps its layers', () => {
  const files = readSources(at('../plugin/src'), /^\w+\/.*(?<!\.test)\.tsx?$/);
  assert.ok(Object.keys(files).length > 10);
  assert.deepEqual(tsBreaches(files), []);
});

/** One file, and the breaches to be found in it. */
function checkRust(path, text, ...breaches) {
  test(`rust: ${text}`, () => assert.deepEqual(rustBreaches({ [path]: text }), breaches.map((breach) => `${path}: ${breach}`)));
}

checkRust('walk/rules.rs', 'use crate::series::Series;', 'walk may not use series::Series');
checkRust('walk/rules.rs', 'use crate::{note::Note, series::{Series, Clock}};', 'walk may not use series::Series', 'walk may not use series::Clock');
checkRust('walk/mod.rs', 'fn f(s: &super::series::SeriesSet) {}', 'walk may not use series::SeriesSet');
checkRust('walk/rules.rs', 'use super::super::series;', 'walk may not use series');
checkRust('walk/rules.rs', 'use crate::measure::facts::Facts;');
checkRust('walk/rules.rs', 'use crate::measure::{facts::Facts, windows::Window};', 'walk may not use measure::windows::Window');
checkRust('walk/rules.rs', 'use super::series;');
checkRust('walk/rules.rs', '/// Not a [`crate::series::Series`].\nconst A: &str = "crate::series";');
checkRust('walk/rules.rs', '//! A walk.\nuse crate::series;\n', 'walk may not use series');
checkRust('walk/rules.rs', `const A: char = '"'; use crate::series; const B: char = '"';`, 'walk may not use series');
checkRust('walk/rules.rs', 'const A: &str = r#"a " b"#; use crate::series;', 'walk may not use series');
checkRust('render/text.rs', 'fn f() { crate::walk::judge() }', 'render may not use walk::judge');
checkRust('series.rs', 'use crate::text::Text;', 'series may not use text::Text');
checkRust('note.rs', 'use crate::text::Text;');
checkRust('helpers.rs', '', 'the rules do not know the module helpers');
checkRust('dataset.rs', 'use crate::{read, walk, series};');

function checkTs(path, text, ...breaches) {
  test(`ts: ${text}`, () => assert.deepEqual(tsBreaches({ [path]: text }), breaches.map((breach) => `${path}: ${breach}`)));
}

checkTs('view/Ladder.tsx', "import { Tooltip } from '@grafana/ui';", 'view may not import @grafana/ui');
checkTs('view/plot/a.ts', "import { startEngine } from '../../contract/engine';", 'view may not import contract/engine');
checkTs('view/plot/a.ts', "import type { Report } from '../../contract/report';\nimport { b } from '../b';");
checkTs('view/a.tsx', "export * from '../page/App';", 'view may not import page/App');
checkTs('view/a.tsx', "const load = () => import('../page/App');", 'view may not import page/App');
checkTs('view/a.tsx', 'const width = window.innerWidth;', 'view may not touch window');
checkTs('view/a.tsx', 'export const load = () => fetch("x");', 'view may not touch fetch');
checkTs('view/a.tsx', 'const { window } = report; const a = <p data-x={report.window.focus} title={window.text} />;');
checkTs('view/a.tsx', '// window, fetch\nexport const words = { window: "window" };');
checkTs('cli/main.ts', "import { App } from '../page/App';\nimport fs from 'node:fs';", 'cli may not import page/App');
checkTs('page/main.tsx', "import { run } from '../cli/run';", 'page may not import cli/run');
checkTs('panel/Panel.tsx', "import { Tooltip } from '@grafana/ui';\nimport { Ladder } from '../view';");
checkTs('helpers/a.ts', '', 'the rules do not know the folder helpers');
