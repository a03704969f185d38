import { expect, it } from 'vitest';
import { createTestDatabase, settled } from '#testing/index.ts';
import { expectCounted, recount } from '#testing/webhooks/counts.ts';
import { createEngineFixture } from '#testing/webhooks/engine-fixture.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import { eventRetentionMs } from '../../../storage/index.ts';
import { Relay } from './relay.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

it('deletes deliveries as old as expired events, and no younger ones', async () => {
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
  await recount(test.database);
  expect(await sweepDeliveries(test.database, now, { batchSize: 10 })).toBe(25);
  expect(await fixture.log(id)).toHaveLength(1);
  expect(await sweepDeliveries(test.database, now)).toBe(0);
  await expectCounted(test.database);
});

it('deletes all deliveries of a removed endpoint', async () => {
  await using test = await createTestDatabase();
  const fixture = await createEngineFixture(test.database);
  const { id } = await fixture.addEndpoint('https://example.com/');
  const kept = await fixture.addEndpoint('https://example.com/');
  await fixture.append(25);
  await settled(test.database);
  await new Relay({ database: test.database, clock: systemClock, ids: systemIds }).run();
  await expectCounted(test.database);
  await test.database.query('delete from webhook_endpoint where id = $1', [id]);
  expect(await sweepDeliveries(test.database, new Date(), { batchSize: 10 })).toBe(25);
  expect([await fixture.log(id), await fixture.log(kept.id)]).toMatchObject([[], { length: 25 }]);
  const { rows } = await test.database.query<{ id: string }>('select endpoint_id as id from webhook_delivery_count');
  expect(rows).toEqual([{ id: kept.id }]);
});
