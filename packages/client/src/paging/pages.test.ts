import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReceivedRequest, script } from '../../test-support/scripted-server.ts';

const note = (id: number) => ({ id: `n${id}`, text: 'x', stars: 0 });

/** A list of so many notes, by number or with cursors. */
function list(total: number, cursors: boolean) {
  return ({ url }: ReceivedRequest) => {
    const query = new URL(url, 'http://x').searchParams;
    const limit = Number(query.get('limit') ?? 50);
    const start = query.has('cursor') ? Number(query.get('cursor')) : (Number(query.get('page') ?? 1) - 1) * limit;
    const data = Array.from({ length: total }, (_, index) => note(index)).slice(start, start + limit);
    const hasMore = start + limit < total;
    const page = Number(query.get('page') ?? 1);
    const pagination = {
      page,
      limit,
      total,
      totalPages: 0,
      hasMore,
      nextCursor: cursors && hasMore ? `${start + limit}` : null,
    };
    return { status: 200, body: { data, pagination } };
  };
}

describe('paging', () => {
  it.each([true, false])('yields each record once, in order (cursors: %s)', async (cursors) => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 12 }), async (total, limit) => {
        const { client, requests } = await script(list(total, cursors));
        const seen: string[] = [];
        for await (const { id } of client.notes.list.each({ query: { limit } })) seen.push(id);
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => `n${index}`));
        expect(requests).toHaveLength(Math.max(1, Math.ceil(total / limit)));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the query, and sends a cursor without a page', async () => {
    const { client, requests } = await script(list(5, true));
    const sizes: number[] = [];
    for await (const { body } of client.notes.list.pages({ query: { limit: 2, page: 1, tags: ['a'] } }))
      sizes.push(body.data.length);
    expect(sizes).toEqual([2, 2, 1]);
    expect(requests.map(({ url }) => url)).toEqual([
      '/v1/notes?limit=2&page=1&tags=a',
      '/v1/notes?limit=2&tags=a&cursor=2',
      '/v1/notes?limit=2&tags=a&cursor=4',
    ]);
  });

  it('requests no page before it is needed', async () => {
    const { client, requests } = await script(list(100, true));
    for await (const { id } of client.notes.list.each({ query: { limit: 10 } })) if (id === 'n9') break;
    expect(requests).toHaveLength(1);
  });

  it('follows a feed from event to event', async () => {
    const replies = ['e1', 'e2'].map((next, index) => ({
      status: 200,
      body: { data: [note(index)], pagination: { hasMore: index === 0, next } },
    }));
    const { client, requests } = await script(replies);
    for await (const _ of client.notes.list.pages());
    expect(requests.map(({ url }) => url)).toEqual(['/v1/notes', '/v1/notes?after=e1']);
  });
});
