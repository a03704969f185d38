import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import { describeRateLimitStore } from '../testing/index.ts';
import { createIpcRateLimitStore, serveRateLimitStore } from './index.ts';

const policy = { name: 'standard', limit: 30, windowMs: 3_600_000 };

/** Starts a process that counts for this one. */
async function startCounter(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('../../test-support/count-for-parent.ts', import.meta.url)));
  await once(child, 'message');
  return child;
}

describe('a rate limit counted by another process', () => {
  let counter: ChildProcess;
  beforeAll(async () => {
    counter = await startCounter();
  });
  afterAll(() => counter.kill());

  describeRateLimitStore('The store at the other end of a channel', async () => ({
    store: createIpcRateLimitStore(counter),
    now: () => performance.now(),
    advance: async (ms) => {
      await delay(ms);
    },
  }));

  test('rejects what waits, and what follows, when the channel closes', async () => {
    const closing = await startCounter();
    const store = createIpcRateLimitStore(closing);
    const early = Promise.allSettled([store.take('silence', policy), store.take('silence', policy)]);
    closing.kill('SIGKILL');
    expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    if (closing.connected) await once(closing, 'disconnect');
    await expect(store.take('silence', policy)).rejects.toThrow();
  });

  test('rejects what the store of the parent fails at, with its message, and continues', async () => {
    const store = createIpcRateLimitStore(counter);
    await expect(store.take('fails', policy)).rejects.toThrow('The disk is full.');
    expect((await store.take('ada', policy)).admitted).toBe(true);
  });

  test('ignores messages that are not its own', async () => {
    const store = createIpcRateLimitStore(counter);
    counter.send('ping');
    counter.send({ ping: true });
    expect((await store.take('grace', policy)).admitted).toBe(true);
  });
});

test('children admit the limit once between them, and what one sends in a turn is one message', async () => {
  const store = createMemoryRateLimitStore();
  const children = [0, 1].map(() =>
    fork(fileURLToPath(new URL('../../test-support/take-from-parent.ts', import.meta.url))),
  );
  let messages = 0;
  const results = children.map(async (child) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'rateLimitBatch' in message) messages += 1;
    });
    serveRateLimitStore(store, child);
    await once(child, 'spawn');
    child.send(policy);
    for (;;) {
      const [message] = await once(child, 'message');
      if (typeof message === 'number') return message;
    }
  });
  const admitted = await Promise.all(results);
  expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(policy.limit);
  expect(messages).toBe(children.length);
});
