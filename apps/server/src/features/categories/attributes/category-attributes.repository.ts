import type { Database } from '../../../storage/index.ts';
import { selectOwnAttributes } from '../category.statements.ts';
import { replaceOwnAttributes } from '../category-attribute.sql.ts';

/** An attribute listed by a category, as stored. */
export interface OwnAttribute {
  readonly attributeId: string;
  /** Null: inherited from the nearest ancestor or the definition. */
  readonly required: boolean | null;
  readonly position: number;
}

/** The attributes that categories list themselves, in PostgreSQL. */
export class CategoryAttributesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(workspaceId: string, categoryId: string): Promise<OwnAttribute[]> {
    return this.#database.run(selectOwnAttributes, { workspaceId, categoryId });
  }

  /** Replaces the category's own list, in one statement. */
  async replace(workspaceId: string, categoryId: string, list: readonly OwnAttribute[]): Promise<void> {
    await this.#database.run(replaceOwnAttributes, {
      workspaceId,
      categoryId,
      attributeIds: list.map(({ attributeId }) => attributeId),
      required: list.map(({ required }) => required),
      positions: list.map(({ position }) => position),
    });
  }
}
