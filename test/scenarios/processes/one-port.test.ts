import process from 'node:process';
import { takePorts } from '@product-content/test-support/ports';
import { expect, it } from 'vitest';
import { scrape } from '../observability/scrape.ts';
import { isAlive, startOnePort } from './one-port.ts';

it.skipIf(process.platform !== 'linux')(
  'serves one port with several processes that admit the limit once and each have a port for metrics, and ends them all on SIGTERM',
  async () => {
    const metricsPorts = await takePorts(3);
    const server = await startOnePort({ RATE_LIMIT: '20', METRICS_PORT: String(metricsPorts[0]) });
    expect(await server.children()).toHaveLength(3);
    const send = async () => {
      const responses = await Promise.all(Array.from({ length: 40 }, () => server.api.get('/me')));
      return [200, 429].map((code) => responses.filter(({ status }) => status === code).length);
    };
    expect(await send()).toEqual([20, 20]);
    // One process may have admitted the first ones; of these, each refuses those on its connections.
    expect(await send()).toEqual([0, 40]);
    const [worker, ...apis] = await Promise.all(metricsPorts.map((port) => scrape(`http://127.0.0.1:${port}/metrics`)));
    const refused = apis.map((api) => api.sum('contract_kit_rate_limit_decisions_total', { outcome: 'refused' }));
    expect(refused.reduce((sum, count) => sum + count)).toBe(60);
    for (const count of refused) expect(count).toBeGreaterThan(0);
    expect(worker?.names()).not.toContain('contract_kit_rate_limit_decisions_total');
    const children = await server.children();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  },
);
