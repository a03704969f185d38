import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expectError } from '@product-content/test-support/app/expect-response';
import { rawExchange, rawRequest } from '@product-content/test-support/app/raw-exchange';
import { type Api, type ApiResponse, type App, sharedApp } from '@product-content/test-support/app-server';
import { each } from '@product-content/test-support/contract/routes';
import { pathFor } from '@product-content/test-support/contract/sample-requests';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAlive } from './expect-unharmed.ts';

let app: App;
let api: Api;
let key: string;

beforeAll(async () => {
  app = await sharedApp();
  ({ key } = await app.createKey(await app.createWorkspace()));
  api = app.api(key);
});
afterEach(() => expectAlive(api));

const prefix = '/api/v1';
const product = (sku: string) => JSON.stringify({ sku, name: sku });
const post = (headers: readonly string[], body = '') =>
  rawRequest(app.baseUrl, {
    method: 'POST',
    target: `${prefix}/products`,
    headers: [`X-API-Key: ${key}`, 'Content-Type: application/json', ...headers],
    body,
  });

/** Refused before it is HTTP, as any other request that cannot be understood, and the connection is closed. */
function expectNoHttp(response: ApiResponse | null): void {
  expectError(response as ApiResponse, 'bad_request');
  expect(response?.headers.get('connection')).toBe('close');
}

describe('a request line', () => {
  it('of a hundred kilobytes is refused on every path', async () => {
    for (const [, route] of each()) {
      const target = `${prefix}${pathFor(route, 'x')}?q=${'x'.repeat(100_000)}`;
      const response = await rawRequest(app.baseUrl, { method: route.method, target, headers: [`X-API-Key: ${key}`] });
      expectNoHttp(response);
    }
  });

  it('may be long enough for a filter by 500 SKUs of 128 characters', async () => {
    const skus = Array.from({ length: 500 }, (_, index) => String(index).padStart(128, 'S')).join();
    expect((await api.get(`/products?sku=${skus}`)).status).toBe(200);
  });

  it.each([
    'GET',
    'GET / HTTP/9.9',
    'GET / HTTPS/1.1',
    'BREW /pot HTTP/1.1',
    'GET /\u0000 HTTP/1.1',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    'PRI * HTTP/2.0',
  ])('that is malformed is refused: %s', async (line) => {
    expectNoHttp(await rawExchange(app.baseUrl, [Buffer.from(`${line}\r\nHost: x\r\n\r\n`, 'latin1')]));
  });

  it.each(['//elsewhere.example/api/v1/me', '*', `${prefix}/../../etc/passwd`, `${prefix}/./me`, '?'])(
    'for %s reveals nothing',
    async (target) => {
      const response = await rawRequest(app.baseUrl, { method: 'GET', target, headers: [`X-API-Key: ${key}`] });
      expect([400, 404]).toContain(response?.status);
    },
  );

  it('with bytes beyond ASCII is 400 or finds nothing', async () => {
    for (const name of ['\u00ff', '\u0080', '\u00c3\u00a9']) {
      const target = `${prefix}/products/${name}`;
      const response = await rawRequest(app.baseUrl, { method: 'GET', target, headers: [`X-API-Key: ${key}`] });
      expect([400, 404]).toContain(response?.status);
    }
  });
});

describe('a request target', () => {
  it('in absolute form is read by its path', async () => {
    const target = `http://elsewhere.example${prefix}/me`;
    const response = await rawRequest(app.baseUrl, { method: 'GET', target, headers: [`X-API-Key: ${key}`] });
    expect(response?.status).toBe(200);
    expect(response?.text).not.toContain('elsewhere');
  });
});

