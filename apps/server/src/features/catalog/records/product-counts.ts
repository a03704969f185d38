import { type CountCache, createCountCache } from '@contract-kit/middleware';
import type { Database } from '../../../storage/index.ts';

/** Numbers of products by the UUID of what they are counted under; what has none is left out. */
export type CountsById = ReadonlyMap<string, number>;

const changeToken = `
  select coalesce(sum(products), 0)::text as token from workspace_change where workspace_id = $1`;

/**
 * Counts the products of all categories, or of all collections, with one grouped statement that is not repeated
 * while no product of the workspace changes.
 */
export class ProductCounts {
  readonly #database: Database;
  readonly #text: string;
  readonly #name: string;
  readonly #cache: CountCache<CountsById> = createCountCache<CountsById>({ maxEntries: 100 });

  /** @param text selects `id` and `count` for the workspace `$1`. */
  constructor(database: Database, name: string, text: string) {
    this.#database = database;
    this.#name = name;
    this.#text = text;
  }

  async of(workspaceId: string): Promise<CountsById> {
    // Read before counting: a change in between costs one more count and leaves no wrong one behind.
    const { rows } = await this.#database.query<{ token: string }>(changeToken, [workspaceId], 'workspace.token');
    const token = rows[0]?.token ?? '0';
    const load = () => this.#load(workspaceId);
    // What a transaction has changed may be undone, and its token be given to another state: it is not kept.
    if (this.#database.current() !== null) return this.#cache.get(workspaceId, '', token) ?? load();
    return this.#cache.count(workspaceId, '', token, load);
  }

  async #load(workspaceId: string): Promise<CountsById> {
    const { rows } = await this.#database.query<{ id: string; count: number }>(this.#text, [workspaceId], this.#name);
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
