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

/** The server answers an ordinary request; the limit only tells a slow one from one that hangs. */
export async function expectAlive(api: Api): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('An ordinary request got no answer within 5 seconds.')), 5000).unref();
  });
  expect((await Promise.race([api.get('/me'), late])).status).toBe(200);
}
