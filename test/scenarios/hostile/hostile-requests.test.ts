import type { BulkResult } from '@product-content/contract';
import type { Api } from '@product-content/test-support/app-server';
import { hostileRequests, largestBody } from '@product-content/test-support/hostile/hostile-requests';
import { byTier } from '@product-content/test-support/tiers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAlive, fieldsOf } from './expect-unharmed.ts';
import { startHostileTarget } from './hostile-target.ts';

let api: Api;

beforeAll(async () => {
  ({ api } = await startHostileTarget());
});
afterEach(() => expectAlive(api));

/** Characters of the longest response that may come back for what is refused. */
const maxResponseLength = 4 * 1024 * 1024;

/** What is accepted is accepted at any size, and a larger body means more work. */
const acceptedBody = byTier({ behavior: largestBody / 4, exhaustive: largestBody });

const inputs = hostileRequests.filter(({ needs }) => needs === undefined);

describe('a request designed to block the server', () => {
  it.each(inputs)(
    'has a status and a response of bounded size: $name',
    async ({ method, path, headers, build, status }) => {
      const body = build?.(status === 200 ? acceptedBody : largestBody, 0);
      const response = await api.send<BulkResult>(method, path, { body, headers });
      expect(response.status, response.toString()).toBe(status);
      expect(response.text.length).toBeLessThan(maxResponseLength);
      if (status === 422) expect(fieldsOf(response).length).toBeLessThanOrEqual(100);
      for (const { error } of path === '/products/bulk' && status === 200 ? response.data.results : []) {
        expect(Object.keys(error?.fieldErrors ?? {}).length).toBeLessThanOrEqual(100);
      }
    },
  );

  it('cannot match more texts against costly patterns than one product may need', async () => {
    const codes = Array.from({ length: 12 }, (_, n) => `slow${n}`);
    for (const code of codes) {
      const pattern = `(?:[a-z]?){340}$`;
      expect((await api.post('/attributes', { code, type: 'text', validation: { pattern } })).status).toBe(201);
    }
    const put = (count: number) => {
      const attributes = Object.fromEntries(codes.slice(0, count).map((code, n) => [code, 'ab'.repeat(250 - n)]));
      return api.put('/products/SLOW', { name: 'Slow', attributes });
    };
    const refused = await put(codes.length);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)).toContain('attributes.slow11');
    expect(fieldsOf(refused)).not.toContain('attributes.slow0');
    expect(refused.error.details?.fieldErrors?.['attributes.slow11']).toContain('send fewer at a time');
    expect((await put(5)).status).toBe(201);
  });
});
