import { sql } from 'kysely';
import { statementsOn } from '../../../storage/index.ts';
import type { ChannelTables } from '../channel.entity.ts';

const records = statementsOn<ChannelTables>();
const ofChannel = { workspaceId: 'uuid', channelId: 'uuid' } as const;
const ofPublication = { ...ofChannel, jobId: 'uuid' } as const;

/** Starts a feed over. */
export const restartFeed = records.statement({
  name: 'publication.restart-feed',
  parameters: ofPublication,
  prepared: false,
  build: (db, { workspaceId, channelId, jobId }) =>
    db
      .updateTable('channel_product')
      .set({ pending_hash: null })
      .where('workspace_id', '=', workspaceId)
      .where('channel_id', '=', channelId)
      .where('publish_job_id', '=', jobId)
      .where('pending_hash', 'is not', null),
});

/** Records that are out of scope and not on the platform are not needed, unless a publication is processing them. */
export const deleteWithdrawn = records.statement({
  name: 'publication.delete-withdrawn',
  parameters: ofChannel,
  prepared: false,
  build: (db, { workspaceId, channelId }) =>
    db
      .deleteFrom('channel_product')
      .where('workspace_id', '=', workspaceId)
      .where('channel_id', '=', channelId)
      .where('in_scope', '=', sql.lit(false))
      .where('published_hash', 'is', null)
      .where('publish_job_id', 'is', null),
});

/**
 * The contents of a feed: the products that were published and not withdrawn. Products changed since then, which the
 * next publication will update, are included in their current form if they are ready.
 */
export const selectFeedItems = records.statement({
  name: 'publication.feed-items',
  parameters: ofChannel,
  prepared: false,
  build: (db, { workspaceId, channelId }) =>
    db
      .selectFrom('channel_product')
      .select(['product_id as productId', 'sku', 'product_version as version', 'content'])
      .where('workspace_id', '=', workspaceId)
      .where('channel_id', '=', channelId)
      .where('in_scope', '=', sql.lit(true))
      .where('published_hash', 'is not', null)
      .where((is) => is.or([is('published_hash', '=', is.ref('payload_hash')), is('ready', '=', sql.lit(true))]))
      .orderBy('sku')
      .orderBy('product_id'),
});
