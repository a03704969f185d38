import { columnsOf, tablesOf } from '../../storage/index.ts';
import { ChannelEntity } from './channel.entity.ts';

const channels = tablesOf<typeof ChannelEntity>();

/** All of a workspace, by code. */
export const listChannels = channels.statement({
  name: 'channel.list',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db.selectFrom('channel').select(columnsOf(ChannelEntity)).where('workspace_id', '=', workspaceId).orderBy('code'),
});

/** A row if there is one; from the index alone. */
export const selectExistence = channels.statement({
  name: 'channel.exists',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  build: (db, { workspaceId, id }) =>
    db.selectFrom('channel').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id),
});

export const selectCodes = channels.statement({
  name: 'channel.codes',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) => db.selectFrom('channel').select('code').where('workspace_id', '=', workspaceId),
});

/** Notes how far the records are made anew; null when they all are. */
export const setRefreshAfter = channels.statement({
  name: 'channel.refresh',
  parameters: { workspaceId: 'uuid', id: 'uuid', after: 'uuid?' },
  build: (db, { workspaceId, id, after }) =>
    db
      .updateTable('channel')
      .set({ refresh_after: after })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
});

export const setPublished = channels.statement({
  name: 'channel.published',
  parameters: { workspaceId: 'uuid', id: 'uuid', at: 'timestamptz' },
  build: (db, { workspaceId, id, at }) =>
    db
      .updateTable('channel')
      .set({ last_published_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
});

const feed = { contentType: 'text', size: 'bigint', items: 'integer', at: 'timestamptz' } as const;

/** Puts a file in the place of the feed's. Returns a row unless the channel is gone. */
export const setFeed = channels.statement({
  name: 'channel.feed',
  parameters: { workspaceId: 'uuid', id: 'uuid', key: 'text', ...feed },
  build: (db, { workspaceId, id, key, contentType, size, items, at }) =>
    db
      .updateTable('channel')
      .set({
        last_published_at: at,
        feed_key: key,
        feed_content_type: contentType,
        feed_size: size,
        feed_items: items,
        feed_generated_at: at,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning('id'),
});

/** Notes that the file of a feed was written again, unless another one has taken its place. */
export const setRebuiltFeed = channels.statement({
  name: 'channel.rebuilt-feed',
  parameters: { workspaceId: 'uuid', id: 'uuid', key: 'text', ...feed },
  build: (db, { workspaceId, id, key, contentType, size, items, at }) =>
    db
      .updateTable('channel')
      .set({ feed_content_type: contentType, feed_size: size, feed_items: items, feed_generated_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('feed_key', '=', key),
});

/** A row if a file is that of the channel's feed. */
export const selectFeedUse = channels.statement({
  name: 'channel.feed-use',
  parameters: { workspaceId: 'uuid', id: 'uuid', key: 'text' },
  build: (db, { workspaceId, id, key }) =>
    db
      .selectFrom('channel')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('feed_key', '=', key),
});
