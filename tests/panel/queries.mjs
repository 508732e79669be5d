import { readFileSync } from 'node:fs';

/** The queries of the dashboard that the plugin ships, by refId, with its variables filled in. */
export function dashboardQueries() {
  const file = new URL('../../plugin/provisioning/dashboards/walk.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8'));
  const { targets } = panels.find((panel) => panel.type === 'tailwalk-rootcause-panel');
  return Object.fromEntries(targets.map(({ refId, expr }) => [refId, expr.replace(/\{?\b\w+=~"\$\w+",?/g, (text) => (text.startsWith('{') ? '{' : ''))]));
}
