import { FieldConfigProperty, PanelPlugin } from '@grafana/data';
import { addOptions } from './panel/editors';
import { migrate } from './panel/migrations';
import type { PanelOptions } from './panel/options';
import { Panel } from './panel/Panel';
import { suggest } from './panel/suggestions';

/** What Grafana loads. */
export const plugin = new PanelPlugin<PanelOptions>(Panel)
  .useFieldConfig({
    disableStandardOptions: Object.values(FieldConfigProperty).filter((option) => option !== FieldConfigProperty.Decimals),
  })
  .setPanelOptions(addOptions)
  .setMigrationHandler((panel) => migrate(panel.options))
  .setSuggestionsSupplier(suggest);
