import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { TestServer } from './server-process.ts';

/** The key the server knows. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A server of the S3 protocol with one bucket, `files`. */
export interface S3Server extends TestServer {
  /** A folder that goes with the server. */
  readonly folder: string;
}

/** @param checkSignatures s3rver gets those of listings wrong: it leaves out the slash after the bucket. */
export async function startS3({ checkSignatures = false } = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'buckets'),
    allowMismatchedSignatures: !checkSignatures,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    async stop() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
