import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIXTURES, fixture, load, ROOT } from './load.mjs';

const { draw, WORDS } = await load(`
  import { renderToStaticMarkup } from 'react-dom/server';
  import { lightKit, ReportView } from 'plugin/src/view';
  export { WORDS } from 'plugin/src/view';
  export const draw = (report) => renderToStaticMarkup(<ReportView report={report} kit={lightKit()} fit="page" />);
`);

const VIEW = join(ROOT, 'plugin/src/view');
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The text of a markup, as a reader gets it: what keeps a number and its unit together parts no sentence. */
function textOf(markup) {
  return markup.replace(/<span class="tw-measure">([^<]*)<\/span>/g, '$1').replace(/<[^>]*>/g, '\n').replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name]);
}

/** Every finished sentence and name of a report that the view must show. */
function saidBy(report) {
  const KEYS = new Set(['sentence', 'headline', 'title', 'label', 'text', 'meanText', 'caveat', 'confidenceReason']);
  const said = [];
  const walk = (value, key) => {
    if (Array.isArray(value)) {
      value.forEach((item) => walk(item, key));
    } else if (value !== null && typeof value === 'object') {
      // The sentence of a proof says in words what its row says in numbers: it is for texts.
      const shown = 'fact' in value ? { ...value, sentence: '' } : value;
      Object.entries(shown).forEach(([name, item]) => walk(item, name));
    } else if (typeof value === 'string' && value !== '' && (KEYS.has(key) || key === 'flag' || key === 'promql')) {
      said.push(value);
    }
  };
  const { replicas, charts, breakdown, ...rest } = report;
  walk(rest);
  walk(breakdown.filter((row) => row.replica === 'all'));
  walk(charts.filter((chart) => chart.xs.length > 1));
  if (replicas.length > 1) {
    walk(replicas);
  }
  return [...said, report.verdict.refutedBy, ...report.sources.map((source) => source.name)];
}

for (const name of FIXTURES) {
  const report = fixture(name);
  const markup = draw(report);

  test(`${name}: everything that the report says is on the picture`, () => {
    const text = textOf(markup);
    for (const sentence of saidBy(report)) {
      assert.ok(text.includes(sentence), sentence);
    }
  });

  test(`${name}: what is missing is never printed as a number`, () => {
    assert.ok(!/\b(NaN|undefined|Infinity|null)\b/.test(textOf(markup)));
    assert.ok(!/style="[^"]*(NaN|Infinity)/.test(markup));
    assert.ok(!/ d="[^"]*(NaN|Infinity|undefined)/.test(markup));
  });

  test(`${name}: every colour of a severity has a word or a named shape with it`, () => {
    const words = WORDS[report.language].severity;
    for (const stage of report.ladder) {
      assert.ok(
        markup.includes(`>${words[stage.severity]}</span>`) || markup.includes(`aria-label="${words[stage.severity]}"`),
      );
    }
    const shapes = markup.match(/<svg class="tw-shape"[^>]*>/g);
    assert.ok(shapes.length >= report.ladder.length);
    for (const shape of shapes) {
      assert.ok(/aria-hidden="true"|aria-label="[^"]+"/.test(shape), shape);
    }
  });
}

test('five rungs in the order of the report, the root cause marked once', () => {
  const markup = draw(fixture('kv_exhaustion'));
  const rungs = [...markup.matchAll(/<li class="tw-rung" data-severity="(\w+)" data-root="(\w+)"/g)];
  const seen = rungs.map(([, severity, root]) => `${severity} ${root}`);
  assert.deepEqual(seen, ['critical false', 'critical false', 'critical true', 'critical false', 'unknown false']);
  assert.equal(markup.match(/class="tw-root"/g).length, 1);
});

test('a neighbour that is bad stands on the ladder, the others are folded with shape and name', () => {
  const markup = draw(fixture('kv_exhaustion'));
  const folded = markup.match(/<summary><span class="tw-folded-label">.*?<\/summary>/g).join('');
  assert.deepEqual(
    [...folded.matchAll(/aria-label="(\w+)".*?<\/svg>([^<]+)</g)].map(([, word, title]) => `${word} ${title}`),
    ['OK API server', 'OK LoRA and KV transfer', 'Unknown Balance of replicas', 'OK Prefix cache', 'OK Decode load'],
  );
});

test('a root cause that is a neighbour is not folded, and a neighbour without its rung is not lost', () => {
  const report = fixture('healthy');
  report.ladder.find((stage) => stage.stage === 'prefix_cache').root = true;
  report.ladder.find((stage) => stage.stage === 'deferred').under = 'no_such_rung';
  const markup = draw(report);
  const folded = markup.match(/<summary><span class="tw-folded-label">.*?<\/summary>/g).join('');
  assert.ok(!folded.includes('Prefix cache') && !folded.includes('LoRA'));
  assert.equal(markup.match(/class="tw-rung"/g).length, 6);
});

