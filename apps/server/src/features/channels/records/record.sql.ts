import { sql } from 'kysely';
import { StatementParts, sqlStatement, statementsOn } from '../../../storage/index.ts';
import { type Condition, productIds, variantsOf } from '../../products/index.ts';
import { catalogVersionOf } from '../../workspaces/index.ts';
import type { ChannelTables } from '../channel.entity.ts';

/** A row if changes to products or channels of the workspace have not reached the records. */
export const selectLag = sqlStatement({
  name: 'channel.is_behind',
  parameters: { workspaceId: 'uuid' },
  row: {},
  text: `
    select from (${catalogVersionOf('$workspaceId')}) w where
      exists (select from channel_change where workspace_id = $workspaceId)
      or exists (select from channel c where c.workspace_id = $workspaceId
        and (c.refresh_after is not null or c.catalog_version < w.catalog_version))`,
});

/** Changed products that are pending, counted up to a bound: a larger number would tell nothing more. */
export const countChanges = sqlStatement({
  name: 'channel_change.count',
  parameters: {},
  row: { changes: 'bigint' },
  text: 'select count(*) as changes from (select from channel_change limit 1000000) waiting',
});

/** Workspaces in which changes to products or channels have not reached the records. */
const workspacesBehind = (union: 'union' | 'union all') => `
  select workspace_id as id from channel_change
  ${union} select workspace_id from channel where refresh_after is not null
  ${union} select c.workspace_id from channel c cross join lateral (${catalogVersionOf('c.workspace_id')}) w
    where c.catalog_version < w.catalog_version`;

export const selectWorkspacesBehind = sqlStatement({
  name: 'channel.behind',
  parameters: {},
  row: { id: 'uuid' },
  text: workspacesBehind('union'),
});

/** A row if there is such a workspace: the first change is enough, however many there are. */
export const anyLag = sqlStatement({
  name: 'channel.any-behind',
  parameters: {},
  row: { id: 'uuid' },
  text: `${workspacesBehind('union all')} limit 1`,
});

/**
 * Takes the oldest changes from the log, limited to some products unless they are null, and adds the variants that
 * inherit from the changed products.
 */
export const takeChanges = sqlStatement({
  name: 'channel.take',
  parameters: { workspaceId: 'uuid', limit: 'bigint', productIds: 'uuid[]?' },
  row: { id: 'uuid' },
  text: `
    with taken as (
      delete from channel_change where workspace_id = $workspaceId and id in (
        select id from channel_change
        where workspace_id = $workspaceId and ($productIds::uuid[] is null or product_id = any($productIds::uuid[]))
        order by id limit $limit)
      returning product_id, with_variants
    ), followed as (
      insert into channel_change (workspace_id, product_id, with_variants)
      select distinct $workspaceId::uuid, p.id, false from taken t
      cross join lateral ${variantsOf('$workspaceId', 't.product_id')} p where t.with_variants
      returning product_id
    )
    select distinct product_id as id from taken`,
});

/** Each record is looked up separately, as in the write path of products: see decision 12. */
export const selectRecords = sqlStatement({
  name: 'channel_product.of',
  parameters: { workspaceId: 'uuid', productIds: 'uuid[]', channelIds: 'uuid[]' },
  row: {
    channelId: 'uuid',
    productId: 'uuid',
    inScope: 'boolean',
    ready: 'boolean',
    warningCount: 'smallint',
    listingStatus: 'text',
    publishedHash: 'text?',
  },
  prepared: false,
  text: `
    select record.channel_id as "channelId", record.product_id as "productId", record.in_scope as "inScope", record.ready,
      record.warning_count as "warningCount", record.listing_status as "listingStatus",
      record.published_hash as "publishedHash"
    from unnest($productIds::uuid[]) as product (id) cross join unnest($channelIds::uuid[]) as channel (id)
    cross join lateral (
      select * from channel_product r
      where r.workspace_id = $workspaceId and r.channel_id = channel.id and r.product_id = product.id limit 1
    ) as record`,
});

