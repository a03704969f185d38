import { describe, expect, it } from 'vitest';
import { createOnce } from './once.ts';
import { createMemorySeenStore, type SeenStore } from './seen-store.ts';

/** Work that ends on demand. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let started = 0;
  const work = () => {
    started += 1;
    return promise;
  };
  return { work, finish: resolve, fail: reject, started: () => started };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('an event', () => {
  it('is handled once', async () => {
    const once = createOnce(createMemorySeenStore());
    const { work, finish, started } = createWork();
    finish();
    await once('evt_1', work);
    await once('evt_1', work);
    expect(started()).toBe(1);
  });

  it('that arrives again while it is handled waits for the first', async () => {
    const once = createOnce(createMemorySeenStore());
    const { work, finish, started } = createWork();
    const ended: number[] = [];
    const all = [1, 2, 3].map((number) => once('evt_1', work).then(() => ended.push(number)));
    await turn();
    expect([started(), ended]).toEqual([1, []]);
    finish();
    await Promise.all(all);
    expect(started()).toBe(1);
    expect(ended).toHaveLength(3);
  });

  it('that failed is handled again, and a delivery that waited for it fails as well', async () => {
    const once = createOnce(createMemorySeenStore());
    const { work, fail, started } = createWork();
    const both = Promise.allSettled([once('evt_1', work), once('evt_1', work)]);
    fail(new Error('broken'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(once('evt_1', work)).rejects.toThrow('broken');
    expect(started()).toBe(2);
  });

  it('is not delayed by another', async () => {
    const once = createOnce(createMemorySeenStore());
    const slow = createWork();
    const first = once('evt_1', slow.work);
    await once('evt_2', async () => {});
    slow.finish();
    await first;
  });

  it('is handled every time without a store', async () => {
    const once = createOnce(null);
    const { work, finish, started } = createWork();
    finish();
    await Promise.all([once('evt_1', work), once('evt_1', work)]);
    expect(started()).toBe(2);
  });

  it('is tried again when the store failed in any way', async () => {
    let broken = true;
    const memory = createMemorySeenStore();
    const store: SeenStore = {
      has(id) {
        if (broken) throw new Error('store down');
        return memory.has(id);
      },
      add: (id) => memory.add(id),
    };
    const once = createOnce(store);
    const { work, finish, started } = createWork();
    finish();
    await expect(once('evt_1', work)).rejects.toThrow('store down');
    broken = false;
    await once('evt_1', work);
    expect(started()).toBe(1);
  });
});
