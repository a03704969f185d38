import { readFileSync } from 'node:fs';
import { defineOperations } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notesContract, problemContract } from '../../test-support/notes-contract.ts';
import { failure, type ReceivedRequest, script } from '../../test-support/scripted-server.ts';
import { type Client, createClientFromRoutes, isApiError, renderRoutes, routeTableOf } from '../index.ts';
import { formatRoute, parseRoute } from './route-table.ts';

const note = { id: 'n1', text: 'x', stars: 0 };

describe('a line of a route', () => {
  it('can be parsed as it was written', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const route = fc.record({
      operationId: fc.tuple(word, word).map((words) => words.join('.')),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: fc.array(word, { minLength: 1 }).map((words) => `/${words.join('/:')}`),
      keyed: fc.boolean(),
      bodyTypes: fc.constantFrom(['application/json'], ['multipart/form-data', 'application/json'], ['text/csv']),
    });
    fc.assert(
      fc.property(route, fc.boolean(), (given, isUsual) => {
        const place = isUsual ? given.operationId : 'other.place';
        expect(parseRoute(formatRoute(given, place), place)).toEqual(given);
      }),
    );
  });

  it('contains only what differs from the defaults', () => {
    expect(routeTableOf(problemContract).operations).toEqual({ create: 'POST /notes id=notes.create' });
  });
});

describe('the routes of a contract', () => {
  it('name the codes whose retry differs from that of their status', () => {
    const retry = { status: 409, meaning: 'Busy.', retry: 'backoff', stored: false } as const;
    const never = { status: 503, meaning: 'Closed for ever.', retry: 'never', stored: false } as const;
    const { operation } = defineOperations({ errors: { busy: retry, closed: never } });
    const ping = operation({
      id: 'ping',
      method: 'GET',
      path: '/ping',
      summary: 'Ping',
      responses: { 204: initContract().noBody() },
    });
    expect(routeTableOf({ ping }).retry).toEqual({
      idempotency_in_progress: 'after',
      busy: 'backoff',
      closed: 'never',
    });
  });

  it('are written as a module that is checked against the contract', () => {
    const file = new URL('../../test-support/notes-routes.ts', import.meta.url);
    const text = renderRoutes(notesContract, { from: './notes-contract.ts', name: 'notesContract' });
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('cannot be made of a contract without operations', () => {
    expect(() => routeTableOf({})).toThrow('no operation');
  });
});

describe('a client made of routes', () => {
  /** Calls of each kind. */
  const calls: readonly ((client: Client<typeof notesContract>) => Promise<unknown>)[] = [
    ({ notes }) => notes.list({ query: { tags: ['a', 'b'], limit: 5 } }),
    ({ notes }) => notes.create({ body: { text: 'x' }, idempotencyKey: 'k' }),
    ({ notes }) => notes.get({ params: { id: 'a/b' }, ifNoneMatch: '"1"' }),
    ({ notes }) => notes.patch({ params: { id: 'n1' }, body: { stars: 1 }, ifMatch: '"1"' }),
    ({ notes }) => notes.remove({ params: { id: 'n1' } }),
    ({ files }) => files.export(),
  ];

  it.each(calls.map((call, index) => [index, call] as const))(
    'sends request %i of a client of the contract',
    async (_, call) => {
      const { client, fromRoutes, requests } = await script([{ status: 200, body: { data: note } }]);
      await call(client);
      await call(fromRoutes);
      const comparable = ({ method, url, headers, body }: ReceivedRequest) => ({ method, url, headers, body });
      const [one, other] = requests.map(comparable);
      expect(other).toEqual(one);
    },
  );

  it('sends a file as a form, and the same body without one as JSON', async () => {
    const { fromRoutes, requests } = await script([{ status: 201, body: { data: { size: 1 } } }]);
    const params = { id: 'n1', name: 'a' };
    await fromRoutes.files.attach({ params, body: { file: new Blob(['x']) } });
    await fromRoutes.files.attach({ params, body: { caption: 'A' } as never });
    expect(requests.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'multipart/form-data',
      'application/json',
    ]);
  });

  it('reads errors of both forms, and those of proxies', async () => {
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Taken.', code: 'conflict' };
    const replies = [failure(409, 'conflict', { details: { a: 1 } }), { status: 409, body: problem }];
    const { fromRoutes } = await script([
      ...replies,
      { status: 409, body: '<h1>No</h1>' },
      { status: 409, body: null },
    ]);
    const errors: unknown[] = [];
    for (let call = 0; call < 4; call += 1) {
      const result = await fromRoutes.notes.create.safe({ body: { text: 'x' } });
      if (!result.ok) errors.push([result.error.code, result.error.reason, result.error.details]);
    }
    expect(errors).toEqual([
      ['conflict', 'It is conflict.', { a: 1 }],
      ['conflict', 'Taken.', {}],
      ['unknown', 'Conflict', {}],
      ['unknown', 'Conflict', {}],
    ]);
  });

  it('reads errors of a custom envelope with readError', async () => {
    const { requests, fromRoutes } = await script([{ status: 409, body: { fault: 'taken' } }], {
      readError: (body) => ({ code: (body as { fault: string }).fault, message: 'Taken.', details: {}, requestId: '' }),
    });
    const error = await fromRoutes.notes.create({ body: { text: 'x' } }).catch((thrown: unknown) => thrown);
    expect(isApiError(error, 'taken')).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it('retries what the contract says', async () => {
    const reply = failure(409, 'idempotency_in_progress', { headers: { 'retry-after': '0' } });
    const { fromRoutes, requests } = await script([reply, { status: 201, body: { data: note } }]);
    expect((await fromRoutes.notes.create({ body: { text: 'x' } })).status).toBe(201);
    expect(requests).toHaveLength(2);
  });

  it('identifies operations by id, anywhere in the contract', () => {
    const { create } = createClientFromRoutes(routeTableOf(problemContract), { baseUrl: 'http://127.0.0.1' });
    expect(create.operationId).toBe('notes.create');
  });
});
