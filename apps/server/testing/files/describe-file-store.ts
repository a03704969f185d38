import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '@contract-kit/http-spec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileMissing, type FileStore } from '../../src/files/file-store.ts';

/** A store under test and its cleanup. */
export interface FileStoreFixture {
  readonly store: FileStore;
  readonly close?: () => Promise<void>;
}

/**
 * The conformance suite of {@link FileStore}: what every store must do.
 *
 * @example
 * describeFileStore('a folder', async () => ({ store: createFolderFileStore(await mkdtemp(prefix), systemIds) }));
 */
export function describeFileStore(name: string, create: () => Promise<FileStoreFixture>): void {
  describe(`files kept in ${name}`, () => {
    let fixture: FileStoreFixture;
    let store: FileStore;
    beforeAll(async () => {
      fixture = await create();
      store = fixture.store;
    });
    afterAll(() => fixture?.close?.());

    let made = 0;
    const newKey = (folder = 'tests') => {
      made += 1;
      return `${folder}/file-${made}.bin`;
    };
    const read = async (key: string, range?: ByteRange) => buffer(await store.open(key, range));
    const keysIn = async (folder: string) => {
      const keys: string[] = [];
      for await (const { key } of store.list(folder)) keys.push(key);
      return keys.sort();
    };

    it('come back as they were', async () => {
      const key = newKey();
      const content = randomBytes(300_000);
      const kept = await store.put(key, content);
      expect(kept).toMatchObject({ key, size: content.length });
      expect((await read(key)).equals(content)).toBe(true);
      const found = await store.stat(key);
      expect(found).toMatchObject({ key, size: content.length });
      expect(Math.abs(Number(found?.modifiedAt) - Number(kept.modifiedAt))).toBeLessThan(5000);
    });

    it('may be empty', async () => {
      const key = newKey();
      expect((await store.put(key, new Uint8Array())).size).toBe(0);
      expect((await store.stat(key))?.size).toBe(0);
      expect((await read(key)).length).toBe(0);
    });

    it('are written from streams whose length is not known', async () => {
      const chunk = Buffer.alloc(1_000_000, 'x');
      async function* chunks() {
        for (let n = 0; n < 12; n += 1) yield chunk;
      }
      const [first, second] = [newKey(), newKey()];
      expect((await store.put(first, chunks())).size).toBe(12_000_000);
      expect((await store.put(second, Readable.from(chunks()))).size).toBe(12_000_000);
      expect((await store.stat(first))?.size).toBe(12_000_000);
    });

    it('can be read in part', async () => {
      const key = newKey();
      await store.put(key, Buffer.from('0123456789'));
      expect(String(await read(key, { start: 0, end: 1 }))).toBe('01');
      expect(String(await read(key, { start: 3, end: 6 }))).toBe('3456');
      expect(String(await read(key, { start: 9, end: 9 }))).toBe('9');
    });

    it('may be closed before they are read to their end', async () => {
      const key = newKey();
      await store.put(key, randomBytes(2_000_000));
      const stream = await store.open(key);
      stream.once('readable', () => stream.destroy());
      await new Promise((resolve) => stream.once('close', resolve));
      expect((await read(key)).length).toBe(2_000_000);
    });

    it('replace what was under their key', async () => {
      const key = newKey();
      await store.put(key, Buffer.from('the first and longer one'));
      await store.put(key, Buffer.from('second'));
      expect(String(await read(key))).toBe('second');
    });

    it('are not there when their content fails, and what was there stays', async () => {
      async function* failing() {
        yield Buffer.alloc(100_000);
        throw new Error('The source broke.');
      }
      const [fresh, kept] = [newKey(), newKey()];
      await store.put(kept, Buffer.from('kept'));
      await expect(store.put(fresh, failing())).rejects.toThrow('The source broke.');
      await expect(store.put(kept, Readable.from(failing()))).rejects.toThrow('The source broke.');
      expect(await store.stat(fresh)).toBeNull();
      expect(String(await read(kept))).toBe('kept');
    });

    it('are not there when the writing is given up', async () => {
      const controller = new AbortController();
      async function* endless() {
        for (;;) {
          yield Buffer.alloc(10_000);
          controller.abort();
        }
      }
      const key = newKey();
      await expect(store.put(key, endless(), { signal: controller.signal })).rejects.toThrow();
      expect(await store.stat(key)).toBeNull();
    });

    it('get another key', async () => {
      const [from, to] = [newKey('uploads'), newKey('tests/deeper')];
      await store.put(from, Buffer.from('moved'));
      await store.put(to, Buffer.from('replaced'));
      await store.move(from, to);
      expect(await store.stat(from)).toBeNull();
      expect(String(await read(to))).toBe('moved');
    });

    it('that are not there are missing, and deleting them is not a failure', async () => {
      const key = newKey();
      expect(await store.stat(key)).toBeNull();
      expect(await store.stat('tests')).toBeNull();
      await expect(store.open(key)).rejects.toThrow(FileMissing);
      await expect(store.move(key, newKey())).rejects.toThrow(FileMissing);
      await store.delete([key]);
    });

    it('are deleted, many at once too', async () => {
      const keys = Array.from({ length: 25 }, () => newKey('deleted'));
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
      await store.delete([...keys.slice(0, 24), newKey('deleted')]);
      expect(await keysIn('deleted/')).toEqual(keys.slice(24));
      await store.delete([]);
    });

    it('are listed by folder, with those in folders below', async () => {
      const keys = ['listed/a.txt', 'listed/b/c.txt', 'listed/b/d/e.txt'];
      for (const key of [...keys, 'listed-not/f.txt']) await store.put(key, Buffer.from('x'));
      expect(await keysIn('listed/')).toEqual(keys);
      expect(await keysIn('listed/b/')).toEqual(keys.slice(1));
      expect(await keysIn('nothing/')).toEqual([]);
      expect(await keysIn('')).toEqual(expect.arrayContaining(keys));
    });

    it.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.a', 'a/.b', 'a/..', 'A', 'a\\b', 'a\0', 'é', 'a'.repeat(600)])(
      'have no such key: %j',
      async (key) => {
        await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
        await expect(store.open(key)).rejects.toThrow(TypeError);
        await expect(store.stat(key)).rejects.toThrow(TypeError);
        await expect(store.move(key, 'a')).rejects.toThrow(TypeError);
        await expect(store.delete([key])).rejects.toThrow(TypeError);
      },
    );
  });
}
