import { allScopes, type Scope } from '@product-content/contract';
import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type App, sharedApp, type Workspace } from '@product-content/test-support/app-server';
import { each, needsKey } from '@product-content/test-support/contract/routes';
import { pathFor } from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';

let app: App;
let workspace: Workspace;
let key: string;

beforeAll(async () => {
  app = await sharedApp();
  workspace = await app.createWorkspace();
  ({ key } = await app.createKey(workspace));
});

const me = (headers: Record<string, string>) => app.api(null).get('/me', headers);
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

// API behavior 2.2.
describe('a route that needs a key', () => {
  const keyed = each(needsKey);

  it.each(keyed)('%s returns 401 without one', async (_, route) => {
    const response = await app.api(null).send(route.method, pathFor(route, 'any'));
    expectError(response, 'unauthorized');
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });

  it.each(keyed)('%s returns 401 for an unknown key', async (_, route) => {
    const response = await app
      .api(`${key.slice(0, -1)}~`)
      .send(route.method, pathFor(route, 'any'), { body: route.body && {} });
    expectError(response, 'unauthorized');
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
  });

  const scopeless = keyed.filter(([, { policy }]) => policy.scopes.length === 0 && policy.anyScopes === undefined);

  it.each(scopeless)('%s accepts any valid key', async (_, route) => {
    const { key: humble } = await app.createKey(workspace, ['assets:read']);
    expect((await app.api(humble).send(route.method, route.path)).status).toBe(200);
  });
});

// API behavior 2.1, 2.2, 2.4.
describe('a key', () => {
  it.each(['authorization', 'x-api-key'])('is read from %s', async (name) => {
    expect((await me({ [name]: name === 'authorization' ? `Bearer ${key}` : key })).status).toBe(200);
  });

  it('may come in both headers when they agree', async () => {
    expect((await me({ ...bearer(key), 'x-api-key': key })).status).toBe(200);
  });

  it('is refused when the two headers differ, even if both are valid', async () => {
    const other = await app.createKey(workspace);
    expectError(await me({ ...bearer(key), 'x-api-key': other.key }), 'unauthorized');
  });

  it('may have its scheme in upper or lower case', async () => {
    expect((await me({ authorization: `bEaReR ${key}` })).status).toBe(200);
  });

  it.each<[string, (key: string) => Record<string, string>]>([
    ['with another scheme', (text) => ({ authorization: `Basic ${Buffer.from(`${text}:`).toString('base64')}` })],
    ['without a scheme', (text) => ({ authorization: text })],
    ['with an empty bearer', () => ({ authorization: 'Bearer ' })],
    ['with an empty X-API-Key', () => ({ 'x-api-key': '' })],
    ['with two keys in one header', (text) => ({ authorization: `Bearer ${text}, Bearer ${text}` })],
    ['with its secret cut', (text) => bearer(text.slice(0, -1))],
    ['with its secret changed', (text) => bearer(text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a'))],
    ['with its secret extended', (text) => bearer(`${text}a`)],
    ['in upper case', (text) => bearer(text.toUpperCase())],
    ['with the id of another key', (text) => bearer(text.replace(/_[^_]*_/, '_00000000000000000000000000_'))],
    ['with SQL in its id', (text) => bearer(text.replace(/_[^_]*_/, "_'or'1'='1_"))],
    ['of 100,000 characters', (text) => bearer(text + 'a'.repeat(50_000))],
    ['as a parameter of the URL', () => ({})],
  ])('%s is refused with 401', async (name, headersOf) => {
    const path = name.endsWith('URL') ? `/me?api_key=${key}&access_token=${key}` : '/me';
    expectError(await app.api(null).get(path, headersOf(key)), 'unauthorized');
  });

  it('that has expired is refused', async () => {
    const expired = await app.createKey(workspace, allScopes, { expiresAt: new Date(Date.now() - 1000) });
    expect(expectError(await me(bearer(expired.key)), 'unauthorized').message).toContain('expired');
  });

  it('stops working within a second of its revocation, without a restart', async () => {
    const { id, key: revokedKey } = await app.createKey(workspace);
    expect((await me(bearer(revokedKey))).status).toBe(200);
    await app.revokeKey(id);
    await expect.poll(async () => (await me(bearer(revokedKey))).status).toBe(401);
    expect(expectError(await me(bearer(revokedKey)), 'unauthorized').message).toContain('revoked');
  });

  it('that has ended reveals that only to the holder of its secret', async () => {
    const expired = await app.createKey(workspace, allScopes, { expiresAt: new Date(Date.now() - 1000) });
    const guessed = expired.key.slice(0, -1) + (expired.key.endsWith('a') ? 'b' : 'a');
    expect(expectError(await me(bearer(guessed)), 'unauthorized').message).toBe('The API key is invalid.');
  });
});

describe('a scope', () => {
  const without = new Map<Scope, Api>();
  const demands = each((route) => route.policy.scopes.length > 0).flatMap(([id, route]) =>
    route.policy.scopes.map((scope) => [id, scope as Scope, route] as const),
  );

  beforeAll(async () => {
    for (const scope of new Set(demands.map(([, needed]) => needed))) {
      const others = allScopes.filter((other) => other !== scope);
      without.set(scope, app.api((await app.createKey(workspace, others)).key));
    }
  });

  it.each(demands)('that is missing is named: %s needs %s', async (_, scope, route) => {
    const api = without.get(scope) as Api;
    // Neither existence nor the body is looked at before.
    const response = await api.send(route.method, pathFor(route, 'nothing-there'), {
      body: route.body && { wrong: 1 },
    });
    const { message } = expectError(response, 'forbidden');
    expect(message).toContain(`"${scope}"`);
    for (const other of route.policy.scopes.filter((name) => name !== scope)) expect(message).not.toContain(other);
  });

  it('is named together with the others that are missing', async () => {
    const api = app.api((await app.createKey(workspace, ['assets:read'])).key);
    const { message } = expectError(await api.get('/collections/any/products'), 'forbidden');
    expect(message).toBe('The API key lacks the scopes "catalog:read" and "products:read".');
  });
});
