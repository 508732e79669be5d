import { readQuery, readSeriesName, type Query } from './promql';
import type { Strand } from './strand';

/** What a series was found to be. */
export type Named =
  | { name: string; kind: 'raw' | 'rate' | 'increase'; windowMs: number | null; labels: Record<string, string> }
  | { lost: 'quantile' | 'computed' | 'no_name' };

/** What is known about the queries beside their frames, by refId. */
export interface Queries {
  /** Metric names that the user set. */
  names: ReadonlyMap<string, string>;
  /** Expressions: as executed where the data source says so, else as typed. */
  expressions: ReadonlyMap<string, string>;
}

/** The expression in what Prometheus' data source reports as executed: `Expr: …\nStep: 15s`. */
export function executedExpression(executed: string): string {
  return /^Expr:\s*([\s\S]*?)(?:\n+Step:.*)?$/.exec(executed)?.[1]?.trim() ?? executed.trim();
}

/**
 * The metric of a series, by the first that names one:
 *
 * 1. the panel's option for the query,
 * 2. the label `__name__`,
 * 3. the field's name, when it looks like a metric's,
 * 4. the one metric in the query's expression,
 * 5. the legend, `name` or `name{…}`,
 * 6. the query's own letter, when someone called it by a metric.
 *
 * What was computed from a metric goes by the expression, however the field is called; an option of the
 * user is a promise that the values are raw, unless the expression is a rate.
 */
export class Namer {
  private readonly read = new Map<string, Query>();

  constructor(private readonly queries: Queries) {}

  name(strand: Strand): Named {
    const { refId = '', labels, fieldName, displayName = '', suffix = '' } = strand;
    const query = this.query(refId);
    const chosen = this.queries.names.get(refId);
    if (chosen === undefined && query !== null && (query.kind === 'quantile' || query.kind === 'computed')) {
      return { lost: query.kind };
    }
    const { __name__: ownName, ...own } = labels;
    const isBare = Object.keys(own).length === 0;
    const known = nonEmpty(chosen) ?? nonEmpty(ownName) ?? metricLike(fieldName) ?? query?.name ?? null;
    // Only where it is needed: a legend is parsed once per series, and there are thousands.
    const legend = known === null || isBare ? readSeriesName(displayName) : null;
    const name = known ?? metricLike(legend?.name ?? '') ?? metricLike(refId);
    if (name === null) return { lost: 'no_name' };
    const kind = query?.kind === 'rate' || query?.kind === 'increase' ? query.kind : 'raw';
    // Labels of the legend speak only where the series has none of its own.
    return { name: name + suffix, kind, windowMs: query?.windowMs ?? null, labels: isBare ? (legend?.labels ?? own) : own };
  }

  private query(refId: string): Query | null {
    const expression = this.queries.expressions.get(refId);
    if (expression === undefined || expression === '') return null;
    const known = this.read.get(refId) ?? readQuery(expression);
    this.read.set(refId, known);
    return known;
  }
}

function nonEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** A text that can only be a metric: legal, and with the colon or underscore that legends and letters lack. */
function metricLike(text: string): string | null {
  return /^[a-zA-Z_:][a-zA-Z0-9_:.]*$/.test(text) && /[a-z][_:][a-z]/i.test(text) ? text : null;
}
