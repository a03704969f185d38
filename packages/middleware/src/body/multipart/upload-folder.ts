import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadReceiver } from './upload-receiver.ts';

/**
 * Receives uploads into a folder of this machine; a key is the path of a file. For servers without a storage service: a
 * handler renames the files it keeps.
 *
 * @param folder absolute path; created if it does not exist.
 */
export function createUploadFolder(folder: string): UploadReceiver {
  return {
    async receive({ stream }) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, randomUUID());
      // Opened before anything can fail, so that after a failure the file can be removed.
      const file = await open(path, 'wx', 0o600);
      try {
        await pipeline(stream, file.createWriteStream());
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return path;
    },
    async discard(paths) {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}
