import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bundle, fixture, FIXTURES, ROOT } from './load.mjs';
import { join } from 'node:path';

/**
 * A page that draws the hand-made reports without any engine; chosen by its query:
 * `report`, `theme` (dark, light), and for a home of a fixed size `width` and `height`.
 */
export async function buildHarness() {
  const script = await bundle(
    `
    import { createRoot } from 'react-dom/client';
    import { lightKit, ReportView } from 'plugin/src/view';
    import 'plugin/src/view/styles/all.css';
    const asked = new URLSearchParams(location.search);
    document.documentElement.dataset.theme = asked.get('theme') ?? 'dark';
    const home = document.getElementById('home');
    const fill = asked.has('width');
    if (fill) {
      home.style.width = asked.get('width') + 'px';
      home.style.height = asked.get('height') + 'px';
    }
    const kit = lightKit({ brush: () => undefined, copy: () => Promise.resolve(true) });
    const report = globalThis.REPORTS[asked.get('report')];
    createRoot(home).render(<ReportView report={report} kit={kit} fit={fill ? 'fill' : 'page'} />);
  `,
    'browser',
  );
  const reports = JSON.stringify(Object.fromEntries(FIXTURES.map((name) => [name, fixture(name)])));
  const theme = readFileSync(join(ROOT, 'plugin/src/page/theme.css'), 'utf8');
  const styles = readFileSync(script.replace(/cjs$/, 'css'), 'utf8');
  const file = script.replace(/cjs$/, 'html');
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tailwalk</title>
    <style>${theme} ${styles} body { margin: 0; background: var(--tw-canvas); } #home { background: var(--tw-canvas); }</style>
    <h1 hidden>Tailwalk</h1><div id="home"></div>
    <script>globalThis.REPORTS = ${reports.replaceAll('<', '\\u003c')};</script>
    <script>${readFileSync(script, 'utf8').replaceAll('</script', '<\\/script')}</script></html>`,
  );
  return (query) => `${pathToFileURL(file).href}?${new URLSearchParams(query)}`;
}
