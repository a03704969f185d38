import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { observerMetrics } from '@contract-kit/otel';
import type { Job } from '@product-content/contract';
import { metrics, prometheusName } from '@product-content/server/metrics';
import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { takePort } from '@product-content/test-support/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { scrape } from './scrape.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that takes everything. */
async function startSink(): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    received.push({ url: req.url ?? '', headers: req.headers, body: await buffer(req) });
    res.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const traces = { change: '0af7651916cd43dd8448eb211c80319c', job: '5b8efff798038103d269b633813fc60c' };
const traceparent = (trace: string) => ({ traceparent: `00-${trace}-b7ad6b7169203331-01` });
const traceOf = ({ headers }: Received) => String(headers.traceparent).split('-')[1];

let app: OwnApp;
let open: OpenWorkspace;
let metricsPort: number;
let receiver: Awaited<ReturnType<typeof startSink>>;
let collector: Awaited<ReturnType<typeof startSink>>;
const read = () => scrape(`http://127.0.0.1:${metricsPort}/metrics`);
const eventsOf = (trace: string) =>
  receiver.received.filter((sent) => traceOf(sent) === trace).map(({ body }) => JSON.parse(String(body)).type);

beforeAll(async () => {
  [receiver, collector] = [await startSink(), await startSink()];
  metricsPort = await takePort();
  app = await startApp({
    env: {
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'info',
    },
  });
  open = await openWorkspace(app);
  await open.api.post('/webhooks', { url: receiver.url, events: ['*'] });
});
afterAll(() => {
  receiver?.server.close();
  collector?.server.close();
});

// One server tells of what happened to it so far.
describe('a busy server', { shuffle: false }, () => {
  it('carries the trace of a request to the webhooks of its change, and through a job to those of its end', async () => {
    const created = await open.api.post('/products', { sku: 'TRACED', name: 'Traced' }, traceparent(traces.change));
    expect(created.status).toBe(201);
    await expect.poll(() => eventsOf(traces.change), { timeout: 10_000 }).toContain('product.created');
    const accepted = await open.api.post<Job>('/exports', { async: true }, traceparent(traces.job));
    expect(accepted.status).toBe(202);
    await expect.poll(() => eventsOf(traces.job), { timeout: 10_000 }).toContain('export.completed');
  });

  it('serves every documented metric with what it did', async () => {
    const twice = () => open.api.post('/products', { sku: 'TWICE', name: 'Twice' }, { 'Idempotency-Key': 'k' });
    await twice();
    await twice();
    const product = await open.api.get('/products/TRACED');
    await open.api.get('/products/TRACED', { 'If-None-Match': product.headers.get('etag') ?? '' });
    await open.api.get('/products/MISSING');
    // What comes from the database is read again every few seconds.
    await expect.poll(async () => (await read()).sum('pcm_jobs_finished_total'), { timeout: 15_000 }).toBe(1);
    const found = await read();

    const documented = Object.entries({ ...observerMetrics, ...metrics });
    for (const [name, declared] of documented) {
      const shown = prometheusName(name, declared);
      expect(found.type(shown), shown).toBe(declared.kind);
      const attributes = Object.keys(declared.attributes ?? {}).map((attribute) => attribute.replaceAll('.', '_'));
      for (const labels of found.labels(shown)) expect(attributes, shown).toEqual(expect.arrayContaining(labels));
    }
    const names = documented.map(([name, declared]) => prometheusName(name, declared));
    expect(found.names().filter((name) => !names.includes(name))).toEqual(['target_info']);

    const route = { http_route: '/api/v1/products/{idOrSku}', http_request_method: 'GET' };
    expect(found.sum('http_server_request_duration_seconds_count', route)).toBe(3);
    expect(found.sum('http_server_request_duration_seconds_sum', route)).toBeGreaterThan(0);
    expect(found.sum('contract_kit_refusals_total', { operation: 'products.get', code: 'not_found' })).toBe(1);
    expect(found.sum('contract_kit_rate_limit_decisions_total', { outcome: 'admitted' })).toBeGreaterThanOrEqual(7);
    for (const outcome of ['executed', 'replayed']) {
      expect(found.sum('contract_kit_idempotency_outcomes_total', { operation: 'products.create', outcome })).toBe(1);
    }
    expect(found.sum('contract_kit_preconditions_total', { operation: 'products.get', outcome: 'not_modified' })).toBe(
      1,
    );
    expect(found.sum('pcm_jobs_finished_total', { type: 'export', outcome: 'completed' })).toBe(1);
    expect(found.sum('pcm_jobs_waiting')).toBe(0);
    expect(found.sum('pcm_webhooks_endpoints', { status: 'active' })).toBe(1);
    expect(found.sum('pcm_webhooks_attempts_total', { outcome: 'delivered' })).toBeGreaterThanOrEqual(2);
    expect(found.sum('pcm_process_memory_bytes', { kind: 'rss' })).toBeGreaterThan(1e7);
    expect(found.sum('nodejs_eventloop_utilization_ratio')).toBeGreaterThan(0);
    expect(found.sum('process_cpu_time_seconds_total')).toBeGreaterThan(0);
    expect(found.sum('db_client_connection_max')).toBe(24);
    expect(found.sum('db_client_connection_count')).toBeGreaterThan(0);
    expect(found.sum('pcm_database_size_bytes')).toBeGreaterThan(1e6);
    expect(found.sum('pcm_idempotency_table_size_bytes')).toBeGreaterThan(0);
    for (const quiet of ['pcm_rate_limit_fallback', 'pcm_metrics_failed_reads_total']) {
      expect(found.sum(quiet), quiet).toBe(0);
    }
  });

  it('serves nothing else on that port', async () => {
    for (const path of ['/', '/metrics/x', '/api/v1/products']) {
      expect((await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status).toBe(404);
    }
  });

  it('has sent its spans and metrics to the collector when it has stopped', async () => {
    await app.kill('SIGTERM');
    const sentTo = (url: string) =>
      Buffer.concat(collector.received.filter((sent) => sent.url === url).map(({ body }) => body));
    const spans = sentTo('/v1/traces');
    for (const name of ['POST /api/v1/products', 'job export', 'webhook delivery']) {
      expect(spans.includes(name), name).toBe(true);
    }
    for (const trace of Object.values(traces)) expect(spans.includes(Buffer.from(trace, 'hex')), trace).toBe(true);
    expect(sentTo('/v1/metrics').includes('http.server.request.duration')).toBe(true);
  });
});

it('a worker serves its metrics too', async () => {
  await app.restart({ ROLE: 'worker' });
  const found = await read();
  expect(found.labels('target_info').flat()).toContain('pcm_role');
  expect(found.sum('pcm_jobs_waiting')).toBe(0);
  expect(found.sum('db_client_connection_max')).toBe(24);
});
