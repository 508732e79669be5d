import type { Certainty, Confidence, Language, Severity, WindowOrigin } from '../contract/report';

/** The few words that the picture adds to the finished sentences of a report. */
export interface Words {
  severity: Record<Severity, string>;
  confidence: Record<Confidence, string>;
  origin: Record<WindowOrigin, string>;
  /** Short names of the layers in `verdict.layer`, `verdict.chain` and `rejected[].layer`. */
  layers: Record<string, string>;
  /** Shortest names of the stages of the ladder, for the strip of small homes. */
  brief: Record<string, string>;
  /** What a severity stands on (`stage.basis`). */
  basis: Record<string, string>;
  /** What holds requests back (`timeline.limits`). */
  limits: Record<string, string>;
  timeline: string;
  certainty: Record<Certainty, string>;
  /** What tells the slow requests apart (`contributions[].by`). */
  kinds: Record<string, string>;
  whatIf: string;
  ofTheSlow: string;
  timelineHint: string;
  boundBy: string;
  /** Weight of a note. */
  weight: Record<string, string>;
  verdict: string;
  began: string;
  recovered: string;
  ongoing: string;
  layer: string;
  chain: string;
  replicas: string;
  allReplicas: string;
  focus: string;
  reference: string;
  noReference: string;
  proof: string;
  was: string;
  ladder: string;
  ladderHint: string;
  rootCause: string;
  alsoHere: string;
  noData: string;
  percentiles: string;
  percentilesHint: string;
  signal: string;
  window: string;
  count: string;
  mean: string;
  overTarget: string;
  target: string;
  intervals: string;
  few: string;
  openEnded: string;
  waterfall: string;
  waterfallHint: string;
  queue: string;
  prefill: string;
  residual: string;
  ttftMean: string;
  charts: string;
  chartHelp: string;
  brushHelp: string;
  onset: string;
  evidence: string;
  requery: string;
  copy: string;
  copied: string;
  copyFailed: string;
  advice: string;
  adviceNone: string;
  flag: string;
  source: string;
  rejected: string;
  missing: string;
  refutedBy: string;
  findings: string;
  clearedBy: string;
  mainFinding: string;
  notes: string;
  times: string;
  more: string;
  requests: string;
  slowShare: string;
  p99: string;
  p99Without: string;
  replica: string;
  sources: string;
  engine: string;
  models: string;
  settings: string;
  since: string;
  unknownFamilies: string;
  file: string;
  format: string;
  size: string;
  series: string;
  samples: string;
}

