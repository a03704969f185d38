import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BodyStore } from '../idempotency/body-store.ts';

/** A store under test. */
export interface BodyStoreSubject {
  readonly store: BodyStore;
  close?(): Promise<void>;
}

/** The conformance suite of stores of response bodies. */
export function describeBodyStore(name: string, open: () => Promise<BodyStoreSubject>): void {
  describe(`${name} as a store of response bodies`, () => {
    let subject: BodyStoreSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close?.());

    const keep = async (body: Uint8Array) => {
      const key = randomUUID();
      await subject.store.put(key, body);
      return key;
    };
    const listed = async () => {
      const found = new Map<string, Date>();
      for await (const { key, storedAt } of subject.store.list()) found.set(key, storedAt);
      return found;
    };

    test.each([
      ['of one byte', 1],
      ['of 5 MB', 5_000_000],
    ])('returns a body %s byte for byte', async (_, size) => {
      const body = randomBytes(size);
      const key = await keep(body);
      const kept = (await subject.store.get(key)) ?? new Uint8Array();
      expect(Buffer.compare(kept, body)).toBe(0);
    });

    test('returns null for an unknown key', async () => {
      expect(await subject.store.get(randomUUID())).toBeNull();
    });

    test('deletes bodies, and ignores keys that are already deleted', async () => {
      const keys = [await keep(Buffer.from('a')), await keep(Buffer.from('b'))];
      const other = await keep(Buffer.from('c'));
      await subject.store.delete([...keys, randomUUID()]);
      await subject.store.delete(keys);
      for (const key of keys) expect(await subject.store.get(key)).toBeNull();
      expect(await subject.store.get(other)).not.toBeNull();
    });

    test('lists each body with its key and the time it was put', async () => {
      const [kept, deleted] = [await keep(Buffer.from('a')), await keep(Buffer.from('b'))];
      await subject.store.delete([deleted]);
      const found = await listed();
      expect(found.has(deleted)).toBe(false);
      // A file system may use whole seconds and another clock.
      expect(Math.abs((found.get(kept)?.getTime() ?? 0) - Date.now())).toBeLessThan(60 * 60 * 1000);
    });
  });
}
