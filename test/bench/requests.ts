import { setTimeout as delay } from 'node:timers/promises';
import { type Benchmark, interleave, milliseconds, perSecond, type Row, type Scale } from './benchmark.ts';
import { type Installation, sendJson, withSharedInstallation } from './installation.ts';
import { connections, requestsPerSecond } from './load.ts';
import { type MeasuredServer, startFloor } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/** Milliseconds after which a server counts as idle. */
const idleMs = 30_000;

/** What a request of the floor and of the server is compared by. */
interface Pair {
  readonly work: string;
  readonly ratioAtLeast: number;
  readonly floor: readonly string[];
  readonly ours: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected?: number;
}

interface Measured extends Installation {
  readonly scale: Scale;
  readonly floor: MeasuredServer;
}

/** Reads of products under load, beside bare node:http and pg on the same tables. */
export const reads: Benchmark = {
  name: 'reads',
  measure: (scale) =>
    withFloor(scale, async (measured) => {
      const count = scale.pick(100_000, 300);
      await fill(measured, count);
      const skus = Array.from(
        { length: scale.pick(200, 5) },
        (_, index) => `FILL-${Math.floor((index * count) / 200)}`,
      );
      const sku = skus.at(-1) ?? '';
      const brand = 'Brand 7';
      const pairs: Pair[] = [
        {
          work: 'GET one product by SKU',
          ratioAtLeast: 0.85,
          floor: skus.map((each) => `/one/${each}`),
          ours: skus.map((each) => `/api/v1/products/${each}`),
        },
        {
          work: 'GET one product, If-None-Match: 304',
          ratioAtLeast: 0.95,
          floor: [`/version/${sku}`],
          ours: [`/api/v1/products/${sku}`],
          headers: { 'if-none-match': await measured.entityTag(`/products/${sku}`) },
          expected: 304,
        },
        {
          work: `GET 50 products of ${count}, total known`,
          ratioAtLeast: 0.9,
          floor: ['/page'],
          ours: ['/api/v1/products'],
        },
        { work: 'GET 50 products by cursor', ratioAtLeast: 0.85, ...(await cursorPaths(measured)) },
        {
          work: 'GET 50 products by q',
          ratioAtLeast: 0.85,
          floor: ['/search/fill-17'],
          ours: ['/api/v1/products?q=fill-17'],
        },
        {
          work: 'GET 50 products by status and brand',
          ratioAtLeast: 0.85,
          floor: [`/filtered/draft/${encodeURIComponent(brand)}`],
          ours: [`/api/v1/products?status=draft&brand=${encodeURIComponent(brand)}`],
        },
      ];
      const rows: Row[] = [];
      for (const pair of pairs) rows.push(await compareLoads(measured, pair));
      const memory = async (when: string, atMost: number): Promise<Row> => {
        const ours = await measured.server.residentMemory();
        return { work: `resident memory ${when} these reads`, unit: 'MiB', ours, aim: { atMost } };
      };
      rows.push(await memory('right after', 260));
      await delay(scale.pick(idleMs, 0));
      return [...rows, await memory('half a minute after', 200)];
    }),
};

/** Changes of products, one at a time and in bulk, beside the same rows written by hand. */
export const writes: Benchmark = {
  name: 'writes',
  measure: (scale) =>
    withFloor(scale, async (measured) => {
      await fill(measured, scale.pick(20_000, 100));
      return [
        await compareConditionalPatch(measured),
        await compareBulk(measured, 'bulk of 500: create', 0.9, 0),
        await compareBulk(measured, 'bulk of 500: change', 0.85, 1),
      ];
    }),
};

/** Records people edit one at a time: the figures an ORM on their path is judged by. */
export const records: Benchmark = {
  name: 'records',
  measure: (scale) =>
    withFloor(scale, async (measured) => {
      const categories = scale.pick(2000, 20);
      for (let index = 0; index < categories; index += 1) {
        const parent = index === 0 ? null : `category-${Math.floor((index - 1) / 8)}`;
        await measured.send('POST', '/categories', { code: `category-${index}`, name: `Category ${index}`, parent });
      }
      await measured.send('POST', '/attributes', { code: 'colour', label: 'Colour', type: 'text' });
      return [
        await compareLoads(measured, {
          work: `GET ${categories} categories`,
          ratioAtLeast: 0.3,
          floor: ['/categories'],
          ours: ['/api/v1/categories'],
        }),
        await compareOneByOne(measured, 'PATCH one attribute', 0.3, (server, side, number) => {
          const ours = side === 'ours';
          return sendJson(
            ours ? `${server.url}/attributes/colour` : `${server.url}/attribute/colour`,
            ours ? 'PATCH' : 'POST',
            { label: `Colour ${number}` },
            { ...measured.headers, 'content-type': 'application/json' },
          );
        }),
        await compareOneByOne(measured, 'POST one collection', 0.3, (server, side, number) =>
          sendJson(
            side === 'ours' ? `${server.url}/collections` : `${server.url}/collection`,
            'POST',
            { code: `${side}-${number}`, name: `Collection ${number}` },
            { ...measured.headers, 'content-type': 'application/json' },
          ),
        ),
      ];
    }),
};

