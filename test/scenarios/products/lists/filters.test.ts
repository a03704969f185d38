import { valuesAt } from '@product-content/test-support/tiers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, sharedApp } from '../../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../../open-workspace.ts';

let app: App;
let open: OpenWorkspace;
const ids: Record<string, string> = {};
const image = { url: 'https://images.example.com/1.jpg' };

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  const { category, collection, attribute, product } = open;
  const kitchen = await category('kitchen');
  await category('mugs', { parent: 'kitchen' });
  await category('espresso', { parent: 'mugs' });
  const garden = await category('garden');
  const summer = await collection('summer');
  await collection('sale');
  Object.assign(ids, { kitchen: kitchen.id, garden: garden.id, summer: summer.id });
  await attribute('size', 'text', { usableAsAxis: true });
  const complete = { description: 'A thing.', price: 10, images: [image] };
  const products: [string, object][] = [
    ['KETTLE', { name: 'Water Kettle', brand: 'Kiln', category: 'kitchen', tags: ['steel', 'new'], ...complete }],
    ['MUG', { name: 'Mug', type: 'parent', variantAxes: ['size'], category: 'mugs', collections: ['summer'] }],
    ['MUG-L', { name: 'Large mug', type: 'variant', parent: 'MUG', attributes: { size: 'L' }, images: [image] }],
    ['MUG-S', { name: 'Small mug', type: 'variant', parent: 'MUG', attributes: { size: 'S' }, category: 'mugs' }],
    ['CUP', { name: 'Café cup', brand: 'kiln', category: 'espresso', status: 'in_review', collections: ['sale'] }],
    ['RAKE', { name: 'Rake 100%', gtin: '4006381333931', category: 'garden', status: 'approved', tags: ['steel'] }],
    ['SEAT_1', { name: 'Seat', mpn: 'GX-200', brand: 'Kiln & Söhne', collections: ['sale', 'summer'], tags: ['new'] }],
    ['OLD.1', { name: 'Relic' }],
  ];
  for (const [sku, input] of products) ids[sku] = (await product(sku, input)).id;
  await open.patch('/products/OLD.1', { status: 'archived' });
});

/** Each filter alone, with the SKUs it leaves, in their order. */
const filters: [query: string, skus: string[]][] = [
  ['q=mug', ['MUG', 'MUG-L', 'MUG-S']],
  ['q=KETTLE', ['KETTLE']],
  ['q=water%20ket', ['KETTLE']],
  ['q=kettle%20water', ['KETTLE']],
  ['q=cafe', ['CUP']],
  ['q=CAF%C3%89', ['CUP']],
  ['q=seat_1', ['SEAT_1']],
  ['q=4006381', ['RAKE']],
  ['q=gx-200', ['SEAT_1']],
  ['q=kiln', ['CUP', 'KETTLE', 'SEAT_1']],
  ['q=kiln%20large', []],
  ['q=%25', ['RAKE']],
  ['q=_', ['SEAT_1']],
  ['q=%5C', []],
  ['sku=MUG,CUP,NONE', ['CUP', 'MUG']],
  ['sku=mug', []],
  ['ids=prd_01k9f2v6m8e5fa1s3tqzc7d4xw,none', []],
  ['status=draft', ['KETTLE', 'MUG', 'MUG-L', 'MUG-S', 'SEAT_1']],
  ['status=approved,%20archived', ['OLD.1', 'RAKE']],
  ['status=in_review', ['CUP']],
  ['type=parent', ['MUG']],
  ['type=variant', ['MUG-L', 'MUG-S']],
  ['type=simple,parent', ['CUP', 'KETTLE', 'MUG', 'OLD.1', 'RAKE', 'SEAT_1']],
  ['category=kitchen', ['CUP', 'KETTLE', 'MUG', 'MUG-S']],
  ['category=kitchen&include_subcategories=true', ['CUP', 'KETTLE', 'MUG', 'MUG-S']],
  ['category=kitchen&include_subcategories=false', ['KETTLE']],
  ['category=espresso,garden', ['CUP', 'RAKE']],
  ['category=unknown', []],
  ['category=unknown,garden', ['RAKE']],
  ['collection=summer', ['MUG', 'SEAT_1']],
  ['collection=summer,sale', ['CUP', 'MUG', 'SEAT_1']],
  ['collection=unknown', []],
  ['tag=steel', ['KETTLE', 'RAKE']],
  ['tag=steel,new', ['KETTLE', 'RAKE', 'SEAT_1']],
  ['tag=Steel', []],
  ['brand=Kiln', ['KETTLE']],
  ['brand=Kiln%20%26%20S%C3%B6hne', ['SEAT_1']],
  ['completeness_min=100', ['KETTLE']],
  ['completeness_min=60&completeness_max=100', ['KETTLE', 'MUG-L']],
  ['completeness_max=20', ['OLD.1', 'SEAT_1']],
  ['completeness_min=0&completeness_max=100', ['CUP', 'KETTLE', 'MUG', 'MUG-L', 'MUG-S', 'OLD.1', 'RAKE', 'SEAT_1']],
  ['completeness_min=41&completeness_max=59', []],
  ['has_images=true', ['KETTLE', 'MUG-L']],
  ['has_images=false', ['CUP', 'MUG', 'MUG-S', 'OLD.1', 'RAKE', 'SEAT_1']],
  ['top_level=true', ['CUP', 'KETTLE', 'MUG', 'OLD.1', 'RAKE', 'SEAT_1']],
  ['top_level=false', ['CUP', 'KETTLE', 'MUG', 'MUG-L', 'MUG-S', 'OLD.1', 'RAKE', 'SEAT_1']],
  ['updated_since=2100-01-01T00:00:00Z', []],
];

