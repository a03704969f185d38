import { z } from 'zod';
import type { Exchange } from '../../calling/exchange.ts';
import type { ContractRoute } from '../../contract/contract-route.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';
import { fill } from './fill.ts';

/** Records a list is given, where the contract can. */
const records = 5;

/** Pages walked at most; a longer list is read in longer pages. */
const mostPages = 12;

const takes = ({ query }: ContractRoute, name: string) => query instanceof z.ZodObject && name in query.shape;

export const pages: Check = {
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
