import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import { schemesOf } from '../calling/credentials.ts';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { isSamePath, producerOf, readerOf, recordRouteOf } from '../contract/path-template.ts';
import type { Stage } from '../running/stage.ts';
import type { Check } from './check.ts';

const isWrite = (method: string) => method !== 'GET';

const noTrace: Check = {
  id: 'state.no-trace',
  holds: 'a write that is refused leaves no trace',
  applies: ({ route, routes }) =>
    isWrite(route.method) && schemesOf(route).length > 0 && readerOf(route, routes) !== undefined,
  async run(stage) {
    const draft = await stage.draft();
    const credential = stage.session.credentials.wrong(stage.route, 'nonsense');
    const missing = stage.route.policy.scopes[0];
    const refused = [
      () => stage.send(draft, { credential }),
      ...(missing === undefined ? [] : [() => sendWithout(stage, draft, missing)]),
      ...(stage.route.body === undefined ? [] : [() => stage.send({ ...draft, body: [draft.body] })]),
    ];
    for (const send of refused) {
      const sent: Exchange[] = [];
      const isUnchanged = await stage.isUnchangedBy(draft, async () => {
        sent.push(...[await send()].filter((exchange) => exchange !== null));
      });
      for (const exchange of sent) stage.expect(isUnchanged, 'A request that was refused changed something.', exchange);
    }
  },
};

async function sendWithout(stage: Stage, draft: Draft, scope: string): Promise<Exchange | null> {
  const credential = await stage.session.credentials.without(stage.route, [scope]);
  return credential === null ? null : stage.send(draft, { credential });
}

const readBack: Check = {
  id: 'state.read-back',
  holds: 'what a write answers is what a read shows',
  ofPlain: true,
  applies: ({ route, routes }) =>
    isWrite(route.method) &&
    route.body !== undefined &&
    (recordRouteOf(route.path, 'GET', routes) !== undefined ||
      routes.some(({ method, path, policy }) => method === 'GET' && path === route.path && policy.resource !== null)),
  async run(stage) {
    const { draft, exchange } = await stage.perform();
    const { record } = exchange.answer;
    const one = recordRouteOf(stage.route.path, 'GET', stage.session.routes);
    const [name = 'id'] = one?.path.match(/\w+$/) ?? [];
    const params = { ...draft.params, [name]: String(record[name] ?? record.id) };
    const read =
      one === undefined ? await stage.read(draft) : await stage.session.send(one, { params, query: {}, headers: {} });
    if (read === null || !isRecord(draft.body)) return;
    stage.expect(read.answer.isSuccess, `What was written is answered ${read.answer.status}.`, read);
    for (const field of Object.keys(draft.body).filter((key) => key in record && key in read.answer.record)) {
      const isSame = isDeepStrictEqual(record[field], read.answer.record[field]);
      stage.expect(isSame, `The write answered another "${field}" than the read after it.`, read);
    }
  },
};

const repeatedPut: Check = {
  id: 'state.repeated-put',
  holds: 'a PUT that is repeated changes nothing more',
  ofPlain: true,
  applies: ({ route }) => route.method === 'PUT',
  async run(stage) {
    const draft = await stage.draft();
    const first = await stage.send(draft);
    if (!first.answer.isSuccess) return stage.skip(`It is answered ${first.answer.status}.`);
    const before = await stage.read(draft);
    const second = await stage.send(draft);
    stage.expect(second.answer.isSuccess, `Repeated it is ${second.answer.status}.`, second);
    const after = await stage.read(draft);
    const isSame = isDeepStrictEqual(stateOf(stage, before), stateOf(stage, after));
    stage.expect(isSame, 'The second PUT changed the record once more.', second);
  },
};

/** What a read shows, without what changes with every write. */
function stateOf({ session }: Stage, exchange: Exchange | null): unknown {
  const volatile = session.options.volatileFields ?? ['updatedAt', 'version'];
  if (exchange === null) return null;
  if (!exchange.answer.isSuccess) return exchange.answer.state;
  return JSON.parse(JSON.stringify(exchange.answer.body ?? null), (name, value: unknown) =>
    volatile.includes(name) ? undefined : value,
  );
}

