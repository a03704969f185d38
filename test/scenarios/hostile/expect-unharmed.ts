import type { StandardErrorCode } from '@contract-kit/http-spec';
import { expectEnvelope } from '@product-content/test-support/app/expect-answer';
import type { Answer, Api } from '@product-content/test-support/app-server';
import type { ContractRoute } from '@product-content/test-support/contract/routes';
import { expect } from 'vitest';

/**
 * Holds an answer to hostile input to the contract: a declared success, or a failure of a declared code in the
 * envelope. Never 5xx.
 *
 * @returns the code of the failure; null for a success.
 */
export function expectDeclared(route: ContractRoute, answer: Answer<unknown>): StandardErrorCode | null {
  expect(Object.keys(route.responses), String(answer)).toContain(String(answer.status));
  expect(answer.status, String(answer)).toBeLessThan(500);
  if (answer.status < 400) return null;
  const { code } = expectEnvelope(answer);
  expect(route.policy.errors).toContain(code);
  return code as StandardErrorCode;
}

/** The paths a 422 names. */
export function fieldsOf(answer: Answer<unknown>): string[] {
  return Object.keys(answer.error.details?.fieldErrors ?? {});
}

/** The server responds to an ordinary request. One that hangs ends with the timeout of the test. */
export async function expectAlive(api: Api): Promise<void> {
  expect((await api.get('/me')).status).toBe(200);
}
