import { exportFormats, type Job, type Product } from '@product-content/contract';
import { beforeAll, expect, it } from 'vitest';
import { type App, startApp } from '../../support/app-server.ts';
import { finished } from '../exports/run-export.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let source: OpenWorkspace;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
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
    attributes: { care: 'Wash', volume: 0.3, tested: false, released: '2024-02-29' },
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

/** What a product says, without what each workspace has of its own. */
function contentOf({ id: _, version: __, createdAt: ___, updatedAt: ____, ...product }: Product): unknown {
  const code = (reference: { readonly code: string } | null) => reference?.code ?? null;
  return {
    ...product,
    parent: product.parent?.sku ?? null,
    category: code(product.category),
    collections: product.collections.map(code),
  };
}

const contents = async (open: OpenWorkspace) =>
  (await open.read<Product[]>('/products?sort=sku:asc&limit=250')).map(contentOf);

it.each(exportFormats)(
  'a catalog exported as %s and imported elsewhere is the same, field by field',
  async (format) => {
    const target = await openWorkspace(app);
    await define(target);
    const headers = { authorization: `Bearer ${(await app.createKey(source.workspace)).key}` };
    const file = await fetch(`${app.baseUrl}/exports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ format }),
    });
    const form = new FormData();
    form.set('file', new Blob([await file.arrayBuffer()]), `products.${format}`);
    const accepted = await fetch(`${app.baseUrl}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${(await app.createKey(target.workspace)).key}` },
      body: form,
    });
    expect(accepted.status).toBe(202);
    const { data } = (await accepted.json()) as { data: Job };
    const job = await finished(target.api, data);
    expect(job.errors).toEqual([]);
    expect(job.status).toBe('completed');
    expect(await contents(target)).toEqual(await contents(source));
  },
);
