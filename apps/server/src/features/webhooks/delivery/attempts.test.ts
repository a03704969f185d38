import type { WebhookDeliveryDetail, WebhookStats } from '@product-content/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestContext, createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { expectCounted } from '#testing/webhooks/counts.ts';
import { createEngineFixture, type EngineFixture, startTestEngine } from '#testing/webhooks/engine-fixture.ts';
import { type Behaviour, respondWith, startReceiver } from '#testing/webhooks/receiver.ts';
import { encodeId, systemClock, systemIds } from '../../../kernel/index.ts';
import { toStats } from '../endpoints/webhook.mapper.ts';
import { WebhookDeliveriesRepository } from '../endpoints/webhook-deliveries.repository.ts';
import { WebhookDeliveriesService } from '../endpoints/webhook-deliveries.service.ts';
import { WebhookEndpointsRepository } from '../endpoints/webhook-endpoints.repository.ts';

let test: TestDatabase;
let deliveries: WebhookDeliveriesRepository;
let service: WebhookDeliveriesService;
let fixture: EngineFixture;
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  deliveries = new WebhookDeliveriesRepository(database);
  const endpoints = new WebhookEndpointsRepository(database);
  service = new WebhookDeliveriesService({ database, endpoints, deliveries, clock: systemClock, ids: systemIds });
});
afterAll(() => test.drop());
beforeEach(async () => {
  fixture = await createEngineFixture(test.database);
});
afterEach(() => expectCounted(test.database));

/** An endpoint, its receiver, and what its owner sees. */
async function open(behaviour: Behaviour) {
  const receiver = await startReceiver(behaviour);
  onTestFinished(() => receiver.stop());
  const { id } = await fixture.addEndpoint(receiver.url);
  const ctx = createTestContext(fixture.workspace);
  const shown = encodeId('webhook', id);
  const list = async () => (await service.list(ctx, shown, { limit: 50, page: 1 })).data;
  return {
    ...receiver,
    list,
    /** The only delivery, with its attempts. */
    async delivery(): Promise<WebhookDeliveryDetail> {
      const [first, ...others] = await list();
      expect(others).toEqual([]);
      return service.get(ctx, shown, first?.id ?? '');
    },
    redeliver: (deliveryId: string) => service.redeliver(ctx, shown, deliveryId),
    async stats(): Promise<WebhookStats> {
      const since = new Date(Date.now() - 24 * 60 * 60_000);
      return toStats((await deliveries.stats(fixture.workspace.id, [id], since)).get(id));
    },
  };
}

function engine(schedule: readonly number[] = [3600]) {
  const started = startTestEngine(test, { schedule });
  onTestFinished(() => started.stop(2000));
}

const statusOf = async ({ list }: Awaited<ReturnType<typeof open>>) => (await list()).map(({ status }) => status);

describe('the attempts of a delivery', () => {
  it('are all stored, with the first kilobyte of each response as text', async () => {
    const bodies = [Buffer.from('<script>\0\xff', 'latin1'), Buffer.from('é'.repeat(600)), Buffer.from('')];
    let count = 0;
    const endpoint = await open((response) => {
      const body = bodies[count] ?? '';
      response.writeHead(count === 2 ? 200 : 500 + count).end(body);
      count += 1;
    });
    engine([0.1, 0.1]);
    await fixture.append(1);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    const { attempts, ...delivery } = await endpoint.delivery();
    expect(delivery).toMatchObject({ attempt: 3, responseStatus: 200, errorReason: null });
    const attempt = { finishedAt: expect.stringMatching(/Z$/), durationMs: expect.any(Number) };
    expect(attempts).toEqual([
      {
        ...attempt,
        attempt: 1,
        responseStatus: 500,
        errorReason: 'http_5xx',
        responseBody: '<script>\u{FFFD}\u{FFFD}',
      },
      { ...attempt, attempt: 2, responseStatus: 501, errorReason: 'http_5xx', responseBody: 'é'.repeat(512) },
      { ...attempt, attempt: 3, responseStatus: 200, errorReason: null, responseBody: '' },
    ]);
    const times = attempts.map(({ finishedAt }) => Date.parse(finishedAt));
    expect(times).toEqual([...times].sort());
  });

  it('have no response when there was none', async () => {
    const endpoint = await open((response) => void response.socket?.destroy());
    engine([]);
    await fixture.append(1);
    await expect.poll(() => statusOf(endpoint)).toEqual(['failed']);
    const [attempt] = (await endpoint.delivery()).attempts;
    expect(attempt).toMatchObject({ responseStatus: null, errorReason: 'connection_refused', responseBody: null });
  });

  it('count as failed in the statistics after a later one succeeds, too', async () => {
    let count = 0;
    const endpoint = await open((response) => {
      count += 1;
      response.writeHead(count < 3 ? 503 : 204).end();
    });
    engine([0.1, 0.1]);
    await fixture.append(1);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    expect(await endpoint.stats()).toMatchObject({
      delivered: 1,
      failed: 2,
      pending: 0,
      lastStatus: 204,
      lastError: null,
    });
  });
});

