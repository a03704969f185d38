import { expect, it } from 'vitest';
import { eventRetentionMs } from '../../../storage/index.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { createEngineFixture } from './testing/engine-fixture.ts';

it('forgets deliveries as old as the events that are forgotten, and no younger ones', async () => {
  await using test = await createTestDatabase();
  const fixture = await createEngineFixture(test.database);
  const { id } = await fixture.addEndpoint('https://example.com/');
  const now = new Date('2026-03-01T00:00:00Z');
  const insert = `
    insert into webhook_delivery (workspace_id, id, endpoint_id, event_id, event, created_at, updated_at)
    select $1, gen_random_uuid(), $2, gen_random_uuid(), 'product.deleted', at, at from unnest($3::timestamptz[]) at`;
  const bound = now.getTime() - eventRetentionMs;
  const times = [...Array.from({ length: 25 }, (_, index) => new Date(bound - 1 - index)), new Date(bound)];
  await test.database.query(insert, [fixture.workspace.id, id, times]);
  expect(await sweepDeliveries(test.database, now, { batchSize: 10 })).toBe(25);
  expect(await fixture.log(id)).toHaveLength(1);
  expect(await sweepDeliveries(test.database, now)).toBe(0);
});
