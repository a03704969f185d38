import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createAuthority,
  createSelfSigned,
  type ServerCertificate,
  type TestAuthority,
} from '#testing/outbound/certificates.ts';
import { listenForTest, pour, startRawServer } from '#testing/outbound/raw-server.ts';
import { createTestClient } from '#testing/outbound/test-client.ts';
import { noTracing, type Tracing } from '../kernel/index.ts';
import type { OutboundRequest } from './exchange.ts';
import type { OutboundClient } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundResponse } from './outbound-response.ts';

const post = (url: string, body = '{}') => ({ method: 'POST', url, headers: {}, body: Buffer.from(body) }) as const;
const get = (url: string) => ({ method: 'GET', url }) as const;
const readText = async (response: OutboundResponse) => (await response.bytes(1024 * 1024)).toString();

const soon = { interval: 2 };

/** The text of the response, or the code of the failure. */
const outcomeOf = (client: OutboundClient, request: OutboundRequest): Promise<string> =>
  client.send(request, readText).catch((error: unknown) => {
    if (error instanceof OutboundError) return error.code;
    throw error;
  });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenForTest(server);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${port}/`;
}

const echo: RequestListener = async (req, res) => {
  res.end(JSON.stringify([req.method, req.headers, await text(req)]));
};

describe('a request', () => {
  it('is a span of the trace it is sent in, and carries its header fields', async () => {
    const url = await serve(echo);
    const spans: string[] = [];
    const tracing: Tracing = {
      ...noTracing,
      span: ({ name, kind, attributes }, work) => {
        spans.push(`${kind} ${name} ${attributes?.['server.address']}`);
        return work();
      },
      headers: () => ({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }),
    };
    const [, headers] = JSON.parse(await outcomeOf(createTestClient({ tracing }), get(url)));
    expect(headers.traceparent).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    expect(spans).toEqual([`client GET ${new URL(url).host}`]);
  });

  it('carries the exact bytes of its body and the header fields it is given', async () => {
    const url = await serve(echo);
    const request = { ...post(url, '{"ä":1}'), headers: { 'Content-Type': 'application/json' } };
    expect(JSON.parse(await outcomeOf(createTestClient(), request))).toEqual([
      'POST',
      {
        host: new URL(url).host,
        'user-agent': 'product-content/1.0',
        accept: '*/*',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': '8',
        connection: 'close',
      },
      '{"ä":1}',
    ]);
  });

  it('is not sent when its work was already canceled', async () => {
    const { url, connections } = await startRawServer(() => undefined);
    const request = { ...get(url), signal: AbortSignal.abort(new Error('canceled')) };
    await expect(createTestClient().send(request, readText)).rejects.toThrow('canceled');
    expect(connections().all).toBe(0);
  });

  it('passes on what the reader of its response throws', async () => {
    const url = await serve(echo);
    const failing = createTestClient().send(get(url), async () => {
      throw new RangeError('The disk is full.');
    });
    await expect(failing).rejects.toThrow(RangeError);
  });

  it('ends in time when the reader of its response never does', async () => {
    const url = await serve(echo);
    const stuck = createTestClient({ timeoutMs: 100 }).send(get(url), () => new Promise<never>(() => undefined));
    await expect(stuck).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('0.1 seconds') });
  });
});

describe('a connection', () => {
  it('that is not made in time fails by the connection timeout', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const sent = createTestClient({ resolve, connectMs: 50 }).send(get('http://shop.example/'), readText);
    await expect(sent).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('No connection') });
  });

  it('that is refused is distinguished from a name that is not found', async () => {
    const client = createTestClient();
    expect(await outcomeOf(client, get('http://127.0.0.1:9/'))).toBe('connection');
    expect(await outcomeOf(client, get('http://name.invalid/'))).toBe('dns');
  });

  it.each(['ENOTFOUND', 'ESERVFAIL', 'ECONNREFUSED', 'ETIMEOUT'])(
    'to a name for which the name server returns %s is a failure of the DNS',
    async (code) => {
      const resolve = async () => {
        throw Object.assign(new Error(`queryA ${code}`), { code, syscall: 'queryA' });
      };
      expect(await outcomeOf(createTestClient({ resolve }), get('http://shop.example/'))).toBe('dns');
    },
  );
});

describe('a connection that is kept', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  it('carries the next request to the same host', async () => {
    const { url, connections } = await startRawServer((socket) => {
      socket.write(ok);
      socket.on('data', () => socket.write(ok));
    });
    const client = createTestClient({ keepAlive: true });
    expect([await outcomeOf(client, post(url)), await outcomeOf(client, post(url))]).toEqual(['ok', 'ok']);
    expect(connections().all).toBe(1);
  });

  it('is replaced when the server closed it before the next request', async () => {
    let requests = 0;
    const { url, connections } = await startRawServer((socket) => {
      requests += 1;
      socket.write(ok);
      socket.on('data', () => {
        requests += 1;
        socket.resetAndDestroy();
      });
    });
    const client = createTestClient({ keepAlive: true });
    expect([await outcomeOf(client, post(url)), await outcomeOf(client, post(url))]).toEqual(['ok', 'ok']);
    expect([requests, connections().all]).toEqual([3, 2]);
  });

  const failures: [string, string, (socket: Socket) => void][] = [
    ['switches the protocol', 'protocol', (socket) => socket.write('HTTP/1.1 101 S\r\n\r\n')],
    ['sends interim responses without end', 'protocol', (socket) => pour(socket, 'HTTP/1.1 103 E\r\n\r\n')],
    ['sends what is not HTTP', 'protocol', (socket) => socket.write('SSH-2.0\r\n\r\n')],
    [
      'resets it within the response',
      'connection',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart', () => socket.resetAndDestroy()),
    ],
  ];
  it.each(failures)('is replaced after a server %s, and the request is not sent again', async (_, code, fail) => {
    let requests = 0;
    const { url, connections } = await startRawServer((socket) => {
      requests += 1;
      socket.write(ok);
      socket.once('data', () => {
        requests += 1;
        fail(socket);
      });
    });
    const client = createTestClient({ keepAlive: true });
    const outcomes = [];
    for (let count = 0; count < 3; count += 1) outcomes.push(await outcomeOf(client, post(url)));
    expect(outcomes).toEqual(['ok', code, 'ok']);
    expect([requests, connections().all]).toEqual([3, 2]);
  });

  it('is closed after a body that was not read to its end', async () => {
    let poured: Socket | undefined;
    const { url, connections } = await startRawServer((socket) => {
      poured = socket;
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      pour(socket, `400\r\n${'x'.repeat(1024)}\r\n`);
    });
    await createTestClient({ keepAlive: true }).send(post(url), (response) => response.drain(5000));
    await expect.poll(() => connections().open, soon).toBe(0);
    expect(poured?.bytesWritten).toBeLessThan(50_000_000);
  });
});

describe('a redirect', () => {
  it('is followed for GET up to the limit', async () => {
    const url = await serve((req, res) => {
      const left = Number(req.url?.slice(1) || 3);
      if (left === 1) echo(req, res);
      else res.writeHead(307, { Location: `/${left - 1}` }).end('Elsewhere.');
    });
    expect(JSON.parse(await outcomeOf(createTestClient({ maxRedirects: 2 }), get(url)))[0]).toBe('GET');
    expect(await outcomeOf(createTestClient({ maxRedirects: 1 }), get(url))).toBe('redirect');
  });

  it('is a response for POST, and when redirects are off', async () => {
    const requests: (string | undefined)[] = [];
    const url = await serve((req, res) => {
      requests.push(req.url);
      res.writeHead(307, { Location: '/elsewhere' }).end('Elsewhere.');
    });
    expect(await outcomeOf(createTestClient({ maxRedirects: 5 }), post(url))).toBe('Elsewhere.');
    expect(await outcomeOf(createTestClient(), get(url))).toBe('Elsewhere.');
    expect(requests).toEqual(['/', '/']);
  });

  it('counts towards the time of the exchange', async () => {
    const silent = await startRawServer(() => undefined);
    const url = await serve((_, res) => void res.writeHead(302, { Location: silent.url }).end());
    expect(await outcomeOf(createTestClient({ maxRedirects: 5, timeoutMs: 100 }), get(url))).toBe('timeout');
    await expect.poll(() => silent.connections().open, soon).toBe(0);
  });
});

describe('over TLS', () => {
  const trusted = getCACertificates('default');
  let authority: TestAuthority;
  beforeAll(async () => {
    authority = await createAuthority();
    setDefaultCACertificates([...trusted, authority.cert]);
  });
  afterAll(() => setDefaultCACertificates(trusted));

  async function serveOverTls(certificate: ServerCertificate, location?: string) {
    let requests = 0;
    const server = createHttpsServer(certificate, (_, response) => {
      requests += 1;
      if (location === undefined) response.end('ok');
      else response.writeHead(302, { Location: location }).end();
    });
    const port = await listenForTest(server);
    onTestFinished(() => server.closeAllConnections());
    return { port, requests: () => requests };
  }
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

  it('a valid certificate is accepted, and others are refused before anything is sent', async () => {
    const certificates: [string, ServerCertificate][] = [
      ['ok', await authority.certify('localhost')],
      ['tls', await createSelfSigned('localhost')],
      ['tls', await authority.certify('shop.example')],
      ['tls', await authority.certify('localhost', -1)],
    ];
    for (const [outcome, certificate] of certificates) {
      const { port, requests } = await serveOverTls(certificate);
      expect(await outcomeOf(createTestClient(), get(`https://localhost:${port}/`))).toBe(outcome);
      expect(requests()).toBe(outcome === 'ok' ? 1 : 0);
    }
  });

  it('nothing is sent to private addresses, nor without TLS, unless allowed', async () => {
    const { port, requests } = await serveOverTls(await authority.certify('localhost'));
    const client = createTestClient({ allowPrivate: false });
    const urls = ['https://localhost', 'https://127.0.0.1', 'https://[::1]', 'http://127.0.0.1', 'http://8.8.8.8'];
    for (const url of urls) expect(await outcomeOf(client, get(`${url}:${port}/`))).toBe('address');
    expect(requests()).toBe(0);
  });

  it('a name is resolved for each connection, and refused once it leads to a private address', async () => {
    const { port, requests } = await serveOverTls(await authority.certify('shop.example'));
    const admitted = ['127.0.0.1'];
    const rebinding = async () => [{ address: admitted.shift() ?? '10.0.0.1', family: 4 }];
    const client = createTestClient({
      allowPrivate: false,
      admit: (address) => address === '127.0.0.1',
      resolve: rebinding,
    });
    const request = get(`https://shop.example:${port}/`);
    expect([await outcomeOf(client, request), await outcomeOf(client, request)]).toEqual(['ok', 'address']);
    expect(requests()).toBe(1);
  });

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706434/',
    'http://shop.example/',
    '//user:secret@shop.example/',
    'ftp://shop.example/',
  ])('a redirect to %s is not followed', async (location) => {
    const { port } = await serveOverTls(await authority.certify('shop.example'), location);
    const admit = (address: string) => address === '127.0.0.1';
    const client = createTestClient({ allowPrivate: false, admit, resolve, maxRedirects: 5 });
    expect(await outcomeOf(client, get(`https://shop.example:${port}/`))).toBe('address');
  });
});
