/**
 * Prometheus' answers as the frames that Grafana's data source makes of them, in the JSON in which Grafana's
 * server sends frames: a schema, columns, and what JSON cannot say (NaN, infinities) beside them.
 *
 * Series have the shape of Grafana's own tests of its server (pkg/promlib/testdata, 13.2); what its front end makes of them for the
 * formats table and heatmap is held against its own code by source.test.mjs.
 */

/** A column of numbers with what JSON cannot say taken out. */
function packed(numbers) {
  const entities = {};
  const values = numbers.map((value, index) => {
    const kind = Number.isNaN(value) ? 'NaN' : value === Infinity ? 'Inf' : value === -Infinity ? 'NegInf' : null;
    if (kind === null) return value;
    (entities[kind] ??= []).push(index);
    return null;
  });
  return { values, entities: Object.keys(entities).length > 0 ? entities : null };
}

function frame(schema, columns) {
  const all = columns.map((column) => (typeof column[0] === 'number' ? packed(column) : { values: column, entities: null }));
  const data = { values: all.map(({ values }) => values) };
  if (all.some(({ entities }) => entities !== null)) data.entities = all.map(({ entities }) => entities);
  return { schema, data };
}

const TIME = (step) => ({ name: 'Time', type: 'time', typeInfo: { frame: 'time.Time' }, config: { interval: step * 1000 } });
const NUMBER = (name, labels, config = {}) => ({ name, type: 'number', typeInfo: { frame: 'float64' }, labels, config });
const TEXT = (name) => ({ name, type: 'string', typeInfo: { frame: 'string' }, config: { filterable: true } });

const numberOf = (text) => ({ '+Inf': Infinity, '-Inf': -Infinity, NaN: NaN })[text] ?? Number(text);
const samplesOf = ({ values, value }) => (values ?? [value]).map(([time, text]) => [time * 1000, numberOf(text)]);
const executed = (expr, step) => `Expr: ${expr}\nStep: ${step}s`;

/** A query's answer in one of the formats of Grafana's query editor. */
export function framesOf(refId, { expr, step, answer }, format = 'time_series') {
  const result = answer.data.result;
  if (result.length === 0) return [{ schema: { refId, meta: meta('matrix', expr, step), fields: [] }, data: { values: [] } }];
  return FORMATS[format](refId, expr, step, result, answer.data.resultType);
}

/** All answers of a panel, by refId. */
export function panelFrames(queries, format) {
  return Object.entries(queries).flatMap(([refId, query]) => framesOf(refId, query, format));
}

const meta = (resultType, expr, step) => ({
  type: resultType === 'vector' ? 'numeric-multi' : 'timeseries-multi',
  typeVersion: [0, 1],
  custom: { resultType },
  ...(expr === null ? {} : { executedQueryString: executed(expr, step) }),
});

const FORMATS = {
  /** One frame per series; only the first says what was executed. */
  time_series: (refId, expr, step, result, type) =>
    result.map((series, index) => {
      if (series.histograms ?? series.histogram) return cells(refId, index === 0 ? expr : null, step, series);
      const samples = samplesOf(series);
      const name = series.metric.__name__ ?? 'Value';
      const schema = {
        refId,
        meta: meta(type, index === 0 ? expr : null, step),
        fields: [TIME(step), NUMBER(name, series.metric, { displayNameFromDS: legend(series.metric) })],
      };
      return frame(schema, [samples.map(([time]) => time), samples.map(([, value]) => value)]);
    }),

  /** One frame; a text column per label. */
  table: (refId, expr, step, result, type) => {
    const labels = [...new Set(result.flatMap(({ metric }) => Object.keys(metric)))].sort();
    const rows = result.flatMap((series) => samplesOf(series).map(([time, value]) => [time, series.metric, value]));
    rows.sort(([a], [b]) => a - b);
    const column = (label) => rows.map(([, metric]) => metric[label] ?? '');
    const fields = [TIME(step), ...labels.map(TEXT), NUMBER('Value')];
    const columns = [rows.map(([time]) => time), ...labels.map(column), rows.map(([, , value]) => value)];
    return [frame({ refId, meta: { ...meta(type, expr, step), type: undefined }, fields }, columns)];
  },

  /**
   * One frame per label set beside `le`; a field per bucket, each without those below.
   *
   * - What was executed stands on the first series that came, and is lost unless that is the lowest bucket of its frame.
   * - Native histograms are heatmaps already.
   */
  heatmap: (refId, expr, step, result, type) => {
    if (result.some((series) => series.histograms ?? series.histogram)) return FORMATS.time_series(refId, expr, step, result, type);
    const groups = Map.groupBy?.(result, others) ?? grouped(result);
    return [...groups].map(([name, series]) => {
      const sorted = [...series].sort((a, b) => numberOf(a.metric.le) - numberOf(b.metric.le));
      const times = [...new Set(sorted.flatMap((one) => samplesOf(one).map(([time]) => time)))].sort((a, b) => a - b);
      const below = new Map(times.map((time) => [time, 0]));
      const columns = sorted.map((one) => {
        const own = new Map(samplesOf(one));
        return times.map((time) => {
          const count = own.get(time) ?? below.get(time);
          const rest = count - below.get(time);
          below.set(time, count);
          return rest;
        });
      });
      const fields = [TIME(step), ...sorted.map(({ metric }) => NUMBER(metric.le, metric, { displayNameFromDS: metric.le }))];
      const told = sorted[0] === result[0] ? { executedQueryString: executed(expr, step) } : {};
      return frame({ refId, name: name === '{}' ? sorted[0].metric.le : name, meta: { type: 'heatmap-rows', ...told }, fields }, [times, ...columns]);
    });
  },
};

/** A native histogram: a row per filled bucket and moment. Its lower bounds are called by the metric, as the second field of any series. */
function cells(refId, expr, step, { metric, histograms, histogram }) {
  const rows = (histograms ?? [histogram]).flatMap(([time, { buckets }]) =>
    buckets.map(([layout, ...numbers]) => [time * 1000, ...numbers.map(numberOf), layout]),
  );
  const name = metric.__name__ ?? 'yMin';
  const fields = [
    { ...TIME(step), name: 'xMax' },
    NUMBER(name, metric, { displayNameFromDS: legend(metric) }),
    ...['yMax', 'count', 'yLayout'].map((one) => NUMBER(one)),
  ];
  const told = expr === null ? {} : { executedQueryString: executed(expr, step) };
  return frame({ refId, meta: { type: 'heatmap-cells', ...told }, fields }, fields.map((_, column) => rows.map((row) => row[column])));
}

function others({ metric }) {
  const { le: _, __name__: name = '', ...labels } = metric;
  const inside = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${name}{${inside.join(', ')}}`;
}

function grouped(result) {
  const groups = new Map();
  for (const one of result) groups.set(others(one), [...(groups.get(others(one)) ?? []), one]);
  return groups;
}

function legend({ __name__: name = '', ...labels }) {
  return `${name}{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(', ')}}`;
}

/** Wire JSON as the frames that a panel sees: what JSON could not say is back in its place. */
export function decoded({ schema, data }) {
  const fields = schema.fields.map((field, index) => {
    const values = [...data.values[index]];
    const entities = data.entities?.[index] ?? {};
    const put = (rows, value) => rows?.forEach((row) => (values[row] = value));
    put(entities.NaN, NaN);
    put(entities.Inf, Infinity);
    put(entities.NegInf, -Infinity);
    return { ...field, config: field.config ?? {}, values };
  });
  return { refId: schema.refId, name: schema.name, meta: schema.meta, fields, length: fields[0]?.values.length ?? 0 };
}
