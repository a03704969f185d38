import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allScopes } from '@product-content/contract';
import type { KeyService } from '../features/keys/index.ts';
import type { WorkspaceService } from '../features/workspaces/index.ts';
import type { WorkspaceSettings } from '../kernel/index.ts';
import { acquireLock, type Database } from '../storage/index.ts';

export interface DemoOptions {
  readonly database: Database;
  readonly workspaces: WorkspaceService;
  readonly keys: KeyService;
  readonly dataDir: string;
  /** Fills the new workspace; null leaves it empty. */
  readonly seed: ((workspace: WorkspaceSettings) => Promise<void>) | null;
}

/** What the first start created. */
export interface Demo {
  /** A key with all scopes. */
  readonly key: string;
  /** The file that contains it. */
  readonly keyFile: string;
}

/**
 * Creates the workspace `demo` and a key with all scopes if there is no such workspace, and fills it. Everything,
 * including the file of the key, is written within one transaction: a start that is killed leaves nothing behind, and
 * the next one begins again.
 *
 * @returns null when the workspace already exists.
 */
export async function ensureDemo(options: DemoOptions): Promise<Demo | null> {
  const { database, workspaces, keys, dataDir, seed } = options;
  return database.transaction(async (tx) => {
    // One process creates it; others that start at the same time find it.
    await tx.run(acquireLock, { name: 'demo workspace' });
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

/** Readable by its owner only, and never half written. */
async function writeKeyFile(dataDir: string, key: string): Promise<string> {
  const file = join(dataDir, 'demo-key');
  const draft = `${file}.draft`;
  await mkdir(dataDir, { recursive: true });
  await rm(draft, { force: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return file;
}
