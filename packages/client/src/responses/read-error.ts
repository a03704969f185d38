import type { ReceivedFailure } from '@contract-kit/http-spec';

/** Reads the body of an error; null when it does not have the form of the API, such as that of a proxy. */
export type ReadError = (body: unknown) => ReceivedFailure | null;

/** Reads errors of the form `{ error: { code, message, details } }`, and problem details (RFC 9457) with a code. */
export const readError: ReadError = (body) => {
  const { error, ...problem } = Object(body) as Readonly<Record<string, unknown>>;
  const failure = error ?? { ...problem, message: problem.detail };
  const { code, message } = failure as Partial<ReceivedFailure>;
  return typeof code === 'string' && typeof message === 'string' ? (failure as ReceivedFailure) : null;
};
