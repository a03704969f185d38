import { toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage, type HandlerResult } from '@contract-kit/middleware';
import type { Collection } from '../contract/collections.ts';
import type { StoredRecord } from '../records/records.ts';
import { type Call, type RouteFacts, resultOf, tenantOf } from './call.ts';

/** Query parameters that select a part of a list, by their usual names. */
const parameters = {
  limit: ['limit', 'pageSize', 'page_size', 'perPage', 'per_page', 'size', 'first', 'take'],
  page: ['page', 'pageNumber', 'page_number'],
  offset: ['offset', 'skip'],
  cursor: ['cursor', 'after', 'pageToken', 'page_token', 'startingAfter', 'starting_after'],
  sort: ['sort', 'sortBy', 'sort_by', 'orderBy', 'order_by'],
  search: ['q', 'search'],
} as const;

type Query = Readonly<Record<string, unknown>>;

export interface ListedPlace {
  readonly collection: Collection;
  readonly place: string;
  readonly cursors: CursorCodec;
}

/** A page of a collection: filtered by fields, sorted, and paginated according to the query. */
export function listRecords(facts: RouteFacts, status: number, listed: ListedPlace, call: Call): HandlerResult {
  const { query } = call;
  const { collection, place, cursors } = listed;
  const tenant = tenantOf(call);
  const found = facts.state.list(collection, place, tenant).filter((record) => isWanted(record, query));
  const records = sorted(found, parameterOf(query, 'sort'));
  const list = `${tenant} ${place} ${JSON.stringify(Object.entries(query).filter(([name]) => !isPosition(name)))}`;
  const limit = Number(parameterOf(query, 'limit') ?? Math.max(1, records.length));
  const cursor = parameterOf(query, 'cursor');
  const start =
    cursor === undefined
      ? Number(parameterOf(query, 'offset') ?? (Number(parameterOf(query, 'page') ?? 1) - 1) * limit)
      : positionAfter(String(cursor), records, list, cursors);
  const { rows, hasMore } = cutPage(records.slice(start), limit);
  const next = { values: [], id: String(start + rows.length), direction: 'asc' } as const;
  const pagination = toPagination({ page: Math.floor(start / limit) + 1, limit }, records.length, {
    hasMore,
    nextCursor: hasMore ? cursors.encode(next, list) : null,
  });
  return resultOf(facts, status, {
    known: rows.map(({ fields }) => fields),
    around: { ...pagination, offset: start, count: records.length, pagination, meta: pagination },
    fill: 'blank',
    about: place,
  });
}

function parameterOf(query: Query, meaning: keyof typeof parameters): unknown {
  return parameters[meaning].map((name) => query[name]).find((value) => value !== undefined);
}

/** Whether a parameter selects the position of a page rather than a different list. */
function isPosition(name: string): boolean {
  const { limit, page, offset, cursor } = parameters;
  return [limit, page, offset, cursor].some((names: readonly string[]) => names.includes(name));
}

const reserved: ReadonlySet<string> = new Set(Object.values(parameters).flat());

/** Whether a record matches the filters and the search text of a query. */
function isWanted({ fields }: StoredRecord, query: Query): boolean {
  const search = parameterOf(query, 'search');
  const texts = Object.values(fields).filter((value) => typeof value === 'string');
  const searchText = String(search).toLowerCase();
  if (search !== undefined && !texts.some((text) => text.toLowerCase().includes(searchText))) return false;
  return Object.entries(query).every(([name, wanted]) => {
    if (reserved.has(name) || wanted === undefined || !Object.hasOwn(fields, name)) return true;
    const values = [fields[name]].flat().map(String);
    return [wanted].flat().some((one) => values.includes(String(one)));
  });
}

/** Sorted as `name`, `-name`, `name:desc`, `name desc`, or a list of them; unknown fields are ignored. */
function sorted(records: readonly StoredRecord[], order: unknown): readonly StoredRecord[] {
  const keys = [order]
    .flat()
    .filter((key) => typeof key === 'string')
    .flatMap((key) => key.split(','));
  return keys.reduceRight<readonly StoredRecord[]>((rows, key) => {
    const [, minus, name = '', direction = ''] = /^([+-]?)([^\s:]*)[\s:]?(\w*)$/.exec(key.trim()) ?? [];
    const sign = minus === '-' || direction.toLowerCase() === 'desc' ? -1 : 1;
    return rows.toSorted((one, other) => sign * compare(one.fields[name], other.fields[name]));
  }, records);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one ?? ''), String(other ?? '')];
  return left < right ? -1 : Number(left > right);
}

/** @throws ApiError `validation_failed` for a cursor that is neither one of this list nor the key of a record in it. */
function positionAfter(cursor: string, records: readonly StoredRecord[], list: string, cursors: CursorCodec): number {
  const index = records.findIndex(({ key }) => key === cursor);
  return index === -1 ? Number(cursors.decode(cursor, list).id) : index + 1;
}
