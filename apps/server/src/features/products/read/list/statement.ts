import { createHash } from 'node:crypto';
import type { SqlParameter } from '../../../../storage/index.ts';
import type { Condition } from './conditions.ts';
import { afterPlace, type ListOrder, orderBy } from './order.ts';

/** A statement with the values of its parameters; `$1` is the workspace. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
  /** Given to statements whose plan is made once a connection and used again for all values. */
  readonly name?: string;
}

/** Where a page starts: behind so many products, or after a place in the order. */
export type PageStart =
  | { readonly offset: number }
  | { readonly after: { readonly place: string; readonly id: string } };

/** A row of a page: a product, and the change token of the workspace it was read at. */
export interface PageRow {
  readonly id: string;
  readonly document: string;
  readonly token: string;
  /** The sort key as text, which PostgreSQL reads back; a collection has none. */
  readonly place?: string;
}

export interface CountRow {
  readonly total: number;
  readonly token: string;
}

export interface PageStatementOptions {
  readonly workspaceId: string;
  readonly conditions: readonly Condition[];
  readonly order: ListOrder;
  readonly start: PageStart;
  readonly limit: number;
}

/** Least number of rows the planner is told a page takes. */
const leastDepth = 256;

/** Beyond this depth documents are read after the rows in front were skipped, not before. */
const deepPage = 1024;

/** The sum moves with every change of a product; read in the same statement, it belongs to the rows beside it. */
const changeToken = '(select coalesce(sum(products), 0)::text from workspace_change where workspace_id = $1) as token';

/**
 * The statement of one page of products.
 *
 * The inner limit is written out, rounded up to a power of two, because a plan that is made without knowing the
 * limit and is reused for all takes a tenth of the table for the answer, and sorts it.
 */
export function pageStatement({ workspaceId, conditions, order, start, limit }: PageStatementOptions): Statement {
  const place = 'after' in start ? placeCondition(order, start.after) : [];
  const where = whereClause(workspaceId, [...conditions, ...place]);
  const offset = 'offset' in start ? start.offset : 0;
  const depth = Math.max(leastDepth, 2 ** Math.ceil(Math.log2(offset + limit)));
  const [limitAt, offsetAt] = [`$${where.values.length + 1}`, `$${where.values.length + 2}`];
  const deep = depth > deepPage;
  const page = `
    select ${deep ? 'id, key' : `id, key::text as place, document, ${changeToken}`} from (
      select ${deep ? 'id' : 'id, document'}, ${order.expression} as key from product
      where ${where.text} order by ${orderBy(order)} limit ${depth}
    ) matching order by ${orderBy(order, 'key')} limit ${limitAt} offset ${offsetAt}`;
  const text = deep
    ? `select id, key::text as place, ${documentOf('page.id')}, ${changeToken} from (${page}) page
        order by ${orderBy(order, 'key')}`
    : page;
  const values = [...where.values, limit, offset];
  return depth === leastDepth && hasOnePlan(conditions, order)
    ? { text, values, name: nameOf(text) }
    : { text, values };
}

/** The statement of one page of a collection's products, in the collection's order. */
export function collectionStatement(
  workspaceId: string,
  collectionId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Statement {
  const page = `
    select product_id, position from collection_product
    where workspace_id = $1 and collection_id = $2 order by position, product_id limit $3 offset $4`;
  return {
    text: `select product_id as id, ${documentOf('product_id')}, ${changeToken} from (${page}) page
      order by position, product_id`,
    values: [workspaceId, collectionId, limit, offset],
    name: 'products_of_collection',
  };
}

/** The statement that counts the products of a collection. */
export function collectionCountStatement(workspaceId: string, collectionId: string): Statement {
  return {
    text: `select count(*)::int as total, ${changeToken} from collection_product
      where workspace_id = $1 and collection_id = $2`,
    values: [workspaceId, collectionId],
  };
}

function documentOf(id: string): string {
  return `(select document from product p where p.workspace_id = $1 and p.id = ${id}) as document`;
}

/** Which leaves some hundred texts, however callers combine filters, sorts and pages. */
function hasOnePlan(conditions: readonly Condition[], order: ListOrder): boolean {
  const [condition] = conditions;
  if (condition === undefined) return true;
  return conditions.length === 1 && condition.onePlan === true && order.field === 'updatedAt';
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `products_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

/** The statement that counts what meets the conditions, with the change token the count belongs to. */
export function countStatement(workspaceId: string, conditions: readonly Condition[]): Statement {
  const { text, values } = whereClause(workspaceId, conditions);
  return {
    text: `select count(*)::int as total, ${changeToken} from product where ${text}`,
    values,
  };
}

function placeCondition(order: ListOrder, { place, id }: { place: string; id: string }): Condition[] {
  return [{ sql: afterPlace(order), values: order.unique ? [place] : [place, id] }];
}

/** The conditions of a WHERE clause, `$1` being the workspace. */
export function whereClause(workspaceId: string, conditions: readonly Condition[]): Statement {
  const values: SqlParameter[] = [workspaceId];
  const texts = conditions.map((condition) => {
    const numbers = condition.values.map((value) => values.push(value));
    return condition.sql.replace(/\?/g, () => `$${numbers.shift()}`);
  });
  return { text: ['workspace_id = $1', ...texts].join(' and '), values };
}
