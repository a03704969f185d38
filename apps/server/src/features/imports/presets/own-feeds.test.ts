import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { counts, createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';
import { createTestContext } from '#testing/index.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

const variant = (sku: string, price: number) => ({
  ...{ sku, name: `Mug ${sku}`, type: 'variant', parent: 'MUG', status: 'approved', price },
  ...{
    description: `The ${sku}.`,
    brand: 'Kiln',
    category: 'mugs',
    images: [{ url: `https://x.example.com/${sku}.jpg` }],
  },
});

const products = [
  {
    ...{
      sku: 'POT',
      name: 'Pot <3 & "lid"',
      description: 'A pot, with a lid.',
      status: 'approved',
      brand: 'Kiln',
      mpn: 'P1',
    },
    ...{ gtin: '4006381333931', price: 1234.5, stock: 3, category: 'mugs' },
    images: [{ url: 'https://x.example.com/1.jpg' }, { url: 'https://x.example.com/2,3.jpg' }],
  },
  { sku: 'MUG', name: 'Mug', type: 'parent', status: 'approved', stock: 0 },
  variant('MUG-S', 5),
  variant('MUG-L', 7.25),
];

const googleUrl = 'https://shop.example.com/p/{sku}';

it.each([
  ['Google’s XML', 'google_merchant', { format: 'xml', productUrl: googleUrl }, 'google'],
  ['Google’s TSV', 'google_merchant', { format: 'tsv', productUrl: googleUrl }, 'google'],
  ['CSV', 'csv_feed', {}, null],
  ['JSON', 'json_feed', { format: 'json' }, null],
  ['NDJSON', 'json_feed', { format: 'ndjson' }, null],
] as const)('a feed as %s can be imported again without a change', async (_, platform, settings, preset) => {
  const { container } = fixture.app;
  const ctx = createTestContext(importer.workspace);
  await importer.post('/categories', { code: 'home', name: 'Home' });
  await importer.post('/categories', { code: 'mugs', name: 'Mugs', parent: 'home' });
  const saved = await importer.run(JSON.stringify(products), { name: 'products.json' });
  expect(saved.problems).toEqual([]);
  const channel = await container.channels.create(ctx, {
    code: 'feed',
    name: 'Feed',
    type: 'feed',
    platform,
    settings,
  });
  await container.publications.publish(ctx, channel.id, { onlyReady: false, onlyChanged: false, action: 'publish' });
  const read = () => container.channels.get(ctx, channel.id);
  await expect.poll(async () => (await read()).feed?.itemCount ?? null).not.toBeNull();
  const { feed } = await read();
  const content = await (await fetch(feed?.url ?? '')).text();
  const before = await importer.traces();

  const { accepted, problems, result } = await importer.run(content, { name: 'feed' });
  expect(accepted.detected.preset).toBe(preset);
  expect(problems).toEqual([]);
  const { total, unchanged } = counts(result);
  expect(unchanged).toBe(total);
  expect(total).toBe(4);
  expect(await importer.traces()).toEqual(before);
});
