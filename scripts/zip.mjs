import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

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
