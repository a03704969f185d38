import type { Database, Transaction } from '../../storage/index.ts';
import type { CatalogLocks } from './catalog-snapshot.ts';

const key = `hashtextextended('catalog ' || $1, 0)`;

/** {@link CatalogLocks} by PostgreSQL's advisory locks. */
export class PostgresCatalogLocks implements CatalogLocks {
  readonly #database: Database;
  readonly #changing = new WeakSet<Transaction>();

  constructor(database: Database) {
    this.#database = database;
  }

  async share(workspaceId: string): Promise<void> {
    const text = `select pg_advisory_xact_lock_shared(${key})`;
    await this.#transaction().query(text, [workspaceId], 'catalog.share');
  }

  async exclude(workspaceId: string): Promise<void> {
    await this.#transaction().query(`select pg_advisory_xact_lock(${key})`, [workspaceId], 'catalog.lock');
  }

  async change(workspaceId: string): Promise<void> {
    const tx = this.#transaction();
    await this.exclude(workspaceId);
    this.#changing.add(tx);
    const advance = 'update workspace set catalog_version = catalog_version + 1 where id = $1';
    await tx.query(advance, [workspaceId], 'catalog.advance');
  }

  /** True when the running transaction has changes of a catalog that nobody else may see yet. */
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
