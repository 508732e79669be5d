import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './load.mjs';

const STYLES = join(ROOT, 'plugin/src/view/styles');
const theme = readFileSync(join(ROOT, 'plugin/src/page/theme.css'), 'utf8');
const styles = readdirSync(STYLES).map((name) => readFileSync(join(STYLES, name), 'utf8'));

/** The variables that one theme sets; those of the root hold in all. */
function variables(name) {
  const blocks = [...theme.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(
    ([, selector]) => selector.includes(`'${name}'`) || !selector.includes('data-theme'),
  );
  return new Map(
    blocks.flatMap(([, , body]) =>
      [...body.matchAll(/(--tw-[\w-]+):\s*([^;]+);/g)].map(([, key, value]) => [key, value]),
    ),
  );
}

/** Relative luminance of a hex colour, as WCAG 2 defines it. */
function luminance(hex) {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g);
  const [red, green, blue] = digits.map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const name of ['light', 'dark']) {
  const set = variables(name);

  test(`${name}: every variable that the view uses is set`, () => {
    const own = new Set(['--tw-tone', '--tw-stroke']);
    const used = new Set(styles.flatMap((text) => [...text.matchAll(/var\((--tw-[\w-]+)/g)].map(([, key]) => key)));
    assert.ok(used.size > 20);
    for (const key of used) {
      assert.ok(own.has(key) || set.has(key), key);
    }
  });

  test(`${name}: text and severities can be read on every surface (WCAG AA, 4.5)`, () => {
    for (const surface of ['--tw-canvas', '--tw-surface', '--tw-sunken']) {
      for (const ink of ['text', 'soft', 'accent', 'ok', 'watch', 'warn', 'critical', 'unknown']) {
        const ratio = contrast(set.get(`--tw-${ink}`), set.get(surface));
        assert.ok(ratio >= 4.5, `${ink} on ${surface}: ${ratio.toFixed(2)}`);
      }
    }
    assert.ok(contrast(set.get('--tw-on-severity'), set.get('--tw-critical')) >= 4.5);
    assert.ok(contrast(set.get('--tw-on-accent'), set.get('--tw-accent-solid')) >= 4.5);
  });

  test(`${name}: lines of a chart can be seen (WCAG, 3)`, () => {
    for (const key of [...set.keys()].filter((candidate) => candidate.startsWith('--tw-line-'))) {
      const ratio = contrast(set.get(key), set.get('--tw-surface'));
      assert.ok(ratio >= 2.6, `${key}: ${ratio.toFixed(2)}`);
    }
  });
}

test('the styles of the view hold no colour of their own', () => {
  for (const text of styles) {
    assert.ok(!/#[0-9a-f]{3,8}\b(?![^;]*transparent)|rgba?\(/i.test(text.replace(/\/\*.*?\*\//gs, '')));
  }
});

test('page and panel take every style sheet of the view, in one order', () => {
  const there = readdirSync(STYLES).filter((name) => name !== 'all.css');
  const page = [...readFileSync(join(STYLES, 'all.css'), 'utf8').matchAll(/@import '\.\/(.*)';/g)].map(([, name]) => name);
  const panel = readFileSync(join(ROOT, 'plugin/src/panel/styles.ts'), 'utf8');
  const imported = [...panel.matchAll(/import (\w+) from '\.\.\/view\/styles\/(.*)\.css';/g)];
  assert.deepEqual([...page].sort(), there.sort());
  assert.deepEqual(imported.map(([, , name]) => `${name}.css`), page);
  assert.ok(panel.includes(`[${imported.map(([, name]) => name).join(', ')}, `));
});
