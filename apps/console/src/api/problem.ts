import { isApiError } from '@contract-kit/client';

/** An error in a form for people. */
export interface Problem {
  readonly message: string;
  /** Messages by dotted field path. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null when no response arrived. */
  readonly requestId: string | null;
}

export function toProblem(error: unknown): Problem {
  if (isApiError(error)) return { message: error.reason, fields: error.fieldErrors, requestId: error.requestId };
  const message = error instanceof Error ? error.message : String(error);
  return { message: `The server could not be reached: ${message}`, fields: {}, requestId: null };
}
