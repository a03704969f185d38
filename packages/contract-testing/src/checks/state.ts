import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import { schemesOf } from '../calling/credentials.ts';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { isSamePath, producerOf, readerOf, recordRouteOf } from '../contract/path-template.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check } from './check.ts';

const isWrite = (method: string) => method !== 'GET';

const noTrace: Check = {
  id: 'state.no-trace',
  holds: 'a refused write changes nothing',
  applies: ({ route, routes }) =>
    isWrite(route.method) && schemesOf(route).length > 0 && readerOf(route, routes) !== undefined,
  async run(context) {
    const draft = await context.draft();
    const credential = context.session.credentials.wrong(context.route, 'nonsense');
    const missing = context.route.policy.scopes[0];
    const refused = [
      () => context.send(draft, { credential }),
      ...(missing === undefined ? [] : [() => sendWithout(context, draft, missing)]),
      ...(context.route.body === undefined ? [] : [() => context.send({ ...draft, body: [draft.body] })]),
    ];
    for (const send of refused) {
      const sent: Exchange[] = [];
      const isUnchanged = await context.isUnchangedBy(draft, async () => {
        sent.push(...[await send()].filter((exchange) => exchange !== null));
      });
      for (const exchange of sent) context.expect(isUnchanged, 'A refused request changed something.', exchange);
    }
  },
};

async function sendWithout(context: CheckContext, draft: Draft, scope: string): Promise<Exchange | null> {
  const credential = await context.session.credentials.without(context.route, [scope]);
  return credential === null ? null : context.send(draft, { credential });
}

const readBack: Check = {
  id: 'state.read-back',
  holds: 'a read returns what the write returned',
  ofPlain: true,
  applies: ({ route, routes }) =>
    isWrite(route.method) &&
    route.body !== undefined &&
    (recordRouteOf(route.path, 'GET', routes) !== undefined ||
      routes.some(({ method, path, policy }) => method === 'GET' && path === route.path && policy.resource !== null)),
  async run(context) {
    const { draft, exchange } = await context.perform();
    const { record } = exchange.response;
    const one = recordRouteOf(context.route.path, 'GET', context.session.routes);
    const [name = 'id'] = one?.path.match(/\w+$/) ?? [];
    const params = { ...draft.params, [name]: String(record[name] ?? record.id) };
    const read =
      one === undefined
        ? await context.read(draft)
        : await context.session.send(one, { params, query: {}, headers: {} });
    if (read === null || !isRecord(draft.body)) return;
    context.expect(read.response.isSuccess, `What was written got ${read.response.status}.`, read);
    for (const field of Object.keys(draft.body).filter((key) => key in record && key in read.response.record)) {
      const isSame = isDeepStrictEqual(record[field], read.response.record[field]);
      context.expect(isSame, `The write returned another "${field}" than the read after it.`, read);
    }
  },
};

const repeatedPut: Check = {
  id: 'state.repeated-put',
  holds: 'a repeated PUT changes nothing more',
  ofPlain: true,
  applies: ({ route }) => route.method === 'PUT',
  async run(context) {
    const draft = await context.draft();
    const first = await context.send(draft);
    if (!first.response.isSuccess) return context.skip(`It got ${first.response.status}.`);
    const before = await context.read(draft);
    const second = await context.send(draft);
    context.expect(second.response.isSuccess, `Repeated it is ${second.response.status}.`, second);
    const after = await context.read(draft);
    const isSame = isDeepStrictEqual(stateOf(context, before), stateOf(context, after));
    context.expect(isSame, 'The second PUT changed the record once more.', second);
  },
};

/** The record as read, without fields that change with every write. */
function stateOf({ session }: CheckContext, exchange: Exchange | null): unknown {
  const volatile = session.options.volatileFields ?? ['updatedAt', 'version'];
  if (exchange === null) return null;
  if (!exchange.response.isSuccess) return exchange.response.state;
  return JSON.parse(JSON.stringify(exchange.response.body ?? null), (name, value: unknown) =>
    volatile.includes(name) ? undefined : value,
  );
}

