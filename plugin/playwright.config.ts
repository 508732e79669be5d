// The panel in a browser: in the Grafana that GRAFANA_URL names, else in a page made of Grafana's own packages that stands in for one.
//   npm run test:panel:e2e     in the root of the repository: brings what it needs and builds; npm run e2e runs it again
import { existsSync } from 'node:fs';

const PORT = 3411;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const address = process.env.GRAFANA_URL;

export default {
  testDir: './tests',
  outputDir: '../build/e2e',
  reporter: 'list',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: address ?? `http://127.0.0.1:${PORT}`,
    provisioningRootDir: new URL('provisioning', import.meta.url).pathname,
    viewport: { width: 1920, height: 1080 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? CHROMIUM.find((path) => existsSync(path)), args: ['--no-sandbox'] },
  },
  // The stand-in bundles Grafana's packages when it is started for the first time.
  webServer: address === undefined ? { command: `node ../tests/panel/host/grafana.mjs ${PORT}`, url: `http://127.0.0.1:${PORT}/`, timeout: 240_000 } : undefined,
};
