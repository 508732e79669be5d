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
 * Draws, or draws again with what changed: `{ series, options, from, to, state, errors, width, height, theme, targets, defaults, timeZone }`.
 *
 * - Without `series` the frames stay the same objects, as Grafana keeps them when only options change.
 */
function draw(change) {
  const asked = Object.assign(host.asked, change);
  const theme = data.createTheme({ colors: { mode: asked.theme } });
  const fieldConfig = { defaults: asked.defaults, overrides: [] };
  if (change.series !== undefined) host.frames = framesOf({ series: asked.series, fieldConfig, theme });
  const timeRange = range(asked);
  const panelData = {
    state: asked.state, series: host.frames, timeRange, structureRev: 1, errors: asked.errors, error: asked.errors?.[0],
    request: { targets: asked.targets },
  };
  const Panel = host.plugin.panel;
  const options = { ...host.plugin.defaults, ...asked.options };
  const inner = (width, height) =>
    h(ui.ErrorBoundaryAlert, { dependencies: [panelData] },
      h(Panel, {
        id: 1, data: panelData, timeRange, timeZone: asked.timeZone, options, transparent: false, width, height, fieldConfig, renderCounter: 1,
        title: asked.title, eventBus: host.bus, replaceVariables: (text) => text,
        onOptionsChange() {}, onFieldConfigChange() {}, onChangeTimeRange: (next) => host.ranges.push(next),
      }));
  document.body.style.background = theme.colors.background.canvas;
  host.root.render(
    h(data.ThemeContext.Provider, { value: theme },
      h(ui.GlobalStyles),
      h(ui.PanelContextProvider, { value: { eventsScope: 'p1', eventBus: host.bus, app: 'dashboard' } },
        h(ui.PanelChrome, { title: asked.title, width: asked.width, height: asked.height, loadingState: asked.state, padding: 'md' }, inner))),
  );
}

const host = {
  load,
  draw,
  /** Draws before it returns: for those who measure. */
  drawNow: () => flushSync(() => draw({})),
  data,
  react,
  /** Names that Grafana hands out, by package. */
  names: { '@grafana/data': Object.keys(data), '@grafana/runtime': Object.keys(runtime), '@grafana/ui': Object.keys(ui) },
  bus: new data.EventBusSrv(),
  root: createRoot(document.getElementById('home')),
  plugin: null,
  frames: [],
  ranges: [],
  asked: { series: [], options: {}, from: 0, to: 1, state: 'Done', width: 900, height: 600, theme: 'dark', title: 'Why is the first token late?', targets: [], defaults: {}, timeZone: 'utc' },
  /** Takes the panel off the page. */
  clear() {
    host.root.unmount();
    host.root = createRoot(document.getElementById('home'));
  },
};
window.host = host;
openDashboard(host);
