import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKeyRecord, ApiKeyStore } from '@contract-kit/middleware';
import { describeApiKeyStore, describeBodyStore } from '@contract-kit/middleware/testing';
import { createBodyFolder } from './body-folder.ts';

/** A store of one's own: keys in whatever can be asked for one. */
function createDirectoryApiKeyStore(directory: ReadonlyMap<string, ApiKeyRecord>): ApiKeyStore {
  return { find: async (id) => directory.get(id) ?? null };
}

describeApiKeyStore('the directory', async () => {
  const directory = new Map<string, ApiKeyRecord>();
  return {
    store: createDirectoryApiKeyStore(directory),
    put: async (record) => void directory.set(record.id, record),
    createId: randomUUID,
    createTenantId: randomUUID,
  };
});

describeBodyStore('the folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bodies-'));
  return { store: createBodyFolder(join(root, 'bodies')), close: () => rm(root, { recursive: true }) };
});
