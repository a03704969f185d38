import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TableFile } from './table.ts';

/** What is written at once: of a stored file, many chunks arrive while one is written. */
const writtenAtOnce = 1024 * 1024;

export interface LocalTableFile extends TableFile {
  /** Deletes the file when it is no longer needed. */
  remove(): Promise<void>;
}

/**
 * Writes bytes to a file in the system's temporary folder: a table is read more than once, and a workbook from its end.
 *
 * @param signal aborts writing the file, and later reading it.
 * @throws the error of the stream; nothing is left then.
 */
export async function toLocalFile(content: Readable, name?: string, signal?: AbortSignal): Promise<LocalTableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'table-'));
  const path = join(folder, 'file');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    // Opened before anything can fail, so that cleaning up after a failure finds the file.
    const file = await open(path, 'w', 0o600);
    await pipeline(content, file.createWriteStream({ highWaterMark: writtenAtOnce }), { signal });
    return { path, name, signal, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
