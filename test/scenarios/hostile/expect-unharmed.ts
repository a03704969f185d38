import type { StandardErrorCode } from '@contract-kit/http-spec';
import { expectEnvelope } from '@product-content/test-support/app/expect-response';
import type { Api, ApiResponse } from '@product-content/test-support/app-server';
import type { ContractRoute } from '@product-content/test-support/contract/routes';
import { expect } from 'vitest';

/**
 * Checks the response to hostile input against the contract: a declared success, or a failure of a declared code in the
 * envelope. Never 5xx.
 *
 * @returns the code of the failure; null for a success.
 */
export function expectDeclared(route: ContractRoute, response: ApiResponse<unknown>): StandardErrorCode | null {
  const { status } = response;
  const isDeclared = Object.hasOwn(route.responses, status) && status < 500;
  if (!isDeclared || status < 400) {
    expect(isDeclared, `Not declared: ${response}`).toBe(true);
    return null;
  }
  const isOfRoute = route.policy.errors.some((declared) => declared === response.error.code);
  return expectEnvelope(response, { 'a code of the route': isOfRoute }).code as StandardErrorCode;
}

/** The paths a 422 names. */
export function fieldsOf(response: ApiResponse<unknown>): string[] {
  return Object.keys(response.error.details?.fieldErrors ?? {});
}

/** The server responds to an ordinary request. One that hangs ends with the timeout of the test. */
export async function expectAlive(api: Api): Promise<void> {
  expect((await api.get('/me')).status).toBe(200);
}
