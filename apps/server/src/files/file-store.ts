import type { Readable } from 'node:stream';
import type { ByteRange } from '@contract-kit/http-spec';

/** What is known of a kept file without opening it. */
export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** What a file is made of: bytes, or a stream of them, whose length need not be known. */
export type FileContent = Readable | AsyncIterable<Uint8Array> | Uint8Array;

export interface PutOptions {
  /** Gives the writing up; nothing is kept then. */
  readonly signal?: AbortSignal;
}

/**
 * The port of file storage: bytes under keys, written whole or not at all. Keys are made by this server, never taken
 * from a caller ({@link assertFileKey}). What a file is (type, name, owner) is known by whoever keeps its key. Memory
 * does not grow with the size of a file. A store is held to `describeFileStore`.
 */
export interface FileStore {
  /**
   * Keeps `content` under `key`, in place of what was there. Who reads meanwhile gets the old file or the new one, and
   * once this has returned, the file outlives a crash.
   *
   * @throws what the content fails with, or the reason of the signal. The file is as it was before.
   */
  put(key: string, content: FileContent, options?: PutOptions): Promise<StoredFile>;
  /**
   * The bytes of a file, or of a range of it. Nothing is left open when the stream is read to its end or destroyed.
   *
   * @throws FileMissing
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * Gives a file another key, in place of what was there: an upload becomes an asset.
   *
   * @throws FileMissing when there is nothing under `from`.
   */
  move(from: string, to: string): Promise<void>;
  /** Deletes files. Those that are not there are no failure. */
  delete(keys: readonly string[]): Promise<void>;
  /** Every file whose key starts with `folder`, which ends in a slash, or is empty for all. In no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Removes what writings that never ended have left behind before that time. @returns how many there were. */
  sweepUnfinished(before: Date): Promise<number>;
}

/** There is no file under a key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no file "${key}".`, options);
    this.key = key;
  }
}
