import type { Asset, Channel, Job, Webhook } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectContrast, expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`the pages of the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('can be read by everybody in both colour schemes at 360 px', async () => {
    const options = { size: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page, faults, api, ...open } = await console.signIn(undefined, options);
    const long = `${'long-'.repeat(15)}mug`;
    await open.category('mugs', { name: 'Mugs' });
    await open.group('looks', { label: 'Looks' });
    await open.attribute('color', 'select', { label: 'Colour', group: 'looks', options: [{ code: long }] });
    await open.collection('summer', { name: 'Summer' });
    await open.product('MUG', { name: long, category: 'mugs', collections: ['summer'], attributes: { color: long } });
    const images = `https://images.example.com/${long}.jpg`;
    const asset = (await api.post<Asset>('/assets', { url: images, download: false })).data;
    const channel = (
      await api.post<Channel>('/channels', { code: 'feed', name: 'Feed', type: 'feed', platform: 'csv_feed' })
    ).data;
    const hooks = `http://127.0.0.1:9/${long}`;
    const endpoint = (await api.post<Webhook>('/webhooks', { url: hooks, events: ['*'], description: 'Shop' })).data;
    const { jobId } = (await api.post<Job>('/exports', { async: true })).data;
    const { key } = (await api.get<{ key: { id: string; name: string } }>('/me')).data;
    const pages: Readonly<Record<string, string | RegExp>> = {
      overview: 'Overview',
      products: 'Products',
      'products/MUG': long,
      'products/MUG/edit': `Edit ${long}`,
      categories: 'Categories',
      'categories/mugs': 'Mugs',
      attributes: 'Attributes',
      'attributes/color': 'Colour',
      collections: 'Collections',
      'collections/summer': 'Summer',
      assets: 'Assets',
      [`assets/${asset.id}`]: asset.fileName,
      channels: 'Channels',
      'channels/new': 'Create a channel',
      [`channels/${channel.id}?tab=products`]: 'Feed',
      [`channels/${channel.id}?tab=mapping`]: 'Feed',
      [`channels/${channel.id}?tab=settings`]: 'Feed',
      imports: 'Import a file',
      exports: 'Exports',
      jobs: 'Jobs',
      [`jobs/${jobId}`]: /^Export products/,
      requests: 'Requests',
      webhooks: 'Webhooks',
      [`webhooks/${endpoint.id}`]: 'Shop',
      events: 'Events',
      keys: 'API keys',
      [`keys/${key.id}`]: key.name,
      playground: 'Playground',
    };
    for (const [address, title] of Object.entries(pages)) {
      await page.goto(`${app.baseUrl}/console#/${address}`);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expect.poll(() => page.locator('.mantine-Skeleton-root, [aria-busy=true]').count()).toBe(0);
      await expectSound({ page, faults });
      await expectContrast(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
    }
  });
});
