// Expressions, and what of them can be used.
import { expect, test } from 'vitest';
import { readQuery } from './promql';

/** An expression and what it is about: `name kind window quantile`. */
function checkQuery(expression: string, expected: string) {
  test(`reads ${JSON.stringify(expression)}`, () => {
    const { name, kind, windowMs, quantile } = readQuery(expression);
    expect([name, kind, windowMs, quantile].filter((part) => part !== null).join(' ')).toBe(expected);
  });
}

checkQuery('vllm:kv_cache_usage_perc{job="a"}', 'vllm:kv_cache_usage_perc raw');
checkQuery('{__name__="vllm:x", job="a"}', 'vllm:x raw');
checkQuery('{"vllm.x"}', 'vllm.x raw');
checkQuery('{__name__=~"vllm:.*"}', 'raw');
checkQuery('sum by (le) (rate(x_bucket[$__rate_interval]))', 'x_bucket rate');
checkQuery('sum by (le) (rate(x_bucket[${window:raw}]))', 'x_bucket rate');
checkQuery('sum by (le) (irate(x_bucket{a=~"$job"}[1h30m] offset 1d))', 'x_bucket rate 5400000');
checkQuery('increase(x_total[1m0s])', 'x_total increase 60000');
checkQuery('(topk(3, max by (pod) (x_y)))', 'x_y raw');
checkQuery('histogram_quantile(0.95, sum by (le) (rate(x_bucket[5m])))', 'x_bucket quantile 300000 0.95');
checkQuery('label_replace(rate(x_total[5m]), "a", "$1", "b", "(.*)")', 'x_total rate 300000');
checkQuery('x_y and on (instance) up', 'x_y raw');
checkQuery('x_y or y_z', 'computed');
checkQuery('rate(x_total[5m]) * 60', 'computed');
checkQuery('count(x_y)', 'computed');
checkQuery('-x_y', 'computed');
checkQuery('1', 'computed');
checkQuery('', 'computed');
checkQuery('sum by (le) (rate(', 'computed');
checkQuery('))))((((', 'computed');
