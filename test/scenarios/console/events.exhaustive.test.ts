import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`events in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('shows events newest first as they happen, and the envelope of one', async () => {
    const { page, show, faults, product, patch } = await console.signIn();
    await product('MUG');
    await show('Events');
    const types = page.getByRole('region', { name: 'Events' }).locator('.row-link');
    await expect.poll(() => types.allTextContents()).toEqual(['product.created']);
    await patch('/products/MUG', { brand: 'Acme' });
    await expect.poll(() => types.allTextContents()).toEqual(['product.updated', 'product.created']);
    await expectSound({ page, faults });
    await types.first().click();
    await page.getByRole('region', { name: 'the event' }).getByText('"brand": "Acme"').waitFor();
    await expectSound({ page, faults });
    await page.keyboard.press('Escape');
    await page.getByLabel('Event', { exact: true }).selectOption('product.created');
    await expect.poll(() => types.allTextContents()).toEqual(['product.created']);
  });
});
