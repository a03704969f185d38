import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Credentials, startS3 } from '@product-content/test-support/servers/s3-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeFileStore } from '#testing/files/describe-file-store.ts';
import { systemIds } from '../kernel/index.ts';
import type { S3Location } from './file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';

/** A server with one bucket, and its location. */
async function startBucket(options?: Parameters<typeof startS3>[0]) {
  const server = await startS3(options);
  const location: S3Location = {
    kind: 's3',
    bucket: 'files',
    prefix: 'pim/',
    region: 'us-east-1',
    endpoint: server.url,
    credentials: s3Credentials,
  };
  return { location, spool: join(server.folder, 'spool'), close: server.stop };
}

describeFileStore('an S3 bucket', async () => {
  const { location, spool, close } = await startBucket();
  return { store: createS3FileStore(location, spool, systemIds), close };
});

describe('a bucket of files', () => {
  it('is shared under prefixes', async () => {
    const { location, spool, close } = await startBucket();
    onTestFinished(close);
    const [one, two] = ['one/', 'two/'].map((prefix) => createS3FileStore({ ...location, prefix }, spool, systemIds));
    await one?.put('a', Buffer.from('1'));
    expect(await two?.stat('a')).toBeNull();
    const keys = [];
    for await (const { key } of (one as NonNullable<typeof one>).list('')) keys.push(key);
    expect(keys).toEqual(['a']);
    expect(await readdir(spool)).toEqual([]);
  });

  it('is listed page by page', async () => {
    const tokens: (string | null)[] = [];
    const { store } = await startScripted((request, response) => {
      const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
      tokens.push(token);
      const next = token === null ? '<NextContinuationToken>t/1+2</NextContinuationToken>' : '';
      const object = `<Contents><Key>many/${tokens.length}</Key><Size>3</Size></Contents>`;
      response
        .setHeader('Content-Type', 'application/xml')
        .end(`<ListBucketResult>${object}${next}</ListBucketResult>`);
    });
    const listed = [];
    for await (const { key, size } of store.list('many/')) listed.push([key, size]);
    expect(listed).toEqual([
      ['many/1', 3],
      ['many/2', 3],
    ]);
    expect(tokens).toEqual([null, 't/1+2']);
  });

  it('is written to with the right secret, and refuses another one immediately', async () => {
    const { location, spool, close } = await startBucket({ checkSignatures: true });
    onTestFinished(close);
    expect(await createS3FileStore(location, spool, systemIds).put('a', Buffer.from('x'))).toMatchObject({ size: 1 });
    const wrong = { ...location, credentials: { ...s3Credentials, secretAccessKey: 'guess' } };
    const store = createS3FileStore(wrong, spool, systemIds);
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow(/signature/i);
    expect(await readdir(spool)).toEqual([]);
  });

  it('is requested again, from the first byte on, after a failed response', async () => {
    const bodies: number[] = [];
    const { store } = await startScripted(async (request, response) => {
      let size = 0;
      for await (const chunk of request) size += chunk.length;
      if (request.method === 'PUT') bodies.push(size);
      response.statusCode = bodies.length < 3 ? 503 : 200;
      response.setHeader('Content-Length', request.method === 'HEAD' ? 100_000 : 0).end();
    });
    expect(await store.put('a', Buffer.alloc(100_000))).toMatchObject({ size: 100_000 });
    expect(bodies).toEqual([100_000, 100_000, 100_000]);
  });
});

/** A store on a scripted server, until the test ends. */
async function startScripted(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const spool = await mkdtemp(join(tmpdir(), 's3-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(spool, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const location: S3Location = {
    kind: 's3',
    bucket: 'b',
    prefix: '',
    region: 'x',
    endpoint,
    credentials: s3Credentials,
  };
  return { store: createS3FileStore(location, spool, systemIds) };
}
