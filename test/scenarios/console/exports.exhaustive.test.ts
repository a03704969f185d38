import { readFile } from 'node:fs/promises';
import type { ExportProfile } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`exports in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('saves a file of products', async () => {
    const { page, show, faults, product } = await console.signIn();
    await product('MUG', { status: 'approved', name: '=cmd()' });
    await product('CUP');
    await show('Exports');
    await page.getByRole('button', { name: 'Export products' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export products' });
    await dialog.getByRole('combobox', { name: 'Status' }).press('ArrowDown');
    await page.getByRole('option', { name: 'approved' }).click();
    const columns = dialog.getByRole('combobox', { name: 'Columns' });
    await columns.fill('nothing');
    await columns.press('Enter');
    await columns.press('Tab');
    await dialog.getByRole('button', { name: 'Export products' }).click();
    await expect.poll(() => columns.getAttribute('aria-invalid')).toBe('true');
    await expectSound({ page, faults });
    await columns.press('Backspace');
    await columns.fill('sku');
    await columns.press('Enter');
    await columns.press('Tab');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export products' }).click(),
    ]);
    expect(await readFile((await saved.path()) ?? '', 'utf8')).toBe('sku\r\nMUG\r\n');
  });

  it('creates a profile whose feed can be fetched, changes it, and deletes it', async () => {
    const { page, show, faults, product, read } = await console.signIn(undefined, {
      size: { width: 360, height: 800 },
    });
    await product('MUG');
    await show('Exports');
    await page.getByRole('button', { name: 'Create profile' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Prices <b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click();
    await page.getByRole('button', { name: 'CSV feed address of Prices <b>' }).click();
    await page.getByText('Copied').waitFor();
    await expectSound({ page, faults });
    const [{ feedUrls }] = await read<[ExportProfile]>('/export-profiles');
    expect((await fetch(feedUrls.csv)).status).toBe(200);
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for Prices <b>' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Edit');
    await page.getByRole('combobox', { name: 'Columns' }).fill('sku');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect.poll(async () => (await read<[ExportProfile]>('/export-profiles'))[0].columns).toEqual(['sku']);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose('Delete');
    await expectSound({ page, faults });
    await confirm(page, 'Delete profile');
    await page.getByText('There are no export profiles.').waitFor();
    expect((await fetch(feedUrls.csv)).status).toBe(404);
  });
});
