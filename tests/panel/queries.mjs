import { readFileSync } from 'node:fs';

/** `$__rate_interval` at a scrape interval of 5 s: four scrapes. */
const RATE_INTERVAL = '20s';

/** An expression with the variables of the dashboards filled in: everything of a data source with names as vLLM writes them. */
export function filled(expr) {
  return expr
    .replace(/,?\b\w+=~"\$\w+"/g, '')
    .replace('{,', '{')
    .replaceAll('${spelling:raw}', 'vllm:')
    .replaceAll('$__rate_interval', RATE_INTERVAL);
}

/** The queries of a dashboard that the plugin ships, by refId, with their variables filled in. */
export function dashboardQueries(name) {
  const file = new URL(`../../plugin/provisioning/dashboards/${name}.json`, import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8'));
  const { targets } = panels.find((panel) => panel.type === 'tailwalk-rootcause-panel');
  return Object.fromEntries(targets.map(({ refId, expr }) => [refId, filled(expr)]));
}
