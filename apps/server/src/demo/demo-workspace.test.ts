import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthenticator } from '@contract-kit/middleware';
import { allScopes } from '@product-content/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { KeyRepository, KeyService, keyPrefix } from '../features/keys/index.ts';
import { WorkspaceRepository, WorkspaceService } from '../features/workspaces/index.ts';
import { systemClock, systemIds } from '../kernel/index.ts';
import { type DemoOptions, ensureDemo } from './demo-workspace.ts';

let test: TestDatabase;
let options: DemoOptions;
let store: KeyRepository;
beforeEach(async () => {
  test = await createTestDatabase();
  const { database } = test;
  store = new KeyRepository(database);
  const dataDir = join(await mkdtemp(join(tmpdir(), 'demo-')), 'data');
  options = {
    database,
    workspaces: new WorkspaceService({
      repository: new WorkspaceRepository(database),
      clock: systemClock,
      ids: systemIds,
    }),
    keys: new KeyService({ repository: store, clock: systemClock, ids: systemIds }),
    dataDir,
    seed: null,
  };
});
afterEach(async () => {
  await test.drop();
  await rm(join(options.dataDir, '..'), { recursive: true });
});

describe('the demo workspace', () => {
  it('comes with a key with all scopes, readable by its owner only', async () => {
    const demo = await ensureDemo(options);
    const file = join(options.dataDir, 'demo-key');
    expect(demo?.keyFile).toBe(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = (await readFile(file, 'utf8')).trim();
    expect(key).toBe(demo?.key);
    const caller = await createAuthenticator({ prefix: keyPrefix, store }).verify(key);
    expect([...caller.scopes]).toEqual(allScopes);
  });

  it('is created once, even when two processes start together', async () => {
    const made = await Promise.all([ensureDemo(options), ensureDemo(options)]);
    expect(made.filter((demo) => demo !== null)).toHaveLength(1);
    expect(await ensureDemo(options)).toBeNull();
    expect(await options.workspaces.list()).toMatchObject([{ slug: 'demo', locales: ['en', 'de'] }]);
    expect(await options.keys.list(null)).toHaveLength(1);
  });

  it('is created beside other workspaces', async () => {
    await options.workspaces.create({ slug: 'acme', name: 'Acme', locales: ['en'], currencies: ['USD'] });
    expect(await ensureDemo(options)).not.toBeNull();
  });

  it('is created again when its first start failed halfway', async () => {
    const seed = () => Promise.reject(new Error('killed'));
    await expect(ensureDemo({ ...options, seed })).rejects.toThrow('killed');
    expect(await options.workspaces.list()).toEqual([]);
    expect(await ensureDemo(options)).not.toBeNull();
  });

  it('replaces a key file that was left by another installation', async () => {
    const first = await ensureDemo(options);
    await chmod(join(options.dataDir, 'demo-key'), 0o400);
    await test.database.query('truncate workspace cascade');
    const second = await ensureDemo(options);
    expect(second?.key).not.toBe(first?.key);
    expect((await readFile(join(options.dataDir, 'demo-key'), 'utf8')).trim()).toBe(second?.key);
  });
});