const deleted: Check = {
  id: 'state.deleted',
  holds: 'what was deleted is 404 for every operation of its path, and in no list',
  ofPlain: true,
  applies: ({ route }) => route.method === 'DELETE' && route.policy.resource !== null,
  async run(stage) {
    const { route, session, usual } = stage;
    const { draft, exchange: removed } = await stage.perform();
    stage.expect(removed.answer.isSuccess, `It is answered ${removed.answer.status}.`, removed);
    const siblings = session.routes.filter(
      ({ path, policy }) => isSamePath(path, route.path) && policy.missing !== 'create',
    );
    for (const sibling of siblings) {
      const again = { ...(await usual.draft(sibling)), params: draft.params };
      stage.expectError(await session.send(sibling, again), 404, 'not_found');
    }
    const lists = route.path.slice(0, route.path.lastIndexOf('/'));
    const list = session.routes.find(
      ({ method, path, policy }) => method === 'GET' && path === lists && policy.resource === null,
    );
    const id = draft.params[route.path.match(/\w+$/)?.[0] ?? ''] ?? '';
    if (list === undefined) return;
    const listed = await session.send(list, await usual.draft(list));
    const isListed = listed.answer.items.some((item) => item.id === id);
    stage.expect(!isListed, `The record ${id} is listed after its deletion.`, listed);
  },
};

/** Records a list is given, where the contract can. */
const records = 5;

/** Pages walked at most; a longer list is read in longer pages. */
const mostPages = 12;

const takes = ({ query }: ContractRoute, name: string) => query instanceof z.ZodObject && name in query.shape;

const pages: Check = {
  id: 'state.pages',
  holds: 'the pages of a list, by number and by cursor, are its records: each once, none left out',
  applies: ({ route }) =>
    route.method === 'GET' && takes(route, 'limit') && (takes(route, 'page') || takes(route, 'cursor')),
  async run(stage) {
    const draft = await stage.draft();
    await fill(stage, draft.params, records);
    const send = (query: object) => stage.send({ ...draft, query: { ...draft.query, ...query } });
    const { total = 0 } = paginationOf(await send({ limit: 1 }));
    const limit = Math.max(2, Math.ceil(total / (mostPages - 1)));
    if (takes(stage.route, 'page')) await walk(stage, limit, send, ({ number }) => ({ page: number }));
    if (takes(stage.route, 'cursor')) {
      await walk(stage, limit, send, ({ cursor }) => (cursor === null ? {} : { cursor }));
    }
  },
};

interface Place {
  readonly number: number;
  readonly cursor: string | null;
}

async function walk(
  stage: Stage,
  limit: number,
  send: (query: object) => Promise<Exchange>,
  queryOf: (place: Place) => object,
): Promise<void> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; number <= mostPages * 2; number += 1) {
    const exchange = await send({ limit, ...queryOf({ number, cursor }) });
    const { items, isSuccess, status } = exchange.answer;
    stage.expect(isSuccess, `Page ${number} is answered ${status}.`, exchange);
    stage.expect(items.length <= limit, `A page of ${limit} has ${items.length} records.`, exchange);
    for (const item of items) {
      const name = String(item.id ?? JSON.stringify(item));
      stage.expect(!seen.has(name), `Page ${number} repeats the record ${name}.`, exchange);
      seen.add(name);
    }
    const { hasMore, total = seen.size, nextCursor = null } = paginationOf(exchange);
    if (hasMore !== true) {
      stage.expect(seen.size === total, `The pages have ${seen.size} of ${total} records.`, exchange);
      return;
    }
    stage.expect(items.length === limit, `Page ${number} is short, and says there is more.`, exchange);
    cursor = nextCursor;
  }
}

function paginationOf({ answer }: Exchange): { hasMore?: boolean; total?: number; nextCursor?: string | null } {
  const { pagination = {} } = (answer.body ?? {}) as { pagination?: object };
  return pagination;
}

/** Makes records for a list to show, where a POST of its path does. */
export async function fill(stage: Stage, params: Readonly<Record<string, string>>, count: number): Promise<void> {
  const producer = producerOf(stage.route, stage.session.routes);
  if (producer === undefined) return;
  for (let made = 0; made < count; made += 1) await stage.usual.perform(producer, { params });
}

/** What operations do to what others show. */
export const stateChecks: readonly Check[] = [pages, noTrace, readBack, repeatedPut, deleted];
