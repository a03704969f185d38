import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startUploads, type UploadServer } from '../../../test-support/start-uploads.ts';
import { fileLimit } from '../../../test-support/upload-contract.ts';
import type { IncomingFile } from './upload-receiver.ts';

const multipart = (boundary = 'b') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
const head = (disposition: string, ...more: string[]) =>
  ['--b', `Content-Disposition: ${disposition}`, ...more, '', ''].join('\r\n');
const filePart = `${head('form-data; name="file"; filename="a.png"', 'Content-Type: image/png')}x\r\n`;
const field = (name: string, value: string) => `${head(`form-data; name="${name}"`)}${value}\r\n`;
const end = '--b--\r\n';

async function expectClean({ waiting, send, errors }: UploadServer): Promise<void> {
  await expect.poll(waiting).toEqual([]);
  expect(errors).toEqual([]);
  expect((await send('/files', filePart + end, multipart())).status).toBe(201);
}

describe('a hostile multipart body is 400 and leaves nothing behind', () => {
  it.each<[string, string, Record<string, string>]>([
    ['without an end', filePart, multipart()],
    ['cut in a file', filePart.slice(0, -2), multipart()],
    ['cut in a field', filePart + field('altText', 'x').slice(0, -2), multipart()],
    ['cut in a header', `${filePart}--b\r\nContent-Disp`, multipart()],
    ['of something else', '{"url":"x"}', multipart()],
    ['of one line without an end', `--b${'x'.repeat(10_000)}`, multipart()],
    ['with a part without a name', `${head('form-data; filename="a.png"')}x\r\n${end}`, multipart()],
    ['with a part of an endless name', field('x'.repeat(300), 'y') + end, multipart()],
    ['of a thousand parts', Array.from({ length: 1000 }, (_, n) => field(`p${n}`, '')).join('') + end, multipart()],
    ['with a field that is no UTF-8', '', multipart()],
    ['without a boundary', filePart + end, { 'content-type': 'multipart/form-data' }],
    ['with an empty boundary', filePart + end, { 'content-type': 'multipart/form-data; boundary=' }],
    ['with a boundary too long', filePart + end, multipart('b'.repeat(71))],
    ['of another multipart type', filePart + end, { 'content-type': 'multipart/mixed; boundary=b' }],
    ['of a form', 'file=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('%s', async (name, text, headers) => {
    const server = await startUploads();
    const latin1 = Buffer.from(`${field('altText', '\xe9')}${end}`, 'latin1');
    const response = await server.send('/files', name.includes('UTF-8') ? new Uint8Array(latin1) : text, headers);
    expect(response.error).toMatchObject({ code: 'bad_request' });
    await expectClean(server);
  });

  it('with a compressed body', async () => {
    const server = await startUploads();
    const body = new Uint8Array(gzipSync(filePart + end));
    const response = await server.send('/files', body, { ...multipart(), 'content-encoding': 'gzip' });
    expect(response.error.message).toContain('Content-Encoding');
    await expectClean(server);
  });
});

describe('a multipart body', () => {
  it('has JSON in its fields within the limits of a JSON body', async () => {
    const server = await startUploads();
    const deep = await server.send('/notes', field('mapping', `  ${'['.repeat(100)}`) + end, multipart());
    expect(deep.error).toMatchObject({
      code: 'validation_failed',
      details: { fieldErrors: { mapping: 'Nested deeper than 64 levels.' } },
    });
    const text = field('mapping', `x${'['.repeat(100)}`) + end;
    expect((await server.send('/notes', text, multipart())).status).toBe(200);
  });

  it('cannot contain a bomb of part headers', async () => {
    const server = await startUploads();
    const bomb = head(
      'form-data; name="file"; filename="a"',
      ...Array.from({ length: 1500 }, (_, n) => `X-${n}: ${n}`),
    );
    const response = await server.send('/files', `${bomb}x\r\n${end}`, multipart());
    expect([201, 400, 422]).toContain(response.status);
    const large = `${head('form-data; name="file"; filename="a"', `X: ${'x'.repeat(2_500_000)}`)}x\r\n${end}`;
    expect((await server.send('/files', large, multipart())).status).toBe(413);
    await expect.poll(server.waiting).toEqual([]);
  });

  it('is not parsed recursively when a part is multipart itself', async () => {
    const server = await startUploads();
    const inner = '--c\r\nContent-Disposition: form-data; name="altText"\r\n\r\nsmuggled\r\n--c--\r\n';
    const nested = head('form-data; name="file"; filename="a"', 'Content-Type: multipart/mixed; boundary=c');
    const response = await server.send('/files', `${nested}${inner}\r\n${end}`, multipart());
    expect(response.data).toMatchObject({ altText: null, size: inner.length });
  });

  it.each(['__proto__', 'constructor', 'a.b', 'a[b]'])('may have a field of any name: %s', async (name) => {
    const { send } = await startUploads();
    const response = await send('/notes', field(name, 'x') + end, multipart());
    if (name === '__proto__') expect(response.status).toBe(422);
    else expect(response.data).toEqual({ [name]: 'x' });
  });

  it('must not contain NUL in a field', async () => {
    const { send } = await startUploads();
    const response = await send('/notes', field('a', 'x\0') + end, multipart());
    expect(response.error.details.fieldErrors).toEqual({ a: 'Must not contain NUL characters.' });
  });

  it('may have text before its first part and after its last', async () => {
    const { send } = await startUploads();
    expect((await send('/notes', `preamble\r\n${field('a', 'x')}${end}epilogue`, multipart())).data).toEqual({
      a: 'x',
    });
    expect((await send('/notes', end, multipart())).data).toEqual({});
  });

  it('is found to be too large before it is sent, when its length says so', async () => {
    const { port, key, waiting } = await startUploads();
    const headers = { ...multipart(), 'x-api-key': key, 'content-length': 3 * fileLimit };
    const request = httpRequest({ port, method: 'POST', path: '/files', headers }).on('error', () => {});
    request.write(filePart);
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(413);
    request.destroy();
    expect(await waiting()).toEqual([]);
  });

  it('is found to be too large while it arrives, when it has no length', async () => {
    const server = await startUploads();
    const headers = { ...multipart(), 'x-api-key': server.key };
    const request = httpRequest({ port: server.port, method: 'POST', path: '/files', headers }).on('error', () => {});
    let status = 0;
    const responding = once(request, 'response').then(([response]) => {
      status = response.statusCode;
    });
    request.write(filePart.slice(0, -2));
    while (status === 0) {
      const written = new Promise((resolve) => request.write(Buffer.alloc(64 * 1024), resolve));
      await Promise.race([written, responding]);
    }
    request.destroy();
    expect(status).toBe(413);
    await expectClean(server);
  });

  it('is discarded when its client disconnects in the middle', async () => {
    const server = await startUploads();
    const headers = { ...multipart(), 'x-api-key': server.key, 'content-length': 500_000 };
    const request = httpRequest({ port: server.port, method: 'POST', path: '/files', headers }).on('error', () => {});
    request.write(filePart.slice(0, -2) + 'x'.repeat(100_000));
    await expect.poll(server.waiting).toHaveLength(1);
    request.destroy();
    await expectClean(server);
    expect(server.calls()).toBe(1);
  });

  it('is read no faster than its files are stored', async () => {
    const gate = Promise.withResolvers<void>();
    let arrived = 0;
    const slow = {
      receive: async ({ stream }: IncomingFile) => {
        await gate.promise;
        for await (const chunk of stream) arrived += chunk.length;
        return 'k';
      },
      discard: async () => {},
    };
    const server = await startUploads({ receiver: slow });
    const headers = { ...multipart(), 'x-api-key': server.key };
    const request = httpRequest({ port: server.port, method: 'POST', path: '/files', headers }).on('error', () => {});
    request.write(filePart.slice(0, -2));
    const [socket] = await once(request, 'socket');
    // The bytes flow until the sockets' own buffers are full, and stop.
    while (request.write(Buffer.alloc(64 * 1024)) || socket.writableLength < 8_000_000) await setImmediate();
    expect(arrived).toBe(0);
    gate.resolve();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(413);
    expect(arrived).toBeLessThanOrEqual(fileLimit);
    request.destroy();
  });

  it('is refused when its client stops sending', async () => {
    const server = await startUploads({ idleMs: 50 });
    const headers = { ...multipart(), 'x-api-key': server.key, 'content-length': 500_000 };
    const request = httpRequest({ port: server.port, method: 'POST', path: '/files', headers }).on('error', () => {});
    request.write(filePart.slice(0, -2));
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(400);
    request.destroy();
    await expectClean(server);
  });
});
