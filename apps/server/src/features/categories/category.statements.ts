import { type Expression, type Kysely, sql } from 'kysely';
import { columnsOf, type TablesOf, tablesOf } from '../../storage/index.ts';
import { recordStatements } from '../catalog/index.ts';
import { type CategoryAttributeEntity, CategoryEntity, type CategoryRow } from './category.entity.ts';

type CategoryTables = TablesOf<typeof CategoryEntity | typeof CategoryAttributeEntity>;

const categories = tablesOf<typeof CategoryEntity | typeof CategoryAttributeEntity>();
const columns = columnsOf(CategoryEntity);

export const categoryStatements = recordStatements<CategoryRow>(CategoryEntity);

interface NodeParameters {
  readonly workspaceId: Expression<string>;
  readonly id: Expression<string>;
}

/** A category and all its ancestors, as `up`. */
const withAncestors = (db: Kysely<CategoryTables>, { workspaceId, id }: NodeParameters) =>
  db.withRecursive('up', (query) =>
    query
      .selectFrom('category')
      .select(['id', 'parent_id'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .unionAll(
        query
          .selectFrom('category as c')
          .innerJoin('up', 'c.id', 'up.parent_id')
          .select(['c.id', 'c.parent_id'])
          .where('c.workspace_id', '=', workspaceId),
      ),
  );

const node = { workspaceId: 'uuid', id: 'uuid' } as const;

/** The path from the root to a category, in no order. */
export const selectPath = categories.statement({
  name: 'category.path',
  parameters: node,
  build: (db, parameters) =>
    withAncestors(db, parameters)
      .selectFrom('category')
      .select(columns)
      .where('workspace_id', '=', parameters.workspaceId)
      .where('id', 'in', (query) => query.selectFrom('up').select('up.id')),
});

/** A category with all its ancestors and descendants. */
export const selectLineage = categories.statement({
  name: 'category.lineage',
  parameters: node,
  build: (db, parameters) =>
    withAncestors(db, parameters)
      .withRecursive('down', (query) =>
        query
          .selectFrom('category')
          .select('id')
          .where('workspace_id', '=', parameters.workspaceId)
          .where('id', '=', parameters.id)
          .unionAll(
            query
              .selectFrom('category as c')
              .innerJoin('down', 'c.parent_id', 'down.id')
              .select('c.id')
              .where('c.workspace_id', '=', parameters.workspaceId),
          ),
      )
      .selectFrom('category')
      .select(columns)
      .where('workspace_id', '=', parameters.workspaceId)
      .where('id', 'in', (query) =>
        query.selectFrom('up').select('up.id').union(query.selectFrom('down').select('down.id')),
      )
      .orderBy('position')
      .orderBy('code'),
});

const ofParent = { workspaceId: 'uuid', parentId: 'uuid' } as const;

export const selectChildren = categories.statement({
  name: 'category.children',
  parameters: ofParent,
  build: (db, { workspaceId, parentId }) =>
    db
      .selectFrom('category')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('parent_id', '=', parentId)
      .orderBy('position')
      .orderBy('code'),
});

const shift = { from: 'integer', by: 'integer' } as const;

/** Moves the children of a category from a position on. */
export const shiftChildren = categories.statement({
  name: 'category.shift-children',
  parameters: { ...ofParent, ...shift },
  build: (db, { workspaceId, parentId, from, by }) =>
    db
      .updateTable('category')
      .set({ position: sql<number>`position + ${by}` })
      .where('workspace_id', '=', workspaceId)
      .where('parent_id', '=', parentId)
      .where('position', '>=', from),
});

/** Moves the roots from a position on. An index serves `is null`, but not `is not distinct from`. */
export const shiftRoots = categories.statement({
  name: 'category.shift-roots',
  parameters: { workspaceId: 'uuid', ...shift },
  build: (db, { workspaceId, from, by }) =>
    db
      .updateTable('category')
      .set({ position: sql<number>`position + ${by}` })
      .where('workspace_id', '=', workspaceId)
      .where('parent_id', 'is', null)
      .where('position', '>=', from),
});

/** Moves the children of a category to another parent, in order, starting at a position. */
export const moveChildren = categories.statement({
  name: 'category.move-children',
  parameters: { ...ofParent, to: 'uuid?', position: 'integer', at: 'timestamptz' },
  build: (db, { workspaceId, parentId, to, position, at }) =>
    db
      .updateTable('category')
      .set({ parent_id: to, position: sql<number>`position + ${position}`, updated_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('parent_id', '=', parentId),
});

/** The attributes a category lists itself. */
export const selectOwnAttributes = categories.statement({
  name: 'category_attribute.own',
  parameters: { workspaceId: 'uuid', categoryId: 'uuid' },
  build: (db, { workspaceId, categoryId }) =>
    db
      .selectFrom('category_attribute')
      .select(['attribute_id as attributeId', 'required', 'position'])
      .where('workspace_id', '=', workspaceId)
      .where('category_id', '=', categoryId),
});
