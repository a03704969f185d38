import { sql } from 'kysely';
import { type SqlParameter, type StatementPart, StatementParts } from '../../../storage/index.ts';
import { type Matching, selectAdaptivePage, type Walk, walkedUnknown } from './adaptive-page.sql.ts';
import type { Condition } from './conditions.ts';
import { afterPlace, type ListOrder, type Place, runsOf } from './order.ts';
import { depthOf, leastDepth, selectPage } from './product-list.statements.ts';

/** Where a page starts: at an offset, or after a position in the order. */
export type PageStart = { readonly offset: number } | { readonly after: Place };

export interface PageRequest {
  readonly workspaceId: string;
  readonly start: PageStart;
  readonly limit: number;
}

export interface ListRequest extends PageRequest {
  readonly conditions: readonly Condition[];
  readonly order: ListOrder;
}

/** A statement for one page of a list, which reads one row more than the page has. */
export interface PageStatement {
  readonly statement: ReturnType<typeof selectPage> | ReturnType<typeof selectAdaptivePage>;
  readonly parameters: PageParameters;
}

type PageParameters = { readonly workspaceId: string; readonly limit: number; readonly offset: number } & Readonly<
  Record<string, SqlParameter>
>;

export const offsetIn = (start: PageStart): number => ('offset' in start ? start.offset : 0);
const placeIn = (start: PageStart): Place | null => ('after' in start ? start.after : null);

/** The conditions of a list for which no index has the products in its order. */
export function uncoveredBy({ field, indexed }: ListOrder, conditions: readonly Condition[]): Condition[] {
  return conditions.filter(({ inOrderOf = [] }) => !indexed || !inOrderOf.includes(field));
}

/**
 * The statement for a page of products.
 *
 * @param walked how many products to look at in the order of the list if no index has those that match in that order;
 *   null if it is not known how many match.
 */
export function toPageStatement(request: ListRequest, walked: number | null): PageStatement {
  const { workspaceId, conditions, order, start, limit } = request;
  const offset = offsetIn(start);
  const depth = depthOf(offset + limit + 1);
  const parameters = { workspaceId, limit: limit + 1, offset };
  const checked = uncoveredBy(order, conditions);
  const isPrepared = depth === leastDepth && hasOnePlan(request, checked);
  const runs = runsOf(order, placeIn(start));
  const [run] = runs;
  if (run !== undefined && runs.length === 1 && (checked.length === 0 || isPrepared || !order.indexed)) {
    const where = new StatementParts([...conditions, ...run.conditions]);
    const statement = selectPage(`${where.shape} ${order.name} ${depth}`, {
      where,
      order: run.order,
      depth,
      isPrepared,
    });
    return { statement, parameters: { ...parameters, ...where.values } };
  }
  const covered = conditions.filter((condition) => !checked.includes(condition));
  // What follows the products that a walk looks at is not known: only the first run can fill a page.
  const walkedRuns = checked.length === 0 ? runs : runs.slice(0, walked === 0 ? 0 : 1);
  const walks = walkedRuns.map((each, index) => toWalk([...covered, ...each.conditions], checked, each.order, index));
  const matching = checked.length === 0 ? null : toMatching(request);
  const shape = {
    walks,
    walked: walked ?? walkedUnknown,
    matching,
    isProbed: matching !== null && walked === null,
    order,
    depth,
    isPrepared,
  };
  const parts = [
    ...walks.flatMap((walk) => [walk.where, walk.checked]),
    ...(matching === null ? [] : [matching.conditions, matching.after]),
  ];
  const key = [...parts.map((part) => part.shape), order.name, depth, shape.walked, shape.isProbed].join(' | ');
  return {
    statement: selectAdaptivePage(key, shape),
    parameters: Object.assign(parameters, ...parts.map(({ values }) => values)),
  };
}

/**
 * Whether one plan serves all values of the conditions: an index has the products in the order of the list, or there are
 * few of them. Limits the number of prepared statements to some hundred, however callers combine filters, sorts and pages.
 */
function hasOnePlan({ conditions, order }: ListRequest, checked: readonly Condition[]): boolean {
  if (conditions.length > 1 || !order.indexed) return false;
  return checked.every(({ isRare }) => isRare === true && order.field === 'updatedAt');
}

function toWalk(
  conditions: readonly StatementPart[],
  checked: readonly Condition[],
  order: ListOrder,
  run: number,
): Walk {
  const ofOne = checked.map((condition) => ({ ...condition, expression: condition.ofOne ?? condition.expression }));
  return {
    where: new StatementParts(conditions, `walk${run}_`),
    checked: new StatementParts(ofOne, `checked${run}_`),
    order,
  };
}

function toMatching({ conditions, order, start }: ListRequest): Matching {
  const after = placeIn(start);
  return {
    conditions: new StatementParts(conditions),
    after: new StatementParts(after === null ? [] : [afterPlace({ ...order, key: sql.ref('key') }, after)], 'after'),
  };
}
