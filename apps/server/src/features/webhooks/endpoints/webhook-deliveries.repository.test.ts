import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { recount } from '#testing/webhooks/counts.ts';
import { createSecretCipher } from '../../../storage/index.ts';
import { createEndpointSecret } from '../endpoint-secrets.ts';
import type { WebhookDeliveryRow } from '../webhook-delivery.entity.ts';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';

let test: TestDatabase;
let deliveries: WebhookDeliveriesRepository;
let workspaceId: string;
const endpointId = v7();
const now = new Date('2026-01-31T09:30:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const since = minutesAgo(24 * 60);

beforeAll(async () => {
  test = await createTestDatabase();
  deliveries = new WebhookDeliveriesRepository(test.database);
});
beforeEach(async () => {
  workspaceId = (await createTestWorkspace(test.database)).id;
  const { encrypted, preview } = createEndpointSecret(createSecretCipher('shared'), endpointId);
  const content = { url: 'https://8.8.8.8/', events: ['*'], description: null, status: 'active', disabledReason: null };
  const secrets = { secret: encrypted, previousSecret: null, previousSecretUntil: null, secretPreview: preview };
  const row = {
    workspaceId,
    id: endpointId,
    consecutiveFailures: 0,
    attemptsAfter: null,
    claimedUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  const signatureScheme = 'timestamped';
  const endpoints = new WebhookEndpointsRepository(test.database);
  await test.database.transaction(() =>
    endpoints.insert({ ...content, ...secrets, ...row, signatureScheme, status: 'active' }),
  );
});
afterAll(() => test.drop());

async function deliver(row: Partial<WebhookDeliveryRow>, createdAt = minutesAgo(30)): Promise<void> {
  const id = v7();
  await deliveries.insert({ workspaceId, id, endpointId, eventId: v7(), event: 'webhook.test', body: '{}', createdAt });
  const { status = 'pending', attemptedAt = null, responseStatus = null, errorReason = null } = row;
  await test.database.query(
    `update webhook_delivery set status = $3, attempted_at = $4, response_status = $5, error_reason = $6,
       attempt = ($4::timestamptz is not null)::integer
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, status, attemptedAt, responseStatus, errorReason],
  );
}

it('counts deliveries by outcome and failed attempts, and shows the last attempt', async () => {
  await deliver({ status: 'succeeded', attemptedAt: minutesAgo(20), responseStatus: 204 });
  await deliver({ status: 'succeeded', attemptedAt: minutesAgo(15), responseStatus: 200 });
  await deliver({ status: 'failed', attemptedAt: minutesAgo(25), responseStatus: 404, errorReason: 'http_4xx' });
  await deliver({ status: 'pending', attemptedAt: minutesAgo(10), responseStatus: 503, errorReason: 'http_5xx' });
  await deliver({ status: 'pending' });
  await deliver({ status: 'discarded' });
  await recount(test.database);
  expect((await deliveries.stats(workspaceId, [endpointId], since)).get(endpointId)).toEqual({
    endpointId,
    delivered: 2,
    failed: 2,
    pending: 2,
    lastDeliveryAt: minutesAgo(10),
    lastSuccessAt: minutesAgo(15),
    lastStatus: 503,
    lastError: 'http_5xx',
  });
});

it('counts neither deliveries nor attempts from before the hour that the time is in', async () => {
  const longAgo = minutesAgo(24 * 60 + 31);
  await deliver({ status: 'failed', attemptedAt: longAgo, responseStatus: 404, errorReason: 'http_4xx' }, longAgo);
  await recount(test.database);
  expect((await deliveries.stats(workspaceId, [endpointId], since)).size).toBe(0);
});

it('counts the failed attempts of earlier deliveries', async () => {
  const failed = { responseStatus: 404, errorReason: 'http_4xx' } as const;
  await deliver({ status: 'failed', attemptedAt: minutesAgo(10), ...failed }, minutesAgo(2 * 24 * 60));
  await recount(test.database);
  expect((await deliveries.stats(workspaceId, [endpointId], since)).get(endpointId)).toMatchObject({
    delivered: 0,
    failed: 1,
    pending: 0,
    lastDeliveryAt: minutesAgo(10),
    lastStatus: 404,
  });
});
