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
