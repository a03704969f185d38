import { beforeAll, describe, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`the rate limit in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('waits when the key has no request left, and continues automatically', async () => {
    const { page, show } = await console.signIn();
    let refused = 0;
    await page.route('**/api/v1/export-profiles', (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      const error = { code: 'rate_limited', message: 'Too many requests.', requestId: 'req_1' };
      return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { error } });
    });
    await show('Exports');
    await page.getByText('Too many requests: waiting').waitFor();
    await page.getByText('There are no export profiles.').waitFor();
  });
});
