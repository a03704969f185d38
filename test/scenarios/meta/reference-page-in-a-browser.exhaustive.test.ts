import { deliveredEventTypes } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../support/app-server.ts';
import { openTab, skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { routes } from '../../support/contract/routes.ts';

describe.skipIf(withoutBrowser)(`the reference page in a browser${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  it('lists every operation and every event, without an error and without requests to other servers', async () => {
    const { page, faults } = await openTab(`${new URL(app.baseUrl).origin}/docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(routes.length + deliveredEventTypes.length);
    expect(faults).toEqual([]);
  });

  it('calls the server it was opened at', async () => {
    const { page, faults } = await openTab(`${app.baseUrl}/docs`);
    await page.locator('.opblock-summary', { hasText: 'Index of links' }).click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const [response] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${app.baseUrl}/`),
      page.getByRole('button', { name: 'Execute' }).click(),
    ]);
    expect(response.status()).toBe(200);
    expect(faults).toEqual([]);
  });
});
