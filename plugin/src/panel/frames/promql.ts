import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { durationMs } from './duration';

/** What an expression does to the metric that it reads. */
export type QueryKind = 'raw' | 'rate' | 'increase' | 'quantile' | 'computed';

/** What a PromQL expression is about. */
export interface Query {
  /** The one metric that it reads; `null` when it names none, or several by a pattern. */
  name: string | null;
  kind: QueryKind;
  /** Of `rate` and `increase`: the length of the window, `null` when a variable stands there. */
  windowMs: number | null;
  /** Of `quantile`: which one, as written. */
  quantile: string | null;
}

const COMPUTED: Query = { name: null, kind: 'computed', windowMs: null, quantile: null };

/** Functions that leave a metric what it is: renamed labels, another order, one value for several. */
const PASSING: ReadonlySet<string> = new Set([
  'label_replace',
  'label_join',
  'sort',
  'sort_desc',
  'sort_by_label',
  'sort_by_label_desc',
  'max_over_time',
  'min_over_time',
  'avg_over_time',
  'last_over_time',
  'first_over_time',
]);

/** Aggregations after which a value still means the same. */
const COMBINING: ReadonlySet<string> = new Set(['sum', 'max', 'min', 'avg', 'topk', 'bottomk', 'limitk']);

/**
 * Reads an expression as far as it has a meaning for us.
 *
 * - The metric of `sum by (le) (rate(x_bucket[5m]))` is `x_bucket`, a rate.
 * - Two metrics in one expression, arithmetic and unknown functions are `computed`: a number of the user's
 *   own, which nothing may be concluded from.
 * - Grafana's variables are no PromQL: one between brackets stands for a window of unknown length.
 */
export function readQuery(expression: string): Query {
  const known = READ.get(expression);
  if (known !== undefined) return known;
  const found = parsed(expression);
  if (READ.size >= MOST_KEPT) READ.clear();
  READ.set(expression, found);
  return found;
}

/** A dashboard asks the same at every refresh. */
const READ = new Map<string, Query>();

/** Ten dashboards of twenty queries. */
const MOST_KEPT = 200;

function parsed(expression: string): Query {
  const { text, hasVariableWindow } = withoutVariables(expression);
  const top = parser.parse(text).topNode;
  const found = read(top.firstChild, text);
  return hasVariableWindow ? { ...found, windowMs: null } : found;
}

/** The name and labels of a series as Grafana prints them, `name{label="value"}`; `null` for other texts. */
export function readSeriesName(text: string): { name: string | null; labels: Record<string, string> } | null {
  const tree = parser.parse(text);
  const node = tree.topNode.firstChild;
  if (node?.name !== 'VectorSelector' || node.to !== text.trimEnd().length || hasError(node)) return null;
  return { name: metricOf(node, text), labels: equalMatchers(node, text) };
}

/** Stands for a window of unknown length; any would do. */
const ANY_WINDOW = '1m';

function withoutVariables(expression: string): { text: string; hasVariableWindow: boolean } {
  let hasVariableWindow = false;
  const text = expression.replace(/\[\s*(?:\$\{?\w+[^\]:]*|\[\[\w+\]\])/g, () => {
    hasVariableWindow = true;
    return `[${ANY_WINDOW}`;
  });
  return { text, hasVariableWindow };
}

function read(node: SyntaxNode | null, text: string): Query {
  switch (node?.name) {
    case 'ParenExpr':
    case 'OffsetExpr':
    case 'StepInvariantExpr':
    case 'MatrixSelector':
    case 'SubqueryExpr':
      return read(node.firstChild, text);
    case 'VectorSelector':
      return { name: metricOf(node, text), kind: 'raw', windowMs: null, quantile: null };
    case 'AggregateExpr':
      return readAggregate(node, text);
    case 'FunctionCall':
      return readCall(node, text);
    case 'BinaryExpr':
      return readBinary(node, text);
    default:
      return COMPUTED;
  }
}

function readAggregate(node: SyntaxNode, text: string): Query {
  const operation = wordOf(node.getChild('AggregateOp'), text);
  return COMBINING.has(operation) ? read(lastArgument(node), text) : COMPUTED;
}

function readCall(node: SyntaxNode, text: string): Query {
  const called = wordOf(node.getChild('FunctionIdentifier'), text);
  const argument = lastArgument(node);
  if (PASSING.has(called)) return read(firstExpression(node), text);
  if (called === 'histogram_quantile') {
    const quantile = node.getChild('FunctionCallBody')?.firstChild;
    return { ...read(argument, text), kind: 'quantile', quantile: quantile ? text.slice(quantile.from, quantile.to) : null };
  }
  if (called !== 'rate' && called !== 'irate' && called !== 'increase') return COMPUTED;
  const inner = read(argument, text);
  if (inner.kind !== 'raw') return COMPUTED;
  return { ...inner, kind: called === 'increase' ? 'increase' : 'rate', windowMs: windowOf(argument, text) };
}

/** Set operations keep what stands on the left. */
function readBinary(node: SyntaxNode, text: string): Query {
  return node.getChild('And') || node.getChild('Unless') ? read(node.firstChild, text) : COMPUTED;
}

function windowOf(node: SyntaxNode | null, text: string): number | null {
  const selector = node?.name === 'OffsetExpr' ? node.firstChild : node;
  const duration = selector?.getChild('DurationExpr');
  return duration ? durationMs(text.slice(duration.from, duration.to)) : null;
}

function firstExpression(node: SyntaxNode): SyntaxNode | null {
  return node.getChild('FunctionCallBody')?.firstChild ?? null;
}

function lastArgument(node: SyntaxNode): SyntaxNode | null {
  return node.getChild('FunctionCallBody')?.lastChild ?? null;
}

/** The metric of a selector: before the braces, quoted inside them, or as an equality with `__name__`. */
function metricOf(selector: SyntaxNode, text: string): string | null {
  const plain = selector.getChild('Identifier');
  if (plain) return text.slice(plain.from, plain.to);
  const quoted = selector.getChild('LabelMatchers')?.getChild('QuotedLabelName');
  if (quoted) return unquoted(text.slice(quoted.from, quoted.to));
  return equalMatchers(selector, text)['__name__'] ?? null;
}

function equalMatchers(selector: SyntaxNode, text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const matcher of selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
    const label = matcher.getChild('LabelName');
    const value = matcher.getChild('StringLiteral');
    if (label && value && matcher.getChild('MatchOp')?.getChild('EqlSingle')) {
      labels[text.slice(label.from, label.to)] = unquoted(text.slice(value.from, value.to));
    }
  }
  return labels;
}

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  return literal.startsWith('`') ? inside : inside.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
}

function wordOf(node: SyntaxNode | null, text: string): string {
  return node ? text.slice(node.from, node.to).toLowerCase() : '';
}

function hasError(node: SyntaxNode): boolean {
  let found = false;
  node.cursor().iterate((inner) => {
    found ||= inner.type.isError;
  });
  return found;
}
