import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, type App, sharedApp } from '../../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

/** By name, price and completeness several are alike, so that only their ids tell them apart. */
const products = Array.from({ length: 23 }, (_, index) => ({
  sku: `P-${String((index * 7) % 23).padStart(2, '0')}`,
  name: ['Ähre', 'apple', 'Zebra', 'apple', 'Äpfel'][index % 5],
  ...(index % 4 === 0 ? {} : { price: (index % 3) + 0.5 }),
  ...(index % 2 === 0 ? { description: 'Text.' } : {}),
}));

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  for (const { sku, ...input } of products) await open.product(sku, input);
});

type Key = (product: AnyRecord) => string | number;

const byCollation = new Intl.Collator('und');
const priceOf = ({ price }: AnyRecord) => price as number | null;

/** How the sort keys of two products compare, ascending. */
const orders: Record<string, (a: AnyRecord, b: AnyRecord) => number> = {
  updatedAt: compareBy((product) => String(product.updatedAt)),
  createdAt: compareBy((product) => String(product.createdAt)),
  name: (a, b) => byCollation.compare(String(a.name), String(b.name)),
  sku: compareBy((product) => product.sku),
  price: compareBy((product) => priceOf(product) ?? Number.POSITIVE_INFINITY),
  completeness: compareBy((product) => Number(product.completeness)),
};

function compareBy(key: Key) {
  return (a: AnyRecord, b: AnyRecord) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

async function walkPages(query: string): Promise<string[]> {
  const skus: string[] = [];
  for (let page = 1; ; page += 1) {
    const response = await open.api.get<AnyRecord[]>(`/products?${query}&page=${page}`);
    skus.push(...response.data.map(({ sku }) => sku));
    expect(response.pagination.page).toBe(page);
    if (!response.pagination.hasMore) return skus;
  }
}

async function walkCursors(query: string, onPage: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const skus: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const suffix: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await open.api.get<AnyRecord[]>(`/products?${query}${suffix}`);
    skus.push(...response.data.map(({ sku }) => sku));
    expect(response.pagination.hasMore).toBe(response.pagination.nextCursor !== null);
    cursor = response.pagination.nextCursor;
    await onPage();
  }
  return skus;
}

describe('a sort', () => {
  const notations = Object.keys(orders).flatMap((field) => {
    const snake = field.replace('At', '_at');
    const names = [...new Set([field, snake])];
    return names.flatMap((name): [string, string, 1 | -1][] => [
      [`${name}:asc`, field, 1],
      [name, field, 1],
      [`${name}:desc`, field, -1],
      [`-${name}`, field, -1],
    ]);
  });

  it.each(notations)('%s sorts by it', async (notation, field, direction) => {
    const list = await open.read<AnyRecord[]>(`/products?sort=${notation}&limit=250`);
    expect(list).toHaveLength(products.length);
    const compare = orders[field] as (a: AnyRecord, b: AnyRecord) => number;
    const keyed = field === 'price' ? list.filter((product) => priceOf(product) !== null) : list;
    for (const [index, product] of keyed.entries()) {
      const next = keyed[index + 1];
      if (next === undefined) continue;
      const difference = direction * compare(product, next);
      expect(difference, `${product.sku} before ${next.sku}`).toBeLessThanOrEqual(0);
      if (difference === 0) expect(direction * (product.id < next.id ? -1 : 1)).toBe(-1);
    }
  });

  it.each(['price:asc', 'price:desc'])('%s puts products without a price last', async (sort) => {
    const list = await open.read<AnyRecord[]>(`/products?sort=${sort}`);
    const prices = list.map((product) => priceOf(product) !== null);
    expect(prices).toEqual(prices.toSorted((a, b) => Number(b) - Number(a)));
    expect(prices).toContain(false);
  });

  it('is updatedAt:desc by default: a change brings a product to the front', async () => {
    await open.patch('/products/P-11', { stock: 1 });
    const byDefault = await open.read<AnyRecord[]>('/products');
    expect(byDefault[0]?.sku).toBe('P-11');
    expect(await open.read('/products?sort=updatedAt:desc')).toEqual(byDefault);
  });
});

