import { ApiError, invalidFields, type StandardErrorCode, standardErrors } from '@contract-kit/http-spec';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../auth/caller.ts';
import { type HandlerResult, JsonText } from '../handler-result.ts';
import { createIdempotency, type IdempotentRequest } from './idempotency.ts';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';

const ada: Caller = { subject: 'ada', tenantId: 'acme', scopes: new Set() };

const request: IdempotentRequest<Caller> = {
  policy: { operationId: 'todos.create' },
  caller: ada,
  callerId: 'k1',
  key: 'k1',
  requestId: 'req_1',
  method: 'POST',
  path: '/todos',
  query: '',
  body: { title: 'Milk' },
};

function setUp() {
  const idempotency = createIdempotency({ store: createMemoryIdempotencyStore() });
  let calls = 0;
  const send = async (
    response: HandlerResult | Error,
    changes: Partial<IdempotentRequest<Caller>> = {},
  ): Promise<HandlerResult & { replayed: boolean }> => {
    return idempotency.run({ ...request, ...changes }, async () => {
      calls += 1;
      if (response instanceof Error) throw response;
      return response;
    });
  };
  return { send, calls: () => calls };
}

function textOf(result: HandlerResult): string {
  expect(result.body).toBeInstanceOf(JsonText);
  return (result.body as JsonText).text;
}

