import { randomUUID } from 'node:crypto';
import { createMemoryApiKeyStore } from '../auth/memory-api-key-store.ts';
import { createMemoryBodyStore } from '../idempotency/body-store.ts';
import { createMemoryIdempotencyStore } from '../idempotency/memory-idempotency-store.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import {
  createFakeClock,
  describeApiKeyStore,
  describeBodyStore,
  describeIdempotencyStore,
  describeRateLimitStore,
} from './index.ts';

describeApiKeyStore('memory', async () => {
  const store = createMemoryApiKeyStore();
  return { store, put: async (record) => store.put(record), createId: randomUUID, createTenantId: randomUUID };
});

describeIdempotencyStore('memory', async () => {
  const clock = createFakeClock();
  const budgetBytes = 1024 * 1024;
  return {
    store: createMemoryIdempotencyStore({ clock, budgetBytes }),
    budgetBytes,
    advance: clock.advance,
    createScope: randomUUID,
  };
});

describeBodyStore('memory', async () => ({ store: createMemoryBodyStore() }));

describeRateLimitStore('memory', async () => {
  const clock = createFakeClock();
  return { store: createMemoryRateLimitStore({ clock }), now: clock.monotonicMs, advance: clock.advance };
});
