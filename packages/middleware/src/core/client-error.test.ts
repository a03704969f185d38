import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RateLimitPolicy } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test-support/serve.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import { type ClientErrorOptions, createClientErrorHandler } from './client-error.ts';

/** Sends bytes and gives back all that comes until the server closes. */
async function exchange(bytes: string, then?: string, options: ClientErrorOptions = {}): Promise<string> {
  const { port, server } = await serve((_req, res) => void res.end('fine'));
  server.on('clientError', createClientErrorHandler({ generateRequestId: () => 'req_fixed000', ...options }));
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  if (then !== undefined) socket.once('readable', () => setImmediate(() => socket.write(then)));
  return text(socket);
}

describe('malformed HTTP', () => {
  it('gets the error envelope, and the connection closes', async () => {
    const response = await exchange('NOT HTTP AT ALL\r\n\r\n');
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Connection: close');
    expect(head).toContain('X-Request-Id: req_fixed000');
    expect(head).toContain('X-Content-Type-Options: nosniff');
    expect(head).toContain('Cache-Control: private, no-cache');
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'bad_request', message: 'The request is not valid HTTP.', requestId: 'req_fixed000' },
    });
  });

  it.each([
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('says when the URL or the headers are too long', async (bytes) => {
    const response = await exchange(bytes);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('The URL or the headers are too long.');
  });

  it('is counted against the address it came from', async () => {
    const taken: string[] = [];
    const store = createMemoryRateLimitStore();
    const take = (subject: string, policy: RateLimitPolicy) => {
      taken.push(subject);
      return store.take(subject, policy);
    };
    const rateLimit = { store: { take }, addressPolicy: { name: 'address', limit: 9, windowMs: 60_000 } };
    const response = await exchange('NOT HTTP\r\n\r\n', undefined, { rateLimit });
    expect(taken).toEqual(['address:127.0.0.1']);
    expect(response).toContain('X-RateLimit-Limit: 9\r\nX-RateLimit-Remaining: 8\r\nX-RateLimit-Reset: ');
  });

  it('gets a response even when counting fails', async () => {
    const take = () => {
      throw new Error('down');
    };
    const rateLimit = { store: { take }, addressPolicy: { name: 'address', limit: 9, windowMs: 60_000 } };
    const response = await exchange('NOT HTTP\r\n\r\n', undefined, { rateLimit });
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain('RateLimit');
  });

  it('may follow a good request on the same connection', async () => {
    const response = await exchange('GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'rubbish\r\n\r\n');
    expect(response).toContain('fine');
    expect(response).toContain('400 Bad Request');
  });
});