describe('a request with an Idempotency-Key', () => {
  test('is executed once and replayed byte for byte', async () => {
    const { send, calls } = setUp();
    const created = { status: 201, headers: { ETag: '"1.1"', Location: '/todos/1' }, body: { data: { b: 1, a: 'é' } } };
    const first = await send(created);
    const second = await send(created, { requestId: 'req_2' });
    expect(first).toMatchObject({ status: 201, replayed: false, headers: { ETag: '"1.1"', Location: '/todos/1' } });
    expect(second).toMatchObject({ status: 201, replayed: true });
    expect(second.headers).toEqual({ etag: '"1.1"', location: '/todos/1', 'idempotent-replayed': 'true' });
    expect(textOf(second)).toBe('{"data":{"b":1,"a":"é"}}');
    expect(textOf(second)).toBe(textOf(first));
    expect(calls()).toBe(1);
  });

  test('keeps pre-rendered text unchanged', async () => {
    const { send } = setUp();
    const text = '{ "data" : 1.50 }';
    expect(textOf(await send({ status: 200, body: new JsonText(text) }))).toBe(text);
    expect(textOf(await send({ status: 200, body: undefined }))).toBe(text);
  });

  test('replays bytes of another media type as bytes', async () => {
    const { send } = setUp();
    const file = { status: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.from('a;b\n') };
    await send(file);
    const replay = await send(file);
    expect(replay.body).toEqual(Buffer.from('a;b\n'));
    expect(replay.headers).toMatchObject({ 'content-type': 'text/csv' });
  });

  test('replays text of another media type unquoted', async () => {
    const { send } = setUp();
    const file = { status: 200, headers: { 'content-type': 'text/csv' }, body: 'a;b\n' };
    expect((await send(file)).body).toEqual(Buffer.from('a;b\n'));
  });

  test('takes the media type from the contract when the handler sets none', async () => {
    const { send } = setUp();
    const otherTypes = new Map([[200, 'text/csv']]);
    expect(textOf(await send({ status: 200, body: 'a;b\n' }, { otherTypes }))).toBe('a;b\n');
    expect(textOf(await send({ status: 200, body: 'a;b\n' }, { key: 'k2' }))).toBe('"a;b\\n"');
  });

  test('replays a response without a body', async () => {
    const { send } = setUp();
    await send({ status: 204, body: undefined });
    expect(await send({ status: 204, body: undefined })).toMatchObject({
      status: 204,
      body: undefined,
      replayed: true,
    });
  });

  test('stores an error with the id of the request that caused it', async () => {
    const { send, calls } = setUp();
    const conflict = new ApiError('conflict', 'Exists already.', { details: { fieldErrors: { code: 'Taken.' } } });
    const first = await send(conflict, { requestId: 'req_first' });
    const second = await send(conflict, { requestId: 'req_second' });
    expect(first).toMatchObject({ status: 409, replayed: false });
    expect(JSON.parse(textOf(first))).toEqual({
      error: {
        code: 'conflict',
        message: 'Exists already.',
        details: { fieldErrors: { code: 'Taken.' } },
        requestId: 'req_first',
      },
    });
    expect(textOf(second)).toBe(textOf(first));
    expect(second).toMatchObject({ status: 409, replayed: true });
    expect(calls()).toBe(1);
  });

  test('stores the headers of an error', async () => {
    const { send } = setUp();
    const stale = new ApiError('precondition_failed', 'Stale.', { headers: { ETag: '"1.2"' } });
    await send(stale);
    expect((await send(stale)).headers).toMatchObject({ etag: '"1.2"', 'idempotent-replayed': 'true' });
  });

  const codes = Object.entries(standardErrors).map(([code, { stored }]) => ({
    code: code as StandardErrorCode,
    stored,
  }));
  test.each(codes.filter(({ stored }) => stored))('is not executed again after $code', async ({ code }) => {
    const { send, calls } = setUp();
    await send(new ApiError(code, 'No.'));
    expect(await send({ status: 200, body: {} })).toMatchObject({
      status: standardErrors[code].status,
      replayed: true,
    });
    expect(calls()).toBe(1);
  });

  test.each(codes.filter(({ stored }) => !stored))('is executed again after $code', async ({ code }) => {
    const { send } = setUp();
    const error = new ApiError(code, 'Not now.');
    await expect(send(error)).rejects.toBe(error);
    expect(await send({ status: 200, body: {} })).toMatchObject({ status: 200, replayed: false });
  });

  test('does not use up its key when the handler finds it invalid, so that it may be corrected', async () => {
    const { send } = setUp();
    await expect(send(invalidFields({ title: 'No.' }))).rejects.toMatchObject({ code: 'validation_failed' });
    const corrected = { body: { title: 'Milk and bread' } };
    expect(await send({ status: 201, body: {} }, corrected)).toMatchObject({ status: 201, replayed: false });
  });

  test('is replayed only to its caller when its response shows a secret', async () => {
    const { send } = setUp();
    const policy = { operationId: 'keys.create', secretResponse: true } as const;
    const created = (key: string) => ({ status: 201, body: { data: { key } } });
    await send(created('first'), { policy });
    const other = await send(created('second'), { policy, callerId: 'k2' });
    expect([other.replayed, textOf(other)]).toEqual([false, '{"data":{"key":"second"}}']);
    const again = await send(created('third'), { policy });
    expect([again.replayed, textOf(again)]).toEqual([true, '{"data":{"key":"first"}}']);
  });

  test('is refused with Retry-After while the budget is used up', async () => {
    const over = { kind: 'over_budget', retryAfterMs: 90_400 } as const;
    const idempotency = createIdempotency<Caller>({
      store: { execute: async () => over, sweep: async () => 0 },
      scopeOf: () => 'acme',
    });
    const refused = idempotency.run(request, async () => ({ status: 200, body: {} }));
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '91' } });
  });

  test('is executed again after an unexpected failure', async () => {
    const { send } = setUp();
    const bug = new TypeError('x is not a function');
    await expect(send(bug)).rejects.toBe(bug);
    expect(await send({ status: 200, body: {} })).toMatchObject({ replayed: false });
  });

  test.each([401, 403, 413, 429, 500, 503])('is executed again after a handler returned %i', async (status) => {
    const { send } = setUp();
    expect(await send({ status, body: {} })).toMatchObject({ status, replayed: false });
    expect(await send({ status: 200, body: {} })).toMatchObject({ status: 200, replayed: false });
  });

  test('may have the members of its body in a different order in a retry', async () => {
    const { send } = setUp();
    await send({ status: 200, body: {} }, { body: { a: 1, b: 2 } });
    expect(await send({ status: 200, body: {} }, { body: { b: 2, a: 1 } })).toMatchObject({ replayed: true });
  });

  test.each([
    ['body', { body: { title: 'Bread' } }],
    ['query', { query: 'dry=1' }],
    ['path', { path: '/todos/1' }],
    ['method', { method: 'PUT' }],
    ['parts', { parts: [{ name: 'file', mediaType: null, fileName: null, contentHash: 'h' }] }],
  ])('is refused when its key was used with another %s', async (_, change) => {
    const { send } = setUp();
    await send({ status: 200, body: {} });
    await expect(send({ status: 200, body: {} }, change)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test.each([
    ['tenant', { caller: { ...ada, tenantId: 'other' } }],
    ['route', { policy: { operationId: 'todos.bulk' } }],
    ['key', { key: 'k2' }],
  ])('has a separate key per %s', async (_, change) => {
    const { send } = setUp();
    await send({ status: 200, body: {} });
    expect(await send({ status: 200, body: {} }, change)).toMatchObject({ replayed: false });
  });

  test('gets 409 with Retry-After while the first one runs', async () => {
    const idempotency = createIdempotency<Caller>({ store: createMemoryIdempotencyStore(), scopeOf: () => 'acme' });
    const running = await idempotency.run(request, async () => {
      const second = idempotency.run(request, async () => ({ status: 200, body: {} }));
      await expect(second).rejects.toMatchObject({
        code: 'idempotency_in_progress',
        headers: { 'retry-after': '1' },
      });
      return { status: 200, body: {} };
    });
    expect(running.replayed).toBe(false);
  });

  test('fails when the store is down, because it is unknown whether the work was done', async () => {
    const down = new Error('connect ECONNREFUSED');
    const idempotency = createIdempotency<Caller>({
      store: { execute: () => Promise.reject(down), sweep: () => Promise.reject(down) },
      scopeOf: () => 'acme',
    });
    await expect(idempotency.run(request, async () => ({ status: 200, body: {} }))).rejects.toBe(down);
  });

  test('cannot have a stream as its response', async () => {
    const { send } = setUp();
    const body = new Blob(['a']).stream();
    await expect(send({ status: 200, body })).rejects.toThrow('respond with bytes');
    expect(await send({ status: 200, body: {} })).toMatchObject({ replayed: false });
  });
});

test('the memory store drops the oldest response beyond its size', async () => {
  const store = createMemoryIdempotencyStore({ maxEntries: 2 });
  const response = { status: 204, headers: {}, body: null };
  const claim = { scope: 's', caller: null, route: 'r', fingerprint: 'f', ttlMs: 1000, large: false };
  const execute = (key: string) =>
    store.execute({ ...claim, key }, async () => ({
      response,
      keep: 'change-and-response',
    }));
  for (const key of ['a', 'b', 'c']) await execute(key);
  expect((await execute('b')).kind).toBe('replayed');
  expect((await execute('c')).kind).toBe('replayed');
  expect((await execute('a')).kind).toBe('executed');
});

test('refuses a time to live, a number of entries or a budget of zero', () => {
  const options = { store: createMemoryIdempotencyStore(), scopeOf: () => 'acme' };
  expect(() => createIdempotency({ ...options, ttlMs: 0 })).toThrow(RangeError);
  expect(() => createMemoryIdempotencyStore({ maxEntries: 0 })).toThrow(RangeError);
  expect(() => createMemoryIdempotencyStore({ budgetBytes: 0 })).toThrow(RangeError);
});

test('treats an unknown error as a failure of the service', async () => {
  const { send } = setUp();
  const error = new ApiError<string>('odd', 'Odd.');
  await expect(send(error)).rejects.toBe(error);
  await expect(send(new ApiError<string>('constructor', 'Odd.'))).rejects.toMatchObject({ code: 'constructor' });
});
