import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { columnsOf, tablesOf } from '../../storage/index.ts';
import { recordStatements } from '../catalog/index.ts';
import { AttributeEntity, type ListedAttribute } from './attribute.entity.ts';
import type { AttributeGroupEntity } from './groups/attribute-group.entity.ts';

const attributes = tablesOf<typeof AttributeEntity | typeof AttributeGroupEntity>();

/** Attributes with the part of their groups that is shown. */
const listed = attributes.db
  .selectFrom('attribute')
  .select(columnsOf(AttributeEntity))
  .select((attribute) =>
    attribute
      .selectFrom('attribute_group as g')
      .select(({ ref }) => jsonBuildObject({ id: ref('g.id'), code: ref('g.code') }).as('group'))
      .whereRef('g.workspace_id', '=', 'attribute.workspace_id')
      .whereRef('g.id', '=', 'attribute.group_id')
      .as('group'),
  );

export const attributeStatements = recordStatements<ListedAttribute>(
  AttributeEntity,
  attributes.statement({
    name: 'attribute.list',
    parameters: { workspaceId: 'uuid' },
    build: (_db, { workspaceId }) => listed.where('workspace_id', '=', workspaceId).orderBy('position').orderBy('code'),
  }),
);

export const selectOfGroup = attributes.statement({
  name: 'attribute.group',
  parameters: { workspaceId: 'uuid', groupId: 'uuid' },
  build: (_db, { workspaceId, groupId }) =>
    listed.where('workspace_id', '=', workspaceId).where('group_id', '=', groupId).orderBy('position').orderBy('code'),
});

export const selectByIds = attributes.statement({
  name: 'attribute.ids',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]' },
  build: (_db, { workspaceId, ids }) =>
    listed.where('workspace_id', '=', workspaceId).where('id', '=', sql<string>`any(${ids})`),
});

/** Codes of the attributes of each group, in order. */
export const selectCodesOfGroups = attributes.statement({
  name: 'attribute.codes-of-groups',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('attribute')
      .select(['group_id as groupId', sql<string[]>`array_agg(code order by position, code)`.as('codes')])
      .where('workspace_id', '=', workspaceId)
      .where('group_id', 'is not', null)
      .groupBy('group_id')
      .$narrowType<{ groupId: string }>(),
});

/** Removes all attributes from a group. */
export const leaveGroup = attributes.statement({
  name: 'attribute.leave-group',
  parameters: { workspaceId: 'uuid', groupId: 'uuid', at: 'timestamptz' },
  build: (db, { workspaceId, groupId, at }) =>
    db
      .updateTable('attribute')
      .set({ group_id: null, updated_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('group_id', '=', groupId),
});
