import { dataOf, defineOperations } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../adapters/fetch.ts';
import type { Authenticator } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import { createMemoryRateLimitStore } from '../../rate-limit/memory-rate-limit-store.ts';
import { createApi } from '../api.ts';

const { operation, apiError } = defineOperations({
  errors: {
    sold_out: {
      status: 410,
      meaning: 'There are no more tickets.',
      retry: 'never',
      stored: true,
      details: z.object({ left: z.int(), until: z.iso.datetime().optional() }),
    },
  },
});
const shared = { responses: { 200: dataOf(z.string()) }, errors: ['sold_out'] } as const;
const c = initContract();
const contract = c.router({
  buy: operation({
    id: 'tickets.buy',
    method: 'POST',
    path: '/buy',
    body: c.noBody(),
    summary: 'Buy',
    auth: 'none',
    ...shared,
  }),
  judged: operation({
    id: 'tickets.judged',
    method: 'POST',
    path: '/judged',
    body: c.noBody(),
    summary: 'Buy, when allowed',
    authorize: 'handler',
    ...shared,
  }),
});

const everyone: Authenticator<Caller> = {
  credential: 'name',
  hint: 'None is needed.',
  reads: [],
  challenge: 'None',
  authenticate: () => ({ subject: 'ada', tenantId: 't', scopes: new Set() }),
};

/** An API whose handlers fail with details, and what it logs. */
function serve(details: object | undefined, validateResponses = true) {
  const logged: string[] = [];
  const fail = async () => {
    throw apiError('sold_out', 'Too late.', { details } as { details: { left: number } });
  };
  const limit = { name: 'standard', limit: 1000, windowMs: 60_000 };
  const api = createApi<typeof contract, object, Caller>({
    contract,
    handlers: { buy: fail, judged: { authorize: fail, handle: fail } },
    auth: { apiKey: everyone },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit },
    logger: { error: (fields) => void logged.push(String((fields as { err: Error }).err.message)) },
    validateResponses,
  });
  const handle = createFetchHandler(api);
  const post = async (path: string) =>
    (await handle(new Request(`http://localhost${path}`, { method: 'POST' }))).status;
  return { post, logged };
}

describe('the details of an error, where responses are validated', () => {
  it('are sent unchanged when they are those of its code, and a client reads them', async () => {
    const { post, logged } = serve({ left: 0, until: new Date(0) });
    expect(await post('/buy')).toBe(410);
    expect(logged).toEqual([]);
  });

  it.each([
    ['wrong', { left: 0.5 }, ' and details that its code does not have: {"left":"Must be a whole number."}'],
    ['missing', undefined, ' and without the details that its code promises.'],
  ])('are a logged 500 when they are %s, from a handler and from its authorize', async (_, details, problem) => {
    const { post, logged } = serve(details);
    expect([await post('/buy'), await post('/judged')]).toEqual([500, 500]);
    expect(logged).toEqual(['buy', 'judged'].map((name) => `tickets.${name} failed with sold_out${problem}`));
  });

  it('are not checked elsewhere', async () => {
    const { post } = serve({ left: 0.5 }, false);
    expect(await post('/buy')).toBe(410);
  });
});
