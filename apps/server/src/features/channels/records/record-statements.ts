import { Placeholder, type SqlParameter, StatementParts } from '../../../storage/index.ts';
import { type Condition, productIds } from '../../products/index.ts';
import type { ChannelPlan } from './channel-plan.ts';

/** Writers of the records of a workspace come one after the other, so that figures and records agree. */
export const lockRecords = `select pg_advisory_xact_lock(hashtextextended('channel records ' || $1, 0))`;

/**
 * Takes the oldest changes out of the log, and puts the variants that inherit from the changed products into it.
 * `$2` is how many; `$3` limits it to some products, unless it is null.
 */
export const takeChanges = `
  with taken as (
    delete from channel_change where workspace_id = $1 and id in (
      select id from channel_change
      where workspace_id = $1 and ($3::uuid[] is null or product_id = any($3::uuid[])) order by id limit $2)
    returning product_id, with_variants
  ), followed as (
    insert into channel_change (workspace_id, product_id, with_variants)
    select distinct $1::uuid, p.id, false from taken t
    join product p on p.workspace_id = $1 and p.parent_id = t.product_id where t.with_variants
    returning product_id
  )
  select distinct product_id as id from taken`;

/** Each is looked up by itself, as in the write path of products: see decision 12. */
export const selectRecords = `
  select record.channel_id as "channelId", record.product_id as "productId", record.in_scope as "inScope", record.ready,
    record.warning_count as "warningCount", record.listing_status as "listingStatus",
    record.published_hash as "publishedHash"
  from unnest($2::uuid[]) as product (id) cross join unnest($3::uuid[]) as channel (id)
  cross join lateral (
    select * from channel_product r
    where r.workspace_id = $1 and r.channel_id = channel.id and r.product_id = product.id limit 1
  ) as record`;

/** Writes records; those that are as they were are left alone. */
export const saveRecords = `
  insert into channel_product (workspace_id, channel_id, product_id, sku, product_version, in_scope, ready, error_count,
    warning_count, content, payload_hash, listing_status, changed_at)
  select $1, r."channelId", r."productId", r.sku, r."productVersion", true, r.ready, r."errorCount", r."warningCount",
    r.content, r."payloadHash", r."listingStatus", $3
  from json_to_recordset($2::json) as r ("channelId" uuid, "productId" uuid, sku text, "productVersion" integer,
    ready boolean, "errorCount" smallint, "warningCount" smallint, content text, "payloadHash" text, "listingStatus" text)
  on conflict (workspace_id, channel_id, product_id) do update set sku = excluded.sku,
    product_version = excluded.product_version, in_scope = true, ready = excluded.ready,
    error_count = excluded.error_count, warning_count = excluded.warning_count, content = excluded.content,
    payload_hash = excluded.payload_hash, listing_status = excluded.listing_status, changed_at = excluded.changed_at
  where not channel_product.in_scope or (channel_product.sku, channel_product.product_version, channel_product.content,
    channel_product.listing_status) is distinct from (excluded.sku, excluded.product_version, excluded.content,
    excluded.listing_status)`;

const pairs = `product_id = any($3::uuid[])
  and (channel_id, product_id) in (select * from unnest($2::uuid[], $3::uuid[]))`;

export const deleteRecords = `delete from channel_product where workspace_id = $1 and ${pairs}`;

/** Keeps what is still listed and has left the scope, until it is withdrawn. */
export const retireRecords = `
  update channel_product set in_scope = false, ready = false, changed_at = $4 where workspace_id = $1 and ${pairs}`;

export const changeFigures = `
  update channel c set total = c.total + f.total, ready = c.ready + f.ready,
    with_warnings = c.with_warnings + f."withWarnings", listed = c.listed + f.listed, pending = c.pending + f.pending,
    outdated = c.outdated + f.outdated, rejected = c.rejected + f.rejected
  from json_to_recordset($2::json) as f (id uuid, total integer, ready integer, "withWarnings" integer, listed integer,
    pending integer, outdated integer, rejected integer)
  where c.workspace_id = $1 and c.id = f.id`;

interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
}

/** The ids of products that meet conditions, as a subquery whose values are put behind those there are. */
export function productsText(conditions: readonly Condition[], values: SqlParameter[]): string {
  const where = new StatementParts(conditions);
  const { sql, parameters } = productIds(where).compile();
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const used = parameters[Number(number) - 1];
    if (!(used instanceof Placeholder)) return `$${values.push(used as SqlParameter)}`;
    return used.parameter === 'workspaceId' ? '$1' : `$${values.push(where.values[used.parameter] ?? null)}`;
  });
}

/** The next products, by id, that are in the scope of a channel or have a record of it. */
export function scanStatement(workspaceId: string, plan: ChannelPlan, after: string, limit: number): Statement {
  const values: SqlParameter[] = [workspaceId, plan.channelId, after, limit];
  const products =
    plan.conditions === null ? 'select id from product where false' : productsText(plan.conditions, values);
  const text = `
    select id from (
      (${products} and id > $3 order by id limit $4)
      union
      (select product_id from channel_product where workspace_id = $1 and channel_id = $2 and product_id > $3
        order by product_id limit $4)
    ) found order by id limit $4`;
  return { text, values };
}
