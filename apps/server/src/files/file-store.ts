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

/** A bucket of a store that speaks S3. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Before every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Of another store than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null: those of the machine's role. */
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

/** Longest key: with a folder or a prefix before it, it still fits what file systems and object stores take. */
const maxLength = 512;

/**
 * A key is segments of lower-case letters, digits, `_`, `-` and inner dots, joined by slashes: a safe path on every file
 * system, also on those that do not tell case apart, and no way out of its folder.
 *
 * @throws TypeError for anything else: a mistake in this server, because callers name no keys.
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
 * Moves a file, wherever several that want it moved may have come first.
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
 * When a file that takes the place of another one was made: never in the same second, by which `If-Modified-Since` tells
 * them apart.
 */
export function nextDistinctSecond(now: Date, previous: Date | null | undefined): Date {
  if (previous == null) return now;
  return new Date(Math.max(now.getTime(), (Math.floor(previous.getTime() / 1000) + 1) * 1000));
}
