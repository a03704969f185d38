import { type InsertObject, type Kysely, sql } from 'kysely';
import { columnsOf, type SqlTypes, type StatementParts, type TablesOf, tablesOf } from '../../storage/index.ts';
import { assetUses } from '../products/index.ts';
import { AssetEntity } from './asset.entity.ts';

type Tables = TablesOf<typeof AssetEntity>;

const assets = tablesOf<typeof AssetEntity>();
const columns = columnsOf(AssetEntity);

/** How many products use an asset. */
const usageCount = sql<number>`${sql.raw(assetUses('asset.workspace_id', 'asset.id'))}`.as('usageCount');

const stored = {
  workspaceId: 'uuid',
  id: 'uuid',
  type: 'text',
  fileName: 'text',
  mimeType: 'text?',
  extension: 'text',
  size: 'integer?',
  width: 'integer?',
  height: 'integer?',
  checksum: 'text?',
  externalUrl: 'text?',
  identity: 'text',
  altText: 'text?',
  tags: 'text[]',
  folder: 'text',
  source: 'text',
  search: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const satisfies SqlTypes;

/**
 * Inserts an asset. If another has the same identity, that one is locked and returned, in one statement even when many
 * are inserted at once.
 */
export const insertAsset = assets.statement({
  name: 'asset.insert',
  parameters: stored,
  build: (db, row) => {
    const values = columns.map((named) => {
      const [column, property] = named.split(' as ') as [string, keyof typeof stored];
      return [column, row[property]];
    });
    return db
      .insertInto('asset')
      .values(Object.fromEntries(values) as InsertObject<Tables, 'asset'>)
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'identity'])
          .doUpdateSet((update) => ({ identity: update.ref('excluded.identity') })),
      )
      .returning([...columns, usageCount]);
  },
});

const selectShown = (db: Kysely<Tables>) => db.selectFrom('asset').select([...columns, usageCount]);

const byId = { workspaceId: 'uuid', id: 'uuid' } as const;

export const selectAsset = assets.statement({
  name: 'asset.find',
  parameters: byId,
  build: (db, { workspaceId, id }) => selectShown(db).where('workspace_id', '=', workspaceId).where('id', '=', id),
});

/** The asset of a file, in any workspace. */
export const selectFileAsset = assets.statement({
  name: 'asset.file',
  parameters: { id: 'uuid' },
  build: (db, { id }) => db.selectFrom('asset').select(columns).where('id', '=', id).where('external_url', 'is', null),
});

/** A row if the asset exists; answered by the index alone. */
export const selectExistence = assets.statement({
  name: 'asset.exists',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db.selectFrom('asset').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id),
});

/** Assets that meet the conditions, newest first. */
export const selectAssets = assets.family({
  name: 'asset.page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint' },
  build: (db, { workspaceId, limit, offset }, conditions: StatementParts) =>
    selectShown(db)
      .where('workspace_id', '=', workspaceId)
      .where(conditions.all)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
});

/** How many assets meet the conditions. */
export const countAssets = assets.family({
  name: 'asset.count',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }, conditions: StatementParts) =>
    db
      .selectFrom('asset')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(conditions.all),
});
