import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { beforeAll, expect, it } from 'vitest';
import { openWorkspace } from '../open-workspace.ts';

let app: OwnApp;
beforeAll(async () => {
  // The young generation of `pnpm start`.
  app = await startApp({ env: { RATE_LIMIT: '100000', NODE_OPTIONS: '--max-semi-space-size=16' } });
});

it('a server returns memory some 20 seconds after it was busy', async ({ skip }) => {
  const { api } = await openWorkspace(app);
  const items = Array.from({ length: 500 }, (_, index) => ({ sku: `IDLE-${index}`, name: `Lamp ${index}` }));
  expect((await api.post('/products/bulk', { items })).status).toBe(200);
  const read = async () => {
    for (let page = 0; page < 500; page += 1) await api.get('/products?limit=100');
  };
  await Promise.all(Array.from({ length: 8 }, read));
  const busy = await app.residentMemory();
  if (busy === null) return skip('this system does not tell how much memory a process has');
  await expect.poll(() => app.residentMemory(), { timeout: 60_000, interval: 1000 }).toBeLessThan(busy * 0.85);
  expect((await api.get('/products?limit=100')).status).toBe(200);
});
