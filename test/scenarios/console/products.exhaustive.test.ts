import type { Product } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

const hostile = '<img src=x onerror="document.title=1"> & “Mug” 🫖';

describe.skipIf(withoutBrowser)(`products in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('are searched, narrowed and paged through', async () => {
    const { page, show, faults, api } = await console.signIn();
    const items = Array.from({ length: 60 }, (_, index) => ({ sku: `CUP-${index}`, name: `Cup ${index}` }));
    await api.post('/products/bulk', { items });
    await api.post('/products', { sku: 'MUG', name: hostile, status: 'approved' });
    await show('Products');
    const rows = page.getByRole('region', { name: 'Products' }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(50);
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(() => rows.count()).toBe(11);
    await page.getByLabel('Status').selectOption('approved');
    await expect.poll(() => rows.allTextContents()).toEqual(['MUG']);
    await page.getByText(hostile, { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption('any');
    await page.getByRole('searchbox').fill('Cup 59');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => rows.allTextContents()).toEqual(['CUP-59']);
    await page.getByLabel('Completeness', { exact: true }).selectOption('complete');
    await page.getByText('No product matches.').waitFor();
    await expectSound({ page, faults });
  });

  it('show what they hold, what they lack, and what each version changed', async () => {
    const { page, faults, show, ...open } = await console.signIn(undefined, { size: { width: 360, height: 740 } });
    await open.product('MUG', { name: hostile, brand: 'Acme', description: `<script>${'x'.repeat(80)}</script>` });
    await open.patch('/products/MUG', { name: 'Mug', price: 12.5 });
    await show('Products');
    await page.getByRole('link', { name: 'MUG' }).click();
    await page.getByRole('heading', { level: 1, name: 'MUG' }).waitFor();
    await page.getByText('Missing:').getByText('category').waitFor();
    await page.getByRole('link', { name: 'What version 2 changed' }).click();
    const changes = page.getByRole('region', { name: 'Changes of version 2' });
    await changes.getByRole('row', { name: hostile }).waitFor();
    await expectSound({ page, faults });
    expect(await page.title()).toContain('MUG');
  });

  it('get a status they may go to, unless somebody was faster', async () => {
    const { page, faults, show, ...open } = await console.signIn();
    await open.product('MUG');
    await show('Products');
    await page.getByRole('link', { name: 'MUG' }).click();
    const offered = page.getByLabel('Next status').locator('option');
    const change = async (status: string) => {
      await page.getByLabel('Next status').selectOption(status);
      await page.getByRole('button', { name: 'Change status' }).click();
    };
    await change('approved');
    await page.getByRole('row', { name: 'status changed' }).waitFor();
    await expect.poll(() => offered.allTextContents()).toEqual(['in review', 'archived']);
    expect((await open.read<Product>('/products/MUG')).status).toBe('approved');
    await expectSound({ page, faults });
    await open.patch('/products/MUG', { brand: 'Acme' });
    await change('archived');
    await page.getByRole('alert').waitFor();
    expect((await open.read<Product>('/products/MUG')).status).toBe('approved');
  });

  it('say so when there is no such product', async () => {
    const { page, show, faults } = await console.signIn();
    await show('Products');
    await page.goto(`${app.baseUrl}/console#/products/${encodeURIComponent('a/b <i>')}`);
    await page.getByRole('heading', { level: 1, name: 'a/b <i>' }).waitFor();
    await page.getByRole('alert').getByText('does not exist').waitFor();
    await expectSound({ page, faults });
  });
});
