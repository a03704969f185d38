import process from 'node:process';
import { expect, it } from 'vitest';
import { isAlive, startOnePort } from './one-port.ts';

it.skipIf(process.platform !== 'linux')(
  'serves one port with several processes that admit the limit once, and ends them all on SIGTERM',
  async () => {
    const server = await startOnePort({ RATE_LIMIT: '20' });
    expect(await server.children()).toHaveLength(3);
    const responses = await Promise.all(Array.from({ length: 40 }, () => server.api.get('/me')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    const children = await server.children();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  },
);