describe('headers', () => {
  it('of more than a hundred kilobytes are refused', async () => {
    expectNoHttp(await post([`X-Padding: ${'x'.repeat(100_000)}`]));
  });

  it('of hundreds of fields are harmless', async () => {
    const fields = Array.from({ length: 900 }, (_, index) => `X-Field-${index}: 1`);
    expect((await post(['Content-Length: 2', ...fields], '{}'))?.status).toBe(422);
  });

  it.each([
    ['without a colon', 'Nonsense'],
    ['with a space in its name', 'X Field: 1'],
    ['with a bare line feed', 'X-Field: a\nb: c'],
    ['with NUL', 'X-Field: a\u0000b'],
    ['folded', 'X-Field: a\r\n b'],
  ])('%s are refused', async (_, line) => {
    expectNoHttp(await post(['Content-Length: 0', line]));
  });

  it('without a Host are refused in HTTP 1.1, and taken in 1.0', async () => {
    const ask = (version: string) =>
      rawExchange(app.baseUrl, [Buffer.from(`GET ${prefix}/me HTTP/${version}\r\nX-API-Key: ${key}\r\n\r\n`)]);
    expectNoHttp(await ask('1.1'));
    expect((await ask('1.0'))?.status).toBe(200);
  });

  it('with an unknown expectation get the same response as without it', async () => {
    expect((await post(['Content-Length: 2', 'Expect: 200-ok'], '{}'))?.status).toBe(422);
  });

  it('sent twice are refused or used once, never mixed', async () => {
    const other = (await app.createKey(await app.createWorkspace())).key;
    const twice = await rawRequest(app.baseUrl, {
      method: 'GET',
      target: `${prefix}/me`,
      headers: [`X-API-Key: ${key}`, `X-API-Key: ${other}`],
    });
    expectError(twice as ApiResponse, 'unauthorized');
    const condition = await post(['Content-Length: 2', 'Idempotency-Key: a', 'Idempotency-Key: b'], '{}');
    expect(condition?.status).toBe(400);
  });
});