test('an unknown rung never has the colour of a healthy one', () => {
  const rung = /<li class="tw-rung" data-severity="unknown".*?<\/li>/s.exec(draw(fixture('cannot_tell')))[0];
  const [own] = rung.split('<details class="tw-folded">');
  assert.ok(own.includes('data-severity="unknown"') && !own.includes('data-severity="ok"'));
});

test('hostile labels are text with a direction of their own', () => {
  const report = fixture('cannot_tell');
  const [hostile] = report.engine.models;
  const markup = draw(report);
  assert.ok(hostile.startsWith('<img'));
  assert.ok(!/<(img|script|iframe|a)\b/i.test(markup));
  assert.ok(textOf(markup).includes(hostile));
  assert.match(markup, /<bdi class="tw-data" dir="auto">&lt;img/);
});

test('the open top bucket and few requests are marked', () => {
  const kv = draw(fixture('kv_exhaustion'));
  assert.ok(kv.includes(WORDS.en.openEnded) && kv.includes(WORDS.en.few));
  assert.match(kv, /data-open="true"/);
  const healthy = draw(fixture('healthy'));
  assert.ok(!healthy.includes(WORDS.en.openEnded) && !healthy.includes(WORDS.en.few));
});

test('a cleared finding names what explains it', () => {
  const text = textOf(draw(fixture('kv_exhaustion'))).replace(/\n+/g, '');
  assert.ok(text.includes('1.37 preemptions per request.↳ explained by KV cache exhausted'));
});

test('the strip says its limits in letters and words, neighbours as one', () => {
  const html = draw(fixture('kv_exhaustion'));
  assert.equal(html.match(/<li data-limit=/g).length, 2);
  assert.match(html, /<li data-limit="kv"[^>]*><span aria-hidden="true">K<\/span><span class="tw-hidden">KV cache blocks: /);
  assert.ok(textOf(html).includes('requests waiting, mean ×50.3 from 07:48:39 on'));
  assert.ok(!draw(fixture('healthy')).includes('data-limit'));
});

test('what would have been is marked as exact or as a band', () => {
  const text = textOf(draw(fixture('kv_exhaustion'))).replace(/\n+/g, '');
  assert.ok(text.includes('mean TTFT would be 910 ms instead of 16.8 s. (exact)'));
  assert.ok(text.includes('sim-model: 93–97 % of the slow requests'));
});

test('a report with nothing in it is still drawn', () => {
  const report = fixture('healthy');
  const none = { low: null, point: null, high: null, text: 'no data', few: false };
  const { verdict } = report;
  Object.assign(verdict, { evidence: [], chain: [], advice: [], missing: [], rejected: [], replicas: [] });
  Object.assign(report, {
    findings: [],
    replicas: [],
    settings: [],
    counterfactuals: [],
    contributions: [],
    timeline: { edges: [], limits: [], text: '', changes: [] },
    waterfall: [],
    charts: [],
    notes: [],
    sources: [],
    unknownFamilies: [],
  });
  report.breakdown = report.breakdown
    .slice(0, 1)
    .map((row) => ({ ...row, p50: none, p90: none, p95: none, p99: none }));
  assert.ok(textOf(draw(report)).includes(verdict.headline));
  assert.ok(textOf(draw({ ...report, ladder: [], breakdown: [] })).includes(verdict.headline));
});

test('hostile numbers are drawn without NaN', () => {
  const report = fixture('kv_exhaustion');
  for (const chart of report.charts) {
    chart.xs = chart.xs.map((_, index) => (index === 0 ? -1e300 : 1e300));
    chart.lines[0].ys = chart.xs.map((_, index) => (index % 2 === 0 ? -1e308 : 1e308));
  }
  report.verdict.onsetMs = 1e300;
  assert.ok(!/NaN|Infinity/.test(draw(report)));
});

test('the view uses React and the contract, and no browser globals', () => {
  const sources = readdirSync(VIEW, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  assert.ok(sources.length > 15);
  for (const name of sources) {
    const text = readFileSync(join(VIEW, name), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) {
      assert.match(from, /^(react|\.{1,2}\/(?:.*\/)?(contract\/report|[\w/]+))$/, `${name} imports ${from}`);
      assert.ok(!/\.\.\/(page|panel|cli)/.test(from), `${name} imports ${from}`);
    }
    assert.ok(!/(?<![.\w])(window|document|navigator|fetch|localStorage)[.(]/.test(text), name);
    assert.ok(!/#[0-9a-f]{3,8}\b|rgba?\(/i.test(text.replace(/\\u\{?[0-9a-f]+/gi, '')), `${name} holds a colour`);
  }
});
