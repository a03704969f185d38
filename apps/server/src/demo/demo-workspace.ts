import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allScopes } from '@product-content/contract';
import type { KeyService } from '../features/keys/index.ts';
import type { WorkspaceService } from '../features/workspaces/index.ts';
import type { WorkspaceSettings } from '../kernel/index.ts';
import { type Database, holdLock } from '../storage/index.ts';

export interface DemoOptions {
  readonly database: Database;
  readonly workspaces: WorkspaceService;
  readonly keys: KeyService;
  readonly dataDir: string;
  /** Fills the new workspace; null leaves it empty. */
  readonly seed: ((workspace: WorkspaceSettings) => Promise<void>) | null;
}

/** What a first start made. */
export interface Demo {
  /** The key of all scopes. */
  readonly key: string;
  /** The file that keeps it. */
  readonly keyFile: string;
}

/**
 * Makes the workspace `demo` and a key of all scopes where there is no such workspace, and fills it.
 * All of it is one transaction, and the key's file is written within: a start that is killed leaves nothing, and
 * the next one begins anew.
 *
 * @returns null when there is one already.
 */
export async function ensureDemo(options: DemoOptions): Promise<Demo | null> {
  const { database, workspaces, keys, dataDir, seed } = options;
  return database.transaction(async (tx) => {
    // One process makes it; others that start at the same time find it.
    await tx.run(holdLock, { name: 'demo workspace' });
    if ((await workspaces.list()).some(({ slug }) => slug === 'demo')) return null;
    const workspace = await workspaces.create({
      slug: 'demo',
      name: 'Demo',
      locales: ['en', 'de'],
      currencies: ['EUR', 'USD'],
    });
    const { key } = await keys.create(workspace, { name: 'demo', scopes: [...allScopes], expiresAt: null });
    await seed?.(workspace);
    return { key, keyFile: await writeKeyFile(dataDir, key) };
  });
}

/** Readable for its owner only, and never half written. */
async function writeKeyFile(dataDir: string, key: string): Promise<string> {
  const file = join(dataDir, 'demo-key');
  const draft = `${file}.draft`;
  await mkdir(dataDir, { recursive: true });
  await rm(draft, { force: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return file;
}
