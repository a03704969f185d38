import type { Readable } from 'node:stream';
import { limits } from '@product-content/contract';
import yauzl, { type Entry } from 'yauzl';
import type { TableFile } from '../table.ts';
import { TableFileError } from '../table-error.ts';
import { assertExpansion } from './bounds.ts';

/** Each document, sheet, picture and comment is a part. */
const { workbookParts: maxParts } = limits.tableFile;

/** The parts of a ZIP archive, located by its directory: data outside of parts is never read. */
export interface ZipFile {
  /** The names of all parts, as the archive has them. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The uncompressed size of a part, according to the archive. */
  sizeOf(name: string): number;
  /**
   * A part, uncompressed, in chunks.
   *
   * @throws {TableFileError} before uncompressing a part that would expand too far; when it is damaged or its actual
   *   size differs.
   */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
  close(): void;
}

/** @throws {TableFileError} when the file is not a ZIP archive or is truncated. */
export async function openZipFile({ path, signal }: TableFile): Promise<ZipFile> {
  const zip = await refuseDamage(() => yauzl.openPromise(path, { autoClose: false, lazyEntries: true }));
  try {
    const parts = await refuseDamage(() => listParts(zip));
    const read = new Set<Entry>();
    const assertHarmless = (entry: Entry): void => {
      read.add(entry);
      const expanded = [...read].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
      assertExpansion(entry.uncompressedSize, entry.compressedSize);
      assertExpansion(expanded, zip.fileSize);
    };
    const partOf = (name: string): Entry => {
      const entry = parts.get(name.toLowerCase());
      if (entry === undefined) throw new TableFileError(`The archive has no part ${name}.`);
      return entry;
    };
    return {
      names: [...parts.values()].map(({ fileName }) => fileName),
      has: (name) => parts.has(name.toLowerCase()),
      sizeOf: (name) => partOf(name).uncompressedSize,
      async *read(name) {
        const entry = partOf(name);
        assertHarmless(entry);
        for await (const chunk of readPart(zip, entry)) {
          signal?.throwIfAborted();
          yield chunk;
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Names of parts are case-insensitive (ECMA-376 part 2, §6.2.2.3). */
async function listParts(zip: yauzl.ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName.toLowerCase(), entry);
    if (parts.size > maxParts) throw new TableFileError(`The archive has more than ${maxParts} parts.`);
  }
  return parts;
}

async function* readPart(zip: yauzl.ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  if (entry.isEncrypted()) throw new TableFileError('The archive is encrypted; save it without a password.');
  const stream: Readable = await refuseDamage(() => zip.openReadStreamPromise(entry));
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw toDamage(error);
  } finally {
    stream.destroy();
  }
}

async function refuseDamage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toDamage(error);
  }
}

/** All errors except our own and those of the disk mean a damaged archive. */
function toDamage(error: unknown): unknown {
  if (error instanceof TableFileError || (error as NodeJS.ErrnoException).syscall !== undefined) return error;
  const message = `The ZIP archive is damaged or truncated: ${(error as Error).message}.`;
  return new TableFileError(message, { cause: error });
}
