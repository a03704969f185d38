import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

const file = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describe.skipIf(withoutBrowser)(`imports in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('checks a file, imports it, and returns the rows to correct', async () => {
    const { page, show, faults, skus } = await console.signIn();
    await show('Imports', 'Import a file');
    await expectSound({ page, faults });
    await drop(page, 'sku,Title,price,surprise\nMUG-1,Mug,9.90,x\nMUG-2,<b>Cup</b>,a lot,y\nMUG-1,Cup,8,x\n');
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    await columns.getByRole('row', { name: 'Title Mug <b>Cup</b>' }).getByText('name', { exact: true }).waitFor();
    const failing = page.getByRole('region', { name: 'Rows that would fail' });
    await failing.getByRole('row', { name: /^2 MUG-2 price a lot/ }).waitFor();
    await expectSound({ page, faults });
    expect(await skus('')).toEqual([]);
    await columns.getByRole('combobox', { name: 'Target of surprise' }).fill('brand');
    await page.keyboard.press('Enter');
    await page.getByText('You have changed columns').waitFor();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import products.csv, 3 rows' }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Row warnings' })
      .getByText('is in row 1 and again in row 3')
      .first()
      .waitFor();
    await expectSound({ page, faults });
    expect(await skus('brand=x')).toEqual(['MUG-1']);
    const corrected = await save(page, 'Download rows to correct');
    expect(corrected).toContain('MUG-2,<b>Cup</b>,a lot,y');
    await save(page, 'Download errors as CSV');
    await show('Jobs');
    await page.getByRole('link', { name: 'Import products.csv, 3 rows, dry run' }).waitFor();
    await page.getByLabel('State').selectOption('completed');
    await expect.poll(() => page.getByRole('region', { name: 'Jobs' }).getByRole('link').count()).toBe(2);
    await expectSound({ page, faults });
  });

  it('imports categories by a saved profile, from their empty list', async () => {
    const { page, show, faults, api, read } = await console.signIn();
    await api.post('/import-profiles', { name: 'Supplier', mapping: { Nr: 'code', Titel: 'name' } });
    await show('Categories');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
    expect(await page.getByLabel('Rows contain').inputValue()).toBe('categories');
    await page.getByLabel('Profile').selectOption('Supplier');
    await expectSound({ page, faults });
    await drop(page, 'Nr,Titel\nmugs,Mugs\n');
    await page.getByRole('row', { name: 'Titel Mugs' }).getByText('name', { exact: true }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import products.csv, 1 row' }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    expect(await read('/categories/mugs')).toMatchObject({ name: 'Mugs' });
  });

  it('shows how much of a file was sent, and stops sending it', async () => {
    const { page, show, faults, read } = await console.signIn();
    await show('Imports', 'Import a file');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await drop(page, `sku,name\n${'MUG,Mug\n'.repeat(200_000)}`);
    await page.getByText(/^[\d.]+ kB of 1\.6 MB$/).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Cancel products.csv' }).click();
    await page.getByText('Drop a file here').waitFor();
    expect(await read('/jobs')).toEqual([]);
  });

  it('asks in a narrow window how to read numbers, and names a wrong option beside its field', async () => {
    const { page, show, faults } = await console.signIn(undefined, { size: { width: 360, height: 800 } });
    await show('Imports', 'Import a file');
    await drop(page, '');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await drop(page, 'sku,name,price\nA,a,1.234\n');
    await page.getByRole('row', { name: 'price 1.234 1.234 1234' }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('"1.234" is 1.234 or 1234').waitFor();
    await page.getByRole('combobox', { name: 'Decimal separator' }).selectOption('Comma: 1,5');
    await page.getByRole('button', { name: 'More options' }).click();
    const images = page.getByLabel('Base URL of images');
    await images.fill('nowhere');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect.poll(() => images.getAttribute('aria-invalid')).toBe('true');
    await expectSound({ page, faults });
    await images.fill('');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Some numbers are ambiguous').waitFor({ state: 'detached' });
    await expectSound({ page, faults });
  });
});

async function drop(page: Page, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file(text));
}

/** The text of the file that a button saves. */
async function save(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile((await download.path()) ?? '', 'utf8');
}
