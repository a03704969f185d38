import { formatReport, verifyContract } from '@contract-kit/contract-testing';
import { createApiKey, createMemoryApiKeyStore } from '@contract-kit/middleware';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { contract, createBookshop } from './bookshop.ts';

const { key, id, hash } = createApiKey({ prefix: 'shop', id: 'test' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const keys = createMemoryApiKeyStore([{ id, tenantId: 't', name: 'Test', scopes: ['books:write'], hash, ...dates }]);
const app = createBookshop(keys);

describe('the bookshop', () => {
  it('adds a book once for the same Idempotency-Key', async () => {
    const add = () =>
      request(app)
        .post('/books')
        .set({ 'X-API-Key': key, 'Idempotency-Key': 'first-dune' })
        .send({ title: 'Dune', price: 9.5 });
    const first = await add().expect(201);
    const second = await add().expect(201).expect('Idempotent-Replayed', 'true');
    expect(second.body).toEqual(first.body);
  });

  it('keeps its contract', async () => {
    const report = await verifyContract(contract, { app, credentials: { apiKey: key }, runs: 5 });
    expect(report.failed, formatReport(report)).toBe(0);
  });
});
