import { createAuthenticator } from '@contract-kit/middleware';
import { createApiKeyListener } from '@contract-kit/middleware/postgres';
import { type ApiKeyCreate, ApiKeyCreateSchema } from '@product-content/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import {
  type ApiError,
  decodeId,
  encodeId,
  systemClock,
  systemIds,
  type WorkspaceSettings,
} from '../../kernel/index.ts';
import { type KeyRecord, KeyRepository, KeyService, KeyUses, keyPrefix } from './index.ts';

let test: TestDatabase;
let repository: KeyRepository;
let service: KeyService;
let workspace: WorkspaceSettings;
beforeAll(async () => {
  test = await createTestDatabase();
  repository = new KeyRepository(test.database);
  service = new KeyService({ repository, clock: systemClock, ids: systemIds });
  workspace = await createTestWorkspace(test.database);
});
afterAll(() => test.drop());

const create = (input: Partial<ApiKeyCreate> = {}) =>
  service.create(workspace, { name: 'ci', scopes: ['products:read'], expiresAt: null, ...input });

// Each test continues from the one before.
describe('keys', { shuffle: false }, () => {
  it('give access to their workspace, with their scopes', async () => {
    const { key, id, prefix } = await create({ scopes: ['products:read', 'catalog:read'] });
    const caller = await createAuthenticator({ prefix: keyPrefix, store: repository }).verify(key);
    expect(caller.tenantId).toBe(workspace.id);
    expect([...caller.scopes]).toEqual(['products:read', 'catalog:read']);
    expect(caller.record).toMatchObject({ uuid: id, prefix, name: 'ci', workspace, lastUsedAt: null, revokedAt: null });
    expect(key.startsWith(`${prefix}_`)).toBe(true);
  });

  it('are stored without their secret', async () => {
    const { key } = await create();
    const { rows } = await test.database.query('select * from api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(key.lastIndexOf('_') + 1));
  });

  it('are listed by workspace, oldest first', async () => {
    const other = await createTestWorkspace(test.database);
    const first = await service.create(other, { name: 'a', scopes: ['products:read'], expiresAt: null });
    const second = await service.create(other, { name: 'b', scopes: ['products:read'], expiresAt: null });
    expect((await service.list(other)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await service.list(null)).length).toBeGreaterThan(2);
  });

  it('do not expire in the past', async () => {
    await expect(create({ expiresAt: new Date(Date.now() - 1).toISOString() })).rejects.toMatchObject({
      details: { fieldErrors: { expiresAt: 'Must be in the future.' } },
    });
  });

  it('have existing scopes, without duplicates', () => {
    const parse = (scopes: string[]) => ApiKeyCreateSchema.safeParse({ name: 'x', scopes });
    expect(parse(['products:read', 'products:read']).data?.scopes).toEqual(['products:read']);
    expect(parse(['products:red']).error?.issues[0]?.message).toMatch('"products:red" is not a scope');
    expect(parse([]).success).toBe(false);
  });

  it('are not found by the id of another kind, nor by an unknown one', async () => {
    const unknown = [encodeId('apiKey', systemIds.next()), encodeId('product', systemIds.next()), 'key_x'];
    for (const reference of unknown) {
      await expect(service.revoke(reference)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await repository.find('no-such-key')).toBeNull();
  });

  it('stop working in every process once they are revoked', async () => {
    const { key, id } = await create();
    const authenticator = createAuthenticator({ prefix: keyPrefix, store: repository });
    let trusted = false;
    const createClient = () => new pg.Client({ connectionString: test.url });
    const listener = createApiKeyListener({
      createClient,
      authenticator: {
        ...authenticator,
        trustInvalidation(value) {
          authenticator.trustInvalidation(value);
          trusted = value;
        },
      },
    });
    onTestFinished(() => listener.stop());
    // From here on the key is cached for minutes unless the revocation is announced.
    await expect.poll(() => trusted).toBe(true);
    const authenticate = async () => authenticator.verify(key);
    await expect(authenticate()).resolves.toMatchObject({ tenantId: workspace.id });
    await service.revoke(encodeId('apiKey', id));
    const outcome = () => authenticate().catch((error: ApiError) => error.code);
    await expect.poll(outcome, { interval: 10 }).toBe('unauthorized');
  });

  it('create no more keys once revoked, even if a process still accepts them', async () => {
    const found = async ({ key }: { key: string }) => (await repository.find(key.split('_')[1] as string)) as KeyRecord;
    const input = { name: 'child', scopes: ['keys:write' as const] };
    const made = await create({ scopes: ['keys:write'] });
    const maker = await found(made);
    const child = await service.createWith(maker, input);
    await service.revoke(encodeId('apiKey', made.id));
    await expect(service.createWith(maker, input)).rejects.toMatchObject({ code: 'unauthorized' });
    // Keys that it created before stay valid.
    await expect(service.createWith(await found(child), input)).resolves.toMatchObject({ name: 'child' });
  });

  it('keep the time of their first revocation', async () => {
    const { id } = await create();
    const revokedAt = async () => (await service.list(workspace)).find((key) => key.id === id)?.revokedAt;
    await service.revoke(encodeId('apiKey', id));
    const first = await revokedAt();
    await service.revoke(encodeId('apiKey', id));
    expect(await revokedAt()).toEqual(first);
    expect(decodeId('apiKey', encodeId('apiKey', id))).toBe(id);
  });
});

describe('uses of keys', () => {
  /** A recorder of uses under a clock that the test moves. */
  function createUses() {
    const hands = { now: new Date('2026-03-01T00:00:00.000Z') };
    const clock = { now: () => hands.now };
    return { hands, uses: new KeyUses({ repository, clock, onError: (error) => expect.fail(`${error}`) }) };
  }

  it('are written together, the latest of each key', async () => {
    const keys = [await create(), await create()];
    const { hands, uses } = createUses();
    for (const { id } of keys) uses.note(id);
    hands.now = new Date('2026-03-01T00:00:09.000Z');
    uses.note(keys[0]?.id ?? '');
    await uses.close();
    const written = (await service.list(workspace)).filter(({ id }) => keys.some((key) => key.id === id));
    expect(written.map(({ lastUsedAt }) => lastUsedAt?.toISOString())).toEqual([
      '2026-03-01T00:00:09.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
  });

  it('of deprecated operations and fields are counted, and added to the stored ones', async () => {
    const { id } = await create();
    const { hands, uses } = createUses();
    for (const field of [null, null, 'query.since']) uses.noteDeprecated(id, 'products.old', field);
    await uses.flush();
    hands.now = new Date('2026-03-02T00:00:00.000Z');
    uses.noteDeprecated(id, 'products.old', null);
    await uses.close();
    const { deprecatedUses } = await service.get({ workspace }, encodeId('apiKey', id));
    expect(deprecatedUses).toMatchObject([
      { operationId: 'products.old', field: null, uses: 3, lastUsedAt: new Date('2026-03-02T00:00:00.000Z') },
      { operationId: 'products.old', field: 'query.since', uses: 1, lastUsedAt: new Date('2026-03-01T00:00:00.000Z') },
    ]);
  });

  it('of an unknown key are left out, and do not prevent others from being written', async () => {
    const { id } = await create();
    const { uses } = createUses();
    uses.noteDeprecated(systemIds.next(), 'products.old', null);
    uses.noteDeprecated(id, 'products.old', null);
    await uses.close();
    expect((await service.get({ workspace }, encodeId('apiKey', id))).deprecatedUses).toMatchObject([{ uses: 1 }]);
  });
});
