import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { answer, type Behaviour, startReceiver } from '../testing/receiver.ts';
import { reasonOfError } from './error-reason.ts';
import { createSender, type SenderOptions } from './sender.ts';

async function receiver(behaviour?: Behaviour) {
  const started = await startReceiver(behaviour);
  onTestFinished(() => started.stop());
  return started;
}

function sender(options: Partial<SenderOptions> = {}) {
  const made = createSender({ allowPrivate: true, ...options });
  onTestFinished(() => made.close());
  return (url: string) => made.post({ url, headers: { 'X-Test': 'a' }, body: new TextEncoder().encode('{"ä":1}') });
}

it('posts the exact bytes and succeeds with any 2xx', async () => {
  const { url, received } = await receiver(answer(202));
  expect(await sender()(url)).toMatchObject({ responseStatus: 202, errorReason: null });
  expect(received[0]?.body.toString()).toBe('{"ä":1}');
  expect(received[0]?.headers).toMatchObject({ 'x-test': 'a', 'content-length': '8' });
});

it.each([
  [304, 'redirect'],
  [404, 'http_4xx'],
  [503, 'http_5xx'],
])('takes the answer %i for a failure: %s', async (status, errorReason) => {
  const { url } = await receiver(answer(status, { 'Retry-After': '7' }));
  expect(await sender()(url)).toMatchObject({ responseStatus: status, errorReason, retryAfter: '7' });
});

it('does not follow a redirect', async () => {
  const target = await receiver();
  const { url } = await receiver(answer(307, { Location: target.url }));
  expect(await sender()(url)).toMatchObject({ responseStatus: 307, errorReason: 'redirect' });
  expect(target.received).toEqual([]);
});

it('gives up on a receiver that does not answer in time', async () => {
  const { url } = await receiver(() => undefined);
  expect(await sender({ timeoutMs: 50 })(url)).toMatchObject({ responseStatus: null, errorReason: 'timeout' });
});

it('gives up on an answer that trickles: the whole exchange has its time', async () => {
  const { url } = await receiver((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 10);
    response.on('close', () => clearInterval(timer));
  });
  expect(await sender({ timeoutMs: 100 })(url)).toMatchObject({ errorReason: 'timeout' });
});

it('reads no more than its share of an endless answer, and takes its status', async () => {
  let sent = 0;
  const { url } = await receiver((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  expect(await sender({ maxAnswerBytes: 1000 })(url)).toMatchObject({ responseStatus: 200, errorReason: null });
  expect(sent).toBeLessThan(50_000_000);
});

it('fails when the receiver hangs up before or within its answer', async () => {
  const { url, behave } = await receiver((response) => response.socket?.destroy());
  const post = sender();
  expect(await post(url)).toMatchObject({ responseStatus: null, errorReason: 'connection_refused' });
  behave((response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('part', () => response.socket?.destroy());
  });
  expect(await post(url)).toMatchObject({ errorReason: 'connection_refused' });
});

it('keeps connections alive, and sends again when one was closed meanwhile', async () => {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests += 1;
      // A second request on the same connection finds it closed.
      if (socket.bytesWritten > 0) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const post = sender();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await post(url)).toMatchObject({ responseStatus: 204 });
  expect(await post(url)).toMatchObject({ responseStatus: 204, errorReason: null });
  expect({ requests, connections: sockets.size }).toEqual({ requests: 3, connections: 2 });
});

it('tells why nothing was sent', async () => {
  const { url, stop } = await startReceiver();
  await stop();
  const post = sender();
  expect(await post(url)).toMatchObject({ errorReason: 'connection_refused' });
  expect(await post('http://name.invalid/')).toMatchObject({ errorReason: 'dns' });
});

it('takes a receiver without TLS, where HTTPS is asked for, for a failure of TLS', async () => {
  const { url } = await receiver();
  expect(await sender()(url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, errorReason: 'tls' });
  expect(reasonOfError({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })).toBe('tls');
});

it('sends nothing to private addresses, nor without TLS, unless they are admitted', async () => {
  const { url, received } = await receiver();
  const post = sender({ allowPrivate: false });
  for (const refused of [url, url.replace('http:', 'https:'), 'https://localhost:1/']) {
    expect(await post(refused)).toMatchObject({ responseStatus: null, errorReason: 'blocked_address' });
  }
  expect(received).toEqual([]);
});
