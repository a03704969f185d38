import { openShop, type ShopPlan } from '@product-content/server/testing/shop';
import { type Aim, type Benchmark, median, milliseconds, percentile, type Row, type Scale } from './benchmark.ts';
import { growthRequests } from './growth-requests.ts';
import { type Installation, withInstallation } from './installation.ts';
import { sampleProduct } from './sample-product.ts';

/** What a piece of work takes in a shop of one size. */
interface Measured {
  /** Milliseconds after a change, when totals are counted; null for what has none. */
  readonly first: number | null;
  /** Milliseconds of nearly every repetition. */
  readonly again: number;
  /** What it reads. Blocks are the same on any machine, whatever else that does. */
  readonly plan?: ShopPlan;
  /** Absent if it has to look at everything that matches. */
  readonly aims?: Aims;
}

/** For milliseconds, and blocks of 8 KiB. */
interface Aims {
  readonly ms: Aim;
  readonly blocks: Aim;
}

/** What does not depend on the number of products has a ratio of 1. */
const flat: Aims = { ms: { ratioAtMost: 1.3 }, blocks: { ratioAtMost: 1.3 } };

/** What depends on it stays below a bound in a shop of any size. */
const bounded: Aims = { ms: { atMost: 50 }, blocks: { atMost: 10_000 } };

/** Facets count 10,000 products, and 16,000 of a sample. */
const facets: Aims = { ms: { atMost: 250 }, blocks: { atMost: 40_000 } };

/**
 * Lists, searches, facets and changes in shops of growing size, one after the other: right after the load, after each
 * change, when totals are counted, and again. The floor of a figure is that of the smallest shop.
 */
export const growth: Benchmark = {
  name: 'growth',
  async measure(scale) {
    const sizes = scale.products ?? [scale.pick(100_000, 300)];
    const measured = new Map<string, Map<number, Measured>>();
    for (const products of sizes) {
      for (const [work, figures] of await measureShop(scale, products)) {
        measured.set(work, (measured.get(work) ?? new Map()).set(products, figures));
      }
    }
    return [...measured].flatMap(([work, bySize]) => toRows(work, bySize));
  },
};

/** Lines of each size below each other. An exact total costs as much as products match: it is a note, without an aim. */
function toRows(work: string, bySize: ReadonlyMap<number, Measured>): Row[] {
  const sizes = [...bySize];
  const rowsOf = (unit: keyof Aims, figure: (measured: Measured) => number | undefined, note: typeof noteOfTime) => {
    const floor = sizes[0] && figure(sizes[0][1]);
    return sizes.flatMap(([size, measured], index): Row[] => {
      const ours = figure(measured);
      if (ours === undefined) return [];
      const row: Row = { work: `${work}, ${size.toLocaleString('en')}`, unit, ours, ...note(measured) };
      const aim = measured.aims?.[unit];
      return [{ ...row, ...(index > 0 && floor !== undefined && { floor, ...(aim && { aim }) }) }];
    });
  };
  return [
    ...rowsOf('ms', ({ again }) => again, noteOfTime),
    ...rowsOf('blocks', ({ plan }) => plan?.blocks, noteOfPlan),
  ];
}

function noteOfTime({ first }: Measured): { readonly note?: string } {
  return first === null ? {} : { note: `${first.toFixed(1)} with a total to count` };
}

function noteOfPlan({ plan }: Measured): { readonly note?: string } {
  return plan === undefined ? {} : { note: `${plan.firstBlocks} with a total to count; ${plan.text}` };
}

