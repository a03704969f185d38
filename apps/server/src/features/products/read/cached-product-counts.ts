import { type CountCache, createCountCache } from '@contract-kit/middleware';
import type { Database, Statement } from '../../../storage/index.ts';
import type { CountsById, ProductCounts } from '../../catalog/index.ts';
import { selectChangeToken } from '../product.statements.ts';

/**
 * {@link ProductCounts}, implemented with one grouped statement whose result is cached until a product of the workspace
 * changes.
 */
export class CachedProductCounts implements ProductCounts {
  readonly #database: Database;
  readonly #statement: Statement<{ workspaceId: string }, { id: string; count: number }>;
  readonly #cache: CountCache<CountsById> = createCountCache<CountsById>({ maxEntries: 100 });

  constructor(database: Database, statement: Statement<{ workspaceId: string }, { id: string; count: number }>) {
    this.#database = database;
    this.#statement = statement;
  }

  async of(workspaceId: string): Promise<CountsById> {
    // Read before counting: a change in between costs one more count, but leaves no wrong one behind.
    const [row] = await this.#database.run(selectChangeToken, { workspaceId });
    const token = row?.token ?? '0';
    const load = () => this.#load(workspaceId);
    // A transaction may be rolled back and its token be used for another state: its count is not cached.
    if (this.#database.current() !== null) return this.#cache.get(workspaceId, '', token) ?? load();
    return this.#cache.count(workspaceId, '', token, load);
  }

  async #load(workspaceId: string): Promise<CountsById> {
    const rows = await this.#database.run(this.#statement, { workspaceId });
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
