// Fills the registries that Grafana's front end fills at start, with the real processors and empty editors.
import * as data from '@grafana/data';

const EDITORS = [
  'number', 'text', 'strings', 'boolean', 'select', 'radio', 'multi-select', 'unit', 'links', 'actions', 'stats-picker', 'timezone',
  'dashboard-uid', 'field-name', 'color', 'fieldColor', 'slider', 'thresholds', 'mappings', 'array', 'cell-options', 'stats',
];

const nothing = () => null;

data.standardEditorsRegistry.setInit(() => EDITORS.map((id) => ({ id, name: id, description: id, editor: nothing })));

const property = (id, process) => ({
  id, path: id, name: id, description: id, editor: nothing, override: nothing, process,
  shouldApply: () => true, getItemsCount: () => 0, category: ['Standard options'],
});

data.standardFieldConfigEditorRegistry.setInit(() => [
  property('unit', data.unitOverrideProcessor),
  property('min', data.numberOverrideProcessor),
  property('max', data.numberOverrideProcessor),
  property('fieldMinMax', data.booleanOverrideProcessor),
  property('decimals', data.numberOverrideProcessor),
  property('displayName', data.displayNameOverrideProcessor),
  property('noValue', data.displayNameOverrideProcessor),
  property('color', data.identityOverrideProcessor),
  property('links', data.dataLinksOverrideProcessor),
  property('actions', data.dataLinksOverrideProcessor),
  property('mappings', data.valueMappingsOverrideProcessor),
  property('thresholds', data.thresholdsOverrideProcessor),
  property('filterable', data.booleanOverrideProcessor),
]);
