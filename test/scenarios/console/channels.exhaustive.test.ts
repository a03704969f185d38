import type { Channel } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`channels in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('are created with the settings of their platform, and show what keeps products from being ready', async () => {
    const { page, show, faults, read, product, patch } = await console.signIn();
    await product('MUG', { status: 'approved' });
    await product('CUP');
    await show('Channels');
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'Create channel' }).first().click();
    await page.getByRole('radio', { name: 'CSV feed' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Feed <b>');
    await page.getByRole('textbox', { name: 'Code' }).fill('-');
    await page.getByLabel('Delimiter').selectOption('semicolon');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByText('Must be 1–100 letters').waitFor();
    await expectSound({ page, faults });
    await page.getByRole('textbox', { name: 'Code' }).fill('');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Feed <b>' }).waitFor();
    const [{ id }] = await read<[Channel]>('/channels');
    expect(await read(`/channels/${id}`)).toMatchObject({ code: 'feed-b', settings: { delimiter: 'semicolon' } });
    const issue = page
      .getByRole('region', { name: 'Issues' })
      .getByRole('row', { name: /^error .* status 1 status CUP/ });
    await issue.waitFor();
    await expectSound({ page, faults });
    await issue.getByRole('link', { name: 'CUP' }).click();
    await page.getByRole('heading', { level: 1, name: 'CUP' }).waitFor();
    const mapping = [
      { target: 'sku', source: 'sku' },
      { target: 'maker', source: 'brand', required: true },
    ];
    await patch(`/channels/${id}`, { mapping });
    await page.goto(`${app.baseUrl}/console#/channels/${id}`);
    await page
      .getByRole('row', { name: /^error .* maker/ })
      .getByRole('link', { name: 'MUG' })
      .click();
    await page.getByLabel('Brand').and(page.locator(':focus')).waitFor();
  });

  it('show the results of their mapping, and can return to the previous mapping', async () => {
    const { page, show, faults, api, read, product } = await console.signIn();
    await product('MUG', { status: 'approved', name: 'A blue mug' });
    const input = { code: 'feed', name: 'Feed', type: 'feed', platform: 'csv_feed' };
    const { id } = (await api.post<Channel>('/channels', input)).data;
    await show('Channels');
    await page.getByRole('link', { name: 'Feed' }).click();
    await page.getByRole('tab', { name: 'Mapping' }).click();
    const field = (name: string) => page.getByRole('region', { name: 'Mapping' }).getByRole('row', { name });
    await field('name required name').getByText('A blue mug').waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('combobox', { name: 'Transformation' }).fill('truncate 6');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Transformation' }).fill('uppercase');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Save field' }).click();
    await field('name required name truncate 6 → uppercase').getByText('A BLUE', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove brand' }).click();
    await field('brand').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await field('brand').waitFor();
    await page.getByRole('button', { name: 'Reset mapping' }).click();
    await confirm(page, 'Reset');
    await field('name required name').getByText('A blue mug').waitFor();
    const { mapping } = await read<Channel>(`/channels/${id}`);
    expect(mapping.find(({ target }) => target === 'name')?.transform).toBeUndefined();
  });

  it('are published, paused and resumed in a narrow window', async () => {
    const { page, show, faults, api, read, product } = await console.signIn(undefined, {
      size: { width: 360, height: 800 },
    });
    await product('MUG', { status: 'approved' });
    await product('CUP');
    const input = { code: 'feed', name: 'Feed', type: 'feed', platform: 'csv_feed' };
    const { id } = (await api.post<Channel>('/channels', input)).data;
    await show('Channels');
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'Feed' }).click();
    await page.getByRole('tab', { name: 'Products' }).click();
    await page.getByRole('combobox', { name: 'Readiness' }).selectOption('ready');
    await page.getByRole('row', { name: 'CUP' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'MUG' }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Publish ready products' }).click();
    await page.getByRole('link', { name: 'Show its progress' }).click();
    await page.getByRole('heading', { level: 1, name: 'Publication to Feed' }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    await expectSound({ page, faults });
    await show('Channels');
    await page.getByRole('row', { name: '1 listed' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await read<Channel>(`/channels/${id}`)).status).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Publish ready products' }).waitFor();
  });

  it('are shown to a read-only key, without forbidden actions', async () => {
    const { page, show, faults } = await console.signIn(['channels:read']);
    await show('Channels');
    await page.getByText('There are no channels.').waitFor();
    await expectSound({ page, faults });
    expect(await page.getByRole('link', { name: 'Create channel' }).count()).toBe(0);
  });
});
