import type { LookupAddress } from 'node:dns';
import { Agent, createServer, request as httpRequest, type RequestOptions, type Server } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedAgent, createGuardedLookup, type GuardedAgentOptions } from './index.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A server on one address, which returns the address it was reached at and counts connections. */
async function listen(host: string): Promise<{ port: number; connections: () => number }> {
  return open(
    createServer((request, response) => response.end(request.socket.localAddress)),
    host,
  );
}

async function open(server: Server, host: string) {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  opened.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const toLookup = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

/** A resolver that returns the next list for each lookup. */
function resolveInTurn(...results: string[][]): { resolve: () => Promise<LookupAddress[]>; asked: () => number } {
  let asked = 0;
  return {
    resolve: async () => (results[Math.min(asked++, results.length - 1)] as string[]).map(toLookup),
    asked: () => asked,
  };
}

/** Every address an agent has tried. */
const triedBy = new WeakMap<Agent, string[]>();

function createAgent(options: GuardedAgentOptions): Agent {
  const agent = createGuardedAgent({ protocol: 'http:', ...options });
  const tried: string[] = [];
  const createConnection = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => createConnection(...args)?.on('connectionAttempt', (ip) => tried.push(ip));
  triedBy.set(agent, tried);
  opened.push({ close: () => agent.destroy() });
  return agent;
}

/** The body of the response or the code of the error, and the addresses that were tried. */
function attempt(options: RequestOptions & { agent: Agent }, request = httpRequest) {
  const tried = triedBy.get(options.agent);
  tried?.splice(0);
  return new Promise<{ body: string; tried: string[] | undefined }>((resolve) => {
    const settle = (body: string) => resolve({ body, tried });
    request({ method: 'POST', ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => settle(text));
    })
      .on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
      .end('{}');
  });
}

const send = async (options: RequestOptions & { agent: Agent }): Promise<string> => (await attempt(options)).body;

const only = (admitted: string) => (address: string) => address === admitted;

describe('a guarded agent', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.2',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    'fe80::1%lo',
    '10.0.0.1',
    '169.254.169.254',
  ])('does not connect to %s, although Node does not look up an address', async (host) => {
    const { port, connections } = await listen('127.0.0.1');
    const { resolve, asked } = resolveInTurn(['8.8.8.8']);
    expect(await send({ host, port, agent: createAgent({ resolve }) })).toBe('blocked_address');
    expect([asked(), connections()]).toEqual([0, 0]);
  });

  it.each(['127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'localhost'])(
    'does not connect to %s, which the system resolves',
    async (host) => {
      const { port, connections } = await listen('127.0.0.1');
      expect(await send({ host, port, agent: createAgent({}) })).toBe('blocked_address');
      expect(connections()).toBe(0);
    },
  );

  it('does not connect when every address of a name is blocked', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const { resolve } = resolveInTurn(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'no address']);
    expect(await send({ host: 'shop.example', port, agent: createAgent({ resolve }) })).toBe('blocked_address');
    expect(connections()).toBe(0);
  });

  it.each([true, false])(
    'tries only the addresses that are left, Happy Eyeballs or not (%s)',
    async (autoSelectFamily) => {
      const { port } = await listen('127.0.0.1');
      const { resolve } = resolveInTurn(['10.0.0.1', '::1', '127.0.0.2', '127.0.0.1']);
      const agent = createAgent({ resolve, admit: only('127.0.0.1'), agent: { autoSelectFamily } });
      expect(await attempt({ host: 'shop.example', port, agent })).toEqual({
        body: '127.0.0.1',
        tried: ['127.0.0.1'],
      });
    },
  );

  it('tries the next admitted address when the first does not respond, and no other', async () => {
    const { port } = await listen('127.0.0.1');
    const { resolve } = resolveInTurn(['10.0.0.1', '::1', '127.0.0.1']);
    const agent = createAgent({ resolve, admit: (address) => address !== '10.0.0.1' });
    const sent = await attempt({ host: 'shop.example', port, agent });
    expect(sent).toEqual({ body: '127.0.0.1', tried: ['::1', '127.0.0.1'] });
  });

  it('looks up once per connection, and connects to the checked address', async () => {
    const { port } = await listen('127.0.0.1');
    const { resolve, asked } = resolveInTurn(['127.0.0.1'], ['10.0.0.1']);
    const agent = createAgent({ resolve, admit: only('127.0.0.1') });
    expect(await send({ host: 'shop.example', port, agent })).toBe('127.0.0.1');
    expect(asked()).toBe(1);
  });

  it('notices a name whose address changes a moment later', async () => {
    const { port } = await listen('127.0.0.1');
    const { resolve } = resolveInTurn(['127.0.0.1'], ['10.0.0.1']);
    const agent = createAgent({ resolve, admit: only('127.0.0.1'), agent: { keepAlive: false } });
    expect(await send({ host: 'shop.example', port, agent })).toBe('127.0.0.1');
    expect(await attempt({ host: 'shop.example', port, agent })).toEqual({ body: 'blocked_address', tried: [] });
  });

  it('keeps connections alive', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const { resolve } = resolveInTurn(['127.0.0.1']);
    const agent = createAgent({ resolve, admit: only('127.0.0.1') });
    await send({ host: 'shop.example', port, agent });
    await send({ host: 'shop.example', port, agent });
    expect(connections()).toBe(1);
  });

  it('does not use a lookup of the request instead of its own', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const { resolve } = resolveInTurn(['10.0.0.1']);
    const options = { host: 'shop.example', port, agent: createAgent({ resolve }) };
    const open = { ...options, lookup: createGuardedLookup({ allowPrivate: true, ...resolveInTurn(['127.0.0.1']) }) };
    expect(await send(open)).toBe('blocked_address');
    expect(connections()).toBe(0);
  });

  it('does not connect to a Unix socket', async () => {
    const socketPath = join(tmpdir(), `guarded-agent-${process.pid}.sock`);
    const server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    opened.push(server);
    expect(await send({ socketPath, agent: createAgent({ admit: () => true }) })).toBe('blocked_address');
    expect(await send({ socketPath, agent: new Agent() })).toBe('reached');
  });

  it('connects anywhere where private addresses are allowed', async () => {
    const { port } = await listen('127.0.0.1');
    const agent = createAgent({ allowPrivate: true });
    expect(await send({ host: '127.0.0.1', port, agent })).toBe('127.0.0.1');
    expect(await send({ host: 'localhost', port, agent })).toMatch('127.0.0.1');
  });

  it('passes on the error of the resolver', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    expect(await send({ host: 'shop.example', agent: createAgent({ resolve }) })).toBe('ENOTFOUND');
  });

  it.each([['lookup'], ['proxyEnv'], ['socketPath']])('is not made with %s', (option) => {
    expect(() => createGuardedAgent({ agent: { [option]: {} } })).toThrow(TypeError);
  });
});

