import { type Connection, call } from './call.ts';
import type { EventPage } from './event.ts';
import type { Product } from './product.ts';
import { readProducts } from './read-products.ts';

/** A copy of the products, by id. */
export interface Mirror {
  readonly products: Map<string, Product>;
  /** The place in the events up to which the copy is right; null when nothing had ever happened. */
  place: string | null;
}

/** What a copy of products has to hear of: every other change of one is a `product.updated` too. */
const types = 'product.created,product.updated,product.deleted';

/** Reads everything once. */
export async function startMirror(api: Connection): Promise<Mirror> {
  // The place first: what happens while the products are read is met again as an event.
  const { body } = await call<EventPage>(api, 'GET', '/events?after=latest');
  const mirror: Mirror = { products: new Map(), place: body.pagination.next };
  for await (const product of readProducts(api, { sort: 'createdAt:asc' })) keep(mirror, product);
  return mirror;
}

/** Brings what happened since the last run. */
export async function followEvents(api: Connection, mirror: Mirror): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const query = new URLSearchParams({ types, limit: '250' });
    if (mirror.place !== null) query.set('after', mirror.place);
    const { body }: { body: EventPage } = await call<EventPage>(api, 'GET', `/events?${query}`);
    for (const { type, data } of body.data) {
      if (type === 'product.deleted') mirror.products.delete(data.id);
      else keep(mirror, data.product);
    }
    // Store it together with the copy.
    mirror.place = body.pagination.next;
    hasMore = body.pagination.hasMore;
  }
}

function keep({ products }: Mirror, product: Product): void {
  const known = products.get(product.id);
  if (known === undefined || known.version < product.version) products.set(product.id, product);
}
