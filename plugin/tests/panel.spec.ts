// Runs in a real Grafana and in its stand-in alike: see ../playwright.config.ts.
import { expect, test } from '@grafana/plugin-e2e';
import { EMPTY, RECORDED, verdictOfRecording } from './recording';

const ID = 'tailwalk-rootcause-panel';

/** The dashboards, and how their panels are called. */
const DASHBOARDS = [
  { fileName: 'walk.json', title: 'Why is the first token late?', isExact: true },
  // Rates: the cause is the same, its numbers are those of other windows.
  { fileName: 'fleet.json', title: 'Why is the first token late, in the whole fleet?', isExact: false },
];

for (const { fileName, title, isExact } of DASHBOARDS) {
  test(`${fileName}: the verdict is that of the recording`, async ({ gotoDashboardPage, readProvisionedDashboard, page }) => {
    const errors: string[] = [];
    // Grafana has errors of its own: only those that come out of the plugin count.
    page.on('pageerror', ({ stack = '' }) => stack.includes(ID) && errors.push(stack));
    const { uid } = await readProvisionedDashboard({ fileName });
    const dashboard = await gotoDashboardPage({ uid, timeRange: RECORDED });
    const panel = dashboard.getPanelByTitle(title);
    const expected = await verdictOfRecording();
    await expect(panel.locator.locator('.tw-verdict')).toHaveAttribute('data-severity', expected.severity);
    await expect(panel.locator.locator('.tw-verdict-title')).toHaveText(expected.title);
    if (isExact) await expect(panel.locator.locator('.tw-verdict-headline')).toHaveText(expected.headline);
    await expect(panel.getErrorIcon()).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

test('the ladder stands under the verdict', async ({ gotoDashboardPage, readProvisionedDashboard }) => {
  const { uid } = await readProvisionedDashboard({ fileName: 'walk.json' });
  const dashboard = await gotoDashboardPage({ uid, timeRange: RECORDED });
  const rungs = dashboard.getPanelByTitle('Why is the first token late?').locator.locator('.tw-rung .tw-stage-title');
  await expect(rungs.filter({ hasText: 'KV cache' }).first()).toBeVisible();
  expect(await rungs.count()).toBeGreaterThanOrEqual(5);
});

test('a time without data: a ladder says what is missing', async ({ gotoDashboardPage, readProvisionedDashboard }) => {
  const { uid } = await readProvisionedDashboard({ fileName: 'walk.json' });
  const dashboard = await gotoDashboardPage({ uid, timeRange: EMPTY });
  const panel = dashboard.getPanelByTitle('Why is the first token late?');
  await expect(panel.locator.locator('[data-state="no-data"]')).toBeVisible();
  await expect(panel.locator.locator('.tw-panel-rungs li[data-ok="false"]')).toHaveCount(1);
  await expect(panel.locator.locator('.tw-verdict')).toHaveCount(0);
});

test('a brushed stretch is examined, and given up again', async ({ gotoDashboardPage, readProvisionedDashboard, page }) => {
  const { uid } = await readProvisionedDashboard({ fileName: 'walk.json' });
  const dashboard = await gotoDashboardPage({ uid, timeRange: RECORDED });
  const panel = dashboard.getPanelByTitle('Why is the first token late?').locator;
  await panel.locator('.tw-section-charts').scrollIntoViewIfNeeded();
  const plot = panel.locator('.tw-plot-field').first();
  // Charts are drawn as they come in sight: the mouse waits until they stand still.
  await plot.hover();
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(panel.locator('.tw-panel-focus')).toBeVisible();
  await panel.locator('.tw-panel-focus button').click();
  await expect(panel.locator('.tw-panel-focus')).toHaveCount(0);
});