describe('the length of a body', () => {
  it('that is given twice, or together with chunks, is refused', async () => {
    expectNoHttp(await post(['Content-Length: 5', 'Content-Length: 6'], 'hello!'));
    expectNoHttp(await post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'));
    expectNoHttp(await post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'));
  });

  it.each(['-1', '+5', '5, 5', '0x5', '5e0', '', '99999999999999999999999'])(
    'that is not a number is refused: %s',
    async (length) => {
      expect((await post([`Content-Length: ${length}`], 'hello'))?.status).toBe(400);
    },
  );

  it('that is longer than the body is an interrupted upload, and saves nothing', async () => {
    const body = product('cut-short');
    const socket = openSocket();
    socket.end(
      `POST ${prefix}/products HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n${body}`,
    );
    socket.resume();
    await once(socket, 'close');
    expect((await api.get('/products/cut-short')).status).toBe(404);
  });

  it('that is shorter than the body ends it there, and the rest is not a request of this caller', async () => {
    const body = product('first');
    const head = (length: number) =>
      `POST ${prefix}/products HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const rest = `GET ${prefix}/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const responses = await rawExchange(app.baseUrl, [head(body.length) + body + rest]);
    expect(responses?.status).toBe(201);
    expect(responses?.text).toMatch(/HTTP\/1\.1 401 /);
    const cut = await rawExchange(app.baseUrl, [head(body.length - 3) + body]);
    expect(cut?.status).toBe(400);
  });

  it('beyond the limit is refused before anything is sent', async () => {
    expect((await post(['Content-Length: 999999999999']))?.status).toBe(413);
  });

  it.each([
    ['of no size', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['of negative size', '-2\r\n{}\r\n0\r\n\r\n'],
    ['of more than is there', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['without an end of line', '2{}0'],
  ])('in chunks %s is refused', async (_, chunks) => {
    expect((await post(['Transfer-Encoding: chunked'], chunks))?.status).toBe(400);
  });

  it('in chunks of one byte, with extensions and trailers, is read', async () => {
    const body = product('chunked');
    const chunks = [...body].map((byte) => `1;note="x"\r\n${byte}\r\n`).join('');
    const response = await post(['Transfer-Encoding: chunked'], `${chunks}0\r\nX-Trailer: 1\r\n\r\n`);
    expect(response?.status).toBe(201);
  });
});

describe('a client', () => {
  it('that sends its body slowly delays no other', async () => {
    const sockets = Array.from({ length: 100 }, () => openSocket());
    try {
      for (const socket of sockets) {
        socket.write(
          `POST ${prefix}/products HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
        );
      }
      const drip = setInterval(() => {
        for (const socket of sockets) socket.write(' ');
      }, 20);
      await Promise.all(Array.from({ length: 20 }, () => expectAlive(api)));
      const created = await api.post('/products', { sku: 'beside-drops', name: 'Beside' });
      expect(created.status).toBe(201);
      clearInterval(drip);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('that never finishes its head delays no other', async () => {
    const sockets = Array.from({ length: 200 }, () => openSocket());
    for (const socket of sockets) socket.write(`GET ${prefix}/me HTTP/1.1\r\nX-A: `);
    await Promise.all(Array.from({ length: 20 }, () => expectAlive(api)));
    for (const socket of sockets) socket.destroy();
  });

  it('that disconnects in the middle of its upload or before its response does no harm', async () => {
    for (let count = 0; count < 50; count += 1) {
      const socket = openSocket();
      await once(socket, 'connect');
      socket.write(
        `POST ${prefix}/products/bulk HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{"items":[`,
      );
      const reader = openSocket();
      await once(reader, 'connect');
      reader.write(`GET ${prefix}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`);
      reader.destroy();
      socket.resetAndDestroy();
    }
    await expectAlive(api);
  });

  it('that sends many requests at once on one connection gets every response in order', async () => {
    const requests = Array.from(
      { length: 50 },
      (_, index) =>
        `GET ${prefix}/products/none-${index} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nX-Request-Id: request-${index}\r\n${index === 49 ? 'Connection: close\r\n' : ''}\r\n`,
    );
    const socket = openSocket();
    socket.write(requests.join(''));
    let text = '';
    for await (const chunk of socket) text += chunk;
    const ids = [...text.matchAll(/"requestId":"request-(\d+)"/g)].map(([, index]) => Number(index));
    expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('that asks to upgrade or for a proxy gets neither', async () => {
    const upgrade = await rawRequest(app.baseUrl, {
      method: 'GET',
      target: `${prefix}/`,
      headers: ['Upgrade: websocket', 'Sec-WebSocket-Key: x'],
    });
    expect([200, 400, 426]).toContain(upgrade?.status);
    const tunnel = await rawExchange(app.baseUrl, ['CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n']);
    expect(tunnel === null || tunnel.status >= 400).toBe(true);
  });

  it('that lies about its address is still identified', async () => {
    const forged = (address: string) =>
      app
        .api(null)
        .get('/', { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-forwarded-host': 'evil.example' });
    expect((await forged('10.0.0.1')).text).not.toContain('evil.example');
    // The second request of an address that others have used too, not the first one of another address.
    const { headers } = await forged('10.0.0.2');
    const [limit, remaining] = ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    expect(remaining).toBeLessThan((limit ?? 0) - 1);
  });

  it('that overrides the method is not obeyed', async () => {
    await api.post('/products', { sku: 'kept', name: 'Kept' });
    for (const name of ['x-http-method-override', 'x-method-override']) {
      const headers = { [name]: 'DELETE' };
      expect((await api.get('/products/kept', headers)).status).toBe(200);
      expectError(await api.post('/products/kept?_method=DELETE', {}, headers), 'method_not_allowed');
    }
    expect((await api.get('/products/kept')).status).toBe(200);
  });
});

function openSocket(): Socket {
  const { hostname, port } = new URL(app.baseUrl);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.on('error', () => undefined);
  return socket;
}
