import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { isAlive, type OnePortServer, startOnePort } from './one-port.ts';

describe.skipIf(process.platform !== 'linux')('several processes on one port', () => {
  it('are replaced one after the other on SIGHUP without failing a request', async () => {
    const server = await startOnePort({ RATE_LIMIT: '1000000' });
    const before = await server.children();
    const load = startLoad(server);
    process.kill(server.pid, 'SIGHUP');
    let log = '';
    const isReplaced = () => {
      log += server.takeLog();
      return log.includes('All processes have been replaced.');
    };
    await expect.poll(isReplaced, { timeout: 120_000 }).toBe(true);
    expect(await load.end()).toEqual([]);
    const after = await server.children();
    expect(after).toHaveLength(before.length);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('are started again when they are killed, and keep what they confirmed', async () => {
    const server = await startOnePort({ RATE_LIMIT: '1000000' });
    const before = await server.children();
    expect((await server.api.post('/products', { sku: 'KEPT', name: 'Kept' })).status).toBe(201);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const replaced = async () => (await server.children()).filter((pid) => !before.includes(pid)).length;
    await expect.poll(replaced, { timeout: 120_000 }).toBe(before.length);
    const status = () => server.api.get('/products/KEPT').then((response) => response.status, String);
    await expect.poll(status, { timeout: 120_000 }).toBe(200);
  });

  it('stop when their parent is killed', async () => {
    const server = await startOnePort({});
    const before = await server.children();
    await server.kill('SIGKILL');
    await expect.poll(() => before.filter(isAlive)).toEqual([]);
  });
});

/** Clients that create and read products until told to end. @returns what failed. */
function startLoad({ api }: OnePortServer): { end(): Promise<string[]> } {
  let running = true;
  const failures: string[] = [];
  const client = async (name: string) => {
    for (let count = 0; running; count += 1) {
      const sku = `${name}-${count}`;
      for (const send of [() => api.post('/products', { sku, name: sku }), () => api.get(`/products/${sku}`)]) {
        const response = await send().catch(String);
        if (typeof response === 'string' || response.status >= 300) failures.push(`${sku}: ${response}`);
      }
    }
  };
  const clients = Array.from({ length: 6 }, (_, index) => client(`client-${index}`));
  return {
    async end() {
      running = false;
      await Promise.all(clients);
      return failures;
    },
  };
}
