import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBodyStore } from '@contract-kit/middleware/testing';
import { s3Credentials, startS3 } from '@product-content/test-support/servers/s3-server';
import { systemIds } from '../kernel/index.ts';
import { createFolderFileStore, createResponseBodies } from './index.ts';
import { createS3FileStore } from './s3-file-store.ts';

describeBodyStore('a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'response-bodies-'));
  const store = createResponseBodies(createFolderFileStore(root, systemIds));
  return { store, close: () => rm(root, { recursive: true, force: true }) };
});

describeBodyStore('an S3 bucket', async () => {
  const server = await startS3();
  const bucket = { kind: 's3', bucket: 'files', prefix: '', region: 'us-east-1', endpoint: server.url } as const;
  const files = createS3FileStore({ ...bucket, credentials: s3Credentials }, join(server.folder, 'spool'), systemIds);
  return { store: createResponseBodies(files), close: server.stop };
});
