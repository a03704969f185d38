import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IdSource } from '../kernel/index.ts';
import type { FileContent, PutOptions } from './file-store.ts';

/** Content that is completely written, under a temporary name. */
export interface SpooledFile {
  readonly path: string;
  readonly size: number;
}

/**
 * A folder where files are written before they get their names: a file under its final name is always complete. Files
 * left by a crash are found by their age.
 */
export class WriteSpool {
  readonly #folder: string;
  readonly #ids: IdSource;

  constructor(folder: string, ids: IdSource) {
    this.#folder = folder;
    this.#ids = ids;
  }

  /** Writes content to the disk. @throws the error of the content; nothing is left then. */
  async write(content: FileContent, { signal }: PutOptions = {}): Promise<SpooledFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, this.#ids.next());
    // Opened before anything can fail, so that cleaning up after a failure finds the file.
    const handle = await open(path, 'wx', 0o600);
    // flush: the bytes are on disk before the stream is closed.
    const target = handle.createWriteStream({ flush: true });
    try {
      await pipeline(content instanceof Uint8Array ? [content] : content, target, { signal });
      return { path, size: target.bytesWritten };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Deletes files not written to since that time. @returns how many files there were. */
  async sweep(before: Date): Promise<number> {
    let removed = 0;
    for await (const entry of await this.#entries()) {
      const path = join(this.#folder, entry.name);
      const modifiedAt = await stat(path).then(
        ({ mtime }) => mtime,
        () => null,
      );
      if (modifiedAt === null || modifiedAt >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async #entries() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return opendir(this.#folder);
  }
}
