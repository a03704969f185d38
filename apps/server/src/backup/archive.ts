import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';

/** Writes the entries of a backup into a tar archive compressed with gzip, which `tar -xz` unpacks. */
export interface ArchiveWriter {
  /** @param size bytes of the content, which must have exactly this length. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}

export interface ArchiveEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Must be read to its end before the next entry is requested. */
  readonly content: ReadableStream<Uint8Array>;
}

/** Readable by the owner only: a backup holds hashes of keys. */
const mode = 0o600;

/**
 * Writes an archive, as fast as the destination takes it. Memory does not grow with its size.
 *
 * @param work adds the entries.
 * @throws what the work throws, or the error of the destination.
 */
export async function writeArchive(
  destination: NodeJS.WritableStream,
  work: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    // Compression takes most of the time, and higher levels make the text of products only a little smaller.
    createGzip({ level: constants.Z_BEST_SPEED }),
    destination,
  );
  const add: ArchiveWriter['add'] = async (name, size, content) => {
    const writer = controller.add({ name, size, mode }).getWriter();
    for await (const bytes of content) await writer.write(bytes);
    await writer.close();
  };
  const worked = work({ add }).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error);
      throw error;
    },
  );
  // When one fails, the other fails with the same error.
  const failures = await Promise.allSettled([worked, written]);
  for (const result of failures) if (result.status === 'rejected') throw result.reason;
}

/** The entries of an archive, in order. @throws Error when it is not such an archive, damaged, or truncated. */
export async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const fed = pipeline(source, createGunzip(), Writable.fromWeb(writable));
  // The iteration below reports the same error.
  fed.catch(() => undefined);
  for await (const { header, body } of readable) yield { name: header.name, size: header.size, content: body };
  await fed;
}
