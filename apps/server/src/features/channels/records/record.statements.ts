import { type SqlBool, sql } from 'kysely';
import { type Placeholders, statementsOn } from '../../../storage/index.ts';
import type { ChannelTables } from '../channel.entity.ts';

const records = statementsOn<ChannelTables>();
const { db } = records;

/** The columns of a listing that are shown. */
const listingColumns = [
  'r.listing_status as status',
  'r.external_id as externalId',
  'r.listing_url as url',
  'r.published_version as publishedVersion',
  'r.published_at as publishedAt',
  'r.last_error as lastError',
] as const;

/** A row if changes to some products have not reached their records. */
export const selectChange = records.statement({
  name: 'channel_change.of',
  parameters: { workspaceId: 'uuid', productIds: 'uuid[]' },
  prepared: false,
  build: (db, { workspaceId, productIds }) =>
    db
      .selectFrom('channel_change')
      .select('product_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('product_id', '=', sql<string>`any(${productIds})`)
      .limit(sql.lit(1)),
});

/** The records of a product on active channels, by the channel's code. */
export const selectOfProduct = records.statement({
  name: 'channel.of_product',
  parameters: { workspaceId: 'uuid', productId: 'uuid' },
  build: (db, { workspaceId, productId }) =>
    db
      .selectFrom('channel_product as r')
      .innerJoin('channel as c', (join) =>
        join.onRef('c.workspace_id', '=', 'r.workspace_id').onRef('c.id', '=', 'r.channel_id'),
      )
      .select(['c.id as channelId', 'c.code', 'c.name', 'c.type', 'r.ready'])
      .select(['r.error_count as errorCount', 'r.warning_count as warningCount', ...listingColumns])
      .where('r.workspace_id', '=', workspaceId)
      .where('r.product_id', '=', productId)
      .where('r.in_scope', '=', sql.lit(true))
      .where('c.status', '=', sql.lit('active'))
      .orderBy('c.code'),
});

const ofChannel = { workspaceId: 'uuid', channelId: 'uuid' } as const;

const parameters = {
  ...ofChannel,
  ready: 'boolean?',
  skus: 'text[]?',
  since: 'timestamptz?',
} as const;

/** The records of a channel that meet the conditions whose parameters are not null. */
function recordsOf({ workspaceId, channelId, ready, skus, since }: Placeholders<typeof parameters>) {
  return db
    .selectFrom('channel_product as r')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.channel_id', '=', channelId)
    .where('r.in_scope', '=', sql.lit(true))
    .where(sql<SqlBool>`(${ready}::boolean is null or r.ready = ${ready})`)
    .where(sql<SqlBool>`(${skus}::text[] is null or r.sku = any(${skus}))`)
    .where(sql<SqlBool>`(${since}::timestamptz is null or r.changed_at >= ${since})`);
}

/** One page of the records of a channel, by SKU, after a given one unless it is null. */
export const selectPage = records.statement({
  name: 'channel_product.page',
  parameters: { ...parameters, afterSku: 'text?', afterId: 'uuid?', limit: 'bigint', offset: 'bigint' },
  prepared: false,
  build: (_, { afterSku, afterId, limit, offset, ...conditions }) =>
    recordsOf(conditions)
      .select(['r.product_id as productId', 'r.sku', 'r.product_version as productVersion', 'r.ready', 'r.content'])
      .select(listingColumns)
      .where(sql<SqlBool>`(${afterSku}::text is null or (r.sku, r.product_id) > (${afterSku}, ${afterId}))`)
      .orderBy('r.sku')
      .orderBy('r.product_id')
      .limit(limit)
      .offset(offset),
});

export type RecordRow = ReturnType<NonNullable<(typeof selectPage)['run']>>;

export const countRecords = records.statement({
  name: 'channel_product.count',
  parameters,
  prepared: false,
  build: (_, conditions) => recordsOf(conditions).select(({ fn }) => fn.countAll<number>().as('number')),
});
