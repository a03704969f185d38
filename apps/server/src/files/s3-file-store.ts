import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { IdSource } from '../kernel/index.ts';
import type { S3Location } from './file-store.ts';
import { assertFileFolder, assertFileKey, FileMissing, type FileStore, type StoredFile } from './file-store.ts';
import { WriteSpool } from './write-spool.ts';

/** Milliseconds after which a server that does not respond counts as down. */
const connectionTimeout = 5000;
const socketTimeout = 60_000;

/** Objects deleted at the same time. Not every S3-compatible store supports the request that deletes many at once. */
const deleteConcurrency = 8;

/**
 * Stores files in a bucket of Amazon S3 or of any store with its protocol. A file is first written to the local disk:
 * then its length is known, memory use does not depend on its size, and a failed attempt can be repeated. Files may
 * have up to 5 GB, the limit of one request.
 *
 * @param spoolFolder absolute path, on this machine.
 */
export function createS3FileStore(location: S3Location, spoolFolder: string, ids: IdSource): FileStore {
  const { bucket: Bucket, prefix } = location;
  const spool = new WriteSpool(spoolFolder, ids);
  const client = createClient(location);
  const toName = (key: string): string => {
    assertFileKey(key);
    return prefix + key;
  };

  const store: FileStore = {
    async put(key, content, options = {}) {
      const Key = toName(key);
      const { path, size } = await spool.write(content, options);
      const send = () => {
        const Body = createReadStream(path);
        return client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size }), {
          abortSignal: options.signal,
        });
      };
      try {
        await withRetries(send);
      } finally {
        await rm(path, { force: true });
      }
      return (await store.stat(key)) ?? fail(key);
    },

    async open(key, range) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const command = new GetObjectCommand({ Bucket, Key: toName(key), Range });
      const { Body } = await client.send(command).catch((error: unknown) => fail(key, error));
      return Body as Readable;
    },

    async stat(key) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: toName(key) }));
        return toStoredFile(key, found.ContentLength, found.LastModified);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async move(from, to) {
      const CopySource = `${Bucket}/${toName(from)}`;
      const command = new CopyObjectCommand({ Bucket, Key: toName(to), CopySource });
      await client.send(command).catch((error: unknown) => fail(from, error));
      if (from !== to) await store.delete([from]);
    },

    async delete(keys) {
      const names = keys.map(toName);
      while (names.length > 0) {
        const batch = names.splice(0, deleteConcurrency);
        await Promise.all(batch.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      }
    },

    async *list(folder) {
      assertFileFolder(folder);
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + folder, ContinuationToken });
        const page = await client.send(command);
        for (const { Key = '', Size, LastModified } of page.Contents ?? []) {
          yield toStoredFile(Key.slice(prefix.length), Size, LastModified);
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },

    sweepUnfinished: (before) => spool.sweep(before),
  };
  return store;
}

function createClient({ endpoint, region, credentials }: S3Location): S3Client {
  return new S3Client({
    region,
    // Without credentials, the SDK uses those of the machine's role.
    ...(credentials !== null && { credentials }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout, socketTimeout },
    // Failures are thrown; the SDK would also print some of them.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Other stores reject the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function ignore(): void {}

function toStoredFile(key: string, size = 0, modifiedAt = new Date(0)): StoredFile {
  return { key, size, modifiedAt };
}

function fail(key: string, error?: unknown): never {
  throw error === undefined || isMissing(error) ? new FileMissing(key, { cause: error }) : error;
}

/** Attempts of a write, and milliseconds before the second one; the delay doubles each time. */
const attempts = 3;
const firstDelayMs = 200;

/** True when the error means that the object does not exist. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

/** Repeats work after temporary failures: of the network, or a busy server. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
      await setTimeout(firstDelayMs * 2 ** (attempt - 1));
    }
  }
}

/** A rejection would be repeated; any other failure may be temporary. */
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AbortError') return false;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status === 429 || status >= 500;
}
