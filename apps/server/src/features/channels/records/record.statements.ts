import { sql } from 'kysely';
import { statementsOn } from '../../../storage/index.ts';
import type { ChannelTables } from '../channel.entity.ts';

const records = statementsOn<ChannelTables>();

/** What is shown of a listing. */
export const listingColumns = [
  'r.listing_status as listingStatus',
  'r.external_id as externalId',
  'r.listing_url as listingUrl',
  'r.published_version as publishedVersion',
  'r.published_at as publishedAt',
  'r.last_error as lastError',
] as const;

/** A row if changes of some products have not reached their records. */
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
