import type { Readable } from 'node:stream';
import type { ByteRange } from '@contract-kit/http-spec';

/** What is known of a stored file without opening it. */
export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** The content of a file: bytes, or a stream of unknown length. */
export type FileContent = Readable | AsyncIterable<Uint8Array> | Uint8Array;

export interface PutOptions {
  /** Cancels the write; nothing is stored then. */
  readonly signal?: AbortSignal;
}

/**
 * The port for file storage: bytes under keys, written completely or not at all. This server generates keys and never
 * accepts one from a caller ({@link assertFileKey}). The owner of a key knows what its file is (type, name, owner).
 * Memory does not grow with the size of a file. `describeFileStore` tests every store.
 */
export interface FileStore {
  /**
   * Stores `content` under `key`, replacing an earlier file. Concurrent readers get the old file or the new one, and
   * once this has returned, the file survives a crash.
   *
   * @throws the error of the content, or the reason of the signal. The earlier file is then unchanged.
   */
  put(key: string, content: FileContent, options?: PutOptions): Promise<StoredFile>;
  /**
   * The bytes of a file, or of a range of it. Reading the stream to its end or destroying it closes the file.
   *
   * @throws FileMissing
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * Renames a file, replacing an earlier file under that key: an upload becomes an asset.
   *
   * @throws FileMissing when there is no file under `from`.
   */
  move(from: string, to: string): Promise<void>;
  /** Deletes files. Missing files are not an error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists every file whose key starts with `folder`, which ends in a slash, or is empty for all. In no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Deletes what unfinished writes from before that time have left. @returns how many there were. */
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

/** A bucket of a store with the S3 protocol. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Prefix of every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The endpoint of a store other than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null: use those of the machine's role. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  } | null;
}

/** Where files are kept. */
export type FileLocation = { readonly kind: 'folder'; readonly path: string } | S3Location;

const segment = '[a-z0-9][a-z0-9_-]*(?:\\.[a-z0-9_-]+)*';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
const folderPattern = new RegExp(`^(?:${segment}/)*$`);

/** The longest key. With a folder or a prefix before it, it still fits the limits of file systems and object stores. */
const maxLength = 512;

/**
 * A key is segments of lower-case letters, digits, `_`, `-` and inner dots, joined by slashes: a path that is safe on
 * every file system, even a case-insensitive one, and cannot leave its folder.
 *
 * @throws TypeError for anything else: a bug in this server, because callers do not choose keys.
 */
export function assertFileKey(key: string): void {
  if (key.length > maxLength || !keyPattern.test(key)) throw new TypeError(`"${key}" is not a key of a file.`);
}

/** @throws TypeError unless `folder` is empty or segments that each end in a slash. */
export function assertFileFolder(folder: string): void {
  if (folder.length > maxLength || !folderPattern.test(folder))
    throw new TypeError(`"${folder}" is not a folder of files.`);
}

/**
 * Moves a file, even if a concurrent call has already moved it.
 *
 * @throws FileMissing when it is in neither place.
 */
export async function moveOnce(store: FileStore, from: string, to: string): Promise<void> {
  if ((await store.stat(to)) !== null) return;
  try {
    await store.move(from, to);
  } catch (error) {
    if (!(error instanceof FileMissing) || (await store.stat(to)) === null) throw error;
  }
}

/**
 * The creation time of a file that replaces another one: never in the same second, because `If-Modified-Since` compares
 * seconds.
 */
export function nextDistinctSecond(now: Date, previous: Date | null | undefined): Date {
  if (previous == null) return now;
  return new Date(Math.max(now.getTime(), (Math.floor(previous.getTime() / 1000) + 1) * 1000));
}
