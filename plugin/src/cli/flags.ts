import type { Sentence } from './words';

/** Words that take part in the exit code, mildest first; `never` switches it off. */
export const FAIL_ON = ['watch', 'warn', 'critical', 'never'] as const;

/** One flag. Parsing and help are both made from these rows. */
export interface Flag {
  /** Name without dashes. */
  name: string;
  /** One letter, when there is a short form. */
  short?: string;
  /** What stands for the value in the help; a flag without it is a switch. */
  value?: string;
  /** The only values allowed. */
  choices?: readonly string[];
  /** May be given more than once. */
  repeats?: boolean;
  /** The commands it belongs to. */
  commands: readonly Command[];
  help: Sentence;
}

export type Command = 'analyze' | 'describe';

export const COMMANDS: Record<Command, { usage: string; help: Sentence }> = {
  analyze: {
    usage: 'tailwalk analyze FILE…',
    help: {
      en: 'Read metrics and say why the first token is late. FILE may be - (standard input) or a folder.',
      zh: '读取指标并说明首 token 为何变慢。FILE 可以是 -（标准输入）或目录。',
    },
  },
  describe: {
    usage: 'tailwalk describe',
    help: {
      en: 'Print the tables behind the answers as JSON: signals, thresholds, causes, formats, exports.',
      zh: '以 JSON 打印结论所依据的表：信号、阈值、原因、格式、导出。',
    },
  },
};

const ANALYZE = ['analyze'] as const;
const BOTH = ['analyze', 'describe'] as const;

/** A setting of the server that no metric states. */
const hint = (name: string): Flag => ({
  name,
  value: 'N',
  commands: ANALYZE,
  help: { en: `What the server runs with as --${name}.`, zh: `服务器启动时的 --${name}。` },
});

/** The flags that become `Options.hints`, named like vLLM's own. */
export const HINTS = {
  maxNumSeqs: 'max-num-seqs',
  maxNumBatchedTokens: 'max-num-batched-tokens',
  maxModelLen: 'max-model-len',
  tensorParallelSize: 'tensor-parallel-size',
  pipelineParallelSize: 'pipeline-parallel-size',
  dataParallelSize: 'data-parallel-size',
  maxLoras: 'max-loras',
} as const;

export const FLAGS: readonly Flag[] = [
  { name: 'text', commands: ANALYZE, help: { en: 'Print for reading (default).', zh: '以便于阅读的文本打印（默认）。' } },
  { name: 'markdown', commands: ANALYZE, help: { en: 'Print Markdown, for a ticket.', zh: '打印 Markdown，便于粘贴到工单。' } },
  { name: 'json', commands: ANALYZE, help: { en: 'Print the whole report as JSON.', zh: '以 JSON 打印完整报告。' } },
  {
    name: 'output',
    short: 'o',
    value: 'FILE',
    commands: BOTH,
    help: { en: 'Write to FILE instead of standard output.', zh: '写入 FILE 而不是标准输出。' },
  },
  {
    name: 'lang',
    value: 'LANG',
    choices: ['en', 'zh'],
    commands: BOTH,
    help: { en: 'Language; from LC_ALL or LANG when left out.', zh: '语言；省略时取自 LC_ALL 或 LANG。' },
  },
  {
    name: 'from',
    value: 'T',
    commands: ANALYZE,
    help: {
      en: 'Start of the window to examine: RFC 3339, Unix seconds or milliseconds. Found by itself when left out.',
      zh: '要检查的时间窗的开始：RFC 3339、Unix 秒或毫秒。省略时自动寻找。',
    },
  },
  { name: 'to', value: 'T', commands: ANALYZE, help: { en: 'End of it.', zh: '要检查的时间窗的结束。' } },
  {
    name: 'reference',
    value: 'T..T',
    commands: ANALYZE,
    help: {
      en: 'The good time to compare with; also as two values, FROM TO. Found by itself when left out.',
      zh: '用于对比的正常时间段；也可以写成两个值 FROM TO。省略时自动寻找。',
    },
  },
  {
    name: 'reference-file',
    value: 'FILE',
    repeats: true,
    commands: ANALYZE,
    help: {
      en: 'A capture of good times to compare with instead, file or folder; may be repeated. --reference then is a time in it.',
      zh: '改用另一份正常时段的数据（文件或目录）作为参考；可重复给出。此时 --reference 指其中的时间段。',
    },
  },
  {
    name: 'threshold',
    value: 'ID=WARN:CRITICAL',
    repeats: true,
    commands: ANALYZE,
    help: {
      en: 'Move a threshold, in seconds, ratios and counts; ids are in tailwalk describe. Either number may be missing.',
      zh: '调整阈值，单位为秒、比例、个数；id 见 tailwalk describe。两个数字可省略其一。',
    },
  },
  {
    name: 'vllm-args',
    value: 'TEXT',
    commands: ANALYZE,
    help: {
      en: 'What vLLM was started with, pasted: a command line, an args list or a --config file. Flags below go before it.',
      zh: '粘贴 vLLM 的启动参数：命令行、args 列表或 --config 文件。以下各选项优先于它。',
    },
  },
  ...Object.values(HINTS).map(hint),
  {
    name: 'fail-on',
    value: 'SEVERITY',
    choices: FAIL_ON,
    commands: ANALYZE,
    help: {
      en: 'Exit with 1 from this severity on; warn when left out.',
      zh: '从该严重程度起以 1 退出；省略时为 warn。',
    },
  },
  {
    name: 'color',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    commands: ANALYZE,
    help: {
      en: 'Colours in text: auto is on for terminals without NO_COLOR.',
      zh: '文本颜色：auto 在终端中且未设置 NO_COLOR 时启用。',
    },
  },
  {
    name: 'width',
    value: 'N',
    commands: ANALYZE,
    help: { en: 'Columns of text; the width of the terminal, else 80.', zh: '文本列数；默认为终端宽度，否则为 80。' },
  },
  { name: 'help', short: 'h', commands: BOTH, help: { en: 'Print this and exit.', zh: '打印本帮助并退出。' } },
  { name: 'version', short: 'V', commands: BOTH, help: { en: 'Print the version and exit.', zh: '打印版本并退出。' } },
];

/** What the exit code of `analyze` means. */
export const EXIT_CODES: ReadonlyArray<{ code: number; help: Sentence }> = [
  { code: 0, help: { en: 'nothing as bad as --fail-on, or --fail-on never', zh: '未达到 --fail-on 的程度，或 --fail-on never' } },
  { code: 1, help: { en: 'the verdict is as bad as --fail-on or worse', zh: '结论达到或超过 --fail-on 的程度' } },
  { code: 2, help: { en: 'nothing could be done: wrong flags, or a file that cannot be read or written', zh: '无法执行：选项错误，或文件无法读取、无法写入' } },
  { code: 3, help: { en: 'cannot tell, or not all was checked: the evidence that would decide is missing', zh: '无法判断，或并未全部检查：缺少起决定作用的证据' } },
];
