import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { ApiError } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test-support/serve.ts';
import { NodeRequest } from '../adapters/node.ts';
import { readBytes } from './read-bytes.ts';

const limit = 1000;

interface Outcome {
  readonly body?: string;
  readonly code?: string;
  readonly message?: string;
}

/** A server that reads bodies and keeps what came of each. */
async function setUp() {
  const outcomes: Outcome[] = [];
  const waiting: ((outcome: Outcome) => void)[] = [];
  const { url, port } = await serve(async (req: IncomingMessage, res) => {
    const outcome = await readBytes(new NodeRequest({ req, res }), limit).then(
      (body): Outcome => ({ body: body.toString() }),
      (error: unknown): Outcome =>
        error instanceof ApiError ? { code: error.code, message: error.message } : { message: String(error) },
    );
    outcomes.push(outcome);
    for (const resolve of waiting.splice(0)) resolve(outcome);
    res.end(JSON.stringify(outcome));
  });
  const send = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const response = await fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    return (await response.json()) as Outcome;
  };
  const next = () => new Promise<Outcome>((resolve) => waiting.push(resolve));
  return { port, send, next };
}

function chunked(size: number): ReadableStream {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const step = Math.min(left, 300);
      left -= step;
      if (step > 0) controller.enqueue(new Uint8Array(step).fill(97));
      else controller.close();
    },
  });
}

describe('the bytes of a body', () => {
  it('are read with a length and in chunks, up to the limit', async () => {
    const { send } = await setUp();
    expect(await send('a'.repeat(limit))).toEqual({ body: 'a'.repeat(limit) });
    expect(await send(chunked(limit))).toEqual({ body: 'a'.repeat(limit) });
  });

  it('are refused beyond the limit, declared or in chunks', async () => {
    const { send } = await setUp();
    const refused = { code: 'payload_too_large', message: 'The body may have at most 1000 bytes.' };
    expect(await send('a'.repeat(limit + 1))).toEqual(refused);
    expect(await send(chunked(limit + 1))).toEqual(refused);
  });

  it('are refused by their declared length before any of them arrives', async () => {
    const { port, next } = await setUp();
    const outcome = next();
    const request = httpRequest({ port, method: 'POST', headers: { 'Content-Length': '5000' } });
    request.on('error', () => {});
    request.flushHeaders();
    expect(await outcome).toMatchObject({ code: 'payload_too_large' });
    request.destroy();
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('are decompressed: %s', async (encoding, compress) => {
    const { send } = await setUp();
    expect(await send(compress('hello'), { 'content-encoding': encoding })).toEqual({ body: 'hello' });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('are counted after decompression, so that a %s bomb is refused', async (encoding, compress) => {
    const { send } = await setUp();
    const bomb = compress(Buffer.alloc(8 * 1024 * 1024));
    expect(await send(bomb.subarray(0, 900), { 'content-encoding': encoding })).toMatchObject({
      code: 'payload_too_large',
    });
  });

  it('are refused with 400 when they are not what Content-Encoding says', async () => {
    const { send } = await setUp();
    expect(await send('no gzip', { 'content-encoding': 'gzip' })).toEqual({
      code: 'bad_request',
      message: 'The body does not match its Content-Encoding.',
    });
    expect(await send('x', { 'content-encoding': 'rot13' })).toMatchObject({ code: 'bad_request' });
    expect(await send('x', { 'content-encoding': 'constructor' })).toMatchObject({ code: 'bad_request' });
  });

  it.each(['', 'Content-Encoding: gzip\r\n'])('end with an error when the client disconnects (%j)', async (header) => {
    const { port, next } = await setUp();
    const outcome = next();
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 500\r\n\r\n`);
      socket.write(Buffer.from([0x1f, 0x8b]));
      socket.end();
    });
    socket.on('error', () => {});
    expect(await outcome).toMatchObject({ code: 'bad_request' });
  });
});