describe('pages', () => {
  it('have 50 products by default', async () => {
    const { pagination } = await open.api.get('/products');
    const { length: total } = products;
    expect(pagination).toEqual({ page: 1, limit: 50, total, totalPages: 1, hasMore: false, nextCursor: null });
  });

  it('count the whole list', async () => {
    const { data, pagination } = await open.api.get<AnyRecord[]>('/products?limit=10&page=2');
    expect(data).toHaveLength(10);
    expect(pagination).toMatchObject({ page: 2, limit: 10, total: 23, totalPages: 3, hasMore: true });
    expect((await open.api.get('/products?limit=10&page=3')).pagination).toMatchObject({ hasMore: false, total: 23 });
    expect((await open.api.get('/products?limit=250&q=zebra')).pagination).toMatchObject({ total: 5, totalPages: 1 });
  });

  it('after the last one are empty and have the same total', async () => {
    const { data, pagination } = await open.api.get<AnyRecord[]>('/products?limit=10&page=9');
    expect(data).toEqual([]);
    expect(pagination).toMatchObject({ page: 9, total: 23, totalPages: 3, hasMore: false, nextCursor: null });
  });

  it('of an empty list are empty', async () => {
    const { pagination } = await open.api.get('/products?brand=Nobody');
    expect(pagination).toEqual({ page: 1, limit: 50, total: 0, totalPages: 0, hasMore: false, nextCursor: null });
  });

  it.each(Object.keys(orders).flatMap((field) => [`${field}:asc`, `${field}:desc`]))(
    'in the order %s are the whole list without repeats, by number and by cursor',
    async (sort) => {
      const whole = (await open.read<AnyRecord[]>(`/products?sort=${sort}&limit=250`)).map(({ sku }) => sku);
      for (const limit of [1, 7, 22, 23]) {
        expect(await walkPages(`sort=${sort}&limit=${limit}`)).toEqual(whole);
        expect(await walkCursors(`sort=${sort}&limit=${limit}`)).toEqual(whole);
      }
    },
  );
});

describe('a walk by cursor', () => {
  it.each(['sku:asc', 'name:desc', 'price:asc', 'createdAt:asc', 'updatedAt:desc'])(
    'in the order %s finds every existing product once, while products are added and deleted',
    async (sort) => {
      const there = new Set(await open.skus('page=1'));
      let added = 0;
      const disturb = async () => {
        const sku = `N-${sort.replace(':', '-')}-${added++}`;
        await open.product(sku, { name: 'apple', price: 1.5 });
        if (added % 3 === 0) await open.remove(`/products/${sku}`);
      };
      const met = await walkCursors(`sort=${sort}&limit=4`, async () => void (added < 12 && (await disturb())));
      expect(new Set(met).size).toBe(met.length);
      expect([...there].filter((sku) => !met.includes(sku))).toEqual([]);
      for (const sku of await open.skus('q=N-')) await open.remove(`/products/${sku}`);
    },
  );

  it('has a correct total while products are added and deleted', async () => {
    const first = (await open.api.get('/products?limit=5&sort=sku')).pagination;
    await open.product('NEW');
    const next = (await open.api.get(`/products?limit=5&sort=sku&cursor=${first.nextCursor}`)).pagination;
    expect([first.total, next.total]).toEqual([23, 24]);
    await open.remove('/products/NEW');
    const last = (await open.api.get(`/products?limit=5&sort=sku&cursor=${next.nextCursor}`)).pagination;
    expect(last).toMatchObject({ total: 23, page: 3 });
  });

  it('is refused with a page, with another list and with a cursor that was changed', async () => {
    const { nextCursor } = (await open.api.get('/products?limit=5&q=apple')).pagination;
    const list = (query: string) => open.api.get(`/products?${query}`);
    expectInvalid(await list(`limit=5&q=apple&page=2&cursor=${nextCursor}`), 'cursor');
    expectInvalid(await list(`limit=5&q=zebra&cursor=${nextCursor}`), 'cursor');
    expectInvalid(await list(`limit=5&q=apple&sort=sku&cursor=${nextCursor}`), 'cursor');
    expectInvalid(await list(`limit=5&q=apple&cursor=${nextCursor?.slice(0, -2)}`), 'cursor');
    expectInvalid(await list('cursor=abc'), 'cursor');
    const other = await openWorkspace(app);
    expectInvalid(await other.api.get(`/products?limit=5&q=apple&cursor=${nextCursor}`), 'cursor');
  });

  it('may change its page size', async () => {
    const { nextCursor } = (await open.api.get('/products?limit=5&sort=sku')).pagination;
    const { data } = await open.api.get<AnyRecord[]>(`/products?limit=50&sort=sku&cursor=${nextCursor}`);
    expect(data).toHaveLength(18);
  });
});