const deleted: Check = {
  id: 'state.deleted',
  holds: 'a deleted record is 404 for every operation of its path, and in no list',
  ofPlain: true,
  applies: ({ route }) => route.method === 'DELETE' && route.policy.resource !== null,
  async run(context) {
    const { route, session, validRequests } = context;
    const { draft, exchange: removed } = await context.perform();
    context.expect(removed.response.isSuccess, `It got ${removed.response.status}.`, removed);
    const siblings = session.routes.filter(
      ({ path, policy }) => isSamePath(path, route.path) && policy.missing !== 'create',
    );
    for (const sibling of siblings) {
      const again = { ...(await validRequests.draft(sibling)), params: draft.params };
      context.expectError(await session.send(sibling, again), 404, 'not_found');
    }
    const lists = route.path.slice(0, route.path.lastIndexOf('/'));
    const list = session.routes.find(
      ({ method, path, policy }) => method === 'GET' && path === lists && policy.resource === null,
    );
    const id = draft.params[route.path.match(/\w+$/)?.[0] ?? ''] ?? '';
    if (list === undefined) return;
    const listed = await session.send(list, await validRequests.draft(list));
    const isListed = listed.response.items.some((item) => item.id === id);
    context.expect(!isListed, `The record ${id} is listed after its deletion.`, listed);
  },
};

/** Number of records created for a list, if the contract allows it. */
const records = 5;

/** Maximum number of pages; a longer list is read in larger pages. */
const maxPages = 12;

const takes = ({ query }: ContractRoute, name: string) => query instanceof z.ZodObject && name in query.shape;

const pages: Check = {
  id: 'state.pages',
  holds: 'the pages of a list, by number and by cursor, contain each record exactly once',
  applies: ({ route }) =>
    route.method === 'GET' && takes(route, 'limit') && (takes(route, 'page') || takes(route, 'cursor')),
  async run(context) {
    const draft = await context.draft();
    await fill(context, draft.params, records);
    const send = (query: object) => context.send({ ...draft, query: { ...draft.query, ...query } });
    const { total = 0 } = paginationOf(await send({ limit: 1 }));
    const limit = Math.max(2, Math.ceil(total / (maxPages - 1)));
    if (takes(context.route, 'page')) await walk(context, limit, send, ({ number }) => ({ page: number }));
    if (takes(context.route, 'cursor')) {
      await walk(context, limit, send, ({ cursor }) => (cursor === null ? {} : { cursor }));
    }
  },
};

interface Place {
  readonly number: number;
  readonly cursor: string | null;
}

async function walk(
  context: CheckContext,
  limit: number,
  send: (query: object) => Promise<Exchange>,
  queryOf: (place: Place) => object,
): Promise<void> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; number <= maxPages * 2; number += 1) {
    const exchange = await send({ limit, ...queryOf({ number, cursor }) });
    const { items, isSuccess, status } = exchange.response;
    context.expect(isSuccess, `Page ${number} got ${status}.`, exchange);
    context.expect(items.length <= limit, `A page of ${limit} has ${items.length} records.`, exchange);
    for (const item of items) {
      const name = String(item.id ?? JSON.stringify(item));
      context.expect(!seen.has(name), `Page ${number} repeats the record ${name}.`, exchange);
      seen.add(name);
    }
    const { hasMore, total = seen.size, nextCursor = null } = paginationOf(exchange);
    if (hasMore !== true) {
      context.expect(seen.size === total, `The pages have ${seen.size} of ${total} records.`, exchange);
      return;
    }
    context.expect(items.length === limit, `Page ${number} is short, and says there is more.`, exchange);
    cursor = nextCursor;
  }
}

function paginationOf({ response }: Exchange): { hasMore?: boolean; total?: number; nextCursor?: string | null } {
  const { pagination = {} } = (response.body ?? {}) as { pagination?: object };
  return pagination;
}

/** Makes records for a list to show, where a POST of its path does. */
export async function fill(
  context: CheckContext,
  params: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const producer = producerOf(context.route, context.session.routes);
  if (producer === undefined) return;
  for (let made = 0; made < count; made += 1) await context.validRequests.perform(producer, { params });
}

/** Checks of the effects of operations on others. */
export const stateChecks: readonly Check[] = [pages, noTrace, readBack, repeatedPut, deleted];