describe('a list of products', () => {
  it.each(filters)('filtered by %s has the products %j', async (query, skus) => {
    expect(await open.skus(query)).toEqual(skus);
  });

  it('is filtered by ids, of products, categories and collections alike', async () => {
    expect(await open.skus(`ids=${ids.RAKE},${ids.CUP}`)).toEqual(['CUP', 'RAKE']);
    expect(await open.skus(`category=${ids.garden}`)).toEqual(['RAKE']);
    expect(await open.skus(`category=${ids.kitchen},garden`)).toEqual(['CUP', 'KETTLE', 'MUG', 'MUG-S', 'RAKE']);
    expect(await open.skus(`collection=${ids.summer}`)).toEqual(['MUG', 'SEAT_1']);
  });

  it('combines any two filters with AND', async () => {
    const names = (query: string) => new Set(query.split('&').map((part) => part.split('=')[0]));
    for (const [index, [first, some]] of filters.entries()) {
      const second = filters.slice(index + 1).filter(([query]) => names(query).isDisjointFrom(names(first)));
      const pages = valuesAt(index, second).map(async ([query, others]) => {
        const both = some.filter((sku) => others.includes(sku));
        expect(await open.skus(`${first}&${query}`), `${first}&${query}`).toEqual(both);
      });
      await Promise.all(pages);
    }
  });

  it('combines many filters at once', async () => {
    const all =
      'q=kettle&sku=KETTLE,MUG&status=draft&type=simple&category=kitchen&include_subcategories=false&tag=new' +
      `&brand=Kiln&updated_since=2020-01-01&completeness_min=50&completeness_max=100&has_images=true&top_level=true&ids=${ids.KETTLE}`;
    expect(await open.skus(all)).toEqual(['KETTLE']);
    expect(await open.skus(`${all}&collection=summer`)).toEqual([]);
  });

  it('accepts a single value alone or in a list, without empty values and repeats', async () => {
    expect(await open.skus('sku=CUP,,MUG,CUP,')).toEqual(['CUP', 'MUG']);
  });

  it('is not narrowed by a list without values', async () => {
    const all = await open.skus('');
    for (const query of ['sku=', 'sku=,', 'status=', 'status=&status=']) expect(await open.skus(query)).toEqual(all);
  });
});

describe('updated_since', () => {
  it('selects products changed at or after the instant', async () => {
    const { updatedAt } = await open.patch('/products/RAKE', { stock: 3 });
    const instant = Date.parse(String(updatedAt));
    expect(await open.skus(`updated_since=${updatedAt}`)).toContain('RAKE');
    expect(await open.skus(`updated_since=${new Date(instant + 1).toISOString()}`)).not.toContain('RAKE');
    expect(await open.skus(`updated_since=${encodeURIComponent('2020-01-01T00:00:00+02:00')}`)).toContain('RAKE');
  });

  it('includes a product whose collections changed', async () => {
    const { updatedAt: before } = await open.read('/products/OLD.1');
    await open.put('/collections/sale/products', { products: ['CUP', 'SEAT_1', 'OLD.1'] });
    const { updatedAt, version } = await open.read('/products/OLD.1');
    expect(String(updatedAt) > String(before)).toBe(true);
    expect(version).toBe(3);
    expect(await open.skus(`updated_since=${updatedAt}`)).toContain('OLD.1');
    await open.put('/collections/sale/products', { products: ['CUP', 'SEAT_1'] });
  });
});

describe('a filter that is not understood', () => {
  it.each([
    ['status=sold', 'status'],
    ['type=bundle', 'type'],
    ['include_subcategories=no', 'include_subcategories'],
    ['has_images=1', 'has_images'],
    ['top_level=yes', 'top_level'],
    ['updated_since=yesterday', 'updated_since'],
    ['updated_since=2026-02-30', 'updated_since'],
    ['completeness_min=-1', 'completeness_min'],
    ['completeness_max=101', 'completeness_max'],
    ['completeness_min=half', 'completeness_min'],
    ['q=', 'q'],
    ['q=%20', 'q'],
    ['include=images', 'include'],
    ['locale=english', 'locale'],
    ['locale=es', 'locale'],
    ['sort=weight', 'sort'],
    ['limit=0', 'limit'],
    ['limit=251', 'limit'],
    ['limit=ten', 'limit'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['colour=red', 'colour'],
    ['brand=A&brand=B', 'brand'],
  ])('%s is refused at %s', async (query, field) => {
    expectInvalid(await open.api.get(`/products?${query}`), field);
  });

  it('sku and ids accept up to 500 values', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `NO-${index}`).join();
    for (const filter of ['sku', 'ids']) {
      expect((await open.api.get(`/products?${filter}=${values}`)).status).toBe(200);
      expectInvalid(await open.api.get(`/products?${filter}=${values},MUG`), filter);
    }
  });
});
