import type { PublishAction } from '@product-content/contract';
import type { SqlParameter } from '../../../storage/index.ts';
import type { Condition } from '../../products/index.ts';
import { productsText } from '../records/record-statements.ts';

/** Which records a publication is about. */
export interface PublishSelection {
  /** UUIDs; null: not limited by products. */
  readonly productIds: readonly string[] | null;
  /** On rows of `product`; null: not limited by a filter; `'none'`: no product meets it. */
  readonly conditions: readonly Condition[] | null | 'none';
}

export interface PlanOptions extends PublishSelection {
  readonly workspaceId: string;
  readonly channelId: string;
  readonly jobId: string;
  readonly action: PublishAction;
  readonly onlyReady: boolean;
  readonly onlyChanged: boolean;
  /** A feed is written as a whole: what is in it and stays is part of the publication too. */
  readonly feed: boolean;
}

/** What a publication is to do, in numbers of products. */
export interface PublishPlan {
  readonly publish: number;
  readonly keep: number;
  readonly unpublish: number;
  readonly unchanged: number;
  readonly notReady: number;
}

/** The statements that plan a publication: `count` tells what is to be done, `mark` marks the records. */
export interface PlanStatements {
  readonly count: string;
  readonly mark: string;
  readonly values: SqlParameter[];
}

/**
 * Decides on each record. Nothing is joined: how many records there are is not known to the planner just after they were
 * made, and a join of the table with itself may then compare each with each.
 */
export function planStatements(options: PlanOptions): PlanStatements {
  const { workspaceId, channelId, jobId, action, onlyReady, onlyChanged, feed } = options;
  const values: SqlParameter[] = [workspaceId, channelId, jobId, onlyReady, onlyChanged];
  const selection = selectionOf(options, values);
  const whole = options.productIds === null && options.conditions === null;
  const selected = `(r.in_scope and ${selection})`;
  const fit = '(r.ready or not $4)';
  /** The payload was taken, and has not changed since. What was rejected is sent again: the platform may have changed. */
  const same = `(r.listing_status in ('listed', 'submitted') and r.published_hash = r.payload_hash)`;
  /** It is on the platform, perhaps with an earlier payload. */
  const present = 'r.published_hash is not null';
  const cases =
    action === 'publish'
      ? [
          `when ${selected} and ${fit} and not ($5 and ${same}) then 'publish'`,
          feed && `when r.in_scope and ${present} and ${fit} then 'keep'`,
          feed && `when r.in_scope and ${present} then 'unpublish'`,
          (feed || whole) && `when not r.in_scope and ${present} then 'unpublish'`,
        ]
      : [
          `when ${present} and (${selected} ${feed || whole ? 'or not r.in_scope' : ''}) then 'unpublish'`,
          feed && `when ${present} then 'keep'`,
        ];
  const decision = `case ${cases.filter((text) => text !== false).join(' ')} end`;
  const scope = `r.workspace_id = $1 and r.channel_id = $2 ${feed || whole ? '' : `and ${selection}`} 
    and num_nonnulls($3::uuid, $4::boolean, $5::boolean) = 3`;
  const count = `
    select count(*) filter (where action = 'publish') as publish, count(*) filter (where action = 'keep') as keep,
      count(*) filter (where action = 'unpublish') as unpublish, count(*) filter (where unchanged) as unchanged,
      count(*) filter (where unfit) as "notReady"
    from (
      select ${decision} as action, ${selected} and ${fit} and $5 and ${same} as unchanged,
        ${selected} and not ${fit} as unfit
      from channel_product r where ${scope}
    ) record`;
  const mark = `
    update channel_product r set publish_job_id = $3, publish_action = ${decision}, pending_hash = null,
      listing_before = r.listing_status,
      listing_status = case when ${decision} = 'publish' then 'queued' else r.listing_status end
    where ${scope} and ${decision} is not null`;
  return { count, mark, values };
}

function selectionOf({ productIds, conditions }: PublishSelection, values: SqlParameter[]): string {
  if (conditions === 'none') return 'false';
  const texts = productIds === null ? [] : [`r.product_id = any($${values.push(productIds)}::uuid[])`];
  if (conditions !== null) {
    texts.push(`r.product_id in (${productsText(conditions, values)})`);
  }
  return texts.length === 0 ? 'true' : `(${texts.join(' and ')})`;
}

/** Where a record stood before a publication took it up; its payload may have changed since. */
const restored = `case when listing_status <> 'queued' then listing_status
  when listing_before in ('listed', 'submitted', 'outdated') and published_hash <> payload_hash then 'outdated'
  when listing_before = 'outdated' then 'listed' else listing_before end`;

const unmarked = `publish_job_id = null, listing_before = null, publish_action = null, pending_hash = null,
  pending_version = null`;

/** Takes away the marks of a publication (`$3`, unless it is null) and of those that have ended. */
export const releaseRecords = `
  update channel_product r set listing_status = ${restored}, ${unmarked}
  where workspace_id = $1 and channel_id = $2 and publish_job_id is not null and (publish_job_id = $3 or not exists (
    select from job j where j.workspace_id = $1 and j.id = r.publish_job_id and j.status in ('queued', 'running')))`;

/** Begins to write a feed from its start. */
export const restartFeed = `
  update channel_product set pending_hash = null
  where workspace_id = $1 and channel_id = $2 and publish_job_id = $3 and pending_hash is not null`;

