import { WebhookDeliveryListQuerySchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import {
  blocksOf,
  measuredPlan,
  nodesOf,
  recordStatements,
  type SentStatement,
} from '#testing/products/query-plans.ts';
import { recount } from '#testing/webhooks/counts.ts';
import { createEngineFixture, type EngineFixture } from '#testing/webhooks/engine-fixture.ts';
import { claimDue } from '../delivery/claims.ts';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';

/** Deliveries of one endpoint: nearly all succeeded, none is discarded. */
const count = 40_000;
/** The most pages of tables and indexes that a statement may read, however many deliveries there are. */
const fewBlocks = 200;

let test: TestDatabase;
let fixture: EngineFixture;
let endpointId: string;

const insertDeliveries = `
  insert into webhook_delivery (workspace_id, id, endpoint_id, event_id, event, status, attempt, attempted_at,
    next_attempt_at, created_at, updated_at)
  select $1, gen_random_uuid(), $2, gen_random_uuid(), 'product.updated',
    case when i % 1000 = 0 then 'failed' when i % 1500 = 1 then 'pending' else 'succeeded' end, 1, now(),
    case when i % 1000 <> 0 and i % 1500 = 1 then now() + interval '1 hour' end, now() - i * interval '1 minute', now()
  from generate_series(1, $3::int) as i`;

beforeAll(async () => {
  test = await createTestDatabase();
  fixture = await createEngineFixture(test.database);
  endpointId = (await fixture.addEndpoint('https://8.8.8.8/')).id;
  await test.database.query(insertDeliveries, [fixture.workspace.id, endpointId, count]);
  await recount(test.database);
  for (const table of ['webhook_delivery', 'webhook_delivery_count']) {
    await test.database.query(`vacuum analyze ${table}`);
  }
});
afterAll(() => test.drop());

async function sentBy(work: (deliveries: WebhookDeliveriesRepository) => Promise<unknown>): Promise<SentStatement[]> {
  const { database, sent } = recordStatements(test.database);
  await work(new WebhookDeliveriesRepository(database));
  return sent;
}

async function expectFewBlocks(statement: SentStatement): Promise<void> {
  const plan = await measuredPlan(test.database, statement);
  expect(blocksOf(plan), statement.text).toBeLessThan(fewBlocks);
}

describe('with many deliveries', () => {
  it.each([undefined, 'pending', 'succeeded', 'failed', 'discarded'] as const)(
    'a page of status %s reads little more than it shows, and counts none',
    async (status) => {
      const query = WebhookDeliveryListQuerySchema.parse({ limit: '50', ...(status && { status }) });
      const sent = await sentBy((deliveries) => deliveries.page(fixture.workspace.id, endpointId, query));
      expect(sent).toHaveLength(2);
      for (const statement of sent) await expectFewBlocks(statement);
    },
  );

  it('the statistics of an endpoint read none', async () => {
    const since = new Date(Date.now() - 86_400_000);
    const [statement] = await sentBy((deliveries) => deliveries.stats(fixture.workspace.id, [endpointId], since));
    const plan = await measuredPlan(test.database, statement as SentStatement);
    expect(nodesOf(plan).flatMap((node) => node['Relation Name'] ?? [])).toEqual(['webhook_delivery_count']);
    expect(blocksOf(plan)).toBeLessThan(fewBlocks);
  });

  it('due deliveries are found without reading the others', async () => {
    const { database, sent: statements } = recordStatements(test.database);
    const request = { failing: false, endpoints: 10, perEndpoint: 100, bytesPerEndpoint: 500_000, leaseSeconds: 0 };
    await claimDue(database, request);
    await test.database.query(
      `update webhook_delivery set next_attempt_at = now() - interval '1 second' where status = 'pending'`,
    );
    await claimDue(database, request);
    expect(statements).toHaveLength(3);
    for (const statement of statements) {
      const plan = await measuredPlan(test.database, statement);
      expect(
        nodesOf(plan).filter(
          (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'webhook_delivery',
        ),
      ).toEqual([]);
      expect(blocksOf(plan), statement.text).toBeLessThan(20 * fewBlocks);
      // A join that compares each with each would remove hundreds.
      const removed = nodesOf(plan).map((node) => node['Rows Removed by Join Filter'] ?? 0);
      expect(Math.max(...removed), statement.text).toBeLessThan(count / 1500);
    }
  });
});