/** Each piece of work by its name, in a shop of its own. */
function measureShop(scale: Scale, products: number): Promise<Map<string, Measured>> {
  return withInstallation(scale, async (installation) => {
    const shop = await openShop(installation.databaseUrl, installation.workspaceId);
    const seconds = (await milliseconds(() => shop.load(products))) / 1000;
    scale.say(`filled ${products} products in ${seconds.toFixed(0)} s`);
    const measured = new Map<string, Measured>();
    // Before the first vacuum, which an import of so many products has to wait for as well.
    for (const [what, path] of Object.entries(growthRequests.afterLoading)) {
      measured.set(`right after the load, ${what}`, { first: null, again: await get(installation, path) });
    }
    await shop.settle();
    const measureAll = async (requests: Readonly<Record<string, string>>, aims: Aims, isContinued = false) => {
      for (const [what, path] of Object.entries(requests)) {
        const requested = isContinued ? await nextPage(installation, path) : path;
        const times = await timesOf(installation, requested, scale.pick(5, 1), scale.pick(10, 2));
        const plan = await shop.plan(path, requested !== path);
        scale.say(`${what}: ${plan.blocks} blocks, ${plan.firstBlocks} with a total to count, ${plan.text}`);
        measured.set(what, { first: median(times.first), again: percentile(times.again, 0.95), plan, aims });
      }
    };
    await measureAll(growthRequests.indexed, flat);
    await measureAll(growthRequests.continuedIndexed, flat, true);
    await measureAll(growthRequests.bounded, bounded);
    await measureAll(growthRequests.continuedBounded, bounded, true);
    await measureAll(growthRequests.facets, facets);
    await shop.close();
    for (const [what, work] of Object.entries(changes)) {
      const times: number[] = [];
      for (let round = 0; round < scale.pick(10, 2); round += 1) times.push(await work(installation, round));
      measured.set(what, { first: null, again: median(times), aims: flat });
    }
    return measured;
  });
}

/** The path of the page after that of a path, by its cursor; a reduced shop may have no such page. */
async function nextPage({ send }: Installation, path: string): Promise<string> {
  const { pagination } = await send<{ pagination: { nextCursor: string | null } }>('GET', path);
  if (pagination.nextCursor === null) return path;
  const [resource, query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.set('cursor', pagination.nextCursor);
  return `${resource}?${parameters}`;
}

/** Milliseconds of one request. @throws Error with the response unless it is a success. */
function get({ server, headers }: Installation, path: string): Promise<number> {
  return milliseconds(async () => {
    const response = await fetch(server.url + path, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  });
}

async function timesOf(
  installation: Installation,
  path: string,
  changes: number,
  repeats: number,
): Promise<{ first: number[]; again: number[] }> {
  const first: number[] = [];
  const again: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await installation.send('PATCH', '/products/ART-00000001', { description: `Changed for the ${change}. time` });
    first.push(await get(installation, path));
    for (let repeat = 0; repeat < repeats; repeat += 1) again.push(await get(installation, path));
  }
  return { first, again };
}

/** Requests that are not GETs: each returns its milliseconds. */
const changes: Readonly<Record<string, (installation: Installation, round: number) => Promise<number>>> = {
  'one product changed': ({ send }, round) =>
    milliseconds(() => send('PATCH', '/products/ART-00000077', { description: `Changed in round ${round}` })),
  'a bulk of 100 created': ({ send }, round) => milliseconds(() => send('POST', '/products/bulk', bulkOf(round, 0))),
  'a bulk of 100 changed': ({ send }, round) => milliseconds(() => send('POST', '/products/bulk', bulkOf(round, 1))),
  'an export of ten products, first byte': async ({ server, headers }, round) => {
    const body = JSON.stringify({ filter: { 'attributes.model': [`m${round + 2}`] }, columns: ['sku', 'name'] });
    const json = { ...headers, 'content-type': 'application/json' };
    let response: Response | undefined;
    const duration = await milliseconds(async () => {
      response = await fetch(`${server.url}/exports`, { method: 'POST', headers: json, body });
    });
    if (response?.status !== 200) throw new Error(`POST /exports: ${response?.status} ${await response?.text()}`);
    await response.arrayBuffer();
    return duration;
  },
  'a channel of ten products created and read': async ({ send }, round) => {
    const code = `channel-${round}`;
    const scope = { 'attributes.model': [`m${round + 20}`] };
    const created = { code, name: code, type: 'feed', platform: 'csv_feed', scope };
    return milliseconds(async () => {
      const { data } = await send<{ data: { id: string } }>('POST', '/channels', created);
      await send('GET', `/channels/${data.id}/products`);
    });
  },
  'a channel read after a change': async ({ send }, round) => {
    const { data } = await send<{ data: { id: string }[] }>('GET', '/channels');
    await send('PATCH', '/products/ART-00000200', { name: `Renamed in round ${round}` });
    return milliseconds(() => send('GET', `/channels/${data[0]?.id}/products`));
  },
};

const bulkOf = (round: number, revision: number) => ({
  items: Array.from({ length: 100 }, (_, index) => sampleProduct(`BULK${round}`, index, revision)),
});
