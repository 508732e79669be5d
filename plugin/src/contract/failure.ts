/** Failures that the core cannot name, because it never ran, or fell. */
export type HostFailure = 'panic' | 'lost' | 'csp' | 'no_wasm' | 'out_of_memory';

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

  constructor(
    readonly code: FailureCode,
    sentence: string,
    /** For the person who mends it: a panic's words and place, or the browser's own message. */
    readonly detail = '',
  ) {
    super(sentence);
  }
}
