import { sql } from 'kysely';
import { columnsOf, tablesOf } from '../../storage/index.ts';
import { recordStatements } from '../catalog/index.ts';
import { AttributeEntity, type AttributeRow } from './attribute.entity.ts';

const attributes = tablesOf<typeof AttributeEntity>();
const columns = columnsOf(AttributeEntity);

export const attributeStatements = recordStatements<AttributeRow>(AttributeEntity);

export const selectOfGroup = attributes.statement({
  name: 'attribute.group',
  parameters: { workspaceId: 'uuid', groupId: 'uuid' },
  build: (db, { workspaceId, groupId }) =>
    db
      .selectFrom('attribute')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('group_id', '=', groupId)
      .orderBy('position')
      .orderBy('code'),
});

export const selectByIds = attributes.statement({
  name: 'attribute.ids',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]' },
  build: (db, { workspaceId, ids }) =>
    db
      .selectFrom('attribute')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', sql<string>`any(${ids})`),
});

export const selectByCodes = attributes.statement({
  name: 'attribute.of-codes',
  parameters: { workspaceId: 'uuid', codes: 'text[]' },
  build: (db, { workspaceId, codes }) =>
    db
      .selectFrom('attribute')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('code', '=', sql<string>`any(${codes})`),
});

/** Codes of the attributes of each group, in their order. */
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

/** Takes all attributes out of a group. */
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