describe('sending the event of a delivery again', () => {
  it('sends a delivery waiting for its retry now, as the same delivery', async () => {
    const endpoint = await open(respondWith(500));
    engine();
    await fixture.append(1);
    await expect.poll(async () => (await endpoint.delivery()).attempt).toBe(1);
    const { id } = await endpoint.delivery();
    endpoint.behave(respondWith(204));
    expect(await endpoint.redeliver(id)).toMatchObject({ id, status: 'pending', attempt: 1 });
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    expect((await endpoint.delivery()).attempts.map(({ responseStatus }) => responseStatus)).toEqual([500, 204]);
    expect(endpoint.received).toHaveLength(2);
  });

  it('adds nothing to a running attempt', async () => {
    const held: (() => void)[] = [];
    const endpoint = await open((response) => void held.push(() => response.writeHead(204).end()));
    engine();
    await fixture.append(1);
    await expect.poll(() => held.length).toBe(1);
    const { id } = await endpoint.delivery();
    const again = await Promise.all([endpoint.redeliver(id), endpoint.redeliver(id), endpoint.redeliver(id)]);
    expect(again).toMatchObject([{ id }, { id }, { id }]);
    endpoint.behave(respondWith(204));
    held[0]?.();
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    // Any other due delivery would have been sent before this one.
    await fixture.append(1);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded', 'succeeded']);
    expect(endpoint.received).toHaveLength(2);
  });

  it('follows a running attempt once that one has failed', async () => {
    const held: (() => void)[] = [];
    const endpoint = await open((response) => void held.push(() => response.writeHead(500).end()));
    engine();
    await fixture.append(1);
    await expect.poll(() => held.length).toBe(1);
    await endpoint.redeliver((await endpoint.delivery()).id);
    endpoint.behave(respondWith(204));
    held[0]?.();
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    expect((await endpoint.delivery()).attempts.map(({ responseStatus }) => responseStatus)).toEqual([500, 204]);
  });

  it('creates a new delivery of one that has ended', async () => {
    const endpoint = await open(respondWith(204));
    engine();
    await fixture.append(1);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    const { id, eventId } = await endpoint.delivery();
    const again = await endpoint.redeliver(id);
    expect(again).toMatchObject({ eventId, attempt: 0 });
    expect(again.id).not.toBe(id);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded', 'succeeded']);
  });

  it('never sends one delivery twice at a time, however often and wherever it is requested', async () => {
    const endpoint = await open(respondWith(500));
    const schedule = Array(50).fill(3600);
    engine(schedule);
    engine(schedule);
    await fixture.append(1);
    await expect.poll(async () => (await endpoint.delivery()).attempt).toBe(1);
    const { id } = await endpoint.delivery();
    for (let round = 0; round < 5; round += 1) {
      const before = endpoint.received.length;
      await Promise.all(Array.from({ length: 4 }, () => endpoint.redeliver(id)));
      await expect.poll(() => endpoint.received.length).toBeGreaterThan(before);
    }
    endpoint.behave(respondWith(204));
    await endpoint.redeliver(id);
    await expect.poll(() => statusOf(endpoint)).toEqual(['succeeded']);
    const { attempts } = await endpoint.delivery();
    expect(endpoint.peakConcurrency()).toBe(1);
    // Each request is one attempt.
    expect(attempts.map(({ attempt }) => attempt)).toEqual(endpoint.received.map((_, index) => index + 1));
  });
});
