import { ApiError, headerNames } from '@contract-kit/http-spec';
import type { RequestHeaders } from '../request.ts';

/**
 * The API key a request carries, as `Authorization: Bearer <key>` (RFC 6750 §2.1; the scheme in any case) or as
 * `X-API-Key: <key>`.
 *
 * @returns null when it carries none.
 * @throws ApiError `unauthorized` for another scheme, and for both headers with different keys.
 */
export function readCredential(headers: RequestHeaders): string | null {
  const authorization = headers.authorization;
  const apiKey = headers[headerNames.apiKey]?.trim();
  if (authorization === undefined) return apiKey ?? null;
  const bearer = readBearer(authorization);
  if (bearer === null) throw unauthorized('Send the key as "Authorization: Bearer <key>" or "X-API-Key: <key>".');
  if (apiKey !== undefined && apiKey !== bearer) {
    throw unauthorized('Authorization and X-API-Key carry different keys; send one of them.');
  }
  return bearer;
}

function readBearer(field: string): string | null {
  return /^bearer +([^\s]+) *$/i.exec(field)?.[1] ?? null;
}

/** A 401 whose WWW-Authenticate says that a credential was sent and refused (RFC 6750 §3.1). */
export function unauthorized(message: string): ApiError<'unauthorized'> {
  return new ApiError('unauthorized', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
  });
}
