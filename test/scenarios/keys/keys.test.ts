import { type ApiKey, type ApiKeyWithText, allScopes, type Scope } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type Api, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

async function make(input: object = {}, api: Api = open.api): Promise<ApiKeyWithText> {
  const response = await api.post<ApiKeyWithText>('/keys', { name: 'shop', scopes: ['products:read'], ...input });
  expect(response.status, response.toString()).toBe(201);
  return response.data;
}

const withScopes = async (scopes: readonly Scope[]) => {
  const { id, key } = await app.createKey(open.workspace, scopes);
  return { id, api: app.api(key) };
};

/** Where the news of it comes late, a revoked key is believed for a moment. */
async function expectEnded(api: Api): Promise<void> {
  await expect.poll(async () => (await api.get('/me')).status).toBe(401);
}

describe('a key created by a key', () => {
  it('opens the workspace with its scopes, and is shown whole only once', async () => {
    const { key, ...shown } = await make({ scopes: ['products:read', 'catalog:read', 'products:read'] });
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'shop',
      prefix: expect.stringMatching(/^pcm_/),
      scopes: ['products:read', 'catalog:read'],
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
      deprecatedUses: [],
    });
    expect((await app.api(key).get('/products')).status).toBe(200);
    expectError(await app.api(key).get('/keys'), 'forbidden');
    const [list, one] = [await open.api.get<ApiKey[]>('/keys'), await open.api.get<ApiKey>(`/keys/${shown.id}`)];
    expect(list.data.map(({ name }) => name)).toEqual(['test key', 'shop']);
    expect(one.data).toEqual({ ...shown, lastUsedAt: one.data.lastUsedAt });
    for (const { text } of [list, one]) expect(text).not.toContain(key.slice(key.lastIndexOf('_') + 1));
  });

  it('is shown again to a repetition, and stored encrypted for it', async () => {
    const again = { 'idempotency-key': 'once' };
    const body = { name: 'shop', scopes: ['products:read'] };
    const [first, second] = [await open.api.post('/keys', body, again), await open.api.post('/keys', body, again)];
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(await open.read('/keys')).toHaveLength(2);
    const [row] = await app.query<{ text: string }>(
      "select encode(body, 'escape') as text from idempotency_record where workspace_id = $1",
      [open.workspace.id],
    );
    expect(row?.text).not.toContain(first.data.key);
  });

  it('is shown only to its creator: another key that repeats the request creates its own', async () => {
    const again = { 'idempotency-key': 'shared' };
    const body = { name: 'shop', scopes: ['products:read'] };
    const first = await open.api.post<ApiKeyWithText>('/keys', body, again);
    const peer = await withScopes(['keys:write', 'products:read']);
    const own = await peer.api.post<ApiKeyWithText>('/keys', body, again);
    expect([own.status, own.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(own.data.key).not.toBe(first.data.key);
    expect((await peer.api.post<ApiKeyWithText>('/keys', body, again)).data.key).toBe(own.data.key);
  });

  it('is not shown to a key that could not create it, however it repeats the request', async () => {
    const again = { 'idempotency-key': 'wide' };
    const body = { name: 'admin', scopes: allScopes };
    expect((await open.api.post('/keys', body, again)).status).toBe(201);
    const humble = await withScopes(['keys:write', 'products:read']);
    const response = await humble.api.post('/keys', body, again);
    expect(expectError(response, 'forbidden').message).toContain('"webhooks:write"');
    expect(response.text).not.toContain('pcm_');
  });

  it('has no scope that its creator lacks', async () => {
    const maker = await withScopes(['keys:write', 'products:read']);
    await make({ scopes: ['keys:write', 'products:read'] }, maker.api);
    const scopes = ['products:read', 'products:write', 'webhooks:write'];
    const { message } = expectError(await maker.api.post('/keys', { name: 'more', scopes }), 'forbidden');
    expect(message).toContain('"products:write", "webhooks:write"');
    expect(message).not.toContain('"products:read"');
  });

  it('does not outlive its creator', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const maker = await make({ scopes: ['keys:write'], expiresAt: expiresAt.toISOString() });
    const within = { name: 'child', scopes: ['keys:write'] };
    const responses = [null, undefined, new Date(expiresAt.getTime() + 1).toISOString()].map((end) =>
      app.api(maker.key).post('/keys', { ...within, expiresAt: end }),
    );
    for (const response of await Promise.all(responses)) expectInvalid(response, 'expiresAt');
    const child = await make({ ...within, expiresAt: expiresAt.toISOString() }, app.api(maker.key));
    expect(child.expiresAt).toBe(maker.expiresAt);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['products:read', 'products:eat'] }, 'scopes.1'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ key: 'pcm_mine' }, 'key'],
  ])('cannot be created with %j', async (input, path) => {
    expectInvalid(await open.api.post('/keys', { name: 'shop', scopes: ['products:read'], ...input }), path);
  });

  it('is one of at most 200, even when several are made at once', async () => {
    for (let made = 1; made < 195; made += 1) await make();
    const body = { name: 'late', scopes: ['products:read'] };
    const responses = await Promise.all(Array.from({ length: 10 }, () => open.api.post('/keys', body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
    const [, { id }] = await open.read<[ApiKey, ApiKey]>('/keys');
    await open.remove(`/keys/${id}`);
    await make();
  });
});

describe('revoking a key', () => {
  it('ends its validity, and hides it', async () => {
    const { id, key } = await make();
    expect((await app.api(key).get('/products')).status).toBe(200);
    await open.remove(`/keys/${id}`);
    await expectEnded(app.api(key));
    expectError(await open.api.get(`/keys/${id}`), 'not_found');
    expectError(await open.api.delete(`/keys/${id}`), 'not_found');
    expect(await open.read('/keys')).toHaveLength(1);
  });

  it('can be the last thing a key does', async () => {
    const maker = await withScopes(['keys:write']);
    expect((await maker.api.delete(`/keys/${maker.id}`)).status).toBe(204);
    await expectEnded(maker.api);
  });

  it('needs every scope of the key that is revoked', async () => {
    const [humble, strong] = [await withScopes(['keys:write', 'products:read']), await make({ scopes: allScopes })];
    const { message } = expectError(await humble.api.delete(`/keys/${strong.id}`), 'forbidden');
    expect(message).toContain('"products:write", "catalog:read"');
    expect(message).not.toContain('"products:read"');
    expect((await app.api(strong.key).get('/products')).status).toBe(200);
    const weak = await make({ scopes: ['products:read'] });
    expect((await humble.api.delete(`/keys/${weak.id}`)).status).toBe(204);
    await expectEnded(app.api(weak.key));
  });

  it('does not affect another workspace', async () => {
    const other = await openWorkspace(app);
    const { id, key } = await make();
    for (const response of [await other.api.get(`/keys/${id}`), await other.api.delete(`/keys/${id}`)]) {
      expectError(response, 'not_found');
    }
    expect((await app.api(key).get('/products')).status).toBe(200);
    expect(await other.read<ApiKey[]>('/keys')).toHaveLength(1);
  });
});

it('a key without the scope learns nothing about keys', async () => {
  const { api } = await withScopes(allScopes.filter((scope) => scope !== 'keys:write'));
  const responses = [await api.get('/keys'), await api.post('/keys', {}), await api.delete('/keys/key_x')];
  for (const response of responses) expect(expectError(response, 'forbidden').message).toContain('"keys:write"');
});
