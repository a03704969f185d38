import { type SqlTypes, sqlStatement } from '../../../storage/index.ts';
import { isUnfinished } from '../../jobs/index.ts';

const ofChannel = { workspaceId: 'uuid', channelId: 'uuid' } as const;
const ofPublication = { ...ofChannel, jobId: 'uuid' } as const;

/** A statement on the records of a channel, planned anew each time for the current number of records. */
function recordStatement<const Parameters extends SqlTypes, const Row extends SqlTypes>(options: {
  name: string;
  parameters: Parameters;
  row: Row;
  text: string;
}) {
  return sqlStatement({ ...options, prepared: false });
}

/** For statements over all records of a channel, which no request waits for. */
export const allowLongStatements = recordStatement({
  name: 'publication.allow-long',
  parameters: {},
  row: { timeout: 'text' },
  text: `select set_config('statement_timeout', '15min', true) as timeout`,
});

/** The status of a record before a publication claimed it; its payload may have changed since. */
const restored = `case when listing_status <> 'queued' then listing_status
  when listing_before in ('listed', 'submitted', 'outdated') and published_hash <> payload_hash then 'outdated'
  when listing_before = 'outdated' then 'listed' else listing_before end`;

const unmarked = `publish_job_id = null, listing_before = null, publish_action = null, pending_hash = null,
  pending_version = null`;

/** Removes the marks of a publication (of none, if it is null) and of those that have ended. */
export const releaseRecords = recordStatement({
  name: 'publication.release',
  parameters: { ...ofChannel, jobId: 'uuid?' },
  row: {},
  text: `
    update channel_product r set listing_status = ${restored}, ${unmarked}
    where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id is not null
      and (publish_job_id = $jobId or not ${isUnfinished('$workspaceId', 'r.publish_job_id')})`,
});

/**
 * The channels with records of a publication that has ended: its worker was killed while it was being canceled, or too
 * often. All records of a channel belong to one publication at a time, so one of them is enough; an index finds it,
 * channel by channel.
 */
export const selectAbandoned = sqlStatement({
  name: 'channel.abandoned',
  parameters: {},
  row: { workspaceId: 'uuid', id: 'uuid' },
  text: `
    with recursive marked as (
      (select workspace_id, channel_id, publish_job_id from channel_product where publish_job_id is not null
        order by workspace_id, channel_id limit 1)
      union all
      select next.* from marked m cross join lateral (
        select workspace_id, channel_id, publish_job_id from channel_product
        where publish_job_id is not null and (workspace_id, channel_id) > (m.workspace_id, m.channel_id)
        order by workspace_id, channel_id limit 1) next
    )
    select workspace_id as "workspaceId", channel_id as id from marked m
    where not ${isUnfinished('m.workspace_id', 'm.publish_job_id')}`,
});

/** Counts the records of a channel: once per publication, where many of them change at once. */
export const recountFigures = recordStatement({
  name: 'publication.recount',
  parameters: ofChannel,
  row: {},
  text: `
    update channel c set (total, ready, with_warnings, listed, pending, outdated, rejected) = (
      select count(*), count(*) filter (where r.ready), count(*) filter (where r.ready and r.warning_count > 0),
        count(*) filter (where r.listing_status = 'listed'),
        count(*) filter (where r.listing_status in ('queued', 'submitted')),
        count(*) filter (where r.listing_status = 'outdated'), count(*) filter (where r.listing_status = 'rejected')
      from channel_product r where r.workspace_id = $workspaceId and r.channel_id = $channelId and r.in_scope
    )
    where c.workspace_id = $workspaceId and c.id = $channelId`,
});

const itemColumns = `r.product_id as "productId", r.sku, r.product_version as version, r.content,
  r.payload_hash as "payloadHash", r.publish_action as action`;

const item = {
  productId: 'uuid',
  sku: 'text',
  version: 'integer',
  content: 'text',
  payloadHash: 'text',
  action: 'text?',
} as const;

/**
 * The next records of a feed by SKU, which are marked as written. They are updated by their physical place in the
 * table, which cannot change while they are locked.
 */
export const takeFeedItems = recordStatement({
  name: 'publication.take-feed-items',
  parameters: { ...ofPublication, limit: 'bigint' },
  row: item,
  text: `
    update channel_product r set pending_hash = r.payload_hash, pending_version = r.product_version
    where r.ctid = any(array(
      select ctid from channel_product
      where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id = $jobId
        and publish_action in ('publish', 'keep') and pending_hash is null and in_scope
      order by sku, product_id limit $limit))
    returning ${itemColumns}`,
});

