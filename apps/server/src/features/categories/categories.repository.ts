import type { Database } from '../../storage/index.ts';
import { CatalogRecords, CategoryTree } from '../catalog/index.ts';
import { selectCatalogVersion } from '../workspaces/index.ts';
import { CategoryEntity, type CategoryRow } from './category.entity.ts';
import {
  categoryStatements,
  moveChildren,
  selectChildren,
  selectLineage,
  selectPath,
  shiftChildren,
  shiftRoots,
} from './category.statements.ts';

/** Categories in PostgreSQL. The positions of siblings are 0, 1, 2, … without gaps. */
export class CategoriesRepository extends CatalogRecords<CategoryRow> {
  constructor(database: Database) {
    super(database, { entity: CategoryEntity, statements: categoryStatements, kind: 'category' });
  }

  /**
   * The version of the catalog, which differs after every change of a category. Null when the workspace does not exist.
   */
  async catalogVersion(workspaceId: string): Promise<string | null> {
    const [current] = await this.database.run(selectCatalogVersion, { id: workspaceId });
    return current?.version ?? null;
  }

  /** The path from the root to a category, including it. */
  async path(workspaceId: string, id: string): Promise<CategoryRow[]> {
    return new CategoryTree(await this.database.run(selectPath, { workspaceId, id })).path(id);
  }

  /** A category with all its ancestors and descendants. */
  async lineage(workspaceId: string, id: string): Promise<CategoryTree<CategoryRow>> {
    return new CategoryTree(await this.database.run(selectLineage, { workspaceId, id }));
  }

  listChildren(workspaceId: string, parentId: string): Promise<CategoryRow[]> {
    return this.database.run(selectChildren, { workspaceId, parentId });
  }

  /** The number of children of a parent, or of roots. */
  countChildren(workspaceId: string, parentId: string | null): Promise<number> {
    return this.database.emOf(workspaceId).count(CategoryEntity, { parentId });
  }

  /** Opens (`by` > 0) or closes (`by` < 0) a gap among siblings: those from a position on move. */
  async shift(
    workspaceId: string,
    parentId: string | null,
    { from, by }: { readonly from: number; readonly by: number },
  ): Promise<void> {
    if (by === 0) return;
    if (parentId === null) await this.database.run(shiftRoots, { workspaceId, from, by });
    else await this.database.run(shiftChildren, { workspaceId, parentId, from, by });
  }

  /** Moves the children of a category to another parent, in order, starting at a position. */
  async moveChildren(
    workspaceId: string,
    parentId: string,
    to: { readonly parentId: string | null; readonly position: number },
    at: Date,
  ): Promise<void> {
    await this.database.run(moveChildren, { workspaceId, parentId, to: to.parentId, position: to.position, at });
  }
}
