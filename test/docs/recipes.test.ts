import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@contract-kit/client';
import type { Api } from '@contract-kit/middleware';
import { createNodeListener } from '@contract-kit/middleware/node';
import { createOpenApiDocument } from '@contract-kit/openapi';
import { findDocumentProblems } from '@contract-kit/openapi/testing';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDocumentedApi } from '../../docs/guides/snippets/recipes/docs-page.ts';
import { createRentalsApi, contract as rentals, rentOrPayIn } from '../../docs/guides/snippets/recipes/errors.ts';
import { createEventsApi, EventLog } from '../../docs/guides/snippets/recipes/events.ts';
import { createQuotesApi } from '../../docs/guides/snippets/recipes/headers.ts';
import { createHonoApp, createNodeServer, createRouteHandlers } from '../../docs/guides/snippets/recipes/hosts.ts';
import { createReportsApi, Jobs } from '../../docs/guides/snippets/recipes/jobs.ts';
import { createReadingsApi, contract as readings } from '../../docs/guides/snippets/recipes/ndjson.ts';
import { createObservedApi, RequestLog } from '../../docs/guides/snippets/recipes/observing.ts';
import { demoKey } from '../../docs/guides/snippets/recipes/options.ts';

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Serves a recipe until the test ends. */
async function start(api: Api): Promise<Send> {
  return sendTo(createServer(createNodeListener(api)).listen(0, '127.0.0.1'));
}

async function sendTo(server: Server): Promise<Send> {
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path, init) => fetch(baseUrl + path, { ...init, headers: { 'x-api-key': demoKey, ...init?.headers } });
}

/** What the recipes respond with, as far as it is looked at here. */
interface ResponseBody {
  readonly data: Readonly<Record<'id' | 'status' | 'result' | 'currency' | 'price', unknown>>;
  readonly paths: object;
  readonly error: { readonly details?: unknown };
}

const bodyOf = (response: Response) => response.json() as Promise<ResponseBody>;

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('the recipe for server-sent events', () => {
  /** The ids of the first events of a stream; the client leaves after them. */
  async function readIds(response: Response, count: number): Promise<string[]> {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const ids = [...text.matchAll(/^id: (\d+)\ndata: .+\n\n/gm)].map(([, id]) => id as string);
      if (ids.length >= count) return ids;
    }
    throw new Error(`The stream has ended after ${JSON.stringify(text)}.`);
  }

  it('sends past and new events, and continues after Last-Event-ID', async () => {
    const log = new EventLog();
    const send = await start(createEventsApi(log));
    log.add('one');
    const first = await send('/events');
    expect(first.headers.get('content-type')).toBe('text/event-stream');
    log.add('two');
    expect(await readIds(first, 2)).toEqual(['1', '2']);
    log.add('three');
    expect(await readIds(await send('/events', { headers: { 'last-event-id': '2' } }), 1)).toEqual(['3']);
    expect((await send('/events', { headers: { 'last-event-id': 'three' } })).status).toBe(422);
  });
});

describe('the recipe for lines of JSON', () => {
  const headers = { 'content-type': 'application/x-ndjson' };
  const post = (send: Send, body: string) => send('/readings', { method: 'POST', headers, body });

  it('adds up lines while they arrive, and sends lines', async () => {
    const send = await start(createReadingsApi());
    const lines = Array.from({ length: 10_000 }, (_, n) => `{"sensor":"s${n % 2}","value":1}\n`).join('');
    expect(await (await post(send, lines)).json()).toEqual({ data: { sensors: 2 } });
    const totals = await send('/readings/totals');
    expect(totals.headers.get('content-type')).toBe('application/x-ndjson');
    expect(await totals.text()).toBe('{"sensor":"s0","total":5000}\n{"sensor":"s1","total":5000}\n');
  });

  it('names the wrong line, and then adds up nothing', async () => {
    const send = await start(createReadingsApi());
    const refused = await post(send, '{"sensor":"s","value":1}\n{"sensor":"s"}\n');
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error: { details: { fieldErrors: { 'line 2': 'Must be a reading.' } } } },
    ]);
    expect(await (await send('/readings/totals')).text()).toBe('');
  });

  it('is described as valid OpenAPI', async () => {
    const info = { title: 'Readings', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } };
    const tags = { readings: { name: 'Readings', description: 'What sensors read.' } };
    const document = await createOpenApiDocument(readings, { info, servers: [{ url: 'https://a.example' }], tags });
    expect(await findDocumentProblems(document)).toEqual([]);
  });
});

