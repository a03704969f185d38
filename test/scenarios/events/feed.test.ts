import type { Event, EventPage, Product } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, type ApiResponse, type OwnApp, startApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: OwnApp;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

/** Someone who reads the events page by page and remembers the place. */
class Follower {
  readonly events: Event[] = [];
  readonly #api: Api;
  readonly #query: string;
  #place: string | null = null;

  constructor(api: Api, query = 'limit=20') {
    this.#api = api;
    this.#query = query;
  }

  get place(): string | null {
    return this.#place;
  }

  /** Reads to the end as it is now. */
  async read(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const after = this.#place === null ? '' : `&after=${this.#place}`;
      const response = await this.#api.get<Event[]>(`/events?${this.#query}${after}`);
      expect(response.status, response.toString()).toBe(200);
      const { data, pagination } = response.body as EventPage;
      this.events.push(...data);
      this.#place = pagination.next;
      hasMore = pagination.hasMore;
    }
  }

  /** Reads until the deletion of a product is met: what was written before it has then been read. */
  async readUntilDeleted(sku: string): Promise<void> {
    const isThere = () => this.events.some(({ type, data }) => type === 'product.deleted' && data.sku === sku);
    while (!isThere()) await this.read();
  }
}

const mark = 'THE-END';

/** Makes an event to wait for. */
async function leaveMark(): Promise<string> {
  await open.product(mark);
  await open.remove(`/products/${mark}`);
  return mark;
}

/** What happened so far, in words. */
async function readAll(query?: string): Promise<string[]> {
  const follower = new Follower(open.api, query);
  await follower.readUntilDeleted(await leaveMark());
  return follower.events.map(describeEvent).filter((text) => !text.includes(mark));
}

const describeEvent = ({ type, data }: Event) => {
  if ('product' in data) return `${type} ${data.product.sku} ${data.product.version}`;
  if ('jobId' in data) return `${type} ${data.jobId}`;
  if ('fileName' in data) return `${type} ${data.fileName}`;
  return `${type} ${'sku' in data ? data.sku : data.code}`;
};

const succeeded = (response: ApiResponse<unknown>) => {
  if (response.status >= 300) throw new Error(response.toString());
};

describe('a copy that follows the events', () => {
  it('equals the catalog, whatever many concurrent writers did', async () => {
    const skus = Array.from({ length: 6 }, (_, index) => `LAMP-${index}`);
    for (const sku of skus) await open.product(sku);
    const writer = async (name: number) => {
      for (let turn = 0; turn < 12; turn += 1) {
        const items = skus.slice(name, name + 4).map((sku) => ({ sku, stock: name * 100 + turn }));
        const key = { 'idempotency-key': `${name}-${turn}` };
        succeeded(await open.api.post('/products/bulk', { items }, key));
        const own = `OWN-${name}-${turn}`;
        succeeded(await open.api.put(`/products/${own}`, { name: own }));
        const shared = skus[(name + turn) % skus.length];
        succeeded(await open.api.patch(`/products/${shared}`, { tags: [`t${name}-${turn}`] }));
        if (turn % 2 === 0) succeeded(await open.api.delete(`/products/${own}`));
      }
    };
    const follower = new Follower(open.api);
    let writing = true;
    const reading = (async () => {
      while (writing) await follower.read();
    })();
    await Promise.all([0, 1, 2].map(writer));
    writing = false;
    await reading;
    await follower.readUntilDeleted(await leaveMark());

    const { events } = follower;
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const copy = new Map<string, Product>();
    const deleted = new Set<string>();
    for (const { type, data } of events) {
      if (type === 'product.deleted') {
        copy.delete(data.id);
        deleted.add(data.id);
      } else if ('product' in data && type !== 'product.status_changed') {
        const { id, version } = data.product;
        expect(deleted).not.toContain(id);
        expect(version).toBe((copy.get(id)?.version ?? 0) + 1);
        copy.set(id, data.product as Product);
      }
    }
    const bySku = (a: Product, b: Product) => (a.sku < b.sku ? -1 : 1);
    const catalog = await open.read<Product[]>('/products?sort=sku&limit=250');
    expect([...copy.values()].sort(bySku)).toEqual(catalog.toSorted(bySku));
    const again = new Follower(open.api, 'limit=250');
    await again.read();
    expect(again.events).toEqual(events);
  });

  it('keeps its place when the server is killed and started again', async () => {
    await open.product('BEFORE');
    const follower = new Follower(open.api);
    while (follower.events.length === 0) await follower.read();
    const { place } = follower;
    await app.restart();
    await follower.read();
    expect(follower.place).toBe(place);
    await open.remove('/products/BEFORE');
    await follower.readUntilDeleted('BEFORE');
    expect(follower.events.map(describeEvent)).toEqual(['product.created BEFORE 1', 'product.deleted BEFORE']);
  });
});

describe('the events of one change', () => {
  it('of the catalog come together with those of the changed products', async () => {
    await open.attribute('care', 'text');
    await open.category('mugs');
    for (const sku of ['A', 'B']) await open.product(sku, { category: 'mugs', attributes: { care: 'Wash.' } });
    await open.remove('/attributes/care');
    await open.remove('/categories/mugs');
    expect(await readAll()).toEqual([
      'attribute.created care',
      'category.created mugs',
      'product.created A 1',
      'product.created B 1',
      'product.updated A 2',
      'product.updated B 2',
      'attribute.deleted care',
      'product.updated A 3',
      'product.updated B 3',
      'category.deleted mugs',
    ]);
  });

  it('of a parent come together with those of its variants', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('SHIRT', { type: 'parent', name: 'Shirt', variantAxes: ['size'] });
    await open.product('SHIRT-S', { type: 'variant', parent: 'SHIRT', attributes: { size: 'S' } });
    await open.remove('/products/SHIRT');
    const events = await readAll('types=product.deleted,product.updated');
    expect(events.toSorted()).toEqual(['product.deleted SHIRT', 'product.deleted SHIRT-S', 'product.updated SHIRT 2']);
  });

  it('do not exist if it failed or changed nothing', async () => {
    await open.product('MUG', { price: 1 });
    await open.patch('/products/MUG', { price: 1 });
    expectInvalid(await open.api.patch('/products/MUG', { price: -1 }), 'price');
    expect(await readAll()).toEqual(['product.created MUG 1']);
  });
});

describe('a position in the feed', () => {
  it('of another workspace is refused like a nonexistent one', async () => {
    const other = await openWorkspace(app);
    await other.product('THEIRS');
    const follower = new Follower(other.api);
    while (follower.events.length === 0) await follower.read();
    const responses = [follower.place, 'evt_01k9f2v6m8e5fa1s3tqzc7d4xm'].map((place) =>
      open.api.get(`/events?after=${place}`),
    );
    const [theirs, none] = (await Promise.all(responses)) as [ApiResponse, ApiResponse];
    expectInvalid(theirs, 'after');
    expectInvalid(none, 'after');
    expect({ ...theirs.error, requestId: '' }).toEqual({ ...none.error, requestId: '' });
  });
});
