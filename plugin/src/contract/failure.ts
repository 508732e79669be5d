/** Failures that the core cannot name, because it never ran, or fell. */
const HOST_FAILURES = ['panic', 'lost', 'freed', 'csp', 'no_wasm', 'out_of_memory'] as const;
export type HostFailure = (typeof HOST_FAILURES)[number];

/**
 * What stopped an answer.
 *
 * - From the core, the ids of `crate/core/src/error.rs`: `empty`, `html`, `unknown_format`, `bad_options` …
 * - From this side, one of {@link HostFailure}.
 */
export type FailureCode = HostFailure | (string & {});

/** The one error that leaves the contract: a stable code and a finished sentence. */
export class TailwalkError extends Error {
  override readonly name = 'TailwalkError';

  /** Whether the input is to blame; otherwise what was read before is lost as well. */
  get isAboutInput(): boolean {
    return !HOST_FAILURES.some((code) => code === this.code);
  }

  constructor(
    readonly code: FailureCode,
    sentence: string,
    /** For the person who mends it: a panic's words and place, or the browser's own message. */
    readonly detail = '',
  ) {
    super(sentence);
  }
}
