import { type App, startApp } from '@product-content/test-support/app-server';
import { hostileFiles } from '@product-content/test-support/hostile/hostile-files';
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

const large = hostileFiles.filter(({ size }) => size === 'large');

it.each(large)('an import of $name harms nobody', { timeout: 900_000 }, async (file) => {
  const { api } = await openWorkspace(app);
  await expectOutcome(api, file, await sendHostile(api, file));
});
