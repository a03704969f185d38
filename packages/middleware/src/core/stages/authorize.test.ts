import { ApiError } from '@contract-kit/http-spec';
import { dataOf, operation, secret } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import express from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { serve } from '../../../test-support/serve.ts';
import { mountContract } from '../../adapters/express.ts';
import {
  type ApiKeyCaller,
  type AuthorizedHandler,
  createApiKey,
  createAuthenticator,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type HandlerArgs,
  type HandlerResponse,
  type Handlers,
} from '../../index.ts';

const scopesSchema = z.array(z.string());
const contract = initContract().router({
  create: operation({
    id: 'tokens.create',
    method: 'POST',
    path: '/tokens',
    summary: 'Make a token',
    scopes: ['tokens'],
    authorize: 'handler',
    idempotency: 'accepted',
    body: z.strictObject({ scopes: scopesSchema }),
    responses: { 201: dataOf(z.object({ token: secret(z.string()), scopes: scopesSchema })) },
  }),
  export: operation({
    id: 'tokens.export',
    method: 'POST',
    path: '/exports',
    summary: 'Export tokens',
    scopes: ['tokens'],
    idempotency: 'accepted',
    largeResponse: { unless: { 'body.later': true } },
    body: z.strictObject({ later: z.boolean() }),
    responses: { 200: dataOf(z.string()) },
  }),
});
type Contract = typeof contract;

let made = 0;
const handlers: Handlers<Contract> = {
  create: {
    authorize: (caller, { body }) => {
      const missing = body.scopes.filter((scope) => !caller.scopes.has(scope));
      if (missing.length > 0) throw new ApiError('forbidden', `You lack ${missing}.`);
    },
    handle: async ({ body }) => {
      made += 1;
      const data = { token: `secret ${made}`, scopes: body.scopes };
      return { status: 201, headers: { Location: '/tokens' }, body: { data } };
    },
  },
  export: async () => ({ status: 200, body: { data: 'x'.repeat(20_000) } }),
};

/** Keys by name; each has the scope `tokens` and those it is given. */
const callers = { admin: ['read', 'write'], peer: ['read', 'write'], reader: ['read'] };

function mount(mounted: unknown = handlers) {
  const keys = createMemoryApiKeyStore();
  const texts = new Map(
    Object.entries(callers).map(([id, scopes]) => {
      const { key, hash } = createApiKey({ prefix: 'tok', id });
      const dates = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
      keys.put({ id, tenantId: 'acme', name: id, scopes: ['tokens', ...scopes], hash, ...dates });
      return [id, key];
    }),
  );
  const app = express();
  const standard = { name: 'standard', limit: 1000, windowMs: 60_000 };
  mountContract({
    app,
    contract,
    handlers: mounted as Handlers<Contract>,
    auth: { apiKey: createAuthenticator({ prefix: 'tok', store: keys }) },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore({ budgetBytes: 40_000 }) }),
  });
  return { app, texts };
}

async function start() {
  const { app, texts } = mount();
  const { url } = await serve(app);
  return async function send(path: string, caller: keyof typeof callers, body: object, key?: string) {
    const headers = { 'x-api-key': texts.get(caller) ?? '', 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method: 'POST',
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    const { data, error } = JSON.parse(await response.text());
    return { status: response.status, replayed, data, error, retryAfter: response.headers.get('retry-after') };
  };
}

describe('a handler that authorizes its caller', () => {
  const wide = { scopes: ['read', 'write'] };

  it("refuses it before the Idempotency-Key is looked up, so that no replay reveals another caller's response", async () => {
    const send = await start();
    const first = await send('/tokens', 'admin', wide, 'once');
    expect([first.status, first.replayed]).toEqual([201, false]);
    const refused = await send('/tokens', 'reader', wide, 'once');
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([403, 'forbidden', 'You lack write.']);
    expect(await send('/tokens', 'admin', wide, 'once')).toMatchObject({ replayed: true, data: first.data });
  });

  it('refuses it without an Idempotency-Key as well, and uses up none', async () => {
    const send = await start();
    expect((await send('/tokens', 'reader', wide)).status).toBe(403);
    expect((await send('/tokens', 'reader', wide, 'mine')).status).toBe(403);
    expect(await send('/tokens', 'reader', { scopes: ['read'] }, 'mine')).toMatchObject({
      status: 201,
      replayed: false,
    });
  });

  it('only sees valid input', async () => {
    const send = await start();
    expect((await send('/tokens', 'reader', { scopes: 'write' })).error.code).toBe('validation_failed');
  });

  it('has a separate Idempotency-Key per caller when the response shows a secret', async () => {
    const send = await start();
    const [first, peers] = [await send('/tokens', 'admin', wide, 'once'), await send('/tokens', 'peer', wide, 'once')];
    expect([peers.status, peers.replayed]).toEqual([201, false]);
    expect(peers.data.token).not.toBe(first.data.token);
  });
});

describe('a route whose response may be large', () => {
  it('is refused with 429 while the budget is used up, but not without a key or by its conditions', async () => {
    const send = await start();
    for (const key of ['a', 'b']) expect((await send('/exports', 'admin', { later: false }, key)).status).toBe(200);
    const refused = await send('/exports', 'admin', { later: false }, 'c');
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.error.message).toContain('or send the request without a key');
    expect(Number(refused.retryAfter)).toBeGreaterThan(86_000);
    expect((await send('/exports', 'admin', { later: true }, 'd')).status).toBe(200);
    expect((await send('/exports', 'admin', { later: false })).status).toBe(200);
    expect(await send('/exports', 'admin', { later: false }, 'a')).toMatchObject({ status: 200, replayed: true });
  });
});

describe('mounting a handler', () => {
  const handle = handlers.create.handle;

  it('fails without the authorize its contract says, and with one it does not', () => {
    expect(() => mount({ ...handlers, create: handle })).toThrow("tokens.create has authorize: 'handler'");
    expect(() => mount({ ...handlers, create: { handle } })).toThrow("tokens.create has authorize: 'handler'");
    expect(() => mount({ ...handlers, create: { authorize: () => undefined } })).toThrow(
      'no handler for tokens.create',
    );
    expect(() => mount({ ...handlers, export: { authorize: () => undefined, handle: handlers.export } })).toThrow(
      'tokens.export has an authorize that its contract does not declare',
    );
  });

  it('does not compile without the authorize its contract says, nor with one it does not', () => {
    type Body = { readonly body: { scopes: string[] } };
    type Args = HandlerArgs<Contract['create']>;
    type Response = HandlerResponse<Contract['create']>;
    expectTypeOf<Handlers<Contract>['create']>().toEqualTypeOf<AuthorizedHandler<Body, ApiKeyCaller, Args, Response>>();
    type Input = Parameters<Handlers<Contract>['create']['authorize']>[1];
    expectTypeOf<Input['body']>().toEqualTypeOf<{ scopes: string[] }>();
    // @ts-expect-error authorize is missing
    const missing: Handlers<Contract>['create'] = handle;
    // @ts-expect-error the contract says that scopes are all
    const needless: Handlers<Contract>['export'] = { authorize: () => undefined, handle: handlers.export };
    expect([missing, needless]).toHaveLength(2);
  });
});
