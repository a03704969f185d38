import { ApiKeyCreateSchema, allScopes } from '@product-content/contract';
import { KeyRepository, KeyService } from '../src/features/keys/index.ts';
import { type Clock, encodeId, systemClock, systemIds, type WorkspaceSettings } from '../src/kernel/index.ts';
import type { Database } from '../src/storage/index.ts';

/** An API key created for a test. */
export interface TestKey {
  /** `key_…`. */
  readonly id: string;
  /** The value in requests: `pcm_<id>_<secret>`. */
  readonly key: string;
}

export interface TestKeyOptions {
  /** Default: all. */
  readonly scopes?: readonly string[];
  /** May be in the past. */
  readonly expiresAt?: Date | null;
}

/** Earlier than any expiry in a test. */
const longAgo: Clock = { now: () => new Date(0) };

/** Creates an API key of a workspace. */
export async function createTestKey(
  database: Database,
  workspace: WorkspaceSettings,
  { scopes = allScopes, expiresAt = null }: TestKeyOptions = {},
): Promise<TestKey> {
  const service = createKeyService(database, expiresAt === null ? systemClock : longAgo);
  const input = ApiKeyCreateSchema.parse({
    name: 'test key',
    scopes: [...scopes],
    expiresAt: expiresAt?.toISOString(),
  });
  const { id, key } = await service.create(workspace, input);
  return { id: encodeId('apiKey', id), key };
}

/** Revokes a key by its `key_…` id, as the command line does beside a running server. */
export function revokeTestKey(database: Database, id: string): Promise<void> {
  return createKeyService(database, systemClock).revoke(id);
}

function createKeyService(database: Database, clock: Clock): KeyService {
  return new KeyService({ repository: new KeyRepository(database), clock, ids: systemIds });
}
