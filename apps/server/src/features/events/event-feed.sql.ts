import type { EventType, ProductStatus } from '@product-content/contract';
import { eventOf, settledEventsBehind, sqlStatement } from '../../storage/index.ts';
import { versionDocument } from '../products/index.ts';

/** An event of a page; its columns are null in the one row of a page without events. */
export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  /** The version of the product the event is about; null for other events. */
  readonly subjectVersion: number | null;
  readonly changedFields: readonly string[] | null;
  readonly previousStatus: ProductStatus | null;
  /** JSON text of the event's data; for product events, of the data beside the product. */
  readonly payload: string | null;
  /** JSON text of the product as the change left it. */
  readonly document: string | null;
}

const page = {
  workspaceId: 'uuid',
  /** The most events to scan. */
  scan: 'integer',
  /** The most events on the page. */
  limit: 'integer',
  types: 'text[]',
  /** For `job.failed`: the job types to include; null for all. */
  failedWork: 'text[]?',
} as const;

const row = {
  /** False when the event to start after is no longer kept. */
  known: 'boolean',
  /** The last event scanned; null when there was none. */
  next: 'uuid?',
  hasMore: 'boolean',
  id: 'uuid?',
  type: 'text?',
  createdAt: 'timestamptz?',
  subjectVersion: 'integer?',
  changedFields: 'text[]?',
  previousStatus: 'text?',
  payload: 'text?',
  document: 'text?',
} as const;

/** One page. Each row repeats whether the start is known, where the page ends, and whether there is more. */
const pageBehind = (start: string) => `
  with start as materialized (${start}),
  scanned as materialized (
    select id, type, row_number() over (order by settled_after, id) as position
    from ${settledEventsBehind(
      {
        workspaceId: '$workspaceId',
        settledAfter: '(select settled_after from start)',
        id: '(select id from start)',
      },
      '$scan::int + 1',
    )} behind
  ), matched as materialized (
    select id, position, row_number() over (order by position) as place from scanned
    where position <= $scan and type = any($types) and (
      $failedWork::text[] is null or type <> 'job.failed' or (
        select f.payload ->> 'type' from ${eventOf('$workspaceId', 'scanned.id')} f
      ) = any($failedWork)
    ) order by position limit $limit::int + 1
  ), ending as (
    select case when count(*) > $limit then max(position) - 1 else $scan end as position from matched
  )
  select exists (select from start) as known,
    (select s.id from scanned s where s.position <= ending.position order by s.position desc limit 1) as next,
    exists (select from scanned s where s.position > ending.position) as "hasMore",
    event.id, event.type, event.created_at as "createdAt",
    event.subject_version as "subjectVersion", event.changed_fields as "changedFields",
    event.previous_status as "previousStatus", event.payload::text as payload,
    ${versionDocument('$workspaceId', 'event.subject_id', 'event.subject_version')} as document
  from ending left join matched on matched.place <= $limit
  left join lateral ${eventOf('$workspaceId', 'matched.id')} event on true
  order by matched.position`;

export const selectFirstPage = sqlStatement({
  name: 'events.first',
  parameters: page,
  row,
  text: pageBehind(`select 0::bigint as settled_after, '00000000-0000-0000-0000-000000000000'::uuid as id`),
});

export const selectPageAfter = sqlStatement({
  name: 'events.after',
  parameters: { ...page, after: 'uuid' },
  row,
  text: pageBehind(`select settled_after, id from ${eventOf('$workspaceId', '$after')} event`),
});
