import { exportFormats } from '@product-content/contract';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { byTier } from '../../support/tiers.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { contents, exportFile, importFile, rowsOf } from './carry.ts';
import { anyCatalog, createProducts, defineCatalog } from './generated-catalogs.ts';

let app: App;
let source: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
  source = await openWorkspace(app);
  await define(source);
  await source.product('MUG', {
    name: '=1+1',
    type: 'parent',
    variantAxes: ['size'],
    description: 'Line 1\r\nLine 2\n "quoted"; a|b, \\ <b>bold</b>',
    bullets: ['a|b', 'c\\', ' spaced '],
    tags: ['new', 'a|b'],
    gtin: '00012345600012',
    category: 'mugs',
    collections: ['summer', 'winter'],
    prices: { EUR: { amount: 12.5, compareAt: 15 }, USD: 0.0001 },
    weight: 0.25,
    stock: 0,
    images: [{ url: 'https://images.example.com/a,b|c.jpg', altText: 'Front | "blue"' }],
    attributes: { care: 'Wash', volume: 1.234, tested: false, released: '2024-02-29' },
    translations: { de: { name: 'Größe €', bullets: ['eins|zwei'], attributes: { care: 'Spülen' } } },
    seo: { title: '007', slug: 'mug' },
  });
  await source.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'l', marks: ['a', 'b'] } });
  await source.product('MUG-S', { type: 'variant', parent: 'MUG', attributes: { size: 's' }, status: 'approved' });
  await source.product('PLATE', { name: '-1', associations: { crossSell: ['MUG'] }, currency: 'USD', price: 3 });
});

/** The catalog that products refer to. */
async function define(open: OpenWorkspace): Promise<void> {
  await open.attribute('size', 'select', { usableAsAxis: true, options: [{ code: 's' }, { code: 'l' }] });
  await open.attribute('marks', 'multiselect', { options: [{ code: 'a' }, { code: 'b' }] });
  await open.attribute('care', 'textarea', { localizable: true });
  await open.attribute('volume', 'decimal');
  await open.attribute('tested', 'boolean');
  await open.attribute('released', 'date');
  await open.category('mugs');
  for (const code of ['summer', 'winter']) await open.collection(code);
}

it.each(exportFormats)(
  'a catalog exported as %s and imported elsewhere is the same, field by field',
  async (format) => {
    const target = await openWorkspace(app);
    await define(target);
    await importFile(target, await exportFile(app, source, format), format);
    expect(await contents(target)).toEqual(await contents(source));
  },
);

it('any catalog is the same in each format, and so is the export of the copy', async () => {
  const property = fc.asyncProperty(anyCatalog, async (items) => {
    const original = await openWorkspace(app);
    await defineCatalog(original);
    await createProducts(original, items);
    const expected = await contents(original);
    for (const format of exportFormats) {
      const copy = await openWorkspace(app);
      await defineCatalog(copy);
      const file = await exportFile(app, original, format);
      await importFile(copy, file, format);
      expect(await contents(copy), format).toEqual(expected);
      expect(await rowsOf(await exportFile(app, copy, format), format)).toEqual(await rowsOf(file, format));
    }
  });
  await fc.assert(property, { numRuns: byTier({ behavior: 1, exhaustive: 6 }), endOnFailure: true });
});
