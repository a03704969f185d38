import { randomUUID } from 'node:crypto';
import type { ApiKeyRecord, ApiKeyStore, ApiOptions, IdempotencyStore, RateLimitStore } from '@contract-kit/middleware';
import { createApiKey, createAuthenticator, createIdempotency, preRendered } from '@contract-kit/middleware';
import { createOpenApiDocument, toCanonicalJson } from '@contract-kit/openapi';
import { contract } from './contract.ts';
import { docsPage } from './docs.ts';
import { createHandlers, type Notes } from './handlers.ts';

export interface Stores {
  readonly keys: ApiKeyStore;
  readonly rateLimit: RateLimitStore;
  readonly idempotency: IdempotencyStore;
  readonly notes: Notes;
  addKey(key: ApiKeyRecord): Promise<void>;
  close(): Promise<void>;
}

/** The contract with its handlers and stores, for any host. */
export async function createOptions(stores: Stores): Promise<ApiOptions<typeof contract>> {
  const info = { title: 'Notes', version: '0.1.0' };
  const document = preRendered(toCanonicalJson(await createOpenApiDocument(contract, { info })));
  const html = { 'Content-Type': 'text/html; charset=utf-8' };
  const open = { method: 'GET', auth: 'none' } as const;
  return {
    contract,
    handlers: createHandlers(stores.notes),
    auth: { apiKey: createAuthenticator({ prefix: 'notes', store: stores.keys }) },
    rateLimit: {
      store: stores.rateLimit,
      policies: { standard: { name: 'standard', limit: 6000, windowMs: 60_000 } },
      addressPolicy: { name: 'address', limit: 600, windowMs: 60_000 },
    },
    idempotency: createIdempotency({ store: stores.idempotency }),
    extraRoutes: [
      { ...open, path: '/openapi.json', handle: async () => ({ status: 200, body: document }) },
      { ...open, path: '/docs', handle: async () => ({ status: 200, headers: html, body: docsPage }) },
    ],
  };
}

/** Makes an API key; only its hash is stored. */
export async function createKey({ addKey }: Stores, tenantId: string): Promise<string> {
  const id = randomUUID().slice(0, 8);
  const { key, hash } = createApiKey({ prefix: 'notes', id });
  const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
  await addKey({ id, tenantId, name: id, scopes: ['notes:read', 'notes:write'], hash, ...dates });
  return key;
}
