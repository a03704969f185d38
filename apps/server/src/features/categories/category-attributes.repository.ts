import type { Database } from '../../storage/index.ts';

/** An attribute a category lists, as its row has it. */
export interface OwnAttribute {
  readonly attributeId: string;
  /** Null: as the nearest ancestor or the definition says. */
  readonly required: boolean | null;
  readonly position: number;
}

const selectOwn = `
  select attribute_id as "attributeId", required, position from category_attribute
  where workspace_id = $1 and category_id = $2`;

const replaceOwn = `
  with listed as (
    select * from unnest($3::uuid[], $4::boolean[], $5::integer[]) as l (attribute_id, required, position)
  ), gone as (
    delete from category_attribute
    where workspace_id = $1 and category_id = $2 and attribute_id not in (select attribute_id from listed)
  )
  insert into category_attribute (workspace_id, category_id, attribute_id, required, position)
  select $1, $2, attribute_id, required, position from listed
  on conflict (workspace_id, category_id, attribute_id)
  do update set required = excluded.required, position = excluded.position`;

/** The attributes categories list themselves, in PostgreSQL. */
export class CategoryAttributesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, categoryId: string): Promise<OwnAttribute[]> {
    const values = [workspaceId, categoryId];
    return (await this.#database.query<OwnAttribute>(selectOwn, values, 'category_attribute.own')).rows;
  }

  /** Makes a list the category's own, in one statement. */
  async replace(workspaceId: string, categoryId: string, list: readonly OwnAttribute[]): Promise<void> {
    const values = [
      workspaceId,
      categoryId,
      list.map(({ attributeId }) => attributeId),
      list.map(({ required }) => required),
      list.map(({ position }) => position),
    ];
    await this.#database.query(replaceOwn, values, 'category_attribute.replace');
  }
}
