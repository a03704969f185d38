import type { Channel } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`channels in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('show what keeps products from being ready, are published, paused and resumed', async () => {
    const { page, show, faults, api, product } = await console.signIn();
    await product('MUG', { status: 'approved' });
    await product('CUP');
    const input = { code: 'feed', name: 'Feed <b>', type: 'feed', platform: 'csv_feed' };
    const { id } = (await api.post<Channel>('/channels', input)).data;
    await show('Channels');
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'Feed <b>' }).click();
    await page.getByRole('row', { name: /^CUP not ready error status/ }).waitFor();
    await page.getByLabel('Readiness').selectOption('ready');
    await page.getByRole('row', { name: 'CUP' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'MUG' }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Publish what is ready' }).click();
    await page.getByRole('link', { name: 'see how it goes' }).click();
    await page.getByText('completed', { exact: true }).waitFor();
    await show('Channels');
    await page.getByRole('row', { name: '1 listed' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await api.get<Channel>(`/channels/${id}`)).data.status).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Publish what is ready' }).waitFor();
  });

  it('are shown to a key that reads them, without what it cannot do', async () => {
    const { page, show, faults } = await console.signIn(['channels:read']);
    await show('Channels');
    await page.getByText('There are no channels.').waitFor();
    await expectSound({ page, faults });
    expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Channels',
      'Jobs',
      'Events',
    ]);
  });
});
