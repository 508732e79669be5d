import { type HostFailure, TailwalkError } from './failure';
import type { Language } from './report';

/** The sentence of each failure of this side. */
export const FAILURES: Record<HostFailure, Record<Language, string>> = {
  panic: {
    en: 'Tailwalk made a mistake of its own and stopped. Nothing left this machine; please report it with the detail below. Reading the data again may work.',
    zh: 'Tailwalk 自身出错，已停止。数据没有离开本机；请附上下面的详情报告此问题。重新读取数据可能会成功。',
  },
  lost: {
    en: 'The data was lost when Tailwalk stopped on a mistake of its own: read it again.',
    zh: 'Tailwalk 因自身错误停止时数据已丢失：请重新读取。',
  },
  freed: {
    en: 'This was freed or used up already: read the data again.',
    zh: '此对象已释放或已用完：请重新读取数据。',
  },
  csp: {
    en: "A Content Security Policy forbids WebAssembly here: add 'wasm-unsafe-eval' to the directive script-src.",
    zh: "内容安全策略（CSP）禁止在此运行 WebAssembly：请在 script-src 指令中加入 'wasm-unsafe-eval'。",
  },
  no_wasm: {
    en: 'There is no usable WebAssembly here: the browser is too old, or a lockdown mode has switched it off.',
    zh: '此处没有可用的 WebAssembly：浏览器版本过旧，或锁定模式将其关闭。',
  },
  out_of_memory: {
    en: 'The data does not fit into the memory that a page may use: read fewer series or a shorter time.',
    zh: '数据超出了页面可用的内存：请减少序列数或缩短时间范围。',
  },
};

/** The error of a failure of this side. */
export function failure(code: HostFailure, language: Language, detail = ''): TailwalkError {
  return new TailwalkError(code, FAILURES[code][language], detail);
}

/** The error for what an attempt to compile or start the wasm threw. */
export function startFailure(thrown: unknown, language: Language): TailwalkError {
  const detail = String(thrown);
  if (/content security policy|\bcsp\b|unsafe-eval/i.test(detail)) return failure('csp', language, detail);
  if (/memory|allocat/i.test(detail)) return failure('out_of_memory', language, detail);
  return failure('no_wasm', language, detail);
}

/**
 * The error for what a call into a running instance threw, and whether the instance is finished.
 *
 * - The core's own errors carry a `code`; the instance is well.
 * - A trap with a remembered panic is our bug.
 * - `unreachable` without one is the allocator giving up: nothing else in safe Rust traps that way.
 * - A stack that ran over (`RangeError`, in Firefox `InternalError`) leaves the instance in the middle
 *   of something; so does an array that JavaScript could not allocate.
 * - Anything else is a caller's mistake, such as a chunk that is none, and is passed on as it is.
 */
export function callFailure(
  thrown: unknown,
  language: Language,
  lastPanic: () => string | undefined,
): { error: unknown; finished: boolean } {
  if (!(thrown instanceof Error)) return { error: thrown, finished: false };
  if ('code' in thrown && typeof thrown.code === 'string') {
    return { error: new TailwalkError(thrown.code, thrown.message), finished: false };
  }
  const fell =
    thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError || thrown.name === 'InternalError';
  if (!fell) return { error: thrown, finished: false };
  const panic = lastPanic();
  const starved = panic === undefined && /unreachable|alloc|array length/i.test(thrown.message);
  const code = starved ? 'out_of_memory' : 'panic';
  return { error: failure(code, language, panic ?? String(thrown)), finished: true };
}
