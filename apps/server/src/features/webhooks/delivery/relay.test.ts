import { expect, it } from 'vitest';
import { createTestDatabase, settled } from '#testing/index.ts';
import { createEngineFixture } from '#testing/webhooks/engine-fixture.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import { Relay } from './relay.ts';

it('sends an opt-in event only to the endpoints that name it', async () => {
  await using test = await createTestDatabase();
  const fixture = await createEngineFixture(test.database);
  const name = 'product.became_complete';
  const subscriptions = [['*'], [name], ['*', name], ['product.created', 'product.became_incomplete']];
  const endpoints = [];
  for (const events of subscriptions) endpoints.push(await fixture.addEndpoint('https://8.8.8.8/', events));
  await fixture.append(1, 'product.created');
  await fixture.append(1, name);
  await settled(test.database);
  await new Relay({ database: test.database, clock: systemClock, ids: systemIds }).run();
  const made = await Promise.all(endpoints.map(async ({ id }) => (await fixture.log(id)).length));
  expect(made).toEqual([1, 1, 2, 1]);
});

it('relays the events of a workspace without waiting for another with many', async () => {
  await using test = await createTestDatabase();
  const [busy, quiet] = [await createEngineFixture(test.database), await createEngineFixture(test.database)];
  const endpoints = [await busy.addEndpoint('https://8.8.8.8/'), await quiet.addEndpoint('https://8.8.8.8/')];
  await busy.append(1200);
  await quiet.append(3);
  const relay = new Relay({ database: test.database, clock: systemClock, ids: systemIds });
  const made = async () => Promise.all(endpoints.map(async ({ id }) => (await busy.log(id)).length));
  await settled(test.database);
  expect(await relay.run()).toMatchObject({ deliveries: 503, more: true });
  expect(await made()).toEqual([500, 3]);
  expect(await relay.run()).toMatchObject({ deliveries: 500, more: true });
  expect(await relay.run()).toEqual({ deliveries: 200, more: false, unsettled: false });
  expect(await made()).toEqual([1200, 3]);
});