describe('the recipe for jobs', () => {
  it('accepts a job immediately, and says where and when to poll until it is done', async () => {
    const finish = Promise.withResolvers<string>();
    const send = await start(createReportsApi(new Jobs(() => finish.promise)));
    const accepted = await send('/reports', json({ year: 2026 }, { 'idempotency-key': 'k' }));
    expect([accepted.status, accepted.headers.get('retry-after')]).toEqual([202, '1']);
    const place = accepted.headers.get('location') ?? '';
    await expect.poll(async () => (await bodyOf(await send(place))).data.status).toBe('running');
    expect((await send(place)).headers.get('retry-after')).toBe('1');
    finish.resolve('42');
    await expect
      .poll(async () => (await bodyOf(await send(place))).data)
      .toMatchObject({ status: 'done', result: '42' });
    expect((await send(place)).headers.has('retry-after')).toBe(false);
  });

  it('starts one job for the same Idempotency-Key, and continues after a job that fails', async () => {
    const years: number[] = [];
    const jobs = new Jobs(async (year) => {
      years.push(year);
      if (year === 1) throw new Error('no such year');
      return 'made';
    });
    const send = await start(createReportsApi(jobs));
    const [failing, repeated] = [1, 1].map(() => send('/reports', json({ year: 1 }, { 'idempotency-key': 'k' })));
    const place = (await failing)?.headers.get('location') ?? '';
    await repeated;
    const made = (await send('/reports', json({ year: 2 }))).headers.get('location') ?? '';
    await expect.poll(async () => (await bodyOf(await send(made))).data.status).toBe('done');
    expect(await (await send(place)).json()).toMatchObject({ data: { status: 'failed' } });
    expect(years).toEqual([1, 2]);
  });
});

describe('the recipe for a page of the API', () => {
  it('serves the page, the viewer and a valid document to anyone', async () => {
    const send = await start(await createDocumentedApi());
    const page = await send('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const files = [...(await page.text()).matchAll(/(?:href|src|url:) ?="?'?(\/[\w./-]+)|url: '(\/[\w./-]+)/g)];
    const paths = files.map(([, linked, loaded]) => linked ?? loaded ?? '');
    expect(paths).toEqual(['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/openapi.json']);
    for (const path of paths) expect((await send(path, { headers: { 'x-api-key': '' } })).status).toBe(200);
    const document = await bodyOf(await send('/openapi.json'));
    expect(Object.keys(document.paths)).toEqual(['/ping']);
    expect((await send('/docs/package.json')).status).toBe(404);
  });
});

describe('the recipe for logs and metrics', () => {
  it('writes a line for each request, without its query, and counts it', async () => {
    const lines: object[] = [];
    const send = await start(createObservedApi(new RequestLog((line) => lines.push(line))));
    await send('/ping?secret=1', { headers: { 'x-request-id': 'request-1' } });
    await send('/none', { headers: { 'x-api-key': '' } });
    expect(lines).toMatchObject([
      { requestId: 'request-1', method: 'GET', path: '/ping', status: 200, operation: 'meta.ping', caller: 'k1' },
      { path: '/none', status: 404, operation: 'none', caller: null },
    ]);
    expect(lines[0]).toMatchObject({ ms: expect.any(Number) });
    const metrics = await (await send('/metrics')).text();
    expect(metrics).toContain('http_requests_total{operation="meta.ping",status="200"} 1\n');
    expect(metrics).toContain('http_requests_total{operation="none",status="404"} 1\n');
  });
});

describe('the recipe for headers', () => {
  it('reads a header of the request, and sends Location and a custom one', async () => {
    const send = await start(createQuotesApi());
    const asked = await send('/quotes', json({ pieces: 2 }, { 'x-currency': 'USD' }));
    const { data } = await bodyOf(asked);
    expect([asked.status, data.currency, data.price]).toEqual([201, 'USD', 20]);
    expect(asked.headers.get('location')).toBe(`/quotes/${data.id}`);
    expect(asked.headers.get('x-valid-seconds')).toBe('600');
    expect((await bodyOf(await send('/quotes', json({ pieces: 1 })))).data.currency).toBe('EUR');
    const wrong = await send('/quotes', json({ pieces: 1 }, { 'x-currency': 'DM' }));
    expect([wrong.status, (await bodyOf(wrong)).error.details]).toEqual([
      422,
      { fieldErrors: { 'x-currency': expect.any(String) } },
    ]);
  });
});

describe('the recipe for errors', () => {
  it('sends a custom code as a problem, with details that a client knows', async () => {
    const send = await start(createRentalsApi(10));
    const refused = await send('/rentals', json({ hours: 5 }));
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect([refused.status, await refused.json()]).toMatchObject([
      402,
      {
        type: 'https://docs.example.com/problems/payment_required',
        title: 'Payment required',
        details: { missing: 10 },
      },
    ]);
    const client = createClient(rentals, { baseUrl: new URL(refused.url).origin, apiKey: demoKey });
    expect(await rentOrPayIn(client, 2)).toBe('rented for 8');
    expect(await rentOrPayIn(client, 5)).toBe('pay in 10');
  });
});

describe('the recipes for hosts', () => {
  it('serve the same API on node:http, on Hono and as route handlers of Next.js', async () => {
    const api = createQuotesApi('/api');
    const asked = json({ pieces: 3 }, { 'x-api-key': demoKey });
    const hono = createHonoApp(api);
    const { POST } = createRouteHandlers(api);
    const onNode = await sendTo(createNodeServer(api).listen(0, '127.0.0.1'));
    const onHono = await sendTo(serve({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
    const responses = [
      await onNode('/api/quotes', asked),
      await onHono('/api/quotes', asked),
      await POST(new Request('https://shop.example/api/quotes', asked)),
    ];
    for (const response of responses) {
      expect([response.status, await response.json()]).toMatchObject([201, { data: { price: 30, currency: 'EUR' } }]);
    }
    expect(await (await onHono('/')).text()).toBe('The API is below /api.');
  });
});
