import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyRecord, ApiKeyStore } from '../auth/api-key-store.ts';

/** A store under test. */
export interface ApiKeyStoreSubject {
  readonly store: ApiKeyStore;
  /** Adds a record, or replaces the one with the same id, as the application does. */
  put(record: ApiKeyRecord): Promise<void>;
  /** A new id in the application's form. */
  createId(): string;
  createTenantId(): string;
  close?(): Promise<void>;
}

/** The conformance suite of API-key stores. */
export function describeApiKeyStore(name: string, open: () => Promise<ApiKeyStoreSubject>): void {
  describe(`${name} as an API-key store`, () => {
    let subject: ApiKeyStoreSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close?.());

    const recordOf = (changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
      id: subject.createId(),
      tenantId: subject.createTenantId(),
      name: 'ci',
      scopes: ['todos:read', 'todos:write'],
      hash: Buffer.alloc(32, 7),
      createdAt: new Date('2025-01-02T03:04:05.678Z'),
      expiresAt: null,
      revokedAt: null,
      ...changes,
    });
    const found = async (id: string) => {
      const record = await subject.store.find(id);
      return record === null ? null : { ...record, hash: Buffer.from(record.hash) };
    };

    test('finds a record with all its fields', async () => {
      const record = recordOf({ expiresAt: new Date('2026-01-01T00:00:00.001Z') });
      await subject.put(recordOf());
      await subject.put(record);
      expect(await found(record.id)).toEqual(record);
    });

    test('finds a key without scopes', async () => {
      const record = recordOf({ scopes: [] });
      await subject.put(record);
      expect((await found(record.id))?.scopes).toEqual([]);
    });

    test('finds revoked and expired keys too, whose callers get a specific error', async () => {
      const past = new Date('2020-01-01T00:00:00.000Z');
      const record = recordOf({ revokedAt: past, expiresAt: past });
      await subject.put(record);
      expect(await found(record.id)).toMatchObject({ revokedAt: past, expiresAt: past });
    });

    test('finds the current state of a changed record', async () => {
      const record = recordOf();
      await subject.put(record);
      await subject.put({ ...record, scopes: ['todos:read'] });
      expect((await found(record.id))?.scopes).toEqual(['todos:read']);
    });

    test.each([
      '',
      'nothing',
      "'; drop table api_key; --",
      '00000000-0000-0000-0000-000000000000',
      '%',
      'é'.repeat(400),
    ])('finds nothing for the id %j', async (id) => {
      expect(await subject.store.find(id)).toBeNull();
    });
  });
}
