import type { Database } from '../../storage/index.ts';
import { CatalogRecords, CategoryTree } from '../catalog/index.ts';
import { CategoryEntity, type CategoryRow } from './category.entity.ts';

const ancestors = `
  with recursive up as (
    select id, parent_id from category where workspace_id = $1 and id = $2
    union all
    select c.id, c.parent_id from category c join up on c.id = up.parent_id where c.workspace_id = $1
  ) select id from up`;

const descendants = `
  with recursive down as (
    select id from category where workspace_id = $1 and id = $2
    union all
    select c.id from category c join down on c.parent_id = down.id where c.workspace_id = $1
  ) select id from down`;

/** Siblings under `$2`; an index serves `=` and `is null`, but not `is not distinct from`. */
const siblingsOf = (parentId: string | null) =>
  parentId === null ? '$2::uuid is null and parent_id is null' : 'parent_id = $2';

/** Categories in PostgreSQL. The positions of siblings are 0, 1, 2, … without gaps. */
export class CategoriesRepository extends CatalogRecords<CategoryRow> {
  constructor(database: Database) {
    super(database, CategoryEntity, 'category');
  }

  /** From the root down to a category, itself included. */
  async path(workspaceId: string, id: string): Promise<CategoryRow[]> {
    const rows = await this.select(`workspace_id = $1 and id in (${ancestors})`, [workspaceId, id], 'path');
    return new CategoryTree(rows).path(id);
  }

  /** A category with all above and all below it. */
  async lineage(workspaceId: string, id: string): Promise<CategoryTree<CategoryRow>> {
    const condition = `workspace_id = $1 and id in ((${ancestors}) union (${descendants})) order by position, code`;
    return new CategoryTree(await this.select(condition, [workspaceId, id], 'lineage'));
  }

  listChildren(workspaceId: string, parentId: string): Promise<CategoryRow[]> {
    const condition = 'workspace_id = $1 and parent_id = $2 order by position, code';
    return this.select(condition, [workspaceId, parentId], 'children');
  }

  /** How many there are under a parent, or at the root. */
  async countChildren(workspaceId: string, parentId: string | null): Promise<number> {
    const text = `select count(*) as count from category where workspace_id = $1 and ${siblingsOf(parentId)}`;
    const { rows } = await this.database.query<{ count: number }>(text, [workspaceId, parentId]);
    return rows[0]?.count ?? 0;
  }

  /** Opens (`by` > 0) or closes (`by` < 0) a gap among siblings: those from a position on move. */
  async shift(
    workspaceId: string,
    parentId: string | null,
    { from, by }: { readonly from: number; readonly by: number },
  ): Promise<void> {
    if (by === 0) return;
    const text = `
      update category set position = position + $4::int
      where workspace_id = $1 and ${siblingsOf(parentId)} and position >= $3`;
    await this.database.query(text, [workspaceId, parentId, from, by]);
  }

  /** Moves the children of a category to another parent, in their order from a position on. */
  async moveChildren(
    workspaceId: string,
    from: string,
    to: { readonly parentId: string | null; readonly position: number },
    at: Date,
  ): Promise<void> {
    const text = `
      update category set parent_id = $3::uuid, position = position + $4::int, updated_at = $5
      where workspace_id = $1 and parent_id = $2`;
    await this.database.query(text, [workspaceId, from, to.parentId, to.position, at]);
  }
}
