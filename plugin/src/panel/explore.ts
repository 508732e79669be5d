import type { Report } from '../contract/report';

/** The data source that a panel asks, as its queries name it. */
export interface Source {
  uid: string;
  type: string;
}

/** Data sources that understand the queries: Prometheus, Grafana's flavours of it for clouds, VictoriaMetrics. */
const SPEAKS_PROMQL = /prometheus|victoriametrics/;

/**
 * The path of Grafana's Explore with the queries that recompute the numbers of the verdict, over both windows.
 *
 * - `null` without a data source that speaks PromQL or without such queries.
 * - Shown as code: the builder of queries does not know all of these functions.
 */
export function explorePath(report: Report, source: Source | null): string | null {
  const expressions = [...new Set(report.verdict.evidence.flatMap(({ promql }) => promql ?? []))];
  const { focus, reference } = report.window;
  const from = reference?.fromMs ?? focus.fromMs;
  if (source === null || !SPEAKS_PROMQL.test(source.type) || expressions.length === 0 || from === null || focus.toMs === null) return null;
  const queries = expressions.map((expr, index) => ({
    refId: String.fromCharCode(65 + index),
    expr,
    datasource: { type: source.type, uid: source.uid },
    editorMode: 'code',
    range: true,
  }));
  const range = { from: String(Math.round(from)), to: String(Math.round(focus.toMs)) };
  const panes = { tailwalk: { datasource: source.uid, queries, range } };
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
}

/** The one data source of all queries; `null` where they differ or are not known. */
export function sourceOf(targets: readonly object[] | undefined): Source | null {
  const sources = (targets ?? []).map((target) => (target as { datasource?: Partial<Source> | null } | null)?.datasource);
  const [first] = sources;
  if (!first?.uid || !first.type || sources.some((other) => other?.uid !== first.uid)) return null;
  return { uid: first.uid, type: first.type };
}
