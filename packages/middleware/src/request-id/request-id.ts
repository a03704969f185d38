import { randomUUID } from 'node:crypto';

/** The form of a caller's X-Request-Id that is accepted. */
export const requestIdPattern = /^[A-Za-z0-9._-]{8,128}$/;

/** A new request id: `req_` and 32 hexadecimal digits. */
export function createRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/**
 * The id of a request: the caller's if it is well formed, else a new one. A malformed id is not an error, because
 * tracing must never fail a request.
 */
export function chooseRequestId(
  sent: string | readonly string[] | undefined,
  generate: () => string = createRequestId,
): string {
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : generate();
}
