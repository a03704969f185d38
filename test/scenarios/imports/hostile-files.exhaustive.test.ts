import type { Job } from '@product-content/contract';
import { type App, startApp } from '@product-content/test-support/app-server';
import { type HostileFile, hostileFiles } from '@product-content/test-support/hostile/hostile-files';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectAlive } from '../hostile/expect-unharmed.ts';
import { openWorkspace } from '../open-workspace.ts';
import { expectOutcome, sendHostile } from './hostile-outcome.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
});
afterEach(async () => {
  expect(app.isAlive()).toBe(true);
  await expectAlive((await openWorkspace(app)).api);
});

const medium = hostileFiles.filter(({ size }) => size === 'medium');
const large = hostileFiles.filter(({ size }) => size === 'large');

it.each(medium)('an import of $name does no harm', async (file) => {
  const { api } = await openWorkspace(app);
  await expectOutcome(api, file, await sendHostile(api, file));
});

it('five concurrent uploads of one item that fills the memory are each refused', async () => {
  const { api } = await openWorkspace(app);
  const elements = hostileFiles.find(({ name }) => name.includes('four million elements')) as HostileFile;
  const responses = await Promise.all(Array.from({ length: 5 }, () => sendHostile(api, elements)));
  for (const response of responses) await expectOutcome(api, elements, response);
});

it.each(large)('an import of $name does no harm, and can be canceled', async (file) => {
  const { api } = await openWorkspace(app);
  const accepted = await sendHostile(api, file);
  if (file.expected.kind === 'refused') return expectOutcome(api, file, accepted);
  expect(accepted.status, accepted.toString()).toBe(202);
  const job = `/jobs/${(accepted.data as { readonly jobId: string }).jobId}`;
  // Millions of rows take minutes to be judged; files of the same kind that are small are waited for elsewhere.
  await expect.poll(async () => (await api.get<Job>(job)).data.status).not.toBe('queued');
  const { status } = await api.post(`${job}/cancel`);
  expect([200, 409]).toContain(status);
});
