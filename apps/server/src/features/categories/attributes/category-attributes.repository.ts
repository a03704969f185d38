import type { Database } from '../../../storage/index.ts';
import { selectOwnAttributes } from '../category.statements.ts';
import { replaceOwnAttributes } from '../category-attribute.sql.ts';

/** An attribute a category lists, as its row has it. */
export interface OwnAttribute {
  readonly attributeId: string;
  /** Null: as the nearest ancestor or the definition says. */
  readonly required: boolean | null;
  readonly position: number;
}

/** The attributes categories list themselves, in PostgreSQL. */
export class CategoryAttributesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(workspaceId: string, categoryId: string): Promise<OwnAttribute[]> {
    return this.#database.run(selectOwnAttributes, { workspaceId, categoryId });
  }

  /** Makes a list the category's own, in one statement. */
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
