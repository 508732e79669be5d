import { DEFAULTS, OPTIONS_VERSION, type PanelOptions } from './options';

/** Each lifts saved options from the version of its place (0 first) to the next. */
const LIFTS: Array<(saved: Record<string, unknown>) => Record<string, unknown>> = [
  // Before versions were counted: whatever is there is kept, what is missing is the default.
  (saved) => ({ ...saved, version: 1 }),
  // Then a reference query was chosen by its letter alone.
  (saved) => ({ baseline: typeof saved['referenceQuery'] === 'string' && saved['referenceQuery'] !== '' ? 'query' : 'auto', ...saved, version: 2 }),
];

/**
 * Options of a saved dashboard, in today's version.
 *
 * - Options of a newer panel are kept as they are: an older panel must not destroy them.
 * - What is missing, or is of another type than the default, is the default.
 */
export function migrate(saved: unknown): PanelOptions {
  let options: Record<string, unknown> = isRecord(saved) ? { ...saved } : {};
  let version = typeof options['version'] === 'number' ? options['version'] : 0;
  while (version < OPTIONS_VERSION) {
    options = LIFTS[version]?.(options) ?? { ...options, version: OPTIONS_VERSION };
    version = Number(options['version']);
  }
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (typeof options[name] !== typeof value || options[name] === null) options[name] = value;
  }
  return options as unknown as PanelOptions;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
