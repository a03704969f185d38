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
    const responses = await Promise.all(Array.from({ length: 40 }, () => server.api.get('/me')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    const [worker, ...apis] = await Promise.all(metricsPorts.map((port) => scrape(`http://127.0.0.1:${port}/metrics`)));
    const refused = apis.map((api) => api.sum('contract_kit_rate_limit_decisions_total', { outcome: 'refused' }));
    expect(refused.reduce((sum, count) => sum + count)).toBe(20);
    for (const count of refused) expect(count).toBeGreaterThan(0);
    expect(worker?.names()).not.toContain('contract_kit_rate_limit_decisions_total');
    const children = await server.children();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  },
);
