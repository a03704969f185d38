import {
  createAuthenticator,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  silentLogger,
} from '@contract-kit/middleware';
import { contract, limits } from '@product-content/contract';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { createAppListener, createHealth, createRateLimit } from '../../http/index.ts';
import { encodeId, systemClock, systemIds, type WorkspaceSettings } from '../../kernel/index.ts';
import { type CreatedKey, KeyRepository, KeyService, KeyUses, keyPrefix } from '../keys/index.ts';
import { MetaService } from './index.ts';
import { createMetaRoutes } from './meta.routes.ts';

const baseUrl = 'https://pim.example.com/api/v1';
let test: TestDatabase;
let keyUses: KeyUses;
let keys: KeyService;
let workspace: WorkspaceSettings;
let created: CreatedKey;
let request: ReturnType<typeof supertest>;
/** `GET /me` as a deprecated operation with a deprecated parameter. */
const old = {
  ...contract.meta.me,
  path: '/old-me',
  query: z.object({ since: z.string().optional().meta({ deprecated: true }) }),
  metadata: { ...contract.meta.me.metadata, operationId: 'old.me', deprecated: { since: '2026-01-01' }, tools: [] },
} as const;

beforeAll(async () => {
  test = await createTestDatabase();
  workspace = await createTestWorkspace(test.database);
  const repository = new KeyRepository(test.database);
  keys = new KeyService({ repository, clock: systemClock, ids: systemIds });
  created = await keys.create(workspace, { name: 'ci', scopes: ['products:read'], expiresAt: null });
  keyUses = new KeyUses({ repository, clock: systemClock, onError: () => undefined });
  const meta = createMetaRoutes({ meta: new MetaService({ baseUrl: () => baseUrl, rateLimit: 42 }), keys, keyUses });
  const app = createAppListener({
    health: createHealth({ checkDatabase: async () => undefined }),
    contract: { meta: contract.meta, old },
    handlers: { meta, old: meta.me },
    lookups: {},
    authenticator: createAuthenticator({ prefix: keyPrefix, store: repository }),
    keyUses,
    ids: systemIds,
    logger: silentLogger,
    rateLimit: createRateLimit(createMemoryRateLimitStore(), 42),
    idempotencyStore: createMemoryIdempotencyStore(),
    docsSite: null,
    corsOrigins: null,
    validateResponses: true,
  });
  request = supertest(app);
});
afterAll(async () => {
  await keyUses.close();
  await test.drop();
});

describe('GET /', () => {
  it('lists addresses without a key', async () => {
    const { body, headers } = await request.get('/api/v1/').expect(200);
    expect(body.data.links).toMatchObject({ products: `${baseUrl}/products`, openapi: `${baseUrl}/openapi.json` });
    expect(headers['x-ratelimit-limit']).toBe('42');
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
  });
});

describe('GET /openapi.json', () => {
  it('describes the API with this server as the one to call', async () => {
    const { body } = await request.get('/api/v1/openapi.json').expect(200);
    expect(body.openapi).toBe('3.1.0');
    expect(body.servers).toEqual([{ url: baseUrl }]);
    expect(body.paths).toHaveProperty('/products/{idOrSku}');
  });
});

describe('GET /me', () => {
  it('shows the key, its workspace and its limits, and nothing secret', async () => {
    const before = Date.now();
    const { body } = await request.get('/api/v1/me').set('X-API-Key', created.key).expect(200);
    const lastUsedAt = body.data.key.lastUsedAt;
    expect(body.data).toEqual({
      key: {
        id: encodeId('apiKey', created.id),
        name: 'ci',
        prefix: created.prefix,
        scopes: ['products:read'],
        createdAt: created.createdAt.toISOString(),
        expiresAt: null,
        lastUsedAt,
        deprecatedUses: [],
      },
      scopes: ['products:read'],
      workspace: { ...workspace, id: encodeId('workspace', workspace.id) },
      limits: {
        requests: { limit: 42, windowSeconds: 60 },
        pageSize: limits.page.max,
        bulkItems: limits.bulkItems,
      },
    });
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before);
  });

  it('shows the deprecated operations that the key has used', async () => {
    const { key } = await keys.create(workspace, { name: 'old', scopes: ['products:read'], expiresAt: null });
    const get = (path: string) => request.get(`/api/v1${path}`).set('X-API-Key', key);
    const { headers } = await get('/old-me').expect(200);
    expect(headers.deprecation).toBe('@1767225600');
    await get('/old-me?since=monday').expect(200);
    await keyUses.flush();
    const { body } = await get('/me').expect(200);
    const lastUsedAt = expect.stringMatching(/^\d{4}-/);
    expect(body.data.key.deprecatedUses).toEqual([
      { operationId: 'old.me', field: null, uses: 2, lastUsedAt },
      { operationId: 'old.me', field: 'query.since', uses: 1, lastUsedAt },
    ]);
  });

  it('needs a key', async () => {
    const { body, headers } = await request.get('/api/v1/me').expect(401);
    expect(body.error).toMatchObject({ code: 'unauthorized', requestId: headers['x-request-id'] });
  });
});

describe('a path outside the API', () => {
  it('gets the error envelope', async () => {
    const { body, headers } = await request.get('/index.php').expect(404);
    expect(body.error).toMatchObject({ code: 'not_found', requestId: headers['x-request-id'] });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
