import { type OutboxFollower, sqlStatement } from '../../storage/index.ts';

/** Every change of a product appends an event; if the workspace has channels, the product is marked for them too. */
export const channelChangeFollower: OutboxFollower = {
  change: `
    insert into channel_change (workspace_id, product_id, with_variants)
    select distinct a.workspace_id, a.subject_id, true from appended a
    where a.type like 'product.%' and exists (select from channel c where c.workspace_id = a.workspace_id)`,
};

/** `channels` is `[{"id": …, "digest": …, "refreshAfter": …}]`. */
export const followCatalog = sqlStatement({
  name: 'channel.follow',
  parameters: { workspaceId: 'uuid', version: 'bigint', channels: 'json' },
  row: {},
  text: `
    update channel c set catalog_version = $version, catalog_digest = f.digest, refresh_after = f."refreshAfter"
    from json_to_recordset($channels::json) as f (id uuid, digest text, "refreshAfter" uuid)
    where c.workspace_id = $workspaceId and c.id = f.id`,
});

/** The files of the channels' feeds. */
export const selectFeedFiles = sqlStatement({
  name: 'channel.files',
  parameters: {},
  row: { key: 'text?', earlierKey: 'text?' },
  text: 'select feed_key as key, null::text as "earlierKey" from channel where feed_key is not null',
});
