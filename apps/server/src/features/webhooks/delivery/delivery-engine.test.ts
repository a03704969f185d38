import { setTimeout as delay } from 'node:timers/promises';
import { verify } from '@contract-kit/webhooks';
import { EventSchema, webhookHeaders } from '@product-content/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { expectCounted, recount } from '#testing/webhooks/counts.ts';
import { createEngineFixture, type EngineFixture, startTestEngine } from '#testing/webhooks/engine-fixture.ts';
import { type Behaviour, type Received, respondWith, startReceiver } from '#testing/webhooks/receiver.ts';
import { encodeId } from '../../../kernel/index.ts';

let test: TestDatabase;
let fixture: EngineFixture;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() => expectCounted(test.database));
beforeEach(async () => {
  fixture = await createEngineFixture(test.database);
});

async function receiver(behaviour?: Behaviour) {
  const started = await startReceiver(behaviour);
  onTestFinished(() => started.stop());
  return started;
}

function engine(options?: Parameters<typeof startTestEngine>[1]) {
  const started = startTestEngine(test, options);
  onTestFinished(() => started.stop(2000));
  return started;
}

const eventIds = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);

describe('the delivery engine', () => {
  it('sends events, signed, with their envelope, and logs the deliveries', async () => {
    const { url, received } = await receiver();
    const { id, secret } = await fixture.addEndpoint(url);
    engine();
    const [event = ''] = await fixture.append(1);
    await expect.poll(() => fixture.log(id)).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
    const [{ headers, body }] = received as [Received];
    await expect(verify({ body, headers, secrets: secret, headerNames: webhookHeaders })).resolves.toBeDefined();
    const [delivery] = await fixture.log(id);
    expect(headers['x-cl-delivery']).toBe(encodeId('delivery', delivery?.id ?? ''));
    expect(headers['x-cl-event']).toBe('category.deleted');
    expect(JSON.parse(body.toString())).toMatchObject({
      id: encodeId('event', event),
      type: 'category.deleted',
      workspaceId: encodeId('workspace', fixture.workspace.id),
      data: { code: 'x', name: 'ü' },
    });
  });

  it('signs by Standard Webhooks if the endpoint says so', async () => {
    const { url, received } = await receiver();
    const { id, secret } = await fixture.addEndpoint(url, ['*'], 'standard_webhooks');
    engine();
    const [event = ''] = await fixture.append(1);
    await expect.poll(() => fixture.log(id)).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
    const [{ headers, body }] = received as [Received];
    const verified = await verify({ body, headers, secrets: secret, scheme: 'standard_webhooks' });
    expect(verified.id).toBe(encodeId('event', event));
    expect(Object.keys(headers).filter((name) => name.startsWith('x-cl-'))).toEqual(['x-cl-event', 'x-cl-delivery']);
  });

  it('sends events after the registration, of the subscribed types, in order', async () => {
    const { url, received } = await receiver();
    engine();
    await fixture.append(1);
    const { id } = await fixture.addEndpoint(url, ['category.deleted', 'attribute.deleted']);
    await fixture.append(1, 'product.deleted');
    const expected = [...(await fixture.append(3)), ...(await fixture.append(2, 'attribute.deleted'))];
    await expect.poll(() => fixture.log(id).then((log) => log.map(({ eventId }) => eventId))).toEqual(expected);
    await expect.poll(() => received.length).toBe(5);
    expect(new Set(eventIds(received))).toEqual(new Set(expected.map((event) => encodeId('event', event))));
  });

  it('signs each attempt of a delivery afresh and keeps its id', async () => {
    const { url, received, behave } = await receiver((response) => {
      behave(respondWith(204));
      response.writeHead(500).end();
    });
    const { id, secret } = await fixture.addEndpoint(url);
    engine({ schedule: [1.1] });
    await fixture.append(1);
    await expect
      .poll(() => fixture.log(id))
      .toMatchObject([{ status: 'succeeded', attempt: 2, responseStatus: 204, errorReason: null }]);
    const [first, second] = received as [Received, Received];
    expect(second.body).toEqual(first.body);
    expect(second.headers['x-cl-delivery']).toBe(first.headers['x-cl-delivery']);
    expect(second.headers['x-cl-timestamp']).not.toBe(first.headers['x-cl-timestamp']);
    await expect(verify({ ...second, secrets: secret, headerNames: webhookHeaders })).resolves.toBeDefined();
    expect(await fixture.endpoint(id)).toMatchObject({ status: 'active', failures: 0 });
  });

  it('gives a delivery up when the schedule is used up', async () => {
    const { url } = await receiver(respondWith(410));
    const { id } = await fixture.addEndpoint(url);
    engine({ schedule: [0.1, 0.1] });
    await fixture.append(1);
    await expect
      .poll(() => fixture.log(id))
      .toMatchObject([{ status: 'failed', attempt: 3, responseStatus: 410, errorReason: 'http_4xx' }]);
  });

  it('switches an endpoint off after 20 failures in a row, keeps what is pending and sends it once it is active', async () => {
    const { url, received, behave, peakConcurrency } = await receiver(respondWith(500));
    const { id } = await fixture.addEndpoint(url, ['category.deleted']);
    engine();
    const events = await fixture.append(30);
    await expect
      .poll(() => fixture.endpoint(id))
      .toEqual({
        status: 'switched_off',
        failures: 20,
        reason: 'Switched off after 20 failed deliveries in a row.',
      });
    expect(received).toHaveLength(20);
    expect(peakConcurrency()).toBeLessThan(20);
    expect((await fixture.log(id)).every(({ status }) => status === 'pending')).toBe(true);
    behave(respondWith(204));
    await fixture.resume(id);
    const untried = () => fixture.log(id).then((log) => log.filter(({ status }) => status === 'succeeded').length);
    await expect.poll(untried).toBe(10);
    expect(eventIds(received).length).toBe(events.length);
  });

  it('reports a switch-off once, to the other endpoints too, as the contract says', async () => {
    const dead = await receiver(respondWith(500));
    const alive = await receiver();
    const { id } = await fixture.addEndpoint(dead.url, ['category.deleted']);
    await fixture.addEndpoint(alive.url, ['job.failed']);
    engine();
    await fixture.append(30);
    await expect.poll(() => alive.received.length).toBe(1);
    const [{ body, headers }] = alive.received as [Received];
    expect(headers['x-cl-event']).toBe('job.failed');
    const event = JSON.parse(body.toString());
    expect(EventSchema.safeParse(event).error).toBeUndefined();
    expect(event.data).toEqual({
      jobId: encodeId('webhook', id),
      type: 'webhook.delivery',
      status: 'failed',
      result: { error: { code: 'switched_off', message: 'Switched off after 20 failed deliveries in a row.' } },
    });
    const { rows } = await test.database.query(
      `select id from outbox where workspace_id = $1 and type = 'job.failed'`,
      [fixture.workspace.id],
    );
    expect(rows.map((row) => encodeId('event', (row as { id: string }).id))).toEqual([event.id]);
  });

  it('sends one at a time after a failure until one succeeds, so that a short outage switches nothing off', async () => {
    let open = 0;
    let down = true;
    const concurrencyAfterFailure: number[] = [];
    let failures = 0;
    const { url } = await receiver((response) => {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
      if (failures >= 10 && down) concurrencyAfterFailure.push(open);
      setTimeout(() => {
        if (down) failures += 1;
        response.writeHead(down ? 503 : 204).end();
        if (failures === 14) down = false;
      }, 20);
    });
    const { id } = await fixture.addEndpoint(url);
    engine({ schedule: [0.2, 0.2] });
    await fixture.append(200);
    const delivered = () => fixture.log(id).then((log) => log.filter(({ status }) => status === 'succeeded').length);
    await expect.poll(delivered).toBe(200);
    expect(await fixture.endpoint(id)).toMatchObject({ status: 'active', failures: 0 });
    expect(Math.max(...concurrencyAfterFailure)).toBe(1);
  });

  it('does not let a dead receiver slow down another one', async () => {
    const dead = await Promise.all(Array.from({ length: 5 }, () => receiver(() => undefined)));
    const deadIds = await Promise.all(dead.map(({ url }) => fixture.addEndpoint(url)));
    const { url, received } = await receiver();
    const { id } = await fixture.addEndpoint(url);
    engine({ timeoutMs: 20_000 });
    await fixture.append(300);
    await expect.poll(() => received.length).toBe(300);
    await expect
      .poll(() => fixture.log(id).then((log) => log.every(({ status }) => status === 'succeeded')))
      .toBe(true);
    for (const endpoint of deadIds) {
      expect((await fixture.log(endpoint.id)).every(({ attempt }) => attempt === 0)).toBe(true);
    }
    await Promise.all(dead.map(({ stop }) => stop()));
  });

  it('listens again when its connection is lost, and continues sending meanwhile', async () => {
    const { url, received } = await receiver();
    await fixture.addEndpoint(url);
    engine();
    const listeners = `select pid from pg_stat_activity where datname = current_database() and query = 'listen "webhooks"'`;
    const pids = async () => (await test.database.query<{ pid: number }>(listeners)).rows.map(({ pid }) => pid);
    await expect.poll(pids).toHaveLength(1);
    const [before] = await pids();
    await test.database.query('select pg_terminate_backend($1)', [before ?? 0]);
    await fixture.append(3);
    await expect.poll(() => received.length).toBe(3);
    const others = async () => (await pids()).filter((pid) => pid !== before);
    await expect.poll(others).toHaveLength(1);
    await fixture.append(3);
    await expect.poll(() => received.length).toBe(6);
  });

  it('holds a bounded number of bytes, however many endpoints get long bodies', async () => {
    const waiting: (() => void)[] = [];
    const { url, behave } = await receiver((response) => void waiting.push(() => response.writeHead(204).end()));
    await Promise.all(Array.from({ length: 90 }, () => fixture.addEndpoint(url)));
    const [event = ''] = await fixture.append(1);
    const lengthen = `update outbox set payload = jsonb_build_object('text', repeat('x', 1000000)) where id = $1`;
    await test.database.query(lengthen, [event]);
    // Longer than sending 64 MB takes on a busy machine: an attempt that times out would release its bytes.
    engine({ timeoutMs: 150_000 });
    await expect.poll(() => waiting.length, { timeout: 120_000 }).toBeGreaterThan(60);
    // The engine polls four times a second.
    await delay(600);
    expect(waiting.length).toBeLessThan(70);
    behave(respondWith(204));
    for (const end of waiting) end();
    const succeeded = `select from webhook_delivery where status = 'succeeded' and event_id = $1`;
    await expect.poll(async () => (await test.database.query(succeeded, [event])).rowCount).toBe(90);
  });

  it('discards a delivery whose event is no longer kept', async () => {
    const { url, received } = await receiver();
    const { id } = await fixture.addEndpoint(url);
    const [event = ''] = await fixture.append(1);
    await test.database.query(
      `insert into webhook_delivery (workspace_id, id, endpoint_id, event_id, event, next_attempt_at, created_at, updated_at)
       values ($1, $2, $3, gen_random_uuid(), 'category.deleted', now(), now(), now())`,
      [fixture.workspace.id, '00000000-0000-7000-8000-000000000000', id],
    );
    await recount(test.database);
    engine();
    await expect
      .poll(() => fixture.log(id))
      .toMatchObject([
        { status: 'discarded', attempt: 0 },
        { status: 'succeeded', eventId: event },
      ]);
    expect(received).toHaveLength(1);
  });

  it('shares the work between processes: each event is sent once', async () => {
    const { url, received } = await receiver();
    const { id } = await fixture.addEndpoint(url);
    engine();
    engine();
    engine();
    await Promise.all(Array.from({ length: 20 }, () => fixture.append(20)));
    const delivered = () => fixture.log(id).then((log) => log.filter(({ status }) => status === 'succeeded').length);
    await expect.poll(delivered).toBe(400);
    expect(new Set(eventIds(received)).size).toBe(400);
    expect(received).toHaveLength(400);
  });

  it('releases unsent deliveries when it stops', async () => {
    const { url, behave, received } = await receiver((response) =>
      setTimeout(() => response.writeHead(204).end(), 100),
    );
    const { id } = await fixture.addEndpoint(url);
    const first = startTestEngine(test);
    await fixture.append(60);
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await first.stop(5000);
    const claimed = await test.database.query('select from webhook_endpoint where claimed_until is not null');
    expect(claimed.rowCount).toBe(0);
    behave(respondWith(204));
    engine();
    const delivered = () => fixture.log(id).then((log) => log.filter(({ status }) => status === 'succeeded').length);
    await expect.poll(delivered).toBe(60);
    expect(received).toHaveLength(60);
  });
});
