import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IdSource } from '../kernel/index.ts';
import type { FileContent, PutOptions } from './file-store.ts';

/** Content that has been written down whole, under a name nobody looks for. */
export interface SpooledFile {
  readonly path: string;
  readonly size: number;
}

/**
 * A folder where files are written down before they get their names: what is under a name is always whole. What a crash
 * leaves here is found by its age.
 */
export class WriteSpool {
  readonly #folder: string;
  readonly #ids: IdSource;

  constructor(folder: string, ids: IdSource) {
    this.#folder = folder;
    this.#ids = ids;
  }

  /** Writes content to the disk. @throws what the content fails with; nothing is left then. */
  async write(content: FileContent, { signal }: PutOptions = {}): Promise<SpooledFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, this.#ids.next());
    // Opened before anything can fail, so that a failure finds the file to remove.
    const handle = await open(path, 'wx', 0o600);
    // flush: the bytes are on the disk before the stream is closed.
    const target = handle.createWriteStream({ flush: true });
    try {
      await pipeline(content instanceof Uint8Array ? [content] : content, target, { signal });
      return { path, size: target.bytesWritten };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Removes what has not been written to since that time. @returns how many files there were. */
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
