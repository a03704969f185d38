import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, settled, type TestDatabase } from '#testing/index.ts';
import { createEngineFixture } from '#testing/webhooks/engine-fixture.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import { claimDue } from './claims.ts';
import { Relay } from './relay.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Events with about this many bytes of data, with deliveries to one endpoint. */
async function deliver(sizes: readonly number[]) {
  const fixture = await createEngineFixture(test.database);
  const { id } = await fixture.addEndpoint('https://8.8.8.8/');
  const events = await fixture.append(sizes.length);
  await test.database.query(
    `update outbox o set payload = jsonb_build_object('text', repeat('x', e.size))
     from unnest($1::uuid[], $2::int[]) as e (id, size) where o.id = e.id`,
    [events, sizes],
  );
  await settled(test.database);
  await new Relay({ database: test.database, clock: systemClock, ids: systemIds }).run();
  return { id, events };
}

/** The successive claims of an endpoint's deliveries. */
async function claimAll(endpoint: string, bytesPerEndpoint: number): Promise<string[][]> {
  const batches: string[][] = [];
  for (;;) {
    const request = { failing: false, endpoints: 100, perEndpoint: 10, bytesPerEndpoint, leaseSeconds: 3600 };
    const claims = await claimDue(test.database, request);
    const claim = claims.find((each) => each.endpoint.id === endpoint);
    if (claim === undefined) return batches;
    expect(claim.bytes).toBe(Math.max(...claim.deliveries.map(({ bytes }) => bytes)));
    batches.push(claim.deliveries.map(({ eventId }) => eventId));
    const ids = claim.deliveries.map((delivery) => delivery.id);
    await test.database.query(
      `update webhook_delivery set status = 'succeeded', claimed_until = null, next_attempt_at = null where id = any ($1)`,
      [ids],
    );
  }
}

const lengths = (batches: readonly string[][]) => batches.map(({ length }) => length);

describe('a claim', () => {
  it('takes as many deliveries as their number allows, the oldest first', async () => {
    const { id, events } = await deliver(Array(25).fill(10));
    const batches = await claimAll(id, 1_000_000);
    expect(lengths(batches)).toEqual([10, 10, 5]);
    expect(batches.flat()).toEqual(events);
  });

  it('takes no more than their bytes allow, but at least one', async () => {
    const { id, events } = await deliver([400, 400, 400, 5000, 100, 100]);
    const batches = await claimAll(id, 1000);
    expect(lengths(batches)).toEqual([2, 1, 1, 2]);
    expect(batches.flat()).toEqual(events);
  });
});
