import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`requests in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('shows a refused request with its wrong fields, and opens it in the playground', async () => {
    const { page, show, faults, api, product } = await console.signIn(undefined, { size: { width: 360, height: 740 } });
    await product('MUG');
    await api.patch('/products/MUG', { price: 'a lot' });
    await show('Requests');
    await page.getByLabel('Outcome').selectOption('refused');
    const failed = page.getByRole('row', { name: 'validation_failed' });
    await failed.getByText('422').waitFor();
    await expectSound({ page, faults });
    await failed.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^PATCH .*\/products\/MUG$/ }).waitFor();
    await page.getByRole('region', { name: 'Invalid fields' }).getByText('price').waitFor();
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await page.getByLabel('Body').fill('{ "price": 9.5 }');
    expect(await page.getByLabel('idOrSku').inputValue()).toBe('MUG');
    await page.getByRole('region', { name: 'the curl command' }).getByText('{"price":9.5}').waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('200').waitFor();
    await expectSound({ page, faults });
    expect((await api.get<{ price: number }>('/products/MUG')).data.price).toBe(9.5);
  });

  it('links each error to its request', async () => {
    const { page, faults } = await console.signIn();
    await page.goto(`${app.baseUrl}/console#/products/NOWHERE`);
    const problem = page.getByRole('alert').filter({ hasText: 'does not exist' });
    await problem.getByRole('link', { name: /^req_/ }).click();
    await page.getByRole('heading', { level: 1, name: /\/products\/NOWHERE$/ }).waitFor();
    await page.getByText('not_found').first().waitFor();
    await expectSound({ page, faults });
  });
});
