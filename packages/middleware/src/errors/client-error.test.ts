import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test-support/serve.ts';
import { createClientErrorHandler } from './client-error.ts';

/** Sends bytes and gives back all that comes until the server closes. */
async function exchange(bytes: string, then?: string): Promise<string> {
  const { port, server } = await serve((_req, res) => void res.end('fine'));
  server.on(
    'clientError',
    createClientErrorHandler(() => 'req_fixed000'),
  );
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  if (then !== undefined) socket.once('readable', () => setImmediate(() => socket.write(then)));
  return text(socket);
}

describe('what is no HTTP', () => {
  it('is answered with the envelope, and the connection closes', async () => {
    const answer = await exchange('NOT HTTP AT ALL\r\n\r\n');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Connection: close');
    expect(head).toContain('X-Request-Id: req_fixed000');
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'bad_request', message: 'The request is not valid HTTP.', requestId: 'req_fixed000' },
    });
  });

  it.each([
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('is 431 for a URL or headers that are too long', async (bytes) => {
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  });

  it('may follow a good request on the same connection', async () => {
    const answer = await exchange('GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'rubbish\r\n\r\n');
    expect(answer).toContain('fine');
    expect(answer).toContain('400 Bad Request');
  });
});
