import type { Database } from '../../storage/index.ts';
import { selectCatalogVersion } from '../workspaces/index.ts';
import type { PostgresCatalogLocks } from './catalog-locks.ts';
import type { CatalogReader, CatalogSnapshot } from './catalog-snapshot.ts';
import { createSnapshot } from './snapshot/create-snapshot.ts';
import { type CatalogParts, selectCatalogOf } from './snapshot/load-catalog.sql.ts';
import { loadCatalog } from './snapshot/load-catalog.ts';

export interface CatalogReaderOptions {
  readonly database: Database;
  readonly locks: PostgresCatalogLocks;
  readonly parts: CatalogParts;
  /** Workspaces whose snapshots are kept; beyond that, the least recently used is dropped. Default 100. */
  readonly maxWorkspaces?: number;
}

interface CachedSnapshot {
  readonly version: string | undefined;
  readonly snapshot: Promise<CatalogSnapshot>;
  /** False while a transaction reads it. */
  readonly isRead: boolean;
}

/**
 * {@link CatalogReader} that caches the last snapshot of each workspace: one statement checks whether it is still
 * current, a second one reads it again. Concurrent readers that find it outdated share one read, unless they hold locks.
 */
export class CachedCatalogReader implements CatalogReader {
  readonly #options: CatalogReaderOptions;
  readonly #select: ReturnType<typeof selectCatalogOf>;
  readonly #cache = new Map<string, CachedSnapshot>();

  constructor(options: CatalogReaderOptions) {
    this.#options = options;
    this.#select = selectCatalogOf(options.parts);
  }

  async snapshot(workspaceId: string, { alone = false } = {}): Promise<CatalogSnapshot> {
    const { database, locks } = this.#options;
    // The transaction may be rolled back and its version used by another one: such a snapshot is not cached.
    if (locks.isChanging()) return this.#load(workspaceId);
    const [current] = await database.run(selectCatalogVersion, { id: workspaceId });
    const version = current?.version;
    const cached = this.#cache.get(workspaceId);
    const isCurrent = cached !== undefined && cached.version === version;
    if (alone && !(isCurrent && cached.isRead)) return this.#readAlone(workspaceId);
    const found = isCurrent ? cached : this.#read(workspaceId, version);
    this.#keep(workspaceId, found);
    return found.snapshot;
  }

  async #readAlone(workspaceId: string): Promise<CatalogSnapshot> {
    const snapshot = await this.#load(workspaceId);
    this.#keep(workspaceId, { version: snapshot.version, snapshot: Promise.resolve(snapshot), isRead: true });
    return snapshot;
  }

  #read(workspaceId: string, version: string | undefined): CachedSnapshot {
    const snapshot = this.#load(workspaceId);
    const reading = { version, snapshot, isRead: false };
    const settle = (settled: CachedSnapshot | null) => {
      if (this.#cache.get(workspaceId) !== reading) return;
      if (settled === null) this.#cache.delete(workspaceId);
      else this.#cache.set(workspaceId, settled);
    };
    // The catalog may have changed between the two statements: the snapshot is cached under the version it was read at.
    snapshot.then(
      (loaded) => settle({ version: loaded.version, snapshot, isRead: true }),
      () => settle(null),
    );
    return reading;
  }

  async #load(workspaceId: string): Promise<CatalogSnapshot> {
    return createSnapshot(await loadCatalog(this.#options.database, this.#select, workspaceId));
  }

  /** As the one used last. */
  #keep(workspaceId: string, snapshot: CachedSnapshot): void {
    this.#cache.delete(workspaceId);
    this.#cache.set(workspaceId, snapshot);
    if (this.#cache.size <= (this.#options.maxWorkspaces ?? 100)) return;
    this.#cache.delete(this.#cache.keys().next().value as string);
  }
}
