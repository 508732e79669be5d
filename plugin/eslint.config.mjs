// Grafana's own rules for plugins. They live with the other packages that only the panel's checks need.
import grafana from '../tests/panel/host/node_modules/@grafana/eslint-config/index.js';

export default [
  ...grafana,
  {
    files: ['src/module.ts', 'src/{panel,view,contract}/**/*.{ts,tsx}'],
    // React as it is in Grafana; the rule would look for it beside this file.
    settings: { react: { version: '18.3' } },
    rules: {
      // Guards stand on one line in this repository.
      curly: ['error', 'multi-line'],
      // JSX needs no import of React: Grafana hands out its runtime.
      'react/react-in-jsx-scope': 'off',
      // Types are checked by TypeScript.
      'react/prop-types': 'off',
    },
  },
];
