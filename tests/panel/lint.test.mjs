// What the reviewers of Grafana's catalogue refuse is refused by the plugin's ESLint, in every folder of its sources.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './load.mjs';

const { ESLint } = createRequire(import.meta.url)('./host/node_modules/eslint');
const PLUGIN = join(ROOT, 'plugin');
const eslint = new ESLint({ cwd: PLUGIN });

/** The rules that a text breaks, as a file of that name. */
async function broken(text, filePath) {
  const [{ messages }] = await eslint.lintText(`${text}\n`, { filePath: join(PLUGIN, filePath) });
  return messages.map(({ ruleId, message }) => ruleId ?? message);
}

const SAMPLES = {
  'no-console': ['console.log(1);', 'console.info(1);', 'console.table([]);', 'console.debug(1);', 'console.trace();', 'console.time();', 'console.group();'],
  'no-alert': ["alert('a');", "window.confirm('a');", "prompt('a');"],
  'no-eval': ["eval('1');"],
  '@typescript-eslint/ban-ts-comment': ['// @ts-ignore', '// @ts-expect-error', '// @ts-nocheck'],
  'react/no-danger': ["export const a = <p dangerouslySetInnerHTML={{ __html: '' }} />;"],
  'no-restricted-syntax': [
    "import './a.css';", "import './a.scss';", "import { Global } from '@emotion/react';\nexport const a = Global;", 'export const a = <Global styles={1} />;',
    "window.location.href = 'a';", "document.location.href = 'a';", "window.open('a');", "open('a');", 'export const a = window.grafanaBootData;', 'export const a = window.grafanaRuntime;',
    'export const a = React.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED;', 'findDOMNode(a);', 'ReactDOM.render(a, b);', 'unmountComponentAtNode(a);', 'A.defaultProps = {};', 'A.propTypes = {};',
    'export const a = config.featureToggles.topnav;', "export const a = 'gf-form';", 'export const a = `gf-form-${1}`;', "export const a = '/api/ds/query';",
    "a.innerHTML = 'b';", "a.outerHTML = 'b';", "document.write('a');", "new Function('a');",
  ],
};

for (const [rule, samples] of Object.entries(SAMPLES)) {
  for (const sample of samples) {
    test(`${rule}: ${sample}`, async () => {
      for (const file of ['src/panel/sample.tsx', 'src/page/sample.tsx']) {
        const rules = await broken(sample, file);
        assert.ok(rules.includes(rule), `${file}: ${rules}`);
      }
    });
  }
}

test('what is like it but harmless passes', async () => {
  const text = "import css from './a.css';\nconsole.error(css);\nconsole.warn(report.location, report.open, view.Global);";
  assert.deepEqual(await broken(text, 'src/panel/sample.ts'), []);
});
