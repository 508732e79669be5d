// Grafana's own rules for plugins. They live with the other packages that only the panel's checks need.
import grafana from '../tests/panel/host/node_modules/@grafana/eslint-config/index.js';

/**
 * What the reviewers of Grafana's catalogue refuse in any file below `src`, by the names of its validator's
 * analyzers `code-rules` and `reactcompat`. Their own rules are for semgrep; these need nothing but ESLint.
 */
const REFUSED = [
  ['ImportDeclaration[specifiers.length=0][source.value=/\\.(css|scss|less)$/]', 'a style sheet imported for its effect: emotion puts styles on the page'],
  ['ImportDeclaration[source.value="@emotion/react"] ImportSpecifier[imported.name="Global"]', 'global styles'],
  ['JSXOpeningElement[name.name="Global"]', 'global styles'],
  ['MemberExpression[object.name=/^(window|document)$/][property.name=/^(location|open|grafanaBootData|grafanaRuntime|__grafanaSceneContext)$/]', 'locationService of @grafana/runtime, and its config'],
  ['CallExpression[callee.name="open"]', 'a window opened by a script'],
  ['CallExpression[callee.object.name="ReactDOM"][callee.property.name="render"]', 'gone in React 19'],
  ['Identifier[name=/^(__SECRET_INTERNALS|findDOMNode|unmountComponentAtNode|createFactory|getChildContext)/]', 'gone in React 19'],
  ['MemberExpression[property.name=/^(propTypes|defaultProps|contextTypes|childContextTypes)$/]', 'gone in React 19'],
  ['MemberExpression[object.property.name="featureToggles"][property.name="topnav"]', 'the toggle is gone'],
  ['AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]', 'labels are strangers: text only'],
  ['CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]', 'labels are strangers: text only'],
  ['NewExpression[callee.name="Function"]', 'code made of text'],
  ['Literal[value=/gf-form/], TemplateElement[value.raw=/gf-form/]', 'a class of the old Grafana'],
  ['Literal[value=/api\\/ds\\/query/], TemplateElement[value.raw=/api\\/ds\\/query/]', 'the panel asks nothing by itself'],
].map(([selector, message]) => ({ selector, message }));

export default [
  ...grafana,
  {
    files: ['src/**/*.{ts,tsx}'],
    // React as it is in Grafana; the rule would look for it beside this file.
    settings: { react: { version: '18.3' } },
    rules: {
      // Guards stand on one line in this repository.
      curly: ['error', 'multi-line'],
      // JSX needs no import of React: Grafana hands out its runtime.
      'react/react-in-jsx-scope': 'off',
      // Types are checked by TypeScript.
      'react/prop-types': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-alert': 'error',
      'react/no-danger': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-restricted-syntax': ['error', ...REFUSED],
    },
  },
];
