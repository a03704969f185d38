import { type ErrorBody, type StandardErrorCode, standardErrors } from '@contract-kit/http-spec';
import { ErrorBodySchema } from '@contract-kit/http-spec/zod';
import { expect } from 'vitest';
import type { ApiResponse } from './api-response.ts';

/** Every response carries a request id and the three headers of the rate limit. */
export function expectPolicyHeaders({ headers }: Pick<ApiResponse, 'headers'>): void {
  expect(wrongPolicyHeaders(headers)).toEqual([]);
}

function wrongPolicyHeaders(headers: Headers): string[] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  const isNumber = (text: string | null | undefined) => /^\d+$/.test(text ?? '');
  return wrongIn({
    'X-Request-Id': /^[A-Za-z0-9._-]{8,128}$/.test(headers.get('x-request-id') ?? ''),
    'X-RateLimit-Limit': isNumber(limit),
    'X-RateLimit-Remaining': isNumber(remaining) && Number(remaining) <= Number(limit),
    'X-RateLimit-Reset': isNumber(reset),
  });
}

/** The names of what does not hold. Tests check a hundred thousand of these facts, and each `expect` takes its time. */
function wrongIn(facts: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(facts).filter((name) => !facts[name]);
}

/**
 * Holds a failure to the error table and the envelope.
 *
 * @returns what is under `error`.
 */
export function expectError(response: ApiResponse<unknown>, code: StandardErrorCode): ErrorBody['error'] {
  const { status } = standardErrors[code];
  return expectEnvelope(response, {
    [`status ${status}`]: response.status === status,
    [`code ${code}, first`]: response.text.startsWith(`{"error":{"code":"${code}"`),
  });
}

/**
 * Holds a failure of any code to the envelope, its code to its status, and its id to the header.
 *
 * @param facts what else must hold, by names.
 */
export function expectEnvelope(
  response: ApiResponse<unknown>,
  facts: Readonly<Record<string, boolean>> = {},
): ErrorBody['error'] {
  const { body, error, headers, status } = response;
  const { code, requestId, ...rest } = error;
  const wrong = wrongIn({
    ...facts,
    'Content-Type': headers.get('content-type') === 'application/json; charset=utf-8',
    schema: ErrorBodySchema.safeParse(body).success,
    'no key beside error': Object.keys(body as ErrorBody).join() === 'error',
    'no key unknown in error': Object.keys(rest).sort().join() === ('details' in rest ? 'details,message' : 'message'),
    'status of the code': standardErrors[code as StandardErrorCode]?.status === status,
    'id of the request': requestId === headers.get('x-request-id'),
  });
  expect([...wrong, ...wrongPolicyHeaders(headers)], response.toString()).toEqual([]);
  return error;
}
