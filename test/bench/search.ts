import { openShop } from '@product-content/server/testing/shop';
import { type Benchmark, median, milliseconds, percentile, type Row } from './benchmark.ts';
import { type Installation, withSharedInstallation } from './installation.ts';

const searches = (queries: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.entries(queries).map(([what, query]) => [
      what,
      `/products?${new URLSearchParams({ ...query, sort: 'relevance' })}`,
    ]),
  );

/** What people type, choose and look at, by what is hard about it. */
const requests: Readonly<Record<string, string>> = {
  ...searches({
    'a SKU': { q: 'ART-00000777' },
    'a SKU without separators': { q: 'art00000777' },
    'the start of a SKU': { q: 'art-000007' },
    'the end of a SKU': { q: '00077' },
    'an MPN': { q: 'MP.000153f' },
    'a model': { q: 'XD-777' },
    'a model without separators': { q: 'xd777' },
    'a model in two words': { q: 'xd 777' },
    'the most common word': { q: 'lamp' },
    'a less common word': { q: 'hammock' },
    'part of a word': { q: 'amer' },
    'the start of a word': { q: 'print' },
    'two common words': { q: 'black lamp' },
    'three words': { q: 'canon compact camera' },
    'two less common words': { q: 'reversible hammock' },
    'a common word and a model': { q: 'canon xd-777' },
    'a brand with a typo': { q: 'samsonit reversibel hammock' },
    'a word with a typo': { q: 'tripodd zeis reversibel' },
    'a name in a language': { q: 'leuchte kx', locale: 'de' },
    'a common word and a status': { q: 'black', status: 'archived' },
    'a common word and a brand': { q: 'lamp', brand: 'Canon' },
  }),
  'the first page': '/products',
  'a tag': '/products?tag=t7',
  'a brand': '/products?brand=Canon',
  'a category': '/products?category=c5',
  'status, brand, by price': '/products?status=approved&brand=Lumina&sort=price:asc',
  'the names backwards': '/products?sort=name:desc',
  'a value of ten products': '/products?attributes.model=m7',
  'a value of a tenth of all': '/products?attributes.color=red',
  'such a value and a status': '/products?attributes.color=red&status=draft',
  'a narrow range': '/products?attributes.weight_min=500&attributes.weight_max=501',
  'half of all by a range': '/products?attributes.weight_min=500',
  'a value and a range': '/products?attributes.color=red&attributes.weight_max=200',
  'facets of ten products': '/product-facets?attributes.model=m7',
  'facets of a brand': '/product-facets?brand=Canon',
  'facets of a search': '/product-facets?q=hammock',
  'facets of all products': '/product-facets',
};

/**
 * Lists, searches and facets in shops of growing size, one after the other: the first time after a change, when totals
 * are counted, and again. The floor of a figure is that of the smallest shop: what does not depend on the size has a
 * ratio of 1.
 */
export const search: Benchmark = {
  name: 'search',
  async measure(scale) {
    const rows: Row[] = [];
    const floors = new Map<string, number>();
    for (const products of scale.products ?? [scale.pick(100_000, 300)]) {
      const found = await withSharedInstallation(scale, async (installation) => {
        const shop = await openShop(installation.databaseUrl, installation.workspaceId);
        await shop.load(products);
        scale.say(`filled ${products} products`);
        const measured: Row[] = [];
        for (const [what, path] of Object.entries(requests)) {
          const times = await timesOf(installation, path, scale.pick(5, 1), scale.pick(10, 2));
          const plan = await shop.plan(path);
          scale.say(`${what}: ${plan}`);
          const work = `${what}, ${products.toLocaleString('en')}`;
          measured.push({ work: `${work}: after a change`, unit: 'ms', ours: median(times.first) });
          measured.push({ work: `${work}: p95`, unit: 'ms', ours: percentile(times.again, 0.95), aim, note: plan });
        }
        await shop.close();
        return measured;
      });
      for (const row of found) {
        const what = row.work.replace(`, ${products.toLocaleString('en')}`, '');
        const floor = floors.get(what);
        rows.push(floor === undefined ? row : { ...row, floor });
        if (floor === undefined) floors.set(what, row.ours);
      }
    }
    return rows;
  },
};

const aim = { atMost: 50 } as const;

async function timesOf(
  { server, headers, send }: Installation,
  path: string,
  changes: number,
  repeats: number,
): Promise<{ first: number[]; again: number[] }> {
  const url = server.url + path;
  const get = () =>
    milliseconds(async () => {
      const response = await fetch(url, { headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
    });
  const first: number[] = [];
  const again: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await send('PATCH', '/products/ART-00000001', { description: `Changed for the ${change}. time` });
    first.push(await get());
    for (let repeat = 0; repeat < repeats; repeat += 1) again.push(await get());
  }
  return { first, again };
}
