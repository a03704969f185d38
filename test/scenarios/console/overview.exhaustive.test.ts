import type { Webhook } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`the overview of the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('reports that all is well in a new workspace, and names an endpoint that was switched off', async () => {
    const { page, show, faults, api, workspace } = await console.signIn(undefined, {
      size: { width: 360, height: 740 },
    });
    await show('Overview');
    await page.getByText('All is well').waitFor();
    await expectSound({ page, faults });
    const input = { url: 'http://127.0.0.1:9/hooks', events: ['product.deleted'], description: 'Shop' };
    await api.post<Webhook>('/webhooks', input);
    await app.query("update webhook_endpoint set status = 'switched_off' where workspace_id = $1", [workspace.id]);
    await page.reload();
    const matters = page.getByRole('list', { name: 'Needs attention' });
    await matters.getByText('switched off').waitFor();
    await expectSound({ page, faults });
    await matters.getByRole('link', { name: 'Webhook endpoint Shop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  });

  it('leads from its numbers to their records, and by keyboard to every section', async () => {
    const { page, show, faults, api, category, product } = await console.signIn();
    await category('mugs', { name: 'Mugs' });
    await product('MUG', { category: 'mugs' });
    await api.patch('/products/MUG', { price: 'a lot' });
    // Once the log has it: the overview counts again after ten seconds.
    await expect.poll(async () => (await api.get<object[]>('/requests?status=4xx')).data.length).toBe(1);
    await show('Overview');
    const numbers = page.getByRole('list', { name: 'Numbers' });
    await numbers.getByText('1 refused, 0 failed').waitFor();
    await page.getByRole('img', { name: /^Errors per hour, the last 24 hours: / }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('region', { name: 'Least complete categories' }).getByRole('link', { name: 'Mugs' }).waitFor();
    await numbers.getByRole('listitem').filter({ hasText: 'Errors, 24 hours' }).getByRole('link').click();
    await page.getByRole('row', { name: 'validation_failed' }).waitFor();
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByPlaceholder('Go to a section, or search products').fill('Exports');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  });
});
