import { type CountCache, createCountCache } from '@contract-kit/middleware';
import type { Database, Statement } from '../../../storage/index.ts';
import type { CountsById, ProductCounts } from '../../catalog/index.ts';
import { selectChangeToken } from '../product.statements.ts';

/** {@link ProductCounts} by one grouped statement that is not repeated while no product of the workspace changes. */
export class CachedProductCounts implements ProductCounts {
  readonly #database: Database;
  readonly #statement: Statement<{ workspaceId: string }, { id: string; count: number }>;
  readonly #cache: CountCache<CountsById> = createCountCache<CountsById>({ maxEntries: 100 });

  constructor(database: Database, statement: Statement<{ workspaceId: string }, { id: string; count: number }>) {
    this.#database = database;
    this.#statement = statement;
  }

  async of(workspaceId: string): Promise<CountsById> {
    // Read before counting: a change in between costs one more count and leaves no wrong one behind.
    const [row] = await this.#database.run(selectChangeToken, { workspaceId });
    const token = row?.token ?? '0';
    const load = () => this.#load(workspaceId);
    // What a transaction has changed may be undone, and its token be given to another state: it is not kept.
    if (this.#database.current() !== null) return this.#cache.get(workspaceId, '', token) ?? load();
    return this.#cache.count(workspaceId, '', token, load);
  }

  async #load(workspaceId: string): Promise<CountsById> {
    const rows = await this.#database.run(this.#statement, { workspaceId });
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
