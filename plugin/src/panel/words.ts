import type { Language } from '../contract/report';
import type { Unread } from './frames';

/** The sentences of the panel; those of the report come from the core. */
export interface PanelWords {
  loading: string;
  starting: string;
  explore: string;
  copyReport: string;
  copyMarkdown: string;
  copied: string;
  copyFailed: string;
  focusChosen: string;
  focusReset: string;
  partial: (queries: string) => string;
  referenceMissing: (query: string) => string;
  notices: (count: number) => string;
  unread: Record<Unread['why'], (query: string, count: number, example: string) => string>;
  noDataTitle: string;
  failureTitle: string;
  failureNext: string;
  failureShort: string;
  policyTitle: string;
  policyNext: string;
  offlinePage: string;
  detail: string;
  rungs: {
    source: string;
    sourceOk: string;
    sourceBad: (errors: string) => string;
    series: string;
    seriesOk: (count: number) => string;
    seriesBad: (queries: string) => string;
    names: string;
    namesOk: (example: string) => string;
    filter: string;
    filterOk: string;
    filterBad: (model: string, models: string) => string;
    engine: string;
    samplesBad: string;
    waiting: string;
  };
  checkTarget: string;
  alsoUseful: string;
  tryQuery: string;
}

const en: PanelWords = {
  loading: 'Waiting for the data source',
  starting: 'Starting',
  explore: 'Open in Explore',
  copyReport: 'Copy report',
  copyMarkdown: 'Copy as Markdown',
  copied: 'Copied',
  copyFailed: 'The browser refused',
  focusChosen: 'Examining the stretch that you brushed.',
  focusReset: 'Back to automatic',
  partial: (queries) => `Not all queries answered; the verdict rests on the others. ${queries}`,
  referenceMissing: (query) => `Query ${query} was chosen as the reference, but it holds no series; the reference was found in the data.`,
  notices: (count) => (count === 1 ? '1 remark about the data' : `${count} remarks about the data`),
  unread: {
    no_name: (query, count, example) =>
      `Query ${query}: ${count} series without a metric name (${example}). Name it in the panel option "Metric names": ${query}=vllm:…`,
    quantile: (query, _, example) =>
      `Query ${query} computes a percentile (${example}). Without counts it can neither be checked nor combined, so it was left out: query the buckets instead, sum by (le, instance) (…_bucket).`,
    computed: (query, _, example) =>
      `Query ${query} is an expression over several metrics (${example}), so it is no metric itself and was left out: query the metrics alone.`,
    time: (query, count) => `Query ${query}: ${count} tables without a time column were left out.`,
    number: (query, count) => `Query ${query}: ${count} tables without a number column were left out.`,
  },
  noDataTitle: 'No verdict yet: this is how far the data came',
  failureTitle: 'Tailwalk stopped on a mistake of its own',
  failureNext: 'The next refresh starts afresh.',
  failureShort: 'Tailwalk stopped on a mistake of its own. The next refresh starts afresh.',
  policyTitle: 'WebAssembly cannot run here',
  policyNext:
    "In Grafana this is content_security_policy_template in the section [security] of its configuration. The offline page of Tailwalk needs no change there.",
  offlinePage: 'Open the offline page',
  detail: 'Detail',
  rungs: {
    source: 'Does the data source answer?',
    sourceOk: 'Yes.',
    sourceBad: (errors) => `No: ${errors}`,
    series: 'Do the queries find series?',
    seriesOk: (count) => (count === 1 ? '1 series.' : `${count} series.`),
    seriesBad: (queries) =>
      `No: ${queries === '' ? 'there is no query' : `${queries} answered without any series`}. Check the time range, the label filters, and whether Prometheus scrapes the server.`,
    names: 'Can the metrics be told?',
    namesOk: (example) => `Yes, such as ${example}.`,
    filter: 'Does the model filter match?',
    filterOk: 'Yes.',
    filterBad: (model, models) => `No: ${model} is not among ${models}.`,
    engine: 'Are there metrics of an inference engine?',
    samplesBad: 'There are series, but no sample in them.',
    waiting: 'Not reached.',
  },
  alsoUseful: 'up and process_.+ of the same jobs (restarts, CPU) and DCGM_FI_.+ (GPUs) help too, where there are any.',
  checkTarget: 'vLLM shows no metrics when it runs with --disable-log-stats.',
  tryQuery: 'A query that brings all metrics of vLLM, written vllm: or vllm_:',
};

const zh: PanelWords = {
  loading: '正在等待数据源',
  starting: '正在启动',
  explore: '在 Explore 中打开',
  copyReport: '复制报告',
  copyMarkdown: '复制为 Markdown',
  copied: '已复制',
  copyFailed: '浏览器拒绝了复制',
  focusChosen: '正在分析您框选的时段。',
  focusReset: '恢复自动',
  partial: (queries) => `部分查询没有结果，结论只依据其余查询。${queries}`,
  referenceMissing: (query) => `查询 ${query} 被选为对比基准，但没有序列；已改从数据中寻找基准。`,
  notices: (count) => `关于数据的 ${count} 条说明`,
  unread: {
    no_name: (query, count, example) =>
      `查询 ${query}：${count} 个序列没有指标名（${example}）。请在面板选项“指标名”中写明：${query}=vllm:…`,
    quantile: (query, _, example) =>
      `查询 ${query} 直接计算了分位数（${example}）。没有计数就无法核对或合并，因此未使用：请改为查询桶 sum by (le, instance) (…_bucket)。`,
    computed: (query, _, example) => `查询 ${query} 是多个指标的表达式（${example}），本身不是指标，因此未使用：请单独查询各指标。`,
    time: (query, count) => `查询 ${query}：${count} 个表没有时间列，未使用。`,
    number: (query, count) => `查询 ${query}：${count} 个表没有数值列，未使用。`,
  },
  noDataTitle: '尚无结论：数据走到了这一步',
  failureTitle: 'Tailwalk 因自身错误而停止',
  failureNext: '下次刷新会重新开始。',
  failureShort: 'Tailwalk 因自身错误而停止，下次刷新会重新开始。',
  policyTitle: '此处无法运行 WebAssembly',
  policyNext: '在 Grafana 中，请修改配置 [security] 一节的 content_security_policy_template。Tailwalk 的离线页面则无需修改。',
  offlinePage: '打开离线页面',
  detail: '详情',
  rungs: {
    source: '数据源是否应答？',
    sourceOk: '是。',
    sourceBad: (errors) => `否：${errors}`,
    series: '查询是否找到序列？',
    seriesOk: (count) => `${count} 个序列。`,
    seriesBad: (queries) =>
      `否：${queries === '' ? '没有任何查询' : `${queries} 没有返回序列`}。请检查时间范围、标签过滤，以及 Prometheus 是否抓取了服务器。`,
    names: '能否认出指标？',
    namesOk: (example) => `能，例如 ${example}。`,
    filter: '模型过滤是否匹配？',
    filterOk: '是。',
    filterBad: (model, models) => `否：${models} 中没有 ${model}。`,
    engine: '是否有推理引擎的指标？',
    samplesBad: '有序列，但其中没有样本。',
    waiting: '尚未检查。',
  },
  alsoUseful: '如有同一任务的 up 与 process_.+（重启、CPU），以及 DCGM_FI_.+（GPU），也请一并查询。',
  checkTarget: '以 --disable-log-stats 运行的 vLLM 不提供指标。',
  tryQuery: '可取得 vLLM 全部指标（写作 vllm: 或 vllm_）的查询：',
};

/** The sentences of the panel in every language. */
export const PANEL_WORDS: Record<Language, PanelWords> = { en, zh };
