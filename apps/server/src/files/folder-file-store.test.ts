import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeFileStore } from '#testing/files/describe-file-store.ts';
import { systemIds } from '../kernel/index.ts';
import { createFolderFileStore } from './folder-file-store.ts';

async function createFolder() {
  const root = await mkdtemp(join(tmpdir(), 'file-store-'));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

describeFileStore('a folder', async () => {
  const { root, remove } = await createFolder();
  return { store: createFolderFileStore(join(root, 'made', 'later'), systemIds), close: remove };
});

describe('a folder of files', () => {
  async function setUp() {
    const { root, remove } = await createFolder();
    onTestFinished(remove);
    return { root, unfinished: join(root, '.unfinished'), store: createFolderFileStore(root, systemIds) };
  }

  it('cannot be read by other users of the machine', async () => {
    const { root, store } = await setUp();
    await store.put('a/b.txt', Buffer.from('x'));
    expect((await stat(join(root, 'a'))).mode & 0o077).toBe(0);
    expect((await stat(join(root, 'a', 'b.txt'))).mode & 0o077).toBe(0);
  });

  it('stores one of the files written at the same time under a key, never a mixture', async () => {
    const { store } = await setUp();
    const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(200_000, letter));
    await Promise.all(contents.map((content) => store.put('same', content)));
    const kept = await buffer(await store.open('same'));
    expect(contents.some((content) => content.equals(kept))).toBe(true);
  });

  it('serves the first byte alone', async () => {
    const { store } = await setUp();
    await store.put('a', Buffer.from('xyz'));
    expect(await text(await store.open('a', { start: 0, end: 0 }))).toBe('x');
  });

  it('keeps nothing of a failed write', async () => {
    const { unfinished, store } = await setUp();
    async function* failing() {
      yield Buffer.from('x');
      throw new Error('broken');
    }
    await expect(store.put('a', failing())).rejects.toThrow('broken');
    await store.put('taken/file', Buffer.from('x'));
    await expect(store.put('taken', Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(unfinished)).toEqual([]);
  });

  it('is swept of writes that a crash interrupted, but not of running ones', async () => {
    const { unfinished, store } = await setUp();
    await store.put('kept', Buffer.from('x'));
    const bound = new Date('2026-01-02T00:00:00Z');
    for (const name of ['old', 'new']) await writeFile(join(unfinished, name), 'half');
    await utimes(join(unfinished, 'old'), bound, new Date('2026-01-01T00:00:00Z'));
    const listed: string[] = [];
    for await (const { key } of store.list('')) listed.push(key);
    expect(listed).toEqual(['kept']);
    expect(await store.sweepUnfinished(bound)).toBe(1);
    expect(await readdir(unfinished)).toEqual(['new']);
  });
});
