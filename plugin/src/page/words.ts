import type { Language } from '../contract/report';

/** A kind of failure screen. */
export type FailureKind = 'input' | 'unreadable' | 'memory' | 'policy' | 'panic';

/** What a failure screen says beside the sentence of the error. */
export interface FailureWords {
  title: string;
  next: string;
}

/** The words of the page around the picture. */
export interface PageWords {
  tagline: string;
  language: string;
  theme: string;
  themes: { auto: string; light: string; dark: string };
  dropTitle: string;
  dropHint: string;
  dropNow: string;
  chooseFiles: string;
  chooseFolder: string;
  pasteText: string;
  pasteTitle: string;
  pasteHint: string;
  pasteRead: string;
  cancel: string;
  close: string;
  sampleTitle: string;
  sampleHint: string;
  sampleButton: string;
  recipesTitle: string;
  recipeScrape: string;
  recipeRange: string;
  privacyTitle: string;
  privacy: string;
  privacyCheck: string;
  reading: string;
  fileOf: (file: number, files: number) => string;
  walking: string;
  failures: Record<FailureKind, FailureWords>;
  detail: string;
  skipped: string;
  newData: string;
  options: string;
  copyMarkdown: string;
  copied: string;
  copyFailed: string;
  downloadMarkdown: string;
  downloadJson: string;
  focusWindow: string;
  referenceWindow: string;
  from: string;
  to: string;
  utc: string;
  automatic: string;
  targets: string;
  ttftTarget: string;
  seconds: string;
  hints: string;
  maxNumSeqs: string;
  vllmArgs: string;
  apply: string;
  reset: string;
  chosen: string;
  backToAutomatic: string;
}

const en: PageWords = {
  tagline: 'Why is the first token late?',
  language: 'Language',
  theme: 'Theme',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
  dropTitle: 'Drop the metrics of your LLM server here',
  dropHint:
    'Files, a folder, several replicas at once. Exposition text, OpenMetrics, Prometheus API JSON, plain or gzipped.',
  dropNow: 'Let go to read',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  pasteText: 'Paste text',
  pasteTitle: 'Paste metrics',
  pasteHint: 'The answer of /metrics or of the Prometheus API, as it is.',
  pasteRead: 'Read',
  cancel: 'Cancel',
  close: 'Close',
  sampleTitle: 'No data at hand?',
  sampleHint: 'A real vLLM under a known fault, recorded by a real Prometheus.',
  sampleButton: 'Try a real recording',
  recipesTitle: 'How to get the data',
  recipeScrape: 'Two scrapes of the server, a minute apart:',
  recipeRange: 'Better, an hour from Prometheus:',
  privacyTitle: 'Nothing leaves this page.',
  privacy: 'It has no server and makes no request; everything is computed in this tab.',
  privacyCheck:
    "Check it yourself: open the developer tools (F12), tab Network, and drop a file: the list stays empty. The page's own policy (connect-src 'none') forbids connections, and it works with the network unplugged.",
  reading: 'Reading',
  fileOf: (file, files) => `file ${file} of ${files}`,
  walking: 'Walking the layers',
  failures: {
    input: { title: 'This cannot be examined', next: 'Drop another file, or try the real recording.' },
    unreadable: {
      title: 'The browser could not open this file',
      next: 'It may have been moved, or may not be readable for you. Choose it again, or paste its text.',
    },
    memory: {
      title: 'Too large for this page',
      next: 'The memory is free again. Export a shorter time, or only the series that matter ({__name__=~"(ray_)?vllm[:_].+"}), or use the command line.',
    },
    policy: {
      title: 'WebAssembly cannot run here',
      next: 'Open the page in another browser, or ask whoever sets its policy.',
    },
    panic: {
      title: 'Tailwalk stopped on a mistake of its own',
      next: 'A fresh engine stands ready: drop the file again, or another one.',
    },
  },
  detail: 'Detail',
  skipped: 'Left out',
  newData: 'New data',
  options: 'Options',
  copyMarkdown: 'Copy as Markdown',
  copied: 'Copied',
  copyFailed: 'The browser refused; download instead',
  downloadMarkdown: 'Markdown',
  downloadJson: 'JSON',
  focusWindow: 'Window to examine',
  referenceWindow: 'Window to compare with',
  from: 'From',
  to: 'To',
  utc: 'UTC',
  automatic: 'Empty: found in the data.',
  targets: 'Targets',
  ttftTarget: 'TTFT target',
  seconds: 's',
  hints: 'What the metrics cannot say',
  maxNumSeqs: '--max-num-seqs',
  vllmArgs: 'Command line of vLLM, pasted',
  apply: 'Apply',
  reset: 'Back to automatic',
  chosen: 'Your options are in force.',
  backToAutomatic: 'Back to automatic',
};