const en: Words = {
  severity: { unknown: 'Unknown', ok: 'OK', watch: 'Watch', warn: 'Warning', critical: 'Critical' },
  confidence: { low: 'Low confidence', medium: 'Medium confidence', high: 'High confidence' },
  origin: {
    given: 'chosen by you',
    found: 'found in the data',
    whole: 'all of the data',
    since_start: 'since the process started',
    file: 'from a file you named',
    seasonal: 'found in the data',
  },
  layers: {
    none: 'No problem',
    traffic: 'Traffic',
    ttft: 'TTFT',
    queue: 'Queue',
    kv_cache: 'KV cache',
    preemption: 'Preemption',
    gpu: 'GPU',
    prefill: 'Prefill',
    prefix_cache: 'Prefix cache',
    decode_load: 'Decode load',
    gpu_compute: 'GPU compute',
    itl: 'Inter-token latency',
    cold_start: 'Cold start',
    decode: 'Decode',
    e2e: 'End to end',
    output_length: 'Answer length',
    no_progress: 'No progress',
    api_server: 'API server',
    deferred: 'LoRA / KV transfer',
    replica: 'Replica',
    restart: 'Restart',
    engine: 'Engine',
    client: 'Client',
    monitoring: 'Monitoring',
    unknown: 'Cannot tell',
  },
  brief: {
    ttft: 'TTFT', monitoring: 'Data', restart: 'Restart', demand: 'Demand', front_end: 'Front end', replicas: 'Replica',
    client: 'Client', queue: 'Queue', deferred: 'Deferred', prefill: 'Prefill', kv_cache: 'KV', prefix_cache: 'Prefix',
    preemption: 'Preempt', gpu: 'GPU', decode: 'Decode', engine: 'Engine',
  },
  basis: {
    threshold: 'by fixed threshold',
    reference: 'against the reference window',
    file: 'against the reference file',
    seasonal: 'against the same time on earlier days',
    none: 'nothing to compare with',
  },
  limits: {
    none: 'nothing',
    unknown: 'unknown',
    sequence_cap: 'batch size',
    token_budget: 'token budget',
    kv: 'KV cache blocks',
    deferred: 'LoRA slots or KV transfer',
    cpu: 'front end',
    compute: 'step time',
  },
  timeline: 'What happened when',
  certainty: { exact: 'exact', bounded: 'a band' },
  kinds: { engine: 'Engine', model: 'Model', finish_reason: 'Finish reason' },
  whatIf: 'What if',
  ofTheSlow: 'of the slow requests',
  timelineHint: 'What held requests back, interval by interval',
  boundBy: 'In the focus, bound by',
  weight: { info: 'Note', doubt: 'Doubt', serious: 'Serious doubt' },
  verdict: 'Verdict',
  began: 'Began',
  recovered: 'Over at',
  ongoing: 'still going on',
  layer: 'Layer',
  chain: 'From the root cause to the symptom',
  replicas: 'Replicas',
  allReplicas: 'all replicas',
  focus: 'Focus',
  reference: 'Reference',
  noReference: 'nothing to compare with',
  proof: 'The numbers that prove it',
  was: 'was',
  ladder: 'The walk, layer by layer',
  ladderHint: 'Open a rung for its numbers',
  rootCause: 'Root cause',
  alsoHere: 'Also checked here',
  noData: 'no data',
  percentiles: 'Latency percentiles',
  percentilesHint: 'Intervals that certainly hold the true value, observed in the window itself',
  signal: 'Signal',
  window: 'Window',
  count: 'Requests',
  mean: 'Mean',
  overTarget: 'Over target',
  target: 'target',
  intervals: 'Bars: p50, p90, p95, p99 from top to bottom, logarithmic',
  few: 'Few requests: close to the slowest one',
  openEnded: 'Top bucket: no upper limit known',
  waterfall: 'Where the mean TTFT goes',
  waterfallHint: 'Means add up, percentiles do not; queue and prefill are read as requests finish',
  queue: 'Queue',
  prefill: 'Prefill',
  residual: 'Residual',
  ttftMean: 'Mean TTFT',
  charts: 'Over time',
  chartHelp: 'Arrow keys move the cursor.',
  brushHelp: 'Drag to examine a stretch of time.',
  onset: 'began',
  evidence: 'Evidence',
  requery: 'PromQL to check',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy by hand',
  advice: 'What to do',
  adviceNone: 'Nothing to do.',
  flag: 'Flag',
  source: 'Source',
  rejected: 'Ruled out',
  missing: 'Missing evidence',
  refutedBy: 'What would refute this',
  findings: 'All findings',
  clearedBy: 'explained by',
  mainFinding: 'main finding',
  notes: 'Doubts about the data',
  times: 'times',
  more: 'Show all',
  requests: 'Requests',
  slowShare: 'Share of slow requests',
  p99: 'TTFT P99',
  p99Without: 'TTFT P99 of the others',
  replica: 'Replica',
  sources: 'What was read',
  engine: 'Engine',
  models: 'Models',
  settings: 'Settings',
  since: 'since',
  unknownFamilies: 'Metric families not used',
  file: 'File',
  format: 'Format',
  size: 'Size',
  series: 'Series',
  samples: 'Samples',
};

