import { TailwalkError, type FailureCode } from './failure';

/** What was thrown as the one error: ours as it is, anything else as a mistake of our own. */
export function asError(thrown: unknown): TailwalkError {
  if (thrown instanceof TailwalkError) return thrown;
  return new TailwalkError('panic', String(thrown), thrown instanceof Error ? (thrown.stack ?? '') : '');
}

/** An error on its way out of a worker, where it loses its class. */
export interface PlainError {
  code: FailureCode;
  message: string;
  detail: string;
}

/** An error as it leaves. */
export function toPlain(thrown: unknown): PlainError {
  const { code, message, detail } = asError(thrown);
  return { code, message, detail };
}

/** An error as it arrives. */
export function fromPlain({ code, message, detail }: PlainError): TailwalkError {
  return new TailwalkError(code, message, detail);
}
