import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createAuthority,
  createSelfSigned,
  type ServerCertificate,
  type TestAuthority,
} from '../testing/certificates.ts';
import { createSender, type SenderOptions } from './sender.ts';

const body = new TextEncoder().encode('{}');

function post(url: string, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ allowPrivate: true, ...options });
  onTestFinished(() => sender.close());
  return sender.post({ url, headers: {}, body });
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A receiver that does anything with its connections once it has heard something. */
async function startRaw(behave: (socket: Socket) => void, allowHalfOpen = false): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

/** Writes for as long as anyone reads. @returns how many bytes it got rid of. */
function pour(socket: Socket, piece: string): () => number {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
  return () => socket.bytesWritten;
}

/** Writes a piece every few milliseconds. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}

const noAnswer = (errorReason: string) => ({ responseStatus: null, errorReason });

describe('an answer', () => {
  it('whose head trickles has the time of the whole exchange', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X: y\r\n');
    });
    expect(await post(url, { timeoutMs: 150 })).toMatchObject(noAnswer('timeout'));
  });

  it('of which one byte comes at a time has the time of the whole exchange', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      drip(socket, '1\r\nx\r\n');
    });
    expect(await post(url, { timeoutMs: 150 })).toMatchObject(noAnswer('timeout'));
  });

  it.each([
    ['a megabyte of headers', 'HTTP/1.1 200 OK\r\n', `X-Long: ${'x'.repeat(1000)}\r\n`],
    ['one header without an end', 'HTTP/1.1 200 OK\r\nX-Long: ', 'x'.repeat(65_536)],
    ['a status line without an end', 'HTTP/1.1 200 ', 'x'.repeat(65_536)],
    ['chunk extensions without an end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'.repeat(65_536)],
    [
      'trailers without an end',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
      `X: ${'x'.repeat(1000)}\r\n`,
    ],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', 'x'.repeat(65_536)],
  ])('with %s is broken off after a little of it', async (_, head, piece) => {
    let poured = () => 0;
    const url = await startRaw((socket) => {
      socket.write(head);
      poured = pour(socket, piece);
    });
    expect(await post(url)).toMatchObject(noAnswer('connection_refused'));
    expect(poured()).toBeLessThan(20_000_000);
  });

  it('that is always announced and never comes has the time of the whole exchange', async () => {
    const url = await startRaw((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'));
    expect(await post(url, { timeoutMs: 150 })).toMatchObject(noAnswer('timeout'));
  });

  it('that changes the protocol is none', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    });
    expect(await post(url)).toMatchObject(noAnswer('connection_refused'));
  });

  it('that ends before it began, on a connection that stays half open, is none', async () => {
    const url = await startRaw((socket) => socket.end(), true);
    expect(await post(url)).toMatchObject(noAnswer('connection_refused'));
  });

  it('that ends within its body is none', async () => {
    const url = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart'), true);
    expect(await post(url)).toMatchObject(noAnswer('connection_refused'));
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'https://localhost/', 'file:///etc/passwd', '//10.0.0.1/'])(
    'that redirects to %s is a failure, and the address is not called',
    async (target) => {
      const url = await startRaw((socket) =>
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`),
      );
      expect(await post(url)).toMatchObject({ responseStatus: 302, errorReason: 'redirect' });
    },
  );
});

describe('over TLS', () => {
  const trusted = getCACertificates('default');
  let authority: TestAuthority;
  beforeAll(async () => {
    authority = await createAuthority();
    setDefaultCACertificates([...trusted, authority.cert]);
  });
  afterAll(() => setDefaultCACertificates(trusted));

  async function postTo(certificate: ServerCertificate) {
    let requests = 0;
    const server = createHttpsServer(certificate, (_, response) => {
      requests += 1;
      response.writeHead(204).end();
    });
    const port = await listen(server);
    onTestFinished(() => server.closeAllConnections());
    const result = await post(`https://localhost:${port}/`);
    return { ...result, requests };
  }

  it('a receiver with a valid certificate is sent to', async () => {
    const certificate = await authority.certify('localhost');
    expect(await postTo(certificate)).toMatchObject({ responseStatus: 204, errorReason: null, requests: 1 });
  });

  it.each([
    ['nobody else has signed', () => createSelfSigned('localhost')],
    ['is for another name', () => authority.certify('shop.example')],
    ['has expired', () => authority.certify('localhost', -1)],
  ])('a receiver with a certificate that %s is not sent to', async (_, make) => {
    expect(await postTo(await make())).toMatchObject({ ...noAnswer('tls'), requests: 0 });
  });

  it('a receiver that never ends its handshake has the time of the whole exchange', async () => {
    const url = await startRaw(() => undefined);
    expect(await post(url.replace('http:', 'https:'), { timeoutMs: 150 })).toMatchObject(noAnswer('timeout'));
  });
});

describe('a name', () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(`queryA ${code}`), { code, syscall: 'queryA' });
  };

  it.each(['ENOTFOUND', 'ESERVFAIL', 'ECONNREFUSED', 'ETIMEOUT'])(
    'that is not found with %s is a failure of the DNS',
    async (code) => {
      expect(await post('http://shop.example/', { resolve: failing(code) })).toMatchObject(noAnswer('dns'));
    },
  );

  it('that is never answered has the time of the whole exchange', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await post('http://shop.example/', { resolve, timeoutMs: 100 })).toMatchObject(noAnswer('timeout'));
  });
});
