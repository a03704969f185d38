import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { byTier } from '@product-content/test-support/tiers';
import { describe, expect, it } from 'vitest';
import { BackupDamaged, writeArchive } from './archive.ts';
import { Digest } from './digest.ts';
import { verifyBackup } from './read-backup.ts';

/** A backup of two files and two tables. */
async function createBackup(): Promise<Buffer> {
  const destination = new PassThrough();
  const written = buffer(destination);
  await writeArchive(destination, async (archive) => {
    const add = (name: string, text: string) => archive.add(name, Buffer.byteLength(text), [Buffer.from(text)]);
    const names = ['product', 'workspace'];
    const header = {
      ...{ format: 1, version: '1.0.0', createdAt: '2026-01-01T00:00:00Z', migrations: ['0001-first'] },
      tables: Object.fromEntries(names.map((name) => [name, ['id', 'name']])),
    };
    await add('backup.json', JSON.stringify(header));
    const files = new Digest();
    for (const key of ['assets/1', 'assets/2']) {
      const content = `content of ${key}`.repeat(5);
      files.addFile(key, content.length);
      files.add(Buffer.from(content));
      await add(`files/${key}`, content);
    }
    const rows = 20;
    const table = Array.from({ length: rows }, (_, row) => `${row}\tName ${row * 7919}\n`).join('');
    const digest = () => {
      const made = new Digest();
      made.add(Buffer.from(table));
      return made.end();
    };
    for (const name of names) await add(`tables/${name}/000001`, table);
    const tables = Object.fromEntries(names.map((name) => [name, { rows, ...digest() }]));
    const manifest = { tables, sequences: {}, files: { count: 2, ...files.end() }, missingFiles: [] };
    await add('manifest.json', JSON.stringify(manifest));
  });
  return written;
}

/** In parts, as a file or a pipe is read. */
const read = (bytes: Buffer, size = 100) =>
  verifyBackup(
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
        bytes.subarray(part * size, (part + 1) * size),
      ),
    ),
  );

describe('a backup that is read', () => {
  it('is called damaged wherever one of its bits is wrong, or is as it was', async () => {
    const bytes = await createBackup();
    const whole = await read(bytes);
    const unnoticed: number[] = [];
    // Has no divisor with 8, the bits of a byte, in common.
    const step = byTier({ behavior: 7, exhaustive: 1 });
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const found = await read(changed).catch((error: unknown) => error);
      if (found instanceof BackupDamaged) continue;
      expect({ at, found }).toEqual({ at, found: whole });
      unnoticed.push(at);
    }
    // The date, the operating system and the compression level in the head of gzip, and bits behind its last block.
    expect(unnoticed.length).toBeLessThan(bytes.length / step / 20);
  });

  it('is called damaged wherever it is cut off', async () => {
    const bytes = await createBackup();
    const step = byTier({ behavior: 23, exhaustive: 5 });
    for (let length = 0; length < bytes.length; length += step) {
      await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(BackupDamaged);
    }
  });

  it('fails by the error of its source, which is no damage', async () => {
    const bytes = await createBackup();
    const unreadable = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
    async function* parts() {
      yield bytes.subarray(0, 200);
      throw unreadable;
    }
    await expect(verifyBackup(Readable.from(parts()))).rejects.toBe(unreadable);
  });
});
