import { Placeholder, type SqlParameter, StatementParts } from '../../../storage/index.ts';
import { type Condition, productIds } from '../../products/index.ts';
import type { ChannelPlan } from './channel-plan.ts';

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
