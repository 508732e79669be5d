// Makes tests/panel/frames/answers.json: what a real Prometheus answers to the kinds of queries that people write.
//   node tests/panel/record/frames.mjs FOLDER     a folder with tsdb-5s.tar.gz and truth.json
import { writeFileSync } from 'node:fs';
import { askAll, withRun } from './run.mjs';

const STEP_SECONDS = 15;
const POINTS = 3;
const FEW = 'vllm:time_to_first_token_seconds_bucket{le=~"0.1|1.0|10.0|[+]Inf"}';

const QUERIES = {
  gauge: 'vllm:num_requests_waiting',
  byRegex: '{__name__=~"vllm:num_requests_(waiting|running)"}',
  buckets: `sum by (le, instance) (${FEW})`,
  bucketsNamed: FEW,
  rate: 'sum by (instance) (rate(vllm:num_preemptions_total[1m]))',
  increase: 'increase(vllm:num_preemptions_total[30s])',
  bucketRate: `sum by (le) (rate(${FEW}[1m]))`,
  quantile: 'histogram_quantile(0.99, sum by (le) (rate(vllm:time_to_first_token_seconds_bucket[1m])))',
  mean: 'rate(vllm:time_to_first_token_seconds_sum[1m]) / rate(vllm:time_to_first_token_seconds_count[1m])',
  meanOfNothing: 'vllm:num_requests_waiting * (0 / 0) > bool 0 or vllm:num_requests_waiting / 0',
  maximum: 'max_over_time(vllm:kv_cache_usage_perc[30s])',
  renamed: 'label_replace(vllm:num_requests_waiting, "exported_instance", "$1", "instance", "(.*)")',
  offset: 'vllm:num_requests_waiting offset 1m',
  nothing: 'vllm:no_such_metric',
};

await withRun(process.argv[2], async ({ truth: { windows }, prometheus }) => {
  const [, end] = Object.values(windows.during ?? windows[1]);
  const to = Math.floor(end / STEP_SECONDS) * STEP_SECONDS;
  const answers = await askAll(prometheus, QUERIES, to - (POINTS - 1) * STEP_SECONDS, to, STEP_SECONDS);
  answers.instant = { expr: QUERIES.byRegex, step: STEP_SECONDS, answer: JSON.parse(await prometheus.instant(QUERIES.byRegex, to)) };
  writeFileSync(new URL('../frames/answers.json', import.meta.url), `${JSON.stringify(answers, null, 1)}\n`);
});
