import { createLines, findCatalog, loadCatalog } from '@product-content/catalog-loader';
import { catalogFolder, hasCatalogs } from '@product-content/catalog-loader/testing';
import { SaxesParser } from 'saxes';
import { expect, it, onTestFinished } from 'vitest';
import { createTestContext } from '#testing/index.ts';
import { startTestApp } from '#testing/test-app.ts';

/** The items of a feed; fails unless it is well-formed XML. */
function readItems(xml: string): Record<string, string>[] {
  const items: Record<string, string>[] = [];
  let name = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    if (tag.name === 'item') items.push({});
    name = tag.uri === 'http://base.google.com/ns/1.0' ? tag.local : '';
  });
  parser.on('text', (text) => {
    const item = items.at(-1);
    if (item !== undefined && name !== '') item[name] = (item[name] ?? '') + text;
  });
  parser.on('closetag', () => {
    name = '';
  });
  parser.write(xml).close();
  return items;
}

it.skipIf(!hasCatalogs).each([
  { name: 'icecat', products: 1_239 },
  { name: 'magento', products: 1_847 },
])('the Google feed of $name has every ready product once', async ({ name, products }) => {
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const worker = await app.container.startJobWorker();
  onTestFinished(() => worker.stop(1000));
  await loadCatalog({
    api: { baseUrl: app.baseUrl, key: app.key },
    catalog: await findCatalog(name, catalogFolder),
    imageBase: 'https://images.example.com/',
    currency: 'USD',
    progress: createLines(() => undefined),
  });
  const ctx = createTestContext(app.workspace);
  const channel = await app.container.channels.create(ctx, {
    code: 'google',
    name: 'Google',
    type: 'feed',
    platform: 'google_merchant',
    currency: 'USD',
    settings: { productUrl: 'https://shop.example.com/p/{sku}' },
  });
  expect(channel.readiness.total).toBe(products);
  const request = { onlyReady: true, onlyChanged: false, action: 'publish' as const };
  await app.container.publications.publish(ctx, channel.id, request);
  const read = () => app.container.channels.get(ctx, channel.id);
  await expect.poll(async () => (await read()).feed?.itemCount).not.toBeNull();
  const { readiness, listings, feed } = await read();
  const items = readItems(await (await fetch(feed?.url ?? '')).text());
  const skus = items.map(({ id }) => id);
  expect(new Set(skus).size).toBe(skus.length);
  const ready = await app.container.database.query<{ sku: string }>(
    'select sku from channel_product where ready order by sku',
  );
  expect(skus).toEqual(ready.rows.map(({ sku }) => sku));
  expect([listings.listed, readiness.ready, feed?.itemCount]).toEqual([skus.length, skus.length, skus.length]);
  expect(items.every((item) => item.title && item.link && item.price && item.image_link && item.availability)).toBe(
    true,
  );
  const grouped = items.filter(({ item_group_id }) => item_group_id !== undefined);
  expect(grouped.length).toBeGreaterThan(0);
});
