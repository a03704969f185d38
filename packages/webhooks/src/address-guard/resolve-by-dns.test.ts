import { describe, expect, it, onTestFinished } from 'vitest';
import { type NameAnswer, startNameServer } from '../../test-support/name-server.ts';
import { createDnsResolver } from './index.ts';

const six = '2a00:1450:4001:0810:0000:0000:0000:200e';
const names: Readonly<Record<string, NameAnswer>> = {
  'both.example': ['203.0.113.5', '203.0.113.6', six],
  'four.example': ['203.0.113.5'],
  'six.example': [six],
  'silent.example': 'silent',
};

async function start(options: { timeoutMs?: number; tries?: number; totalMs?: number } = {}) {
  const server = await startNameServer(
    (name) => names[name] ?? (name.endsWith('.silent.example') ? 'silent' : 'unknown'),
  );
  onTestFinished(() => server.close());
  return { server, resolve: createDnsResolver({ servers: [server.address], ...options }) };
}

describe('a resolver that asks name servers', () => {
  it('finds all addresses of a name, of the requested family', async () => {
    const { resolve } = await start();
    expect(await resolve('both.example', {})).toEqual([
      { address: '203.0.113.5', family: 4 },
      { address: '203.0.113.6', family: 4 },
      { address: '2a00:1450:4001:810::200e', family: 6 },
    ]);
    expect(await resolve('both.example', { family: 4 })).toHaveLength(2);
    expect(await resolve('both.example', { family: 6 })).toHaveLength(1);
    expect(await resolve('four.example', {})).toHaveLength(1);
    expect(await resolve('six.example', {})).toHaveLength(1);
  });

  it('fails for a name without addresses, and when no server responds', async () => {
    const { resolve } = await start({ timeoutMs: 50, tries: 1 });
    await expect(resolve('unknown.example', {})).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolve('silent.example', {})).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  it('fails when the time for a name is over, however many attempts are left', async () => {
    const { resolve } = await start({ timeoutMs: 20_000, tries: 4, totalMs: 50 });
    await expect(resolve('silent.example', {})).rejects.toMatchObject({ code: 'ETIMEOUT', hostname: 'silent.example' });
  });

  it('knows this machine without a lookup', async () => {
    const { server, resolve } = await start();
    expect(await resolve('localhost', {})).toHaveLength(2);
    expect(await resolve('shop.localhost', { family: 6 })).toEqual([{ address: '::1', family: 6 }]);
    expect(server.asked).toEqual([]);
  });

  it('does not delay a name because others get no response', async () => {
    const { server, resolve } = await start({ timeoutMs: 20_000, totalMs: 60_000 });
    const ended: unknown[] = [];
    for (let number = 0; number < 40; number += 1) {
      resolve(`${number}.silent.example`, {}).catch((error) => ended.push(error));
    }
    await expect.poll(() => new Set(server.asked).size).toBe(40);
    expect(await resolve('both.example', {})).toHaveLength(3);
    expect(ended).toEqual([]);
  });
});
