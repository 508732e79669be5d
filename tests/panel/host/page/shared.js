// What Grafana hands to plugins, registered under the names by which they ask for it.
import 'systemjs/dist/system.js';
import 'systemjs/dist/extras/amd.js';
import 'systemjs/dist/extras/named-register.js';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as data from '@grafana/data';
import * as ui from '@grafana/ui';
import * as runtime from '@grafana/runtime';
import * as emotionCss from '@emotion/css';
import * as emotionReact from '@emotion/react';
import * as lodash from 'lodash';
import * as moment from 'moment';
import * as rxjs from 'rxjs';
import i18next from 'i18next';

const SHARED = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@grafana/data': data,
  '@grafana/ui': ui,
  '@grafana/runtime': runtime,
  '@emotion/css': emotionCss,
  '@emotion/react': emotionReact,
  lodash: { ...lodash, __useDefault: true },
  moment: { ...moment, __useDefault: true },
  rxjs,
  i18next: { default: i18next, __useDefault: true },
};

const { System } = window;
const imports = {};
for (const [name, module] of Object.entries(SHARED)) {
  System.set(`package:${name}`, module);
  imports[name] = `package:${name}`;
}
System.addImportMap({ imports });

const { prototype } = System.constructor;
const importModule = prototype.import;
prototype.import = function (...names) {
  return importModule.apply(this, names).then((module) => (module?.__useDefault ? module.default : module));
};
const resolve = prototype.resolve;
prototype.resolve = function (id, parent) {
  const url = resolve.call(this, id, parent);
  return id.endsWith('module.js') ? `${url}?_cache=1` : url;
};
