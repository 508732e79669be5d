// Imports a plugin and draws its panel as a dashboard does; `window.host` is what the tests drive.
import './shared.js';
import './editors.js';
import { openDashboard } from './dashboard.js';
import { createElement as h, version as react } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import * as data from '@grafana/data';
import * as runtime from '@grafana/runtime';
import * as ui from '@grafana/ui';

/** Loads a module; also tells what it exported. */
async function load(url) {
  const module = await window.System.import(url);
  host.plugin = await module.plugin;
  return { keys: Object.keys(module), isPanel: typeof host.plugin?.panel === 'function' };
}

const range = ({ from, to }) => {
  const [start, end] = [data.dateTime(from), data.dateTime(to)];
  return { from: start, to: end, raw: { from: start, to: end } };
};

const THEMES = Object.fromEntries(['dark', 'light'].map((mode) => [mode, data.createTheme({ colors: { mode } })]));

/** As in Grafana, what did not change stays the same object: panels draw anew what they get anew. */
const kept = new Map();
function same(key, make) {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key);
}

/** Frames from the wire through the real override pipeline. */
function framesOf({ series, fieldConfig, theme }) {
  return data.applyFieldOverrides({
    data: series.map((frame) => data.dataFrameFromJSON(frame)),
    fieldConfig,
    fieldConfigRegistry: host.plugin.fieldConfigRegistry,
    replaceVariables: (text) => text,
    theme,
    timeZone: 'utc',
  });
}

/**
 * Draws, or draws again with what changed: `{ series, options, from, to, state, errors, width, height, theme, targets, defaults, timeZone, variables }`.
 *
 * - Without `series` the frames stay the same objects, as Grafana keeps them when only options change.
 */
function draw(change) {
  const asked = Object.assign(host.asked, change);
  const theme = THEMES[asked.theme];
  const fieldConfig = same(`field ${JSON.stringify(asked.defaults)}`, () => ({ defaults: asked.defaults, overrides: [] }));
  if (change.series !== undefined) host.frames = framesOf({ series: asked.series, fieldConfig, theme });
  const timeRange = range(asked);
  const panelData = {
    state: asked.state, series: host.frames, timeRange, structureRev: 1, errors: asked.errors, error: asked.errors?.[0],
    request: { targets: asked.targets },
  };
  const Panel = host.plugin.panel;
  const options = same(`options ${JSON.stringify(asked.options)}`, () => ({ ...host.plugin.defaults, ...asked.options }));
  const inner = (width, height) =>
    h(ui.ErrorBoundaryAlert, { dependencies: [panelData] },
      h(Panel, {
        id: 1, data: panelData, timeRange, timeZone: asked.timeZone, options, transparent: false, width, height, fieldConfig, renderCounter: 1,
        title: asked.title, eventBus: host.bus, ...CALLS,
        replaceVariables: same(`variables ${JSON.stringify(asked.variables)}`, () => (text) => text.replace(/\$(\w+)/g, (whole, name) => asked.variables[name] ?? whole)),
      }));
  document.body.style.background = theme.colors.background.canvas;
  host.root.render(
    h(data.ThemeContext.Provider, { value: theme },
      GLOBAL_STYLES,
      h(ui.PanelContextProvider, { value: host.context },
        h(ui.PanelChrome, { title: asked.title, width: asked.width, height: asked.height, loadingState: asked.state, padding: 'md' }, inner))),
  );
}

const GLOBAL_STYLES = h(ui.GlobalStyles);
const bus = new data.EventBusSrv();

/** What a panel may call; always the same functions. */
const CALLS = {
  onOptionsChange() {},
  onFieldConfigChange() {},
  onChangeTimeRange: (next) => host.ranges.push(next),
};

const host = {
  load,
  /** Draws before it returns, so that who asks afterwards does not see what was there before. */
  draw: (change) => flushSync(() => draw(change)),
  data,
  react,
  /** Names that Grafana hands out, by package. */
  names: { '@grafana/data': Object.keys(data), '@grafana/runtime': Object.keys(runtime), '@grafana/ui': Object.keys(ui) },
  bus,
  context: { eventsScope: 'p1', eventBus: bus, app: 'dashboard' },
  root: createRoot(document.getElementById('home')),
  plugin: null,
  frames: [],
  ranges: [],
  asked: { series: [], options: {}, from: 0, to: 1, state: 'Done', width: 900, height: 600, theme: 'dark', title: 'Why is the first token late?', targets: [], defaults: {}, timeZone: 'utc', variables: {} },
  /** Takes the panel off the page. */
  clear() {
    host.root.unmount();
    host.root = createRoot(document.getElementById('home'));
  },
};
window.host = host;
openDashboard(host);
