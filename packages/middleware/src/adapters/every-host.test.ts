import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hostNames, startHost } from '../../test-support/hosts.ts';

const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});

/** Endless chunks, and how many bytes of them were made. */
function endless(size: number) {
  const made = { bytes: 0, isClosed: false };
  async function* chunks() {
    try {
      for (;;) {
        made.bytes += size;
        yield Buffer.alloc(size);
        await nextTurn();
      }
    } finally {
      made.isClosed = true;
    }
  }
  return { made, chunks };
}

describe.each(hostNames)('an API on %s', (host) => {
  it('responds as the contract says, in success and failure', async () => {
    const { send } = await startHost(host);
    const created = await send('/todos', post({ title: 'Milk' }, { 'idempotency-key': 'once' }));
    expect([created.status, created.headers.get('location')]).toEqual([201, '/todos/t1']);
    const repeated = await send('/todos', post({ title: 'Milk' }, { 'idempotency-key': 'once' }));
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    const tag = created.headers.get('etag') ?? '';
    const conditional = { headers: { 'if-none-match': tag } };
    const stale = { ...json, 'if-match': '"t1.9"' };
    const statuses = [
      await send('/todos/t1'),
      await send('/todos/t1', conditional),
      await send('/todos/t1', { method: 'HEAD' }),
      await send('/todos/t1', { method: 'OPTIONS' }),
      await send('/todos/t1', { method: 'PATCH', headers: stale, body: '{}' }),
      await send('/todos', { headers: { 'x-api-key': 'wrong' } }),
      await send('/todos', post({ title: 3 })),
      await send('/nothing'),
      await send('/todos', { method: 'DELETE' }),
      await send('/todos/%zz'),
      await send('/todos/t1', { method: 'DELETE' }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 304, 200, 204, 412, 401, 422, 404, 405, 400, 204]);
    for (const { headers } of statuses) {
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      expect(headers.get('vary')).toBe('Authorization, X-API-Key');
    }
    const [get, , head] = statuses;
    expect(await head?.text()).toBe('');
    expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'));
  });

  it('reads bodies of megabytes, and refuses those over the limit', async () => {
    const { send } = await startHost(host);
    const items = Array.from({ length: 400 }, () => ({ title: 'x'.repeat(10_000) }));
    expect(await (await send('/todos/bulk', post({ items }))).json()).toMatchObject({ data: { count: 400 } });
    expect((await send('/todos', post({ title: 'x'.repeat(100_000) }))).status).toBe(413);
    expect((await send('/todos', post({ title: 'Milk' }))).status).toBe(201);
  });

  it('refuses an unauthenticated caller without reading the body', async () => {
    const { send } = await startHost(host);
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const endlessPost = { method: 'POST', headers: { ...json, 'x-api-key': 'wrong' }, body, duplex: 'half' };
    const response = await send('/todos/bulk', endlessPost as RequestInit).catch((error: unknown) => error);
    // A host that closes the connection at once may win over its own response.
    if (response instanceof Response) expect(response.status).toBe(401);
  });

  it('says so when a middleware has already read the body', async () => {
    const errors: unknown[] = [];
    const { send } = await startHost(host, { logger: { error: (fields) => void errors.push(fields) } }, true);
    const response = await send('/todos', post({ title: 'Milk' }));
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('The request body was read before it reached the API');
    expect(errors).toHaveLength(1);
    expect((await send('/todos')).status).toBe(200);
  });

  it('sends events when they happen, and ends the stream and the signal when the client leaves', async () => {
    const errors: unknown[] = [];
    const second = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const { send } = await startHost(host, {
      logger: { error: (fields) => void errors.push(fields) },
      handlers: {
        events: async ({ context: { signal } }) => {
          signal.addEventListener('abort', () => left.resolve());
          async function* events() {
            try {
              yield 'data: 1\n\n';
              await second.promise;
              yield 'data: 2\n\n';
              await left.promise;
            } finally {
              closed.resolve();
            }
          }
          return { status: 200, body: events() };
        },
      },
    });
    const leaving = new AbortController();
    const response = await send('/events', { signal: leaving.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
    expect(await next()).toBe('data: 1\n\n');
    second.resolve();
    expect(await next()).toBe('data: 2\n\n');
    await reader.cancel();
    leaving.abort();
    await left.promise;
    await closed.promise;
    expect((await send('/todos')).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('logs nothing when the client leaves before the response is made', async () => {
    const errors: unknown[] = [];
    const [arrived, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = new AbortController();
    const { send } = await startHost(host, {
      logger: { error: (fields) => void errors.push(fields) },
      observer: { onResponse: ({ route }) => route === '/export.csv' && made.resolve() },
      handlers: {
        export: async ({ context: { signal } }) => {
          arrived.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return { status: 200, body: Readable.from(['too late']) };
        },
      },
    });
    const sent = send('/export.csv', { signal: leaving.signal }).catch((error: unknown) => error);
    await arrived.promise;
    leaving.abort();
    await made.promise;
    await sent;
    expect((await send('/todos')).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('generates a stream only as fast as the client reads', async () => {
    const { made, chunks } = endless(64 * 1024);
    const { send } = await startHost(host, { handlers: { export: async () => ({ status: 200, body: chunks() }) } });
    const response = await send('/export.csv');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    let before = -1;
    const rests = () => {
      const isSame = made.bytes === before;
      before = made.bytes;
      return isSame;
    };
    await expect.poll(rests).toBe(true);
    // What sockets hold on the way is a few megabytes.
    expect(made.bytes).toBeLessThan(50_000_000);
    await reader.cancel();
    await expect.poll(() => made.isClosed).toBe(true);
  });

  it('breaks off a response whose stream fails, and logs why', async () => {
    const errors: object[] = [];
    async function* rows() {
      yield 'id,title\n';
      throw new Error('The disk broke.');
    }
    const { send } = await startHost(host, {
      logger: { error: (fields) => void errors.push(fields) },
      handlers: { export: async () => ({ status: 200, body: rows() }) },
    });
    await expect(send('/export.csv').then((response) => response.text())).rejects.toThrow();
    await expect.poll(() => errors).toMatchObject([{ err: { message: 'The disk broke.' } }]);
  });

  it('sends each value of a header field on a separate line', async () => {
    const { send } = await startHost(host, {
      handlers: { list: async () => ({ status: 200, body: { data: [] }, headers: { 'Set-Cookie': ['a=1', 'b=2'] } }) },
    });
    expect((await send('/todos')).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
});
