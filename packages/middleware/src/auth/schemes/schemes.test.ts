import { apiKeyScheme } from '@contract-kit/http-spec';
import { dataOf, defineOperations } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../adapters/fetch.ts';
import { createApi } from '../../core/api.ts';
import type { Handlers } from '../../core/handlers/handler-types.ts';
import { createMemoryRateLimitStore } from '../../rate-limit/memory-rate-limit-store.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createApiKey } from '../api-key.ts';
import { createAuthenticator } from '../api-key-authenticator.ts';
import type { Caller } from '../caller.ts';
import { createMemoryApiKeyStore } from '../memory-api-key-store.ts';
import { createJwtAuthenticator } from './jwt.ts';
import { createSessionAuthenticator } from './session.ts';

const issuer = 'https://id.example';
const secret = 'a secret of the tests with more than 32 bytes';

const { operation } = defineOperations({
  authSchemes: {
    apiKey: apiKeyScheme,
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  },
});
const c = initContract();
const auth = ['apiKey', 'jwt', 'session'] as const;
const contract = c.router({
  list: operation({
    id: 'todos.list',
    method: 'GET',
    path: '/todos',
    summary: 'List to-dos',
    auth,
    scopes: ['todos:read'],
    responses: { 200: dataOf(z.array(z.string())) },
  }),
  remove: operation({
    id: 'todos.remove',
    method: 'DELETE',
    path: '/todos/:id',
    summary: 'Delete a to-do',
    auth,
    scopes: ['todos:write'],
    resource: 'todo',
    responses: { 204: c.noBody() },
  }),
});
const handlers: Handlers<typeof contract, object, Caller> = {
  list: async () => ({ status: 200, body: { data: [] } }),
  remove: async () => ({ status: 204 }),
};

