import { acquireLock, acquireSharedLock, type Database, type Transaction } from '../../storage/index.ts';
import { advanceCatalog } from '../workspaces/index.ts';
import type { CatalogLocks } from './catalog-snapshot.ts';

const nameOf = (workspaceId: string) => `catalog ${workspaceId}`;

/** {@link CatalogLocks} implemented with PostgreSQL's advisory locks. */
export class PostgresCatalogLocks implements CatalogLocks {
  readonly #database: Database;
  readonly #changing = new WeakSet<Transaction>();

  constructor(database: Database) {
    this.#database = database;
  }

  async share(workspaceId: string): Promise<void> {
    await this.#transaction().run(acquireSharedLock, { name: nameOf(workspaceId) });
  }

  async exclude(workspaceId: string): Promise<void> {
    await this.#transaction().run(acquireLock, { name: nameOf(workspaceId) });
  }

  async change(workspaceId: string): Promise<void> {
    const tx = this.#transaction();
    this.#changing.add(tx);
    await tx.run(advanceCatalog, { id: workspaceId, lock: nameOf(workspaceId) });
  }

  /** True when the running transaction has changed a catalog and is not committed yet. */
  isChanging(): boolean {
    const tx = this.#database.current();
    return tx !== null && this.#changing.has(tx);
  }

  #transaction(): Transaction {
    const tx = this.#database.current();
    if (tx === null) throw new TypeError('A catalog lock is held to the end of a transaction: open one first.');
    return tx;
  }
}