const zh: PageWords = {
  tagline: '首 token 为什么慢？',
  language: '语言',
  theme: '主题',
  themes: { auto: '自动', light: '浅色', dark: '深色' },
  dropTitle: '把 LLM 服务器的指标拖到这里',
  dropHint: '文件、文件夹或多个副本均可。支持文本格式、OpenMetrics、Prometheus API JSON，可经 gzip 压缩。',
  dropNow: '松开即可读取',
  chooseFiles: '选择文件',
  chooseFolder: '选择文件夹',
  pasteText: '粘贴文本',
  pasteTitle: '粘贴指标',
  pasteHint: '/metrics 或 Prometheus API 的应答，原样粘贴。',
  pasteRead: '读取',
  cancel: '取消',
  close: '关闭',
  sampleTitle: '手头没有数据？',
  sampleHint: '真实的 vLLM 在已知故障下的录制，由真实的 Prometheus 采集。',
  sampleButton: '试用真实录制',
  recipesTitle: '如何取得数据',
  recipeScrape: '抓取服务器两次，间隔一分钟：',
  recipeRange: '更好：从 Prometheus 取一小时：',
  privacyTitle: '数据不会离开本页。',
  privacy: '本页没有服务器，也不发出任何请求；一切都在此标签页中计算。',
  privacyCheck:
    "您可以自行核实：打开开发者工具（F12）的“网络”标签，再拖入文件，列表始终为空。本页自身的策略（connect-src 'none'）禁止任何连接，拔掉网线也能使用。",
  reading: '正在读取',
  fileOf: (file, files) => `第 ${file} 个文件，共 ${files} 个`,
  walking: '正在逐层排查',
  failures: {
    input: { title: '无法分析此内容', next: '请拖入另一个文件，或试用真实录制。' },
    unreadable: {
      title: '浏览器无法打开此文件',
      next: '文件可能已被移动，或您没有读取权限。请重新选择，或粘贴其文本。',
    },
    memory: {
      title: '对本页来说太大',
      next: '内存已释放。请导出更短的时间范围，或只导出相关序列（{__name__=~"(ray_)?vllm[:_].+"}），或使用命令行。',
    },
    policy: { title: '此处无法运行 WebAssembly', next: '请用其他浏览器打开本页，或联系策略的管理者。' },
    panic: {
      title: 'Tailwalk 因自身错误而停止',
      next: '新的引擎已就绪：请再次拖入此文件或另一个文件。',
    },
  },
  detail: '详情',
  skipped: '未读取',
  newData: '新数据',
  options: '选项',
  copyMarkdown: '复制为 Markdown',
  copied: '已复制',
  copyFailed: '浏览器拒绝了复制，请改为下载',
  downloadMarkdown: 'Markdown',
  downloadJson: 'JSON',
  focusWindow: '要分析的窗口',
  referenceWindow: '用来对比的窗口',
  from: '从',
  to: '到',
  utc: 'UTC',
  automatic: '留空：从数据中找到。',
  targets: '目标',
  ttftTarget: 'TTFT 目标',
  seconds: '秒',
  hints: '指标无法说明的设置',
  maxNumSeqs: '--max-num-seqs',
  vllmArgs: '粘贴 vLLM 的启动命令行',
  apply: '应用',
  reset: '恢复自动',
  chosen: '您的选项已生效。',
  backToAutomatic: '恢复自动',
};

/** The words of the page in every language. */
export const PAGE_WORDS: Record<Language, PageWords> = { en, zh };

/** The kind of screen for each code that is not a plain fault of the input. */
const KINDS: Record<string, FailureKind> = {
  unreadable: 'unreadable',
  out_of_memory: 'memory',
  too_large: 'memory',
  csp: 'policy',
  no_wasm: 'policy',
  panic: 'panic',
  lost: 'panic',
};

/** The screen that a failure with this code is shown on. */
export function failureKind(code: string): FailureKind {
  return KINDS[code] ?? 'input';
}
