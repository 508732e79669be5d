import { FieldConfigProperty, PanelPlugin, ThresholdsMode } from '@grafana/data';
import { addOptions } from './panel/editors';
import { migrate } from './panel/migrations';
import type { PanelOptions } from './panel/options';
import { Panel } from './panel/Panel';
import { suggest } from './panel/suggestions';

/** Standard options that mean something here; one unit for all signals would not. */
const HONOURED: ReadonlySet<FieldConfigProperty> = new Set([FieldConfigProperty.Decimals, FieldConfigProperty.Thresholds]);

/** What Grafana loads. */
export const plugin = new PanelPlugin<PanelOptions>(Panel)
  .useFieldConfig({
    disableStandardOptions: Object.values(FieldConfigProperty).filter((option) => !HONOURED.has(option)),
    // Grafana's own default, 80, would be a limit of 80 s that nobody has chosen.
    standardOptions: {
      [FieldConfigProperty.Thresholds]: { defaultValue: { mode: ThresholdsMode.Absolute, steps: [{ value: -Infinity, color: 'green' }] } },
    },
  })
  .setPanelOptions(addOptions)
  .setMigrationHandler((panel) => migrate(panel.options));

// Grafana 12.3 takes suggestions in another shape and asks none of the panels that are not its own: it gets none.
if ('getSuggestions' in plugin) plugin.setSuggestionsSupplier(suggest);
