import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { ApiError } from '@contract-kit/http-spec';
import { BytesSchema, fileOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serve } from '../../test-support/serve.ts';
import { mountContract } from '../adapters/express.ts';
import {
  createAuthenticator,
  createMemoryApiKeyStore,
  createMemoryRateLimitStore,
  FileBody,
  type FileBodyOptions,
  type Handlers,
} from '../index.ts';

const route = { method: 'GET', auth: 'none' } as const;
const contract = initContract().router({
  file: operation({
    ...route,
    id: 'files.get',
    path: '/file',
    summary: 'A file',
    ranges: true,
    responses: { 200: fileOf({ 'text/csv': z.string(), 'image/*': BytesSchema }) },
    errors: ['not_found'],
  }),
  feed: operation({
    ...route,
    id: 'feeds.get',
    path: '/feed',
    summary: 'A file that is made while it is sent',
    responses: { 200: fileOf({ 'text/csv': z.string() }) },
  }),
});

const content = Buffer.from('0123456789');
const bytesOf = (range?: { start: number; end: number }) =>
  Readable.from([range === undefined ? content : content.subarray(range.start, range.end + 1)]);

async function startFiles(change: Partial<FileBodyOptions> = {}) {
  const app = express();
  const standard = { name: 'standard', limit: 1000, windowMs: 60_000 };
  const opened: unknown[] = [];
  const errors: unknown[] = [];
  const options: FileBodyOptions = {
    mediaType: 'text/csv',
    size: 10,
    open: bytesOf,
    entityTag: { value: 'v1', weak: false },
    modifiedAt: new Date('2026-11-17T09:00:00.500Z'),
    ...change,
  };
  const open: FileBodyOptions['open'] = (range) => {
    opened.push(range ?? 'whole');
    return options.open(range);
  };
  const handlers: Handlers<typeof contract> = {
    file: async () => ({ status: 200, body: new FileBody({ ...options, open }), headers: { 'X-Rows': '1' } }),
    feed: async () => ({ status: 200, body: new FileBody({ ...options, open, size: null }) }),
  };
  mountContract({
    app,
    contract,
    handlers,
    auth: { apiKey: createAuthenticator({ prefix: 'x', store: createMemoryApiKeyStore() }) },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
    logger: { error: (fields) => void errors.push(fields) },
    validateResponses: true,
  });
  const { url, port } = await serve(app);
  // fetch() sends Accept-Encoding and unpacks what comes; node:http does neither.
  async function get(headers: Readonly<Record<string, string>> = {}, path = '/file', method = 'GET') {
    const request = httpRequest(url + path, { method, headers }).end();
    const [response] = await once(request, 'response');
    const chunks: Buffer[] = await response.toArray();
    const body = Buffer.concat(chunks);
    return { status: response.statusCode as number, headers: response.headers, body, text: body.toString() };
  }
  return { get, url, port, opened, errors };
}

