import { dataOf, operation } from '@contract-kit/http-spec/zod';
import {
  createApiKey,
  createAuthenticator,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryRateLimitStore,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { createPostgresIdempotencyStore } from '@contract-kit/middleware/postgres';
import { initContract } from '@ts-rest/core';
import express, { type Express } from 'express';
import { z } from 'zod';
import type { Notes } from './notes.ts';

const contract = initContract().router({
  create: operation({
    id: 'notes.create',
    method: 'POST',
    path: '/notes',
    summary: 'Create a note',
    idempotency: 'accepted',
    body: z.strictObject({ label: z.string() }),
    responses: { 201: dataOf(z.object({ label: z.string() })) },
    errors: ['conflict'],
  }),
});

/**
 * Serves notes from any of the recipes.
 *
 * @param whenAdded what the handler does beside adding the note.
 * @returns the app, and a key that may call it.
 */
export function createNotesServer(
  { transaction, add }: Notes,
  whenAdded: (label: string) => Promise<void> | void,
): { readonly app: Express; readonly key: string } {
  const { key, hash } = createApiKey({ prefix: 'note', id: 'k1' });
  const dates = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
  const keys = createMemoryApiKeyStore([{ id: 'k1', tenantId: 't1', name: 'k1', scopes: [], hash, ...dates }]);
  const standard = { name: 'standard', limit: 1000, windowMs: 60_000 };
  const app = express();
  mountContract({
    app,
    contract,
    auth: { apiKey: createAuthenticator({ prefix: 'note', store: keys }) },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
    idempotency: createIdempotency({ store: createPostgresIdempotencyStore({ transaction, scopeColumn: 'tenant' }) }),
    handlers: {
      create: async ({ body: { label } }) => {
        await add(label);
        await whenAdded(label);
        return { status: 201, headers: { Location: `/notes/${label}` }, body: { data: { label } } };
      },
    },
  });
  return { app, key };
}