describe('a guarded agent for HTTPS', () => {
  // A shared key instead of certificates.
  const psk = Buffer.from('a key that both sides have');
  const tls = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const;
  const server = () =>
    createHttpsServer({ ...tls, pskCallback: () => psk }, (request, response) =>
      response.end(request.socket.localAddress),
    );
  const createHttpsAgent = (options: GuardedAgentOptions) =>
    createAgent({
      protocol: 'https:',
      ...options,
      agent: { ...tls, pskCallback: () => ({ psk, identity: 'a' }), checkServerIdentity: () => undefined },
    });

  it('connects to admitted addresses only', async () => {
    const { port } = await open(server(), '127.0.0.1');
    const { resolve } = resolveInTurn(['10.0.0.1', '127.0.0.1'], ['10.0.0.1']);
    const agent = createHttpsAgent({ resolve, admit: only('127.0.0.1') });
    const sendTo = (host: string) => attempt({ host, port, agent }, httpsRequest);
    expect(await sendTo('shop.example')).toEqual({ body: '127.0.0.1', tried: ['127.0.0.1'] });
    expect(await sendTo('other.example')).toEqual({ body: 'blocked_address', tried: [] });
    expect(await sendTo('127.0.0.2')).toEqual({ body: 'blocked_address', tried: [] });
  });
});

describe('a guarded lookup', () => {
  it.each([
    [{ all: true }, [[toLookup('8.8.8.8'), toLookup('2606:4700::1')]]],
    [{ all: false }, ['8.8.8.8', 4]],
    [{}, ['8.8.8.8', 4]],
  ])('returns addresses in the requested form: %j', async (options, expected) => {
    const lookup = createGuardedLookup(resolveInTurn(['10.0.0.1', '8.8.8.8', '2606:4700::1']));
    const found = await new Promise((resolve) =>
      lookup('x.example', options, (error, ...rest) => resolve([error, ...rest])),
    );
    expect(found).toEqual([null, ...expected]);
  });

  it.each([
    [4, 4],
    ['IPv4', 4],
    [6, 6],
    ['IPv6', 6],
    [0, 0],
    [undefined, 0],
  ] as const)('requests the family %s', async (family, expected) => {
    const asked: unknown[] = [];
    const resolve = async (_name: string, options: object) => {
      asked.push(options);
      return [toLookup('8.8.8.8')];
    };
    await new Promise((done) => createGuardedLookup({ resolve })('x.example', { family, hints: 1 }, done));
    expect(asked).toEqual([{ family: expected, hints: 1 }]);
  });

  it('guards a plain socket by name', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const code = await new Promise((resolve) =>
      connect({ host: 'localhost', port, lookup: createGuardedLookup() }).on('error', (error: { code?: string }) =>
        resolve(error.code),
      ),
    );
    expect([code, connections()]).toEqual(['blocked_address', 0]);
  });
});