const zh: Words = {
  severity: { unknown: '未知', ok: '正常', watch: '关注', warn: '警告', critical: '严重' },
  confidence: { low: '低置信度', medium: '中置信度', high: '高置信度' },
  origin: {
    given: '由您指定',
    found: '从数据中找到',
    whole: '全部数据',
    since_start: '自进程启动以来',
    file: '来自您指定的文件',
    seasonal: '从数据中找到',
  },
  layers: {
    none: '没有问题',
    traffic: '流量',
    ttft: 'TTFT',
    queue: '排队',
    kv_cache: 'KV 缓存',
    preemption: '抢占',
    gpu: 'GPU',
    prefill: 'prefill',
    prefix_cache: '前缀缓存',
    decode_load: '解码负载',
    gpu_compute: 'GPU 计算',
    itl: 'token 间延迟',
    cold_start: '冷启动',
    decode: 'Decode 阶段',
    e2e: '端到端延迟',
    output_length: '回答长度',
    no_progress: '无进展',
    api_server: 'API 服务器',
    deferred: 'LoRA / KV 传输',
    replica: '副本',
    restart: '重启',
    engine: '引擎',
    client: '客户端',
    monitoring: '监控',
    unknown: '无法判断',
  },
  brief: {
    ttft: 'TTFT', monitoring: '数据', restart: '重启', demand: '流量', front_end: '前端', replicas: '副本', client: '客户端',
    queue: '排队', deferred: '推迟', prefill: 'prefill', kv_cache: 'KV', prefix_cache: '前缀', preemption: '抢占', gpu: 'GPU',
    decode: '解码', engine: '引擎',
  },
  basis: { threshold: '按固定阈值', reference: '与参考窗口对比', file: '与参考文件对比', seasonal: '与往日同一时段对比', none: '没有对比依据' },
  limits: {
    none: '无限制',
    unknown: '未知',
    sequence_cap: '批次上限',
    token_budget: 'token 预算',
    kv: 'KV 缓存块',
    deferred: 'LoRA 槽位或 KV 传输',
    cpu: '前端 CPU',
    compute: '步耗时',
  },
  timeline: '时间线',
  certainty: { exact: '精确', bounded: '区间' },
  kinds: { engine: '引擎', model: '模型', finish_reason: '完成原因' },
  whatIf: '假设情形',
  ofTheSlow: '的慢请求',
  timelineHint: '各时段中限制请求的因素',
  boundBy: '分析窗口内受限于',
  weight: { info: '说明', doubt: '存疑', serious: '严重存疑' },
  verdict: '结论',
  began: '开始于',
  recovered: '结束于',
  ongoing: '仍在持续',
  layer: '层',
  chain: '从根因到症状',
  replicas: '副本',
  allReplicas: '全部副本',
  focus: '分析窗口',
  reference: '参考窗口',
  noReference: '没有参照',
  proof: '作为证明的数字',
  was: '此前',
  ladder: '逐层排查',
  ladderHint: '展开某一层可查看其数字',
  rootCause: '根因',
  alsoHere: '此处还检查了',
  noData: '无数据',
  percentiles: '延迟百分位',
  percentilesHint: '真实值必定落在区间之内；均为窗口内观察到的值',
  signal: '信号',
  window: '窗口',
  count: '请求数',
  mean: '均值',
  overTarget: '超过目标',
  target: '目标',
  intervals: '条形自上而下为 p50、p90、p95、p99，对数刻度',
  few: '请求太少：接近最慢的那一个',
  openEnded: '最高的桶：上限未知',
  waterfall: '平均 TTFT 花在哪里',
  waterfallHint: '均值可以相加，百分位不能；排队与 prefill 按请求完成时刻读取',
  queue: '排队',
  prefill: 'prefill',
  residual: '剩余',
  ttftMean: '平均 TTFT',
  charts: '随时间变化',
  chartHelp: '方向键移动光标。',
  brushHelp: '拖动以分析一段时间。',
  onset: '开始',
  evidence: '证据',
  requery: '用于核对的 PromQL',
  copy: '复制',
  copied: '已复制',
  copyFailed: '请手动选择并复制',
  advice: '该做什么',
  adviceNone: '无需处理。',
  flag: '参数',
  source: '来源',
  rejected: '已排除',
  missing: '缺失的证据',
  refutedBy: '什么会推翻这个结论',
  findings: '全部发现',
  clearedBy: '可由此解释：',
  mainFinding: '主要发现',
  notes: '对数据的疑问',
  times: '次',
  more: '全部显示',
  requests: '请求数',
  slowShare: '慢请求占比',
  p99: 'TTFT P99',
  p99Without: '其余副本的 TTFT P99',
  replica: '副本',
  sources: '读取的内容',
  engine: '引擎',
  models: '模型',
  settings: '设置',
  since: '始于',
  unknownFamilies: '未使用的指标族',
  file: '文件',
  format: '格式',
  size: '大小',
  series: '序列',
  samples: '样本',
};

/** The words in every language. */
export const WORDS: Record<Language, Words> = { en, zh };
