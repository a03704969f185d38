import { createApiKey, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAccountApi } from '../../docs/guides/snippets/library/schemes.ts';

async function start() {
  const { key, id, hash } = createApiKey({ prefix: 'acc', id: 'k1' });
  const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
  const keys = createMemoryApiKeyStore([{ id, tenantId: 'acme', name: 'k1', scopes: [], hash, ...dates }]);
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const handle = createAccountApi({
    keys,
    tokenKeys: createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] }),
    sessionSecret: 'a secret of the tests with more than 32 bytes',
    isPassword: async (user, password) => user === 'ada' && password === 'right',
  });
  const token = await new SignJWT({ tenant: 'acme' })
    .setProtectedHeader({ alg: 'ES256', kid: 'a' })
    .setSubject('service')
    .setIssuer('https://id.example.com')
    .setAudience('accounts')
    .setExpirationTime('1h')
    .sign(privateKey);
  const send = (path: string, init: RequestInit = {}) => handle(new Request(`https://accounts.test${path}`, init));
  const login = (password: string) =>
    send('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ada', password }),
    });
  return { key, token, send, login };
}

describe("the guide's API with three ways to authenticate", () => {
  it('knows keys, tokens and sessions', async () => {
    const { key, token, send, login } = await start();
    const cookie = (await login('right')).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const headers = [{ 'x-api-key': key }, { authorization: `Bearer ${token}` }, { cookie }];
    const callers = await Promise.all(headers.map(async (sent) => (await send('/me', { headers: sent })).json()));
    expect(callers).toEqual(['k1', 'service', 'ada'].map((subject) => ({ data: { subject, tenantId: 'acme' } })));
  });

  it('refuses a wrong password, and callers without credentials', async () => {
    const { send, login } = await start();
    expect((await login('wrong')).status).toBe(401);
    expect((await send('/me')).headers.get('www-authenticate')).toBe('Bearer realm="api", Session realm="api"');
  });
});
