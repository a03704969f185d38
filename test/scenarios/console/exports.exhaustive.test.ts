import { readFile } from 'node:fs/promises';
import type { ExportProfile } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`exports, events and the overview in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('saves a file of products', async () => {
    const { page, show, product } = await console.signIn();
    await product('MUG', { status: 'approved', name: '=cmd()' });
    await product('CUP');
    await show('Exports');
    const now = page.getByRole('group').filter({ hasText: 'Export products now' });
    await now.getByText('Export products now').click();
    await now.getByLabel('approved').check();
    await now.getByLabel('Columns').fill('sku, nothing');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.locator('.field-problem').waitFor();
    await now.getByLabel('Columns').fill('sku');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(await readFile((await saved.path()) ?? '', 'utf8')).toBe('sku\r\nMUG\r\n');
  });

  it('makes a profile whose feed can be fetched, and ends it', async () => {
    const { page, show, faults, product, read } = await console.signIn();
    await product('MUG');
    await show('Exports');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Create a profile').click();
    await page.getByLabel('Name').fill('Prices <b>');
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByRole('button', { name: 'Copy the csv feed address of Prices <b>' }).click();
    await page.getByText('Copied').waitFor();
    const [{ feedUrls }] = await read<[ExportProfile]>('/export-profiles');
    expect((await fetch(feedUrls.csv)).status).toBe(200);
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no export profiles.').waitFor();
    expect((await fetch(feedUrls.csv)).status).toBe(404);
  });

  it('follows events, and tells of the workspace', async () => {
    const { page, show, faults, product, patch, workspace } = await console.signIn();
    await product('MUG', { name: '<b>Mug</b>' });
    await patch('/products/MUG', { status: 'approved' });
    await show('Events');
    await page.getByRole('row', { name: 'product.status_changed' }).waitFor();
    await page.getByRole('row', { name: 'product.created' }).locator('summary').click();
    await expectSound({ page, faults });
    await page.getByLabel('Event', { exact: true }).selectOption('product.updated');
    await page.getByRole('row', { name: 'product.created' }).waitFor({ state: 'detached' });
    await show('Overview');
    await page.getByText(workspace.slug).first().waitFor();
    await page.getByRole('link', { name: '0 of them draft' }).waitFor();
    await expectSound({ page, faults });
  });

  it('waits when the key has no request left, and goes on by itself', async () => {
    const { page, show } = await console.signIn();
    let refused = 0;
    await page.route('**/api/v1/keys', (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      const error = { code: 'rate_limited', message: 'Too many requests.', requestId: 'req_1' };
      return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { error } });
    });
    await show('Keys', 'API keys');
    await page.getByText('Too many requests: waiting').waitFor();
    await page.getByRole('row', { name: 'signed in with it' }).waitFor();
  });
});
