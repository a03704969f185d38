import type { EventType, ProductStatus } from '@product-content/contract';

/** An event of a page; its columns are null in the one row of a page without events. */
export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly changedFields: readonly string[] | null;
  readonly previousStatus: ProductStatus | null;
  /** JSON text of the data of an event without a version. */
  readonly payload: string | null;
  /** JSON text of the product as the change left it. */
  readonly document: string | null;
}

/** What every row of a page says about the page. */
export interface PageRow {
  /** False when the event to start behind is not kept. */
  readonly known: boolean;
  /** UUID of the last event looked at; null when there was none. */
  readonly next: string | null;
  readonly hasMore: boolean;
}

/**
 * Transactions below this one have ended, and what they wrote is seen. An event that is not seen yet will be ordered
 * at or behind it, so the order below it is final.
 */
const settled = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/**
 * A page: of the `$3` events behind the start, the first `$4` of the types `$5`, and of `job.failed` those about `$6`.
 * The texts are fetched in subqueries with a limit of their own, one by one from an index, whatever the planner thinks
 * of the number of rows.
 */
const pageBehind = (start: string) => `
  with start as materialized (${start}),
  scanned as materialized (
    select id, type, row_number() over (order by settled_after, id) as place from (
      select settled_after, id, type from outbox
      where workspace_id = $1 and settled_after < ${settled}
        and (settled_after, id) > ((select settled_after from start), (select id from start))
      order by settled_after, id limit $3::int + 1
    ) behind
  ), matched as materialized (
    select id, place from scanned
    where place <= $3 and ($5::text[] is null or type = any($5)) and (
      $6::text[] is null or type <> 'job.failed' or (
        select f.payload ->> 'type' from outbox f where f.workspace_id = $1 and f.id = scanned.id limit 1
      ) = any($6)
    ) order by place limit $4::int
  ), ending as (
    select case when count(*) = $4 then max(place) else $3 end as place from matched
  )
  select exists (select from start) as known,
    (select s.id from scanned s where s.place <= ending.place order by s.place desc limit 1) as next,
    exists (select from scanned s where s.place > ending.place) as "hasMore",
    event.id, event.type, event.created_at as "createdAt", event.changed_fields as "changedFields",
    event.previous_status as "previousStatus", event.payload::text as payload, version.document
  from ending left join matched on true
  left join lateral (
    select * from outbox o where o.workspace_id = $1 and o.id = matched.id limit 1
  ) event on true
  left join lateral (
    select v.document from product_version v
    where v.workspace_id = $1 and v.product_id = event.subject_id and v.version = event.subject_version limit 1
  ) version on true
  order by matched.place`;

/** Less than every id. */
const before = '00000000-0000-0000-0000-000000000000';

/** Values: workspace, event or null, events looked at, events of the page, types and failed work (both null for all). */
export const firstPage = {
  name: 'events.first',
  text: pageBehind(`select 0::bigint as settled_after, coalesce($2::uuid, '${before}') as id`),
} as const;

export const pageAfter = {
  name: 'events.after',
  text: pageBehind('select settled_after, id from outbox where workspace_id = $1 and id = $2'),
} as const;

/** The last event that can be read. */
export const latest = {
  name: 'events.latest',
  text: `
    select id from outbox where workspace_id = $1 and settled_after < ${settled}
    order by settled_after desc, id desc limit 1`,
} as const;
