import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, settled, type TestDatabase } from '#testing/index.ts';
import { createEngineFixture } from '#testing/webhooks/engine-fixture.ts';
import { encodeId, systemClock, systemIds } from '../../../kernel/index.ts';
import { findWork } from '../webhook-endpoint.sql.ts';
import { type Claim, claimDue, releaseClaim } from './claims.ts';
import { type AttemptRecord, Recorder } from './recorder.ts';
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
      `update webhook_delivery set status = 'succeeded', next_attempt_at = null where id = any ($1)`,
      [ids],
    );
    await releaseClaim(test.database, claim);
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

  it('keeps its endpoint from others until it is released, with what was not attempted', async () => {
    const { id, events } = await deliver([10, 10]);
    const [first] = await claimOf([id]);
    expect(await claimOf([id])).toEqual([]);
    await releaseClaim(test.database, first as Claim);
    const [second] = await claimOf([id]);
    expect(second?.deliveries.map(({ eventId }) => eventId)).toEqual(events);
    // A process that was slower than its claim releases nothing.
    await releaseClaim(test.database, { ...(first as Claim), claimedUntil: new Date(0) });
    expect(await claimOf([id])).toEqual([]);
  });

  it('makes the body of an event once for all endpoints', async () => {
    const fixture = await createEngineFixture(test.database);
    const endpoints = [await fixture.addEndpoint('https://8.8.8.8/a'), await fixture.addEndpoint('https://8.8.8.8/b')];
    const events = await fixture.append(3);
    await settled(test.database);
    await new Relay({ database: test.database, clock: systemClock, ids: systemIds }).run();
    const claims = await claimOf(endpoints.map(({ id }) => id));
    const [one, other] = claims.map(({ deliveries }) => deliveries.map(({ body }) => body.bytes));
    expect(one?.map((bytes) => JSON.parse(Buffer.from(bytes ?? []).toString()).id)).toEqual(
      events.map((id) => encodeId('event', id)),
    );
    for (const [index, bytes] of (one ?? []).entries()) expect(other?.[index]).toBe(bytes);
  });

  it('that expired saves an attempt once, if another process has made the same one', async () => {
    const { id } = await deliver([10]);
    const [first] = await claimOf([id]);
    await test.database.query("update webhook_endpoint set claimed_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    const [second] = await claimOf([id]);
    await record(first as Claim, {
      status: 'pending',
      waitSeconds: 3600,
      responseStatus: 500,
      errorReason: 'http_5xx',
    });
    await record(second as Claim, { status: 'succeeded', waitSeconds: null, responseStatus: 204, errorReason: null });
    const { rows } = await test.database.query(
      'select status, attempt, response_status as "responseStatus" from webhook_delivery where endpoint_id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'pending', attempt: 1, responseStatus: 500 }]);
  });
});

/** Claims whatever is due of all endpoints, and returns the claims of these. */
async function claimOf(endpoints: readonly string[]): Promise<Claim[]> {
  const amount = { endpoints: 100, perEndpoint: 10, bytesPerEndpoint: 1_000_000, leaseSeconds: 3600 };
  const claims = await claimDue(test.database, { failing: false, ...amount });
  return claims.filter(({ endpoint }) => endpoints.includes(endpoint.id));
}

/** Saves the first attempt of the first delivery of a claim. */
async function record(
  { deliveries }: Claim,
  outcome: Pick<AttemptRecord, 'status' | 'waitSeconds' | 'responseStatus' | 'errorReason'>,
): Promise<void> {
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error('Nothing is claimed.');
  const { workspaceId, id, endpointId, updatedAt } = delivery;
  const engine = { database: test.database, clock: systemClock, ids: systemIds, pauseMs: 0, onSwitchedOff: () => {} };
  const attempt = { attempt: 1, earlierAttempts: 0, attemptedAt: systemClock.now(), durationMs: 1, responseBody: '' };
  const counts = false;
  await new Recorder(engine).record({ workspaceId, id, endpointId, updatedAt, ...attempt, ...outcome, counts });
}

describe('a look for work', () => {
  it('says in how many seconds an endpoint may be claimed, and that events wait', async () => {
    const database = await createTestDatabase();
    const { id, append } = await createEngineFixture(database.database).then(async (fixture) => ({
      ...fixture,
      ...(await fixture.addEndpoint('https://8.8.8.8/')),
    }));
    const look = async () => (await database.database.run(findWork, {}))[0];
    const change = (set: string) => database.database.query(`update webhook_endpoint set ${set} where id = $1`, [id]);
    expect(await look()).toEqual({ events: false, healthy: null, failing: null });
    await append(1);
    expect(await look()).toEqual({ events: true, healthy: null, failing: null });
    await settled(database.database);
    await new Relay({ database: database.database, clock: systemClock, ids: systemIds }).run();
    const due = await look();
    expect(due).toMatchObject({ events: false, failing: null });
    expect(due?.healthy).toBeLessThanOrEqual(0);
    await change(`consecutive_failures = 1, attempts_after = now() + interval '1 hour'`);
    const paused = await look();
    expect(paused).toMatchObject({ events: false, healthy: null });
    expect(paused?.failing).toBeGreaterThan(1800);
    await change(`attempts_after = null, claimed_until = now() + interval '1 hour'`);
    expect((await look())?.failing).toBeGreaterThan(1800);
    await change('claimed_until = null');
    await database.database.query(`update webhook_delivery set next_attempt_at = now() + interval '1 hour'`);
    expect((await look())?.failing).toBeGreaterThan(1800);
    await change(`status = 'paused'`);
    expect(await look()).toEqual({ events: false, healthy: null, failing: null });
    await database.drop();
  });
});