/** Marks the records of a written feed as listed. */
export const listFeedItems = recordStatement({
  name: 'publication.list-feed-items',
  parameters: { ...ofPublication, at: 'timestamptz' },
  row: {},
  text: `
    update channel_product set published_hash = pending_hash, published_version = pending_version, published_at = $at,
      listing_status = case when pending_hash = payload_hash then 'listed' else 'outdated' end, last_error = null,
      changed_at = case when publish_action = 'publish' then $at else changed_at end, ${unmarked}
    where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id = $jobId
      and pending_hash is not null`,
});

/** Records of the previous feed that the new one does not contain: withdrawn, or out of scope before their turn. */
const leftFeed = 'pending_hash is null and published_hash is not null';

/** Counts the products that the new feed changes. */
export const countFeedItems = recordStatement({
  name: 'publication.count-feed-items',
  parameters: ofPublication,
  row: { published: 'bigint', unpublished: 'bigint' },
  text: `
    select count(*) filter (where publish_action = 'publish' and pending_hash is not null) as published,
      count(*) filter (where ${leftFeed}) as unpublished
    from channel_product where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id = $jobId`,
});

export const delistFeedItems = recordStatement({
  name: 'publication.delist-feed-items',
  parameters: { ...ofPublication, at: 'timestamptz' },
  row: {},
  text: `
    update channel_product set listing_status = 'delisted', published_hash = null, published_version = null,
      external_id = null, listing_url = null, last_error = null, changed_at = $at, ${unmarked}
    where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id = $jobId and ${leftFeed}`,
});

/** The next records to send, withdrawals first. */
export const nextBatch = recordStatement({
  name: 'publication.next-batch',
  parameters: { ...ofPublication, limit: 'bigint' },
  row: item,
  text: `
    select ${itemColumns} from channel_product r
    where workspace_id = $workspaceId and channel_id = $channelId and publish_job_id = $jobId
      and publish_action = coalesce((select 'unpublish' from channel_product where workspace_id = $workspaceId
        and channel_id = $channelId and publish_job_id = $jobId and publish_action = 'unpublish' limit 1), 'publish')
    order by sku, product_id limit $limit`,
});

/** Saves the results of a batch, and returns the earlier statuses; `sentHash` is the hash of what was sent. */
export const saveResults = recordStatement({
  name: 'publication.save-results',
  parameters: { ...ofPublication, at: 'timestamptz', items: 'json', productIds: 'uuid[]' },
  row: { inScope: 'boolean', ready: 'boolean', warningCount: 'smallint', listingStatus: 'text', before: 'text' },
  text: `
    with item as materialized (
      select * from json_to_recordset($items::json) as i ("productId" uuid, status text, "sentHash" text,
        version integer, "externalId" text, url text, message text)
    ), stood as materialized (
      select r.product_id, r.listing_status from channel_product r join item on item."productId" = r.product_id
      where r.workspace_id = $workspaceId and r.channel_id = $channelId and r.product_id = any($productIds::uuid[])
    )
    update channel_product r set ${unmarked},
      listing_status = case when i.status in ('listed', 'submitted') and r.payload_hash <> i."sentHash" then 'outdated'
        when i.status = 'rejected' and r.publish_action = 'unpublish' then r.listing_status else i.status end,
      published_hash = case i.status when 'delisted' then null when 'rejected' then r.published_hash
        else i."sentHash" end,
      published_version = case when i.status in ('listed', 'submitted') then i.version
        when i.status = 'delisted' then null else r.published_version end,
      published_at = case when i.status in ('listed', 'submitted') then $at else r.published_at end,
      external_id = case when i.status = 'delisted' then null else coalesce(i."externalId", r.external_id) end,
      listing_url = case when i.status = 'delisted' then null else coalesce(i.url, r.listing_url) end,
      last_error = i.message, changed_at = $at
    from item i join stood on stood.product_id = i."productId"
    where r.workspace_id = $workspaceId and r.channel_id = $channelId and r.publish_job_id = $jobId
      and r.product_id = i."productId" and r.product_id = any($productIds::uuid[])
    returning r.in_scope as "inScope", r.ready, r.warning_count as "warningCount", r.listing_status as "listingStatus",
      stood.listing_status as before`,
});
