import { describe, expect, it, onTestFinished } from 'vitest';
import { startRawServer } from '#testing/outbound/raw-server.ts';
import { createTestClient } from '#testing/outbound/test-client.ts';
import { type NameAnswer, startNameServer } from '../../../../packages/webhooks/test-support/name-server.ts';
import { createOutboundResolver } from './outbound-resolver.ts';

/** A name that only the system resolves: it accepts short IPv4 notations. */
const systemName = '127.1';
const names: Readonly<Record<string, NameAnswer>> = { 'shop.example': ['127.0.0.1'], 'silent.example': 'silent' };

async function start({ allowPrivate = true, timeoutMs = 20_000, totalMs = 20_000 } = {}) {
  const server = await startNameServer(
    (name) => names[name] ?? (name.endsWith('.silent.example') ? 'silent' : 'unknown'),
  );
  onTestFinished(() => server.close());
  return { server, resolve: createOutboundResolver({ allowPrivate, servers: [server.address], timeoutMs, totalMs }) };
}

describe('a name', () => {
  it('known to the name servers is not looked up by the system', async () => {
    const { resolve } = await start();
    expect(await resolve('shop.example', {})).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  it('known only to the system is found when private addresses are allowed', async () => {
    const open = await start();
    expect(await open.resolve(systemName, {})).toEqual([{ address: '127.0.0.1', family: 4 }]);
    const guarded = await start({ allowPrivate: false });
    await expect(guarded.resolve(systemName, {})).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('whose server does not respond is not looked up by the system', async () => {
    const { resolve } = await start({ totalMs: 50 });
    await expect(resolve('silent.example', {})).rejects.toMatchObject({ code: 'ETIMEOUT', syscall: 'queryA' });
  });
});

it('requests to names whose servers do not respond delay no other request', async () => {
  const { server, resolve } = await start();
  const { port } = await startRawServer((socket) => {
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  const client = createTestClient({ resolve, connectMs: 20_000, timeoutMs: 20_000 });
  const given = new AbortController();
  const status = (host: string) =>
    client.send(
      { method: 'GET', url: `http://${host}:${port}/`, signal: given.signal },
      async (response) => response.status,
    );
  const waiting = Array.from({ length: 40 }, (_, number) => status(`${number}.silent.example`));
  const ended = Promise.allSettled(waiting);
  await expect.poll(() => new Set(server.asked).size).toBe(40);
  expect(await status('shop.example')).toBe(204);
  given.abort();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
});