/** A to-do API that takes API keys, tokens and sessions. */
async function start() {
  const { key, hash } = createApiKey({ prefix: 'todo', id: 'k1' });
  const dates = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
  const scopes = ['todos:read', 'todos:write'];
  const keys = createMemoryApiKeyStore([{ id: 'k1', tenantId: 'acme', name: 'k1', scopes, hash, ...dates }]);
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const published = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
  const clock = createFakeClock(Date.now());
  const jwt = createJwtAuthenticator({ keys: createLocalJWKSet({ keys: [published] }), issuer, audience: 'todo' });
  const session = createSessionAuthenticator({ secrets: [secret], clock });
  const standard = { name: 'standard', limit: 100, windowMs: 60_000 };
  const api = createApi<typeof contract, object, Caller>({
    contract,
    handlers,
    auth: { apiKey: createAuthenticator({ prefix: 'todo', store: keys }), jwt, session },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
  });
  const handle = createFetchHandler(api);
  const sign = (claims: JWTPayload = {}, header: object = {}) =>
    new SignJWT({ scope: 'todos:read todos:write', tenant: 'acme', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k', ...header })
      .setSubject('ada')
      .setIssuer(claims.iss ?? issuer)
      .setAudience(claims.aud ?? 'todo')
      .setExpirationTime(claims.exp ?? '1h')
      .sign(privateKey);
  const send = async (headers: Record<string, string>, path = '/todos', method = 'GET') => {
    const response = await handle(new Request(`https://todo.example${path}`, { method, headers }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, error: text === '' ? null : JSON.parse(text).error };
  };
  return { send, sign, key, session, clock };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a token', () => {
  it('authenticates its subject, with its scopes', async () => {
    const { send, sign } = await start();
    expect((await send(bearer(await sign()))).status).toBe(200);
    const refused = await send(bearer(await sign({ scope: 'other' })));
    expect([refused.status, refused.error.message]).toEqual([403, 'The token lacks the scope "todos:read".']);
  });

  it.each<[string, JWTPayload, string]>([
    ['of another issuer', { iss: 'https://other.example' }, 'The token is invalid.'],
    ['for another audience', { aud: 'other' }, 'The token is invalid.'],
    ['that has expired', { exp: 1 }, 'The token has expired.'],
  ])('%s is refused with 401', async (_, claims, message) => {
    const { send, sign } = await start();
    const refused = await send(bearer(await sign(claims)));
    expect([refused.status, refused.error.message]).toEqual([401, message]);
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('that is forged, or signed with "none", is refused with 401', async () => {
    const { send, sign } = await start();
    const [head, claims, signature] = (await sign()).split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const altered = Buffer.from('{"sub":"eve"}').toString('base64url');
    for (const token of [`${head}.${altered}.${signature}`, `${none}.${claims}.x`]) {
      expect((await send(bearer(token))).status).toBe(401);
    }
  });

  it('is not counted with an API key of the same name', async () => {
    const { send, sign, key } = await start();
    const remaining = async (headers: Record<string, string>) =>
      (await send(headers)).headers.get('x-ratelimit-remaining');
    expect(await remaining(bearer(await sign({ sub: 'k1' })))).toBe('99');
    expect(await remaining(bearer(key))).toBe('99');
  });
});

describe('a session', () => {
  const ada = { subject: 'ada', tenantId: 'acme', scopes: ['todos:read', 'todos:write'] };

  it('authenticates the browser that has its cookie, until it ends', async () => {
    const { send, session, clock } = await start();
    const set = session.issue(ada);
    expect(set).toMatch(/^__Host-session=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = `theme=dark; ${set.split(';', 1)[0]}`;
    expect((await send({ cookie })).status).toBe(200);
    clock.advance(12 * 60 * 60 * 1000);
    expect((await send({ cookie })).error.message).toBe('The session has expired.');
    expect(session.end()).toContain('Max-Age=0');
  });

  it('that was changed is refused with 401', async () => {
    const { send, session } = await start();
    const [, name, signature] = /^(.*?)=.*?\.(.*?);/.exec(session.issue(ada)) ?? [];
    const payload = Buffer.from(JSON.stringify({ ...ada, scopes: ['admin'], exp: 1e12 })).toString('base64url');
    for (const value of [`${payload}.${signature}`, payload, '', 'x.y.z']) {
      expect((await send({ cookie: `${name}=${value}` })).error.message).toBe('The session is invalid.');
    }
  });

  it('cannot be used by pages of other origins to change anything', async () => {
    const { send, session } = await start();
    const cookie = session.issue(ada).split(';', 1)[0] as string;
    const remove = async (headers: Record<string, string>) =>
      (await send({ cookie, host: 'todo.example', ...headers }, '/todos/t1', 'DELETE')).status;
    expect(await remove({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await remove({ origin: 'https://evil.example' })).toBe(403);
    expect(await remove({ 'sec-fetch-site': 'same-origin' })).toBe(204);
    expect(await remove({ origin: 'https://todo.example' })).toBe(204);
  });

  it('that is invalid does not prevent the use of a valid key', async () => {
    const { send, key } = await start();
    expect((await send({ cookie: '__Host-session=x.y', 'x-api-key': key })).status).toBe(200);
  });

  it('has secrets that can be replaced, and must be long enough', async () => {
    const before = createSessionAuthenticator({ secrets: [secret] });
    const after = createSessionAuthenticator({ secrets: [`new ${secret}`, secret] });
    const cookie = before.issue(ada).split(';', 1)[0];
    const request = { method: 'GET', headers: { cookie } } as never;
    expect(after.authenticate(request)).toMatchObject({ subject: 'ada', tenantId: 'acme' });
    expect(() => createSessionAuthenticator({ secrets: ['short'] })).toThrow('at least 32 bytes');
  });
});

it('a request without any credential gets a challenge for each of them', async () => {
  const { send } = await start();
  const refused = await send({});
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="api", Session realm="api"');
  expect(refused.error.message).toContain('Send a token as "Authorization: Bearer <token>".');
});