function withFloor(scale: Scale, work: (measured: Measured) => Promise<Row[]>): Promise<Row[]> {
  return withSharedInstallation(scale, async (installation) => {
    const floor = await startFloor(installation.databaseUrl, installation.workspaceId);
    try {
      return await work({ ...installation, scale, floor });
    } finally {
      await floor.stop();
    }
  });
}

async function fill({ scale, fill, database }: Measured, count: number): Promise<void> {
  const rate = await perSecond(count, () => fill('FILL', count));
  scale.say(`filled ${count} products (${Math.round(rate)}/s)`);
  await database.query('vacuum analyze product');
}

async function cursorPaths({ send, database, workspaceId }: Measured): Promise<Pick<Pair, 'floor' | 'ours'>> {
  const { pagination } = await send<{ pagination: { nextCursor: string } }>('GET', '/products?limit=50');
  const { rows } = await database.query<{ id: string; at: string }>(
    `select id, (extract(epoch from updated_at) * 1000)::bigint::text as at from product where workspace_id = $1
     order by updated_at desc, id desc offset 49 limit 1`,
    [workspaceId],
  );
  const { id, at } = rows[0] ?? { id: '', at: '0' };
  return {
    floor: [`/next/${at}/${id}`],
    ours: [`/api/v1/products?limit=50&cursor=${encodeURIComponent(pagination.nextCursor)}`],
  };
}

async function compareLoads(measured: Measured, pair: Pair): Promise<Row> {
  const { scale, floor, server, headers } = measured;
  const until = scale.quick ? { requests: 2 * connections } : { seconds: 3 };
  const common = { until, expected: pair.expected ?? 200 };
  const figures = await interleave(scale.pick(5, 1), {
    floor: () => requestsPerSecond({ ...common, url: floor.url, paths: pair.floor }),
    ours: () =>
      requestsPerSecond({ ...common, url: server.url, paths: pair.ours, headers: { ...headers, ...pair.headers } }),
  });
  return { work: pair.work, unit: 'requests/s', ...figures, aim: { ratioAtLeast: pair.ratioAtLeast } };
}

type Side = 'floor' | 'ours';

/**
 * Requests a second of changes sent one after the other, as one client sends them. V8 has optimized the code of both
 * sides by then: it takes some thousand requests, which a server that runs for a day has long had.
 */
async function compareOneByOne(
  { scale, floor, server }: Measured,
  work: string,
  ratioAtLeast: number,
  change: (server: MeasuredServer, side: Side, number: number) => Promise<unknown>,
): Promise<Row> {
  const numbers = { floor: 0, ours: 0 };
  const run = (side: Side, server: MeasuredServer, count: number) =>
    perSecond(count, async () => {
      for (let index = 0; index < count; index += 1) await change(server, side, numbers[side]++);
    });
  const warmUp = scale.pick(2000, 0);
  await run('floor', floor, warmUp);
  await run('ours', server, warmUp);
  const count = scale.pick(300, 5);
  const figures = await interleave(scale.pick(7, 1), {
    floor: () => run('floor', floor, count),
    ours: () => run('ours', server, count),
  });
  return { work, unit: 'requests/s', ...figures, aim: { ratioAtLeast } };
}

/** One product each, so that both sides meet the versions they expect. */
async function compareConditionalPatch(measured: Measured): Promise<Row> {
  const skus: Record<Side, string> = { floor: 'FILL-1', ours: 'FILL-2' };
  const { data } = await measured.send<{ data: { version: number } }>('GET', `/products/${skus.floor}`);
  let version = data.version;
  let tag = await measured.entityTag(`/products/${skus.ours}`);
  return compareOneByOne(measured, 'PATCH one product, If-Match', 0.8, async (server, side, number) => {
    const body = JSON.stringify({ name: `Renamed ${number}` });
    const url =
      side === 'ours' ? `${server.url}/products/${skus.ours}` : `${server.url}/change/${skus.floor}/${version++}`;
    const response = await fetch(url, {
      method: 'PATCH',
      headers: { ...measured.headers, 'content-type': 'application/json', 'if-match': tag },
      body,
    });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    if (side === 'ours') tag = response.headers.get('etag') ?? '';
  });
}

/** Rows a second of bulk requests sent one after the other; the floor gets the same items. */
async function compareBulk(measured: Measured, work: string, ratioAtLeast: number, revision: number): Promise<Row> {
  const { scale, floor, server, headers } = measured;
  const size = scale.pick(500, 20);
  const send = (url: string, prefix: string, round: number) => {
    const items = Array.from({ length: size }, (_, index) => sampleProduct(`${prefix}${round}`, index, revision));
    const json = { ...headers, 'content-type': 'application/json' };
    return milliseconds(() => sendJson(url, 'POST', { items }, json));
  };
  const figures = await interleave(scale.pick(10, 1), {
    floor: async (round) => (size / (await send(`${floor.url}/bulk`, 'FLOOR', round))) * 1000,
    ours: async (round) => (size / (await send(`${server.url}/products/bulk`, 'OURS', round))) * 1000,
  });
  return { work, unit: 'rows/s', ...figures, aim: { ratioAtLeast } };
}