const itemColumns = `r.product_id as "productId", r.sku, r.product_version as version, r.content,
  r.payload_hash as "payloadHash", r.publish_action as action`;

/**
 * The next records of a feed by SKU, which are noted as written. They are found again by their place in the table, which
 * nothing moves while the records are held.
 */
export const takeFeedItems = `
  update channel_product r set pending_hash = r.payload_hash, pending_version = r.product_version
  where r.ctid = any(array(
    select ctid from channel_product
    where workspace_id = $1 and channel_id = $2 and publish_job_id = $3 and publish_action in ('publish', 'keep')
      and pending_hash is null and in_scope order by sku, product_id limit $4))
  returning ${itemColumns}`;

/** The records of a feed that was written become listed. */
export const listFeedItems = `
  update channel_product set published_hash = pending_hash, published_version = pending_version, published_at = $4,
    listing_status = case when pending_hash = payload_hash then 'listed' else 'outdated' end, last_error = null,
    changed_at = case when publish_action = 'publish' then $4 else changed_at end, ${unmarked}
  where workspace_id = $1 and channel_id = $2 and publish_job_id = $3 and pending_hash is not null`;

const delisted = `listing_status = 'delisted', published_hash = null, published_version = null, external_id = null,
  listing_url = null, last_error = null, changed_at = $4, ${unmarked}`;

/** What was in the feed and is not in the one that was written: withdrawn, or out of scope before its turn came. */
const leftFeed = 'pending_hash is null and published_hash is not null';

/** Tells what the feed that was written changes, in numbers of products. */
export const countFeedItems = `
  select count(*) filter (where publish_action = 'publish' and pending_hash is not null) as published,
    count(*) filter (where ${leftFeed}) as unpublished
  from channel_product where workspace_id = $1 and channel_id = $2 and publish_job_id = $3`;

export const delistFeedItems = `
  update channel_product set ${delisted}
  where workspace_id = $1 and channel_id = $2 and publish_job_id = $3 and ${leftFeed}`;

/** Counts the records of a channel: once a publication, where a large part of them changes at once. */
export const recountFigures = `
  update channel c set (total, ready, with_warnings, listed, pending, outdated, rejected) = (
    select count(*), count(*) filter (where r.ready), count(*) filter (where r.ready and r.warning_count > 0),
      count(*) filter (where r.listing_status = 'listed'),
      count(*) filter (where r.listing_status in ('queued', 'submitted')),
      count(*) filter (where r.listing_status = 'outdated'), count(*) filter (where r.listing_status = 'rejected')
    from channel_product r where r.workspace_id = $1 and r.channel_id = $2 and r.in_scope
  )
  where c.workspace_id = $1 and c.id = $2`;

/** The next records to be sent, those to be withdrawn first. */
export const nextBatch = `
  select ${itemColumns} from channel_product r
  where workspace_id = $1 and channel_id = $2 and publish_job_id = $3
    and publish_action = coalesce((select 'unpublish' from channel_product where workspace_id = $1 and channel_id = $2
      and publish_job_id = $3 and publish_action = 'unpublish' limit 1), 'publish')
  order by sku, product_id limit $4`;

/** Notes what became of the items of a batch, and tells where they stood before; `sentHash` is of what was sent. */
export const saveResults = `
  with item as materialized (
    select * from json_to_recordset($5::json) as i ("productId" uuid, status text, "sentHash" text, version integer,
      "externalId" text, url text, message text)
  ), stood as materialized (
    select r.product_id, r.listing_status from channel_product r join item on item."productId" = r.product_id
    where r.workspace_id = $1 and r.channel_id = $2 and r.product_id = any($6::uuid[])
  )
  update channel_product r set ${unmarked},
    listing_status = case when i.status in ('listed', 'submitted') and r.payload_hash <> i."sentHash" then 'outdated'
      when i.status = 'rejected' and r.publish_action = 'unpublish' then r.listing_status else i.status end,
    published_hash = case i.status when 'delisted' then null when 'rejected' then r.published_hash
      else i."sentHash" end,
    published_version = case when i.status in ('listed', 'submitted') then i.version
      when i.status = 'delisted' then null else r.published_version end,
    published_at = case when i.status in ('listed', 'submitted') then $4 else r.published_at end,
    external_id = case when i.status = 'delisted' then null else coalesce(i."externalId", r.external_id) end,
    listing_url = case when i.status = 'delisted' then null else coalesce(i.url, r.listing_url) end,
    last_error = i.message, changed_at = $4
  from item i join stood on stood.product_id = i."productId"
  where r.workspace_id = $1 and r.channel_id = $2 and r.publish_job_id = $3 and r.product_id = i."productId"
    and r.product_id = any($6::uuid[])
  returning r.in_scope as "inScope", r.ready, r.warning_count as "warningCount", r.listing_status as "listingStatus",
    stood.listing_status as before`;

/** What is out of scope and not on the platform needs no record, unless a publication is at it. */
export const deleteWithdrawn = `
  delete from channel_product where workspace_id = $1 and channel_id = $2 and not in_scope
    and published_hash is null and publish_job_id is null`;

export const noteFeed = `
  update channel set last_published_at = $3, feed_key = $4, feed_content_type = $5, feed_size = $6, feed_items = $7,
    feed_generated_at = $3
  where workspace_id = $1 and id = $2`;

export const notePublication = 'update channel set last_published_at = $3 where workspace_id = $1 and id = $2';
