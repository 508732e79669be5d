// The panel in a real Grafana, where there is one: GRAFANA_URL=http://127.0.0.1:3000 node --test tests/panel/grafana.e2e.mjs
// It expects the dashboards of plugin/provisioning and the recording that plugin/docker-compose.yaml loads.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, verdictOf } from './host/open.mjs';
import { recording } from './recordings.mjs';

const URL_OF_GRAFANA = process.env.GRAFANA_URL;
const { from, to } = recording('kv_exhaustion');

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const dashboard of ['tailwalk-walk', 'tailwalk-fleet']) {
  test(dashboard, async () => {
    assert.ok(URL_OF_GRAFANA, 'GRAFANA_URL is not set');
    const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${URL_OF_GRAFANA}/d/${dashboard}?from=${from}&to=${to}&refresh=`);
    assert.match((await verdictOf(page)).headline, /KV cache is full/);
    assert.deepEqual(errors, []);
  });
}
