import { constants } from 'node:fs';
import { access, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { StartError } from '../kernel/index.ts';

/**
 * Opens a file that an argument or an option names; it may be a pipe.
 *
 * @throws StartError naming the file when it is missing, a folder, empty, or not readable.
 */
export async function openNamedFile(path: string): Promise<FileHandle> {
  const file = await open(path).catch((cause: unknown) => {
    throw unusable(path, 'read', cause);
  });
  const status = await file.stat();
  if (!status.isDirectory() && !(status.isFile() && status.size === 0)) return file;
  await file.close();
  throw new StartError(status.isDirectory() ? `${path} is a folder: name a file.` : `${path} is empty.`);
}

/** Reads JSON from such a file. @throws StartError like {@link openNamedFile}, and when it is not valid JSON. */
export async function readNamedJson(path: string): Promise<unknown> {
  await using file = await openNamedFile(path);
  // Decoding drops a byte order mark, which editors on Windows write and JSON.parse rejects.
  const text = new TextDecoder().decode(await file.readFile());
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The message quotes the text, including its line breaks.
    const reason = (cause as Error).message.replaceAll(/\s+/g, ' ');
    throw new StartError(`${path} cannot be read as JSON: ${reason}.`, { cause });
  }
}

/**
 * Checks that a file can be written to the path of an option, before the work that fills it begins.
 *
 * @param options.isNew refuses a file that exists; the command has an option `--force`.
 * @throws StartError naming the file, or the folder that should contain it.
 */
export async function assertWritable(path: string, { isNew = false } = {}): Promise<void> {
  const status = await stat(path).catch(() => null);
  if (status?.isDirectory() === true) throw new StartError(`${path} is a folder: name a file.`);
  if (isNew && status !== null) throw new StartError(`${path} exists: name another file, or replace it with --force.`);
  const checked = status === null ? dirname(path) : path;
  await access(checked, constants.W_OK).catch((cause: unknown) => {
    throw unusable(checked, 'written', cause);
  });
}

function unusable(path: string, verb: 'read' | 'written', cause: unknown): StartError {
  const { code, errno } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`${path} does not exist.`, { cause });
  const reason = errno === undefined ? String(cause) : getSystemErrorMessage(errno);
  return new StartError(`${path} cannot be ${verb}: ${reason}.`, { cause });
}
