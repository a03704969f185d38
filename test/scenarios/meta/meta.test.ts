import { readFile } from 'node:fs/promises';
import { allScopes } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, startApp, type Workspace } from '../../support/app-server.ts';
import { routes } from '../../support/contract/routes.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly object[];
}

let app: App;
let workspace: Workspace;

beforeAll(async () => {
  app = await startApp();
  workspace = await app.createWorkspace({ locales: ['de', 'fr-CH'], currencies: ['CHF', 'EUR'] });
});

describe('GET /', () => {
  it('is an index of links that needs no key, whatever key is sent', async () => {
    for (const key of [null, 'pcm_no_key']) {
      const { data } = await app.api(key).get<{ links: Record<string, string> }>('/');
      expect(data).toMatchObject({ name: 'Product Content Management API', version: '1.0.0' });
      expect(Object.values(data.links).every((link) => link.startsWith(app.baseUrl))).toBe(true);
    }
  });

  it('lists addresses that respond', async () => {
    const { data } = await app.api(null).get<{ links: Record<string, string> }>('/');
    const api = app.api((await app.createKey(workspace)).key);
    expect(Object.keys(data.links)).toEqual(expect.arrayContaining(['openapi', 'me', 'products', 'categories']));
    for (const link of Object.values(data.links)) {
      expect((await api.get(link.slice(app.baseUrl.length))).status, link).toBe(200);
    }
  });
});

describe('GET /openapi.json', () => {
  it('is the committed document with this server as the one to call', async () => {
    const committed = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    const response = await app.api(null).get('/openapi.json');
    expect(response.body).toEqual({ ...committed, servers: [{ url: app.baseUrl }] });
    expect(committed).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
    expect(app.baseUrl).toMatch(/\/api\/v1$/);
  });

  it('is, for generators, the committed document of OpenAPI 3.0 with the same operations', async () => {
    const committed = JSON.parse(
      await readFile(new URL('../../../docs/openapi.generators.json', import.meta.url), 'utf8'),
    );
    const response = await app.api(null).get('/openapi.json?profile=generators');
    expect(response.body).toEqual({ ...committed, servers: [{ url: app.baseUrl }] });
    expect(committed).toMatchObject({ openapi: '3.0.3' });
    expectError(await app.api(null).get('/openapi.json?profile=machines'), 'validation_failed');
  });

  it('has an entity tag for each of its two forms', async () => {
    const tags = await Promise.all(
      ['/openapi.json', '/openapi.json?profile=generators'].map(async (path) => {
        const { etag } = await app.api(null).get(path);
        const again = await app.api(null).get(path, { 'if-none-match': etag });
        expect([again.status, again.etag, again.text]).toEqual([304, etag, '']);
        return etag;
      }),
    );
    expect(new Set(tags).size).toBe(2);
  });

  it('lists the scopes of each operation, and no security where no key is needed', async () => {
    const { paths } = (await app.api(null).get('/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>;
    };
    for (const { id, method, path, policy } of routes) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(id);
      const { auth, scopes, anyScopes } = policy;
      const enough = anyScopes === undefined ? [scopes] : anyScopes.map((scope) => [...scopes, scope]);
      const schemes = auth.length === 0 ? [] : ['bearerAuth', 'apiKeyHeader'];
      expect(operation?.security, id).toEqual(schemes.flatMap((scheme) => enough.map((each) => ({ [scheme]: each }))));
      for (const scope of [...scopes, ...(anyScopes ?? [])])
        expect(operation?.description, id).toContain(`\`${scope}\``);
    }
  });
});

describe('GET /me', () => {
  it('shows the key, its scopes, its workspace and its limits', async () => {
    const scopes = ['catalog:read', 'products:read'] as const;
    const created = await app.createKey(workspace, scopes);
    const { data } = await app.api(created.key).get<{ key: { createdAt: string; lastUsedAt: string } }>('/me');
    const { createdAt, lastUsedAt } = data.key;
    expect(data).toEqual({
      key: {
        id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        name: expect.any(String),
        prefix: expect.any(String),
        scopes: [...scopes],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        expiresAt: null,
        lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        deprecatedUses: [],
      },
      scopes: [...scopes],
      workspace: {
        id: expect.stringMatching(/^wsp_[0-9a-z]{26}$/),
        name: workspace.name,
        slug: workspace.slug,
        defaultLocale: 'de',
        locales: ['de', 'fr-CH'],
        defaultCurrency: 'CHF',
        currencies: ['CHF', 'EUR'],
      },
      limits: { requests: { limit: 600, windowSeconds: 60 }, pageSize: 250, bulkItems: 500 },
    });
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse(lastUsedAt));
  });

  it('accepts any valid key, in either header, and never shows its secret', async () => {
    const { key } = await app.createKey(workspace, ['webhooks:write']);
    const asBearer = await app.api(key).get('/me');
    const asHeader = await app.api(null).get('/me', { 'x-api-key': key });
    expect([asBearer.status, asHeader.status]).toEqual([200, 200]);
    expect(asBearer.text).not.toContain(key.split('_').at(-1));
  });

  it('says when a key expires', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { key } = await app.createKey(workspace, allScopes, { expiresAt });
    const { data } = await app.api(key).get<{ key: { expiresAt: string } }>('/me');
    expect(data.key.expiresAt).toBe(expiresAt.toISOString());
  });

  it('is refused without a key', async () => {
    expectError(await app.api(null).get('/me'), 'unauthorized');
  });
});