describe('a file', () => {
  it('comes with its type, size, tag, date and name', async () => {
    const { get } = await startFiles({ fileName: 'Größen "2026"; a.csv' });
    const { status, headers, text } = await get();
    expect({ status, text }).toEqual({ status: 200, text: '0123456789' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '10',
      etag: '"v1"',
      'last-modified': 'Tue, 17 Nov 2026 09:00:00 GMT',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'x-rows': '1',
      'x-request-id': expect.any(String),
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''Gr%C3%B6%C3%9Fen/);
  });

  it('responds to HEAD the same way without opening its bytes', async () => {
    const { get, opened } = await startFiles();
    const whole = await get();
    const head = await get({ range: 'bytes=0-1' }, '/file', 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'accept-ranges']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
    expect(opened).toEqual(['whole']);
  });

  it('can be sent in part', async () => {
    const { get, opened } = await startFiles();
    const { status, headers, text } = await get({ range: 'bytes=2-4' });
    expect({ status, text }).toEqual({ status: 206, text: '234' });
    expect(headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3', etag: '"v1"' });
    expect((await get({ range: 'bytes=-3' })).text).toBe('789');
    expect((await get({ range: 'bytes=0-0', 'if-range': '"v0"' })).status).toBe(200);
    expect(opened).toEqual([{ start: 2, end: 4 }, { start: 7, end: 9 }, 'whole']);
  });

  it('returns 416 for a range beyond its end, with its size, but without headers that describe the file', async () => {
    const { get, opened } = await startFiles();
    const { status, headers, text } = await get({ range: 'bytes=10-' });
    expect(status).toBe(416);
    expect(JSON.parse(text).error.code).toBe('range_not_satisfiable');
    expect(headers).toMatchObject({ 'content-range': 'bytes */10', 'content-type': expect.stringContaining('json') });
    for (const name of ['etag', 'last-modified', 'x-rows', 'content-disposition'])
      expect(headers).not.toHaveProperty(name);
    expect(opened).toEqual([]);
  });

  it('is not sent to a client that has it', async () => {
    const { get, opened } = await startFiles({ cacheControl: 'public, max-age=31536000, immutable' });
    for (const [name, value] of [
      ['if-none-match', '"v1"'],
      ['if-modified-since', 'Tue, 17 Nov 2026 09:00:00 GMT'],
    ] as const) {
      const { status, headers, text } = await get({ [name]: value });
      expect({ status, text }).toEqual({ status: 304, text: '' });
      expect(headers).toMatchObject({ etag: '"v1"', 'cache-control': expect.stringContaining('immutable') });
      expect(headers).not.toHaveProperty('content-type');
    }
    expect(opened).toEqual([]);
  });

  it('is cacheable for every key only if it is public', async () => {
    expect((await (await startFiles({ cacheControl: 'public, max-age=60' })).get()).headers.vary).toBeUndefined();
    expect((await (await startFiles()).get()).headers.vary).toBe('Authorization, X-API-Key');
  });

  it('is compressed for clients that accept gzip, under a weak tag', async () => {
    const { get } = await startFiles({ compress: true });
    const packed = await get({ 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"v1"' });
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(packed.headers).not.toHaveProperty('content-length');
    expect(gunzipSync(packed.body).toString()).toBe('0123456789');
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': 'W/"v1"' });
    expect(again).toMatchObject({ status: 304, headers: { etag: 'W/"v1"' } });
    for (const plain of [{}, { 'accept-encoding': 'gzip;q=0' }, { 'accept-encoding': 'identity' }]) {
      const { headers, text } = await get(plain as Record<string, string>);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).toMatchObject({ etag: '"v1"', vary: expect.stringContaining('Accept-Encoding') });
      expect(text).toBe('0123456789');
    }
    const part = await get({ 'accept-encoding': 'gzip', range: 'bytes=0-1' });
    expect(part).toMatchObject({ status: 206, text: '01' });
  });

  it('may be generated while it is sent, and then has no parts', async () => {
    const { get } = await startFiles();
    const { status, headers, text } = await get({ range: 'bytes=0-1' }, '/feed');
    expect({ status, text }).toEqual({ status: 200, text: '0123456789' });
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(headers).not.toHaveProperty('accept-ranges');
  });
});

describe('a file that fails', () => {
  it('before it is open is an error like any other', async () => {
    const open = () => {
      throw new ApiError('not_found', 'Gone.');
    };
    const { get } = await startFiles({ open, fileName: 'a.csv' });
    const { status, headers } = await get();
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('content-disposition');
  });

  it.each<[string, () => Readable]>([
    ['breaks', () => Readable.from(failing())],
    ['is shorter than it says', () => Readable.from([content.subarray(1)])],
  ])('because it %s closes the connection and is in the log', async (_, open) => {
    const { get, errors } = await startFiles({ open });
    await expect(get()).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  it('because it is longer than declared sends no extra byte, and is logged', async () => {
    const { get, errors } = await startFiles({ open: () => Readable.from([content, content]) });
    expect((await get()).text).toBe('0123456789');
    expect(errors).toHaveLength(1);
  });

  it('is closed when the client has disconnected, which is not a failure', async () => {
    let closed = 0;
    const open = () => {
      const endless = Readable.from(forever());
      return endless.once('close', () => {
        closed += 1;
      });
    };
    const { url, errors } = await startFiles({ open, size: 1e12 });
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const request = httpRequest(`${url}/file`, { headers }).end();
      const [response] = await once(request, 'response');
      await once(response, 'data');
      request.destroy();
    }
    await expect.poll(() => closed).toBe(2);
    expect(errors).toEqual([]);
  });

  it('with an undeclared type is found in tests', async () => {
    const { get, errors } = await startFiles({ mediaType: 'application/pdf' });
    expect((await get()).status).toBe(500);
    expect(String((errors[0] as { err: Error }).err)).toContain('it declares text/csv, image/*');
    expect((await (await startFiles({ mediaType: 'image/png' })).get()).status).toBe(200);
  });
});

it('a file is read no faster than it is sent', async () => {
  let made = 0;
  async function* counting() {
    for await (const chunk of forever()) {
      made += chunk.length;
      yield chunk;
    }
  }
  const { url } = await startFiles({ open: () => Readable.from(counting()), size: 1e12 });
  const request = httpRequest(`${url}/file`).end();
  const [response] = await once(request, 'response');
  response.pause();
  // What the sockets hold is a few megabytes; then nothing more is made.
  let before = 0;
  const rests = () => {
    const same = made === before;
    before = made;
    return same;
  };
  await expect.poll(rests).toBe(true);
  expect(made).toBeLessThan(50_000_000);
  request.destroy();
});

async function* failing() {
  yield content.subarray(0, 3);
  throw new Error('The disk broke.');
}

async function* forever() {
  for (;;) {
    yield Buffer.alloc(64 * 1024);
    await new Promise(setImmediate);
  }
}