/** Writes records, except unchanged ones. */
export const saveRecords = sqlStatement({
  name: 'channel.save',
  parameters: { workspaceId: 'uuid', records: 'json', at: 'timestamptz' },
  row: {},
  text: `
    insert into channel_product (workspace_id, channel_id, product_id, sku, product_version, in_scope, ready, error_count,
      warning_count, content, payload_hash, listing_status, changed_at)
    select $workspaceId, r."channelId", r."productId", r.sku, r."productVersion", true, r.ready, r."errorCount",
      r."warningCount", r.content, r."payloadHash", r."listingStatus", $at
    from json_to_recordset($records::json) as r ("channelId" uuid, "productId" uuid, sku text, "productVersion" integer,
      ready boolean, "errorCount" smallint, "warningCount" smallint, content text, "payloadHash" text,
      "listingStatus" text)
    on conflict (workspace_id, channel_id, product_id) do update set sku = excluded.sku,
      product_version = excluded.product_version, in_scope = true, ready = excluded.ready,
      error_count = excluded.error_count, warning_count = excluded.warning_count, content = excluded.content,
      payload_hash = excluded.payload_hash, listing_status = excluded.listing_status, changed_at = excluded.changed_at
    where not channel_product.in_scope or (channel_product.sku, channel_product.product_version, channel_product.content,
      channel_product.listing_status) is distinct from (excluded.sku, excluded.product_version, excluded.content,
      excluded.listing_status)`,
});

const pairs = `product_id = any($productIds::uuid[])
  and (channel_id, product_id) in (select * from unnest($channelIds::uuid[], $productIds::uuid[]))`;

/** `channelIds` and `productIds` are pairs. */
export const deleteRecords = sqlStatement({
  name: 'channel_product.delete',
  parameters: { workspaceId: 'uuid', channelIds: 'uuid[]', productIds: 'uuid[]' },
  row: {},
  prepared: false,
  text: `delete from channel_product where workspace_id = $workspaceId and ${pairs}`,
});

/** Keeps records that are still listed but have left the scope, until they are withdrawn. */
export const retireRecords = sqlStatement({
  name: 'channel_product.retire',
  parameters: { workspaceId: 'uuid', channelIds: 'uuid[]', productIds: 'uuid[]', at: 'timestamptz' },
  row: {},
  prepared: false,
  text: `
    update channel_product set in_scope = false, ready = false, changed_at = $at
    where workspace_id = $workspaceId and ${pairs}`,
});

/** Adds to the statistics of channels. */
export const changeFigures = sqlStatement({
  name: 'channel.figures',
  parameters: { workspaceId: 'uuid', figures: 'json' },
  row: {},
  text: `
    update channel c set total = c.total + f.total, ready = c.ready + f.ready,
      with_warnings = c.with_warnings + f."withWarnings", listed = c.listed + f.listed, pending = c.pending + f.pending,
      outdated = c.outdated + f.outdated, rejected = c.rejected + f.rejected
    from json_to_recordset($figures::json) as f (id uuid, total integer, ready integer, "withWarnings" integer,
      listed integer, pending integer, outdated integer, rejected integer)
    where c.workspace_id = $workspaceId and c.id = f.id`,
});

/** @param conditions null when no product can meet them. */
export function conditionsOf(conditions: readonly Condition[] | null): StatementParts {
  return new StatementParts(conditions ?? [{ shape: 'none', values: [], expression: () => sql.lit(false) }]);
}

/** The next products, by id, that are in scope or have a record. */
export const selectNextProducts = statementsOn<ChannelTables>().family({
  name: 'channel.scan',
  parameters: { workspaceId: 'uuid', channelId: 'uuid', after: 'uuid', limit: 'bigint' },
  build: (_, { workspaceId, channelId, after, limit }, scope: StatementParts) => sql<{ id: string }>`
    select id from (
      (${productIds(scope).where('id', '>', after).orderBy('id').limit(limit)})
      union
      (select product_id from channel_product where workspace_id = ${workspaceId} and channel_id = ${channelId}
        and product_id > ${after} order by product_id limit ${limit})
    ) found order by id limit ${limit}`,
});
