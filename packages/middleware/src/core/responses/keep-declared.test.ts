import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTodo } from '../../../test-support/start-todo.ts';
import { preRendered } from '../../handler-result.ts';
import { keepDeclared } from './keep-declared.ts';

const c = initContract();
const Person = z.strictObject({ name: z.string(), address: z.object({ city: z.string() }).optional() });
const Shape = z.union([z.strictObject({ radius: z.number() }), z.strictObject({ side: z.number() })]);

const route = c.router({
  get: operation({
    id: 'people.get',
    method: 'GET',
    path: '/person',
    summary: 'A person',
    responses: {
      200: dataOf(z.array(Person)),
      201: z.object({ at: z.iso.datetime(), shape: Shape.optional(), more: z.looseObject({}).optional() }),
      202: z.object({ tags: z.record(z.string(), Person), size: z.string().transform((text) => text.length) }),
      204: c.noBody(),
    },
  }),
}).get;

const keep = (status: number, body: unknown) => keepDeclared(route, { status, body }, 'strip').body;
const refusal = (status: number, body: unknown) => () => keepDeclared(route, { status, body }, 'refuse');

describe('a response', () => {
  it('without undeclared fields is the same value', () => {
    const body = { data: [{ name: 'Ada', address: { city: 'London' } }] };
    expect(keep(200, body)).toEqual(body);
  });

  it.each<[string, number, unknown, unknown]>([
    ['of strict objects', 200, { data: [{ name: 'Ada', passwordHash: 'x' }] }, { data: [{ name: 'Ada' }] }],
    [
      'of plain objects',
      200,
      { data: [{ name: 'Ada', address: { city: 'London', code: 1 } }], total: 1 },
      { data: [{ name: 'Ada', address: { city: 'London' } }] },
    ],
    [
      'of both at once',
      200,
      { data: [{ name: 'Ada', a: 1, address: { city: 'London', b: 1 } }] },
      { data: [{ name: 'Ada', address: { city: 'London' } }] },
    ],
    [
      'of records',
      202,
      { tags: { first: { name: 'Ada', secret: 1 } }, size: 'abc' },
      { tags: { first: { name: 'Ada' } }, size: 'abc' },
    ],
    [
      'of unions',
      201,
      { at: '2026-01-31T09:30:00Z', shape: { side: 1, secret: 2 } },
      { at: '2026-01-31T09:30:00Z', shape: { side: 1 } },
    ],
    [
      'beside dates and members that are undefined',
      201,
      { at: new Date('2026-01-31T09:30:00Z'), secret: 1, shape: undefined },
      { at: '2026-01-31T09:30:00.000Z' },
    ],
  ])('loses fields its schema does not declare: %s', (_, status, body, kept) => {
    expect(keep(status, body)).toEqual(kept);
    expect(refusal(status, body)).toThrow(`people.get responded with ${status}`);
  });

  it('keeps what an open object declares to be open', () => {
    const body = { at: '2026-01-31T09:30:00Z', more: { anything: 1 } };
    expect(keep(201, body)).toEqual(body);
  });

  it('loses a body if none is declared', () => {
    expect(keep(204, { data: 1 })).toBeUndefined();
  });

  it('is trusted when it is already rendered', () => {
    const body = preRendered('{"data":[{"secret":1}]}');
    expect(keep(200, body)).toBe(body);
  });

  it.each<[string, number, unknown, string]>([
    ['has a wrong type', 200, { data: [{ name: 1 }] }, '"data.0.name":"Must be text."'],
    ['is missing', 200, undefined, 'a body its contract forbids'],
    ['has a status nobody declared', 418, {}, 'which its contract does not declare'],
  ])('does not leave when it %s', (_, status, body, problem) => {
    expect(() => keep(status, body)).toThrow(problem);
  });
});

describe('an API', () => {
  const todo = { id: 't1', title: 'Milk', done: false, version: 1, passwordHash: 'x' };
  const handlers = {
    list: async () => ({ status: 200 as const, body: { data: [todo] } }),
    create: async () => ({ status: 201 as const, headers: { Location: '/todos/t1' }, body: { data: todo } }),
  };
  const start = (responses?: 'strip' | 'refuse' | 'trust') =>
    startTodo({ validateResponses: false, responses, handlers });

  it('strips undeclared fields by default, even from responses stored for an Idempotency-Key', async () => {
    const { request } = await start();
    expect((await request('GET', '/todos')).text).not.toContain('passwordHash');
    const sent = { headers: { 'idempotency-key': 'k' }, body: { title: 'Milk' } };
    for (const _ of ['first', 'replay']) {
      const { status, text } = await request('POST', '/todos', sent);
      expect([status, text.includes('passwordHash')]).toEqual([201, false]);
    }
  });

  it('can refuse them, with 500', async () => {
    const { request } = await start('refuse');
    expect((await request('GET', '/todos')).error?.code).toBe('internal_error');
  });

  it('can trust its handlers', async () => {
    const { request } = await start('trust');
    expect((await request('GET', '/todos')).text).toContain('passwordHash');
  });
});
