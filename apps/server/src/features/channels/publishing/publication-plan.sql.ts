import { sql } from 'kysely';
import { type Placeholders, type StatementParts, statementsOn } from '../../../storage/index.ts';
import { productIds as selectProductIds } from '../../products/index.ts';
import type { ChannelTables } from '../channel.entity.ts';

const records = statementsOn<ChannelTables>();

/** The work of a publication, in numbers of products. */
export interface PublishPlan {
  readonly publish: number;
  readonly keep: number;
  readonly unpublish: number;
  readonly unchanged: number;
  readonly notReady: number;
}

const parameters = {
  workspaceId: 'uuid',
  channelId: 'uuid',
  jobId: 'uuid',
  /** False: it unpublishes. */
  publishes: 'boolean',
  onlyReady: 'boolean',
  onlyChanged: 'boolean',
  /** A feed is written as a whole: the publication includes items that stay unchanged. */
  feed: 'boolean',
  /** Null: no limit to certain products. */
  productIds: 'uuid[]?',
} as const;

/** What determines the text of a plan's statements. */
export interface PlanShape {
  /** Conditions on products; null: no filter. */
  readonly filter: StatementParts | null;
  /** Every record of the channel is considered, and those that left its scope are withdrawn. */
  readonly whole: boolean;
}

/** Counts the work of a publication. */
export const countPlan = records.family({
  name: 'publication.count-plan',
  parameters,
  build(_, placeholders, shape: PlanShape) {
    const { scope, decision, selected, fit, same } = decide(placeholders, shape);
    return sql<PublishPlan>`
      select count(*) filter (where action = 'publish') as publish, count(*) filter (where action = 'keep') as keep,
        count(*) filter (where action = 'unpublish') as unpublish, count(*) filter (where unchanged) as unchanged,
        count(*) filter (where unfit) as "notReady"
      from (
        select ${decision} as action, ${selected} and ${fit} and ${placeholders.onlyChanged} and ${same} as unchanged,
          ${selected} and not ${fit} as unfit
        from channel_product r where ${scope}
      ) record`;
  },
});

/** Marks the records that the publication processes. */
export const markPlan = records.family({
  name: 'publication.mark-plan',
  parameters,
  build(_, placeholders, shape: PlanShape) {
    const { scope, decision } = decide(placeholders, shape);
    return sql<object>`
      update channel_product r set publish_job_id = ${placeholders.jobId}, publish_action = ${decision},
        pending_hash = null, listing_before = r.listing_status,
        listing_status = case when ${decision} = 'publish' then 'queued' else r.listing_status end
      where ${scope} and ${decision} is not null`;
  },
});

/**
 * Decides what happens to each record. Avoids joins: the planner does not know the number of records just after they
 * were created, and joining the table with itself may then compare each row with every other.
 */
function decide(
  { workspaceId, channelId, publishes, onlyReady, onlyChanged, feed, productIds }: Placeholders<typeof parameters>,
  { filter, whole }: PlanShape,
) {
  const listed = sql`(${productIds}::uuid[] is null or r.product_id = any(${productIds}))`;
  const selection = filter === null ? listed : sql`(${listed} and r.product_id in (${selectProductIds(filter)}))`;
  const selected = sql`(r.in_scope and ${selection})`;
  const fit = sql`(r.ready or not ${onlyReady})`;
  /**
   * The payload was accepted, and has not changed since. Rejected records are sent again, because the platform may have
   * changed.
   */
  const same = sql`(r.listing_status in ('listed', 'submitted') and r.published_hash = r.payload_hash)`;
  /** The record is on the platform, perhaps with an earlier payload. */
  const present = sql`r.published_hash is not null`;
  const left = sql`(${sql.lit(whole)} and not r.in_scope)`;
  const decision = sql`
    case when ${publishes} then
      case when ${selected} and ${fit} and not (${onlyChanged} and ${same}) then 'publish'
        when ${feed} and r.in_scope and ${present} then case when ${fit} then 'keep' else 'unpublish' end
        when ${left} and ${present} then 'unpublish' end
    else
      case when ${present} and (${selected} or ${left}) then 'unpublish'
        when ${feed} and ${present} then 'keep' end
    end`;
  // Not `whole or …`: inside an OR, the planner does not use an index for the filter's products.
  const limit = whole ? sql.lit(true) : selection;
  const scope = sql`r.workspace_id = ${workspaceId} and r.channel_id = ${channelId} and ${limit}`;
  return { scope, decision, selected, fit, same };
}
