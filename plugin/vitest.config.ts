// Unit tests lie beside what they test. Vitest lives with the other packages that only the panel's checks need.
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default {
  root: at('.'),
  resolve: { alias: { vitest: at('../tests/panel/host/node_modules/vitest') } },
  test: { include: ['src/panel/**/*.test.ts'], environment: 'node' },
};
