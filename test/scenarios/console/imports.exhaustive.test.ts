import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

const file = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const products = file(
  'sku,Title,price,surprise\nMUG-1,Mug,9.90,x\nMUG-2,<script>alert(1)</script>,12,y\n-bad,Bad,1,z\nMUG-1,Cup,8,x\n',
);

describe.skipIf(withoutBrowser)(`imports in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('tries a file, then imports it, and shows what is wrong with which row', async () => {
    const { page, show, faults, api } = await console.signIn();
    const follow = async () => {
      await page.getByRole('link', { name: 'see how it goes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Job', exact: true }).waitFor();
      await page.getByText('completed', { exact: true }).waitFor();
    };
    await show('Jobs');
    await page.getByText('Import a file of products').click();
    await page.getByLabel('File').setInputFiles(products);
    await page.getByRole('button', { name: 'Send the file' }).click();
    await page.getByRole('region', { name: 'Mapping' }).getByRole('row', { name: 'surprise not read' }).waitFor();
    await page.getByRole('region', { name: 'Jobs' }).getByRole('link', { name: 'import' }).waitFor();
    await page.getByRole('region', { name: 'Mapping' }).getByRole('row', { name: 'Title name' }).waitFor();
    await expectSound({ page, faults });
    await follow();
    await page.getByRole('row', { name: '-bad' }).waitFor();
    await page.getByRole('region', { name: 'Row warnings' }).getByText('is in row 1 and again in row 4').waitFor();
    await expectSound({ page, faults });
    expect((await api.get('/products')).data).toEqual([]);
    await show('Jobs');
    await page.getByText('Import a file of products').click();
    await page.getByLabel('File').setInputFiles(products);
    await page.getByLabel('What to do with it').selectOption('Import it');
    await page.getByRole('button', { name: 'Send the file' }).click();
    await follow();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download them as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^job_.*-errors\.csv$/);
    expect((await api.get<{ sku: string }[]>('/products?sort=sku')).data.map(({ sku }) => sku)).toEqual([
      'MUG-1',
      'MUG-2',
    ]);
    await show('Jobs');
    await page.getByLabel('State').selectOption('completed');
    await expect.poll(() => page.getByRole('region', { name: 'Jobs' }).getByRole('link').count()).toBe(2);
    await expectSound({ page, faults });
  });

  it('says what is wrong with a file beside its field', async () => {
    const { page, show, faults } = await console.signIn();
    await show('Jobs');
    await page.getByText('Import a file of products').click();
    await page.getByLabel('File').setInputFiles(file(''));
    await page.getByRole('button', { name: 'Send the file' }).click();
    await page.locator('.field-problem').waitFor();
    await page.getByLabel('File').setInputFiles(file('sku,name,price\nA,a,1.234\n'));
    await page.getByRole('button', { name: 'Send the file' }).click();
    await page.getByRole('row', { name: 'price 1.234 1.234 1234' }).waitFor();
    await expectSound({ page, faults });
    await page.getByLabel('What to do with it').selectOption('Import it');
    await page.getByRole('button', { name: 'Send the file' }).click();
    const separator = page.locator('.field', { has: page.getByLabel('Decimal separator') });
    await separator.getByText('"1.234" is 1.234 or 1234').waitFor();
    await page.getByLabel('File').setInputFiles(products);
    await page.getByLabel('Address of the images').fill('nowhere');
    await page.getByRole('button', { name: 'Send the file' }).click();
    const wrong = page.locator('.field', { has: page.getByLabel('Address of the images') });
    await wrong.locator('.field-problem').waitFor();
    await expectSound({ page, faults });
  });
});
