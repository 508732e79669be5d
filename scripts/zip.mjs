import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { panelFacts } from './panel-package.mjs';
import { isMain, main, ROOT } from './steps.mjs';

/** The zip that Grafana installs. */
export function packPanel() {
  const { id, version, date } = panelFacts(join(ROOT, 'plugin'));
  zipFolder(join(ROOT, 'dist', id), id, date, join(ROOT, `dist/${id}-${version}.zip`));
}

/**
 * Packs a folder as Grafana installs it: one folder in the archive, called by the plugin's id.
 *
 * - The same files give the same bytes: sorted names, one date, no owners.
 * - A zip holds local times, so the date is made of local parts and reads the same in every time zone.
 */
export function zipFolder(folder, root, date, file) {
  const [year, month, day] = date.split('-').map(Number);
  const mtime = new Date(year, month - 1, day);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
    .sort();
  const entries = names.map((name) => [`${root}/${name}`, [readFileSync(join(folder, name)), { mtime, level: 9 }]]);
  writeFileSync(file, zipSync(Object.fromEntries(entries)));
}

// After signing, which adds a file, the folder is packed again.
if (isMain(import.meta.url)) await main(packPanel);
