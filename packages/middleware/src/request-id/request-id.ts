import { randomUUID } from 'node:crypto';

/** What a caller's own X-Request-Id looks like when it is taken over. */
export const requestIdPattern = /^[A-Za-z0-9._-]{8,128}$/;

/** A fresh request id: `req_` and 32 hexadecimal digits. */
export function createRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/**
 * The id of a request: the caller's own when it is well formed, else a fresh one. A malformed id is not an
 * error, because tracing must never fail a request.
 */
export function chooseRequestId(
  sent: string | readonly string[] | undefined,
  generate: () => string = createRequestId,
): string {
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : generate();
}
