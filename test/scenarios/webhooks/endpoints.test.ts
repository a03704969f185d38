import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookWithSecret,
  WebhookWithStats,
} from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

/** A public address; this server sends nothing. */
const url = 'https://8.8.8.8/hook';

beforeAll(async () => {
  app = await sharedApp({ ROLE: 'api' });
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

async function register(input: object = {}): Promise<WebhookWithSecret> {
  const response = await open.api.post<WebhookWithSecret>('/webhooks', { url, events: ['*'], ...input });
  expect(response.status, response.toString()).toBe(201);
  return response.data;
}

describe('a webhook endpoint', () => {
  it('is registered with a secret that no other response shows', async () => {
    const { secret, ...shown } = await register({ events: ['product.updated'], description: 'Shop' });
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      events: ['product.updated'],
      description: 'Shop',
      active: true,
      status: 'active',
      signatureScheme: 'timestamped',
      secretPreview: `whsec_…${secret.slice(-4)}`,
      previousSecretUntil: null,
      consecutiveFailures: 0,
      disabledReason: null,
      createdAt: expect.any(String),
      updatedAt: shown.createdAt,
    });
    const [list, one, patched] = [
      await open.api.get('/webhooks'),
      await open.api.get(`/webhooks/${shown.id}`),
      await open.api.patch(`/webhooks/${shown.id}`, { description: null }),
    ];
    const stats = {
      delivered: 0,
      failed: 0,
      pending: 0,
      lastDeliveryAt: null,
      lastSuccessAt: null,
      lastStatus: null,
      lastError: null,
    };
    expect(list.data).toEqual([{ ...shown, stats }]);
    expect(one.data).toEqual({ ...shown, stats });
    for (const { text } of [list, one, patched]) expect(text).not.toContain(secret.slice(6));
  });

  it('returns its Location', async () => {
    const response = await open.api.post('/webhooks', { url, events: ['*'] });
    expect(response.headers.get('location')).toBe(`/api/v1/webhooks/${response.data.id}`);
  });

  it('gets every event with *, opt-in events when named as well, and each name once', async () => {
    const [all, named] = ['*', 'product.became_complete'];
    expect((await register({ events: [named, 'product.created', all, named] })).events).toEqual([all, named]);
  });

  it('shows its secret only to the key that registered it, even if another repeats the request', async () => {
    const again = { 'idempotency-key': 'register-shared' };
    const body = { url, events: ['*'] };
    const first = await open.api.post<WebhookWithSecret>('/webhooks', body, again);
    const peer = app.api((await app.createKey(open.workspace, ['webhooks:write'])).key);
    const own = await peer.post<WebhookWithSecret>('/webhooks', body, again);
    expect([own.status, own.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(own.data.secret).not.toBe(first.data.secret);
  });

  it('encrypts its secret in the database, including the stored response of its registration', async () => {
    const key = { 'idempotency-key': 'register-1' };
    const body = { url, events: ['*'] };
    const first = await open.api.post<WebhookWithSecret>('/webhooks', body, key);
    const again = await open.api.post<WebhookWithSecret>('/webhooks', body, key);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    const { secret } = first.data;
    for (const table of ['webhook_endpoint', 'idempotency_record']) {
      const column = table === 'webhook_endpoint' ? 'secret' : 'body';
      const rows = await app.query<{ text: string }>(
        `select encode(${column}, 'escape') as text from ${table} where workspace_id = $1`,
        [open.workspace.id],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.text).not.toContain(secret.slice(6));
    }
  });

  it.each([
    ['http://8.8.8.8/hook', 'https://'],
    ['ftp://8.8.8.8/hook', 'https://'],
    ['shop.example.com/hook', 'absolute URL'],
    ['https://user:pass@8.8.8.8/hook', 'user name'],
    ['https://127.0.0.1/hook', 'private'],
    ['https://10.1.2.3/hook', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/hook', 'private'],
    ['https://[::ffff:10.0.0.1]/hook', 'private'],
    ['https://0x7f.1/hook', 'private'],
    ['https://localhost/hook', 'private'],
  ])('is not registered at %s, nor moved there', async (wrong, reason) => {
    const { id } = await register();
    const responses = [
      await open.api.post('/webhooks', { url: wrong, events: ['*'] }),
      await open.api.patch(`/webhooks/${id}`, { url: wrong }),
    ];
    for (const response of responses) {
      expect(expectError(response, 'validation_failed').details?.fieldErrors).toEqual({
        url: expect.stringContaining(reason),
      });
    }
    expect((await open.api.get<Webhook>(`/webhooks/${id}`)).data.url).toBe(url);
  });

  it('may have a name without an address, because it is resolved for each connection', async () => {
    expect((await register({ url: 'https://receiver.invalid/hook' })).url).toBe('https://receiver.invalid/hook');
  });

  it.each([
    [{ url, events: ['product.created', 'product.eaten'] }, 'events.1'],
    [{ url, events: [] }, 'events'],
    [{ url }, 'events'],
    [{ events: ['*'] }, 'url'],
    [{ url, events: ['*'], secret: 'mine' }, 'secret'],
    [{ url, events: ['*'], description: 'x'.repeat(501) }, 'description'],
  ])('is not registered with %j', async (body, path) => {
    expectInvalid(await open.api.post('/webhooks', body), path);
  });

  it('is one of at most 20, even when several are registered at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => open.api.post('/webhooks', { url, events: ['*'] })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(409)]);
    const [{ id }] = (await open.api.get<[Webhook]>('/webhooks')).data;
    await open.remove(`/webhooks/${id}`);
    await register();
  });

  it('is not visible from another workspace', async () => {
    const { id } = await register();
    const other = await openWorkspace(app);
    const responses = [
      await other.api.get(`/webhooks/${id}`),
      await other.api.patch(`/webhooks/${id}`, { active: false }),
      await other.api.delete(`/webhooks/${id}`),
      await other.api.get(`/webhooks/${id}/deliveries`),
      await other.api.post(`/webhooks/${id}/test`),
      await other.api.post(`/webhooks/${id}/rotate-secret`),
    ];
    for (const response of responses) expectError(response, 'not_found');
    expect((await other.api.get('/webhooks')).data).toEqual([]);
    expect((await open.api.get<Webhook>(`/webhooks/${id}`)).data.active).toBe(true);
  });
});

describe('the scopes of webhooks', () => {
  it('let a read-only key read but not write', async () => {
    const { id } = await register();
    const reader = app.api((await app.createKey(open.workspace, ['webhooks:read'])).key);
    for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`]) {
      expect((await reader.get(path)).status).toBe(200);
    }
    expect(expectError(await reader.post(`/webhooks/${id}/test`), 'forbidden').message).toContain('webhooks:write');
    expectError(await reader.post('/webhooks', { url, events: ['*'] }), 'forbidden');
    expectError(await reader.delete(`/webhooks/${id}`), 'forbidden');
  });

  it('let a writing key read, but no other key', async () => {
    const writer = app.api((await app.createKey(open.workspace, ['webhooks:write'])).key);
    expect((await writer.get('/webhooks')).status).toBe(200);
    const other = app.api((await app.createKey(open.workspace, ['products:write', 'catalog:read'])).key);
    expect(expectError(await other.get('/webhooks'), 'forbidden').message).toContain('webhooks:');
  });
});

describe('changing a webhook endpoint', () => {
  it('pauses and resumes it', async () => {
    const { id } = await register();
    const failed = 'update webhook_endpoint set consecutive_failures = 12 where workspace_id = $1';
    await app.query(failed, [open.workspace.id]);
    const paused = await open.api.patch<Webhook>(`/webhooks/${id}`, { active: false });
    expect(paused.data).toMatchObject({ active: false, status: 'paused', consecutiveFailures: 12 });
    const resumed = await open.api.patch<Webhook>(`/webhooks/${id}`, { active: true });
    expect(resumed.data).toMatchObject({ active: true, status: 'active', consecutiveFailures: 0 });
    expect((await open.api.get(`/webhooks/${id}`)).data).toMatchObject({ consecutiveFailures: 0 });
  });

  it('resumes a switched-off endpoint with a new count; pausing one keeps its reason', async () => {
    const { id } = await register();
    await app.query(
      `update webhook_endpoint set status = 'switched_off', consecutive_failures = 20, disabled_reason = 'Down.'
       where workspace_id = $1`,
      [open.workspace.id],
    );
    const off = { active: false, status: 'switched_off', consecutiveFailures: 20, disabledReason: 'Down.' };
    expect((await open.api.patch(`/webhooks/${id}`, { active: false })).data).toMatchObject(off);
    expect((await open.api.patch(`/webhooks/${id}`, { description: 'Shop' })).data).toMatchObject(off);
    const on = { active: true, status: 'active', consecutiveFailures: 0, disabledReason: null };
    expect((await open.api.patch(`/webhooks/${id}`, { active: true })).data).toMatchObject(on);
    expect((await open.api.get(`/webhooks/${id}`)).data).toMatchObject(on);
  });

  it('changes only what is sent', async () => {
    const { id, secret: _, ...before } = await register({ description: 'Shop' });
    const change = { url: 'https://1.1.1.1/hook', events: ['product.deleted'] };
    const { data } = await open.api.patch<Webhook>(`/webhooks/${id}`, change);
    expect(data).toEqual({ ...before, id, ...change, updatedAt: expect.any(String) });
    expectInvalid(await open.api.patch(`/webhooks/${id}`, { status: 'active' }), 'status');
    expectInvalid(await open.api.patch(`/webhooks/${id}`, { events: ['product.eaten'] }), 'events.0');
  });
});

describe('rotating a secret', () => {
  it('shows a new one and until when the previous one signs', async () => {
    const before = await register();
    const { data, status } = await open.api.post<WebhookWithSecret>(`/webhooks/${before.id}/rotate-secret`);
    expect(status).toBe(200);
    expect(data.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(data.secret).not.toBe(before.secret);
    expect(data.secretPreview).toBe(`whsec_…${data.secret.slice(-4)}`);
    const overlap = Date.parse(data.previousSecretUntil ?? '') - Date.parse(data.updatedAt);
    expect(overlap).toBe(24 * 60 * 60_000);
    const { secret: _, ...shown } = data;
    expect((await open.api.get(`/webhooks/${before.id}`)).data).toMatchObject(shown);
  });
});

describe('deliveries', () => {
  it('begin with a test, which is pending', async () => {
    const { id } = await register({ events: ['product.deleted'] });
    const { status, data } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    expect(status).toBe(202);
    expect(data).toEqual({
      id: expect.stringMatching(/^dlv_/),
      eventId: expect.stringMatching(/^evt_/),
      event: 'webhook.test',
      attempt: 0,
      status: 'pending',
      responseStatus: null,
      errorReason: null,
      durationMs: null,
      nextRetryAt: null,
      createdAt: expect.any(String),
    });
    expect((await open.api.get(`/webhooks/${id}/deliveries`)).data).toEqual([data]);
    const [listed] = (await open.api.get<[WebhookWithStats]>('/webhooks')).data;
    expect(listed.stats).toMatchObject({ delivered: 0, failed: 0, pending: 1 });
    expect((await open.api.get('/events')).data).toEqual([]);
  });

  it('are shown one by one with all their attempts', async () => {
    const { id } = await register();
    const { data: delivery } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    const path = `/webhooks/${id}/deliveries/${delivery.id}`;
    expect((await open.api.get(path)).data).toEqual({ ...delivery, attempts: [] });
    const earlier = {
      attempt: 1,
      finishedAt: '2026-01-31T09:30:00+00:00',
      responseStatus: 503,
      errorReason: 'http_5xx',
      durationMs: 42,
      responseBody: '<b>Down.</b>',
    };
    await app.query(
      `update webhook_delivery set attempt = 2, attempted_at = '2026-01-31T09:31:00Z', error_reason = 'timeout',
         duration_ms = 10000, earlier_attempts = $2 where workspace_id = $1`,
      [open.workspace.id, JSON.stringify([earlier])],
    );
    const { data, headers } = await open.api.get<WebhookDeliveryDetail>(path);
    expect(data.attempts).toEqual([
      { ...earlier, finishedAt: '2026-01-31T09:30:00.000Z' },
      {
        attempt: 2,
        finishedAt: '2026-01-31T09:31:00.000Z',
        responseStatus: null,
        errorReason: 'timeout',
        durationMs: 10_000,
        responseBody: null,
      },
    ]);
    // What a receiver responds is text to a browser, too.
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are sent again as the same delivery while they are pending', async () => {
    const { id } = await register();
    const { data: first } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    const again = await open.api.post<WebhookDelivery>(`/webhooks/${id}/deliveries/${first.id}/redeliver`);
    expect(again).toMatchObject({ status: 202, data: first });
    expect((await open.api.get(`/webhooks/${id}/deliveries`)).data).toEqual([first]);
  });

  it('are sent again as new deliveries of the same event when they have ended', async () => {
    const { id } = await register();
    const { data: first } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    await app.query(`update webhook_delivery set status = 'failed' where workspace_id = $1`, [open.workspace.id]);
    const again = await open.api.post<WebhookDelivery>(`/webhooks/${id}/deliveries/${first.id}/redeliver`);
    expect(again.status).toBe(202);
    expect(again.data).toMatchObject({ event: 'webhook.test', eventId: first.eventId, attempt: 0, status: 'pending' });
    expect(again.data.id).not.toBe(first.id);
    const bodies = await app.query<{ body: string }>(
      'select distinct body from webhook_delivery where workspace_id = $1',
      [open.workspace.id],
    );
    expect(bodies).toHaveLength(1);
    expect(JSON.parse(bodies[0]?.body ?? '')).toMatchObject({
      id: first.eventId,
      type: 'webhook.test',
      data: { message: expect.any(String) },
    });
  });

  it('are neither shown nor sent again by an unknown id, nor for another endpoint', async () => {
    const [one, two] = [await register(), await register()];
    const { data } = await open.api.post<WebhookDelivery>(`/webhooks/${one.id}/test`);
    for (const path of [
      `/webhooks/${two.id}/deliveries/${data.id}`,
      `/webhooks/${one.id}/deliveries/${data.eventId}`,
      `/webhooks/${one.id}/deliveries/dlv_01k9f2v6m8e5fa1s3tqzc7d4xb`,
    ]) {
      for (const response of [await open.api.get(path), await open.api.post(`${path}/redeliver`)]) {
        expect(expectError(response, 'not_found').message).toContain('delivery');
      }
    }
  });

  it('are not sent again once their event is no longer kept', async () => {
    const { id } = await register();
    const { data } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    await app.query('update webhook_delivery set body = null where workspace_id = $1', [open.workspace.id]);
    const response = await open.api.post(`/webhooks/${id}/deliveries/${data.id}/redeliver`);
    expect(expectError(response, 'conflict').message).toContain('no longer kept');
  });

  it('are not started while the endpoint is paused', async () => {
    const { id } = await register();
    const { data } = await open.api.post<WebhookDelivery>(`/webhooks/${id}/test`);
    await open.patch(`/webhooks/${id}`, { active: false });
    expectError(await open.api.post(`/webhooks/${id}/test`), 'conflict');
    expectError(await open.api.post(`/webhooks/${id}/deliveries/${data.id}/redeliver`), 'conflict');
    expect((await open.api.get(`/webhooks/${id}/deliveries`)).pagination.total).toBe(1);
  });

  it('are listed newest first, in pages, and by status', async () => {
    const { id } = await register();
    const made: string[] = [];
    for (let number = 0; number < 5; number += 1) made.push((await open.api.post(`/webhooks/${id}/test`)).data.id);
    const page = async (query: string) => {
      const { data, pagination } = await open.api.get<WebhookDelivery[]>(`/webhooks/${id}/deliveries?${query}`);
      return [data.map((delivery) => delivery.id), pagination.total, pagination.hasMore];
    };
    const newest = [...made].reverse();
    expect(await page('limit=3')).toEqual([newest.slice(0, 3), 5, true]);
    expect(await page('limit=3&page=2')).toEqual([newest.slice(3), 5, false]);
    expect(await page('status=pending')).toEqual([newest, 5, false]);
    expect(await page('status=failed')).toEqual([[], 0, false]);
    expectInvalid(await open.api.get(`/webhooks/${id}/deliveries?status=lost`), 'status');
  });

  it('are deleted with their endpoint', async () => {
    const { id } = await register();
    await open.api.post(`/webhooks/${id}/test`);
    await open.remove(`/webhooks/${id}`);
    expectError(await open.api.get(`/webhooks/${id}`), 'not_found');
    expectError(await open.api.delete(`/webhooks/${id}`), 'not_found');
    expectError(await open.api.get(`/webhooks/${id}/deliveries`), 'not_found');
  });
});

it('allows private addresses and http: if the server is configured so', async () => {
  const lenient = await sharedApp({ WEBHOOK_ALLOW_PRIVATE: 'true', ROLE: 'api' });
  const { api } = await openWorkspace(lenient);
  for (const near of ['http://127.0.0.1:9000/hook', 'http://localhost/hook', 'https://[::1]/hook']) {
    expect((await api.post('/webhooks', { url: near, events: ['*'] })).status).toBe(201);
  }
  expectInvalid(await api.post('/webhooks', { url: 'ftp://127.0.0.1/hook', events: ['*'] }), 'url');
});
