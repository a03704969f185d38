import { expectPolicyHeaders } from '@product-content/test-support/app/expect-response';
import type { ApiResponse } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { expect } from 'vitest';

/** Headers with an Idempotency-Key. */
export const keyed = (key: string, headers: Record<string, string> = {}) => ({ 'idempotency-key': key, ...headers });

/** A body no other request has. */
export const newProduct = () => ({ sku: freshName('once'), name: 'Once' });

/** What belongs to the stored response, and not to the exchange. */
function lasting({ status, headers, text }: ApiResponse<unknown>): unknown {
  const kept = ['content-type', 'content-length', 'etag', 'location', 'cache-control', 'vary'];
  return { status, text, headers: kept.map((name) => [name, headers.get(name)]) };
}

/** Compares a replay with the response it repeats. */
export function expectReplay(replay: ApiResponse<unknown>, first: ApiResponse<unknown>): void {
  expect(lasting(replay)).toEqual(lasting(first));
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expectPolicyHeaders(replay);
}
