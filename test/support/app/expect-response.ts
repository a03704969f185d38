import { type ErrorBody, type StandardErrorCode, standardErrors } from '@contract-kit/http-spec';
import { ErrorBodySchema } from '@contract-kit/http-spec/zod';
import { expect } from 'vitest';
import type { ApiResponse } from './api-response.ts';

/** Every response carries a request id and the three headers of the rate limit. */
export function expectPolicyHeaders({ headers }: Pick<ApiResponse, 'headers'>): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  expect(limit).toMatch(/^\d+$/);
  expect(remaining).toMatch(/^\d+$/);
  expect(reset).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThanOrEqual(Number(limit));
}

/**
 * Holds a failure to the error table and the envelope.
 *
 * @returns what is under `error`.
 */
export function expectError(response: ApiResponse<unknown>, code: StandardErrorCode): ErrorBody['error'] {
  expect(`${response.status} ${response.text}`).toContain(`${standardErrors[code].status} {"error":{"code":"${code}"`);
  return expectEnvelope(response);
}

/** Holds a failure of any code to the envelope, its code to its status, and its id to the header. */
export function expectEnvelope(response: ApiResponse<unknown>): ErrorBody['error'] {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = response.body as ErrorBody;
  expect(ErrorBodySchema.safeParse(body).error).toBeUndefined();
  expect(Object.keys(body)).toEqual(['error']);
  const { code, requestId, ...rest } = body.error;
  expect(Object.keys(rest).sort()).toEqual('details' in rest ? ['details', 'message'] : ['message']);
  expect(standardErrors[code as StandardErrorCode]?.status).toBe(response.status);
  expect(requestId).toBe(response.headers.get('x-request-id'));
  expectPolicyHeaders(response);
  return body.error;
}
