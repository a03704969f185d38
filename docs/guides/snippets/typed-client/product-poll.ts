import type { Api } from './first-product.ts';
import type { CopiedProduct } from './product-copy.ts';

/** Where a copy without events is kept. */
export interface PolledStore {
  /** Where the next reading begins; null for a new copy. */
  since(): Promise<string | null>;
  /** Saves products, each unless a newer version of it is saved. */
  save(products: readonly CopiedProduct[]): Promise<void>;
  endPoll(since: string): Promise<void>;
  /** Removes all products but these. */
  keepOnly(ids: ReadonlySet<string>): Promise<void>;
}

/**
 * Brings a copy up to date, except for products that were deleted.
 *
 * @param overlapMs longer than any write takes to be committed.
 */
export async function pollProducts(api: Api, store: PolledStore, overlapMs = 10 * 60_000): Promise<void> {
  const since = await store.since();
  const query = { sort: 'updatedAt:asc', limit: 250, ...(since !== null && { updated_since: since }) } as const;
  let startedAt: number | null = null;
  for await (const { body, headers } of api.products.list.pages({ query })) {
    startedAt ??= Date.parse(headers.get('date') ?? '');
    await store.save(body.data);
  }
  if (startedAt !== null) await store.endPoll(new Date(startedAt - overlapMs).toISOString());
}

/** Removes products that no longer exist. Not at the same time as {@link pollProducts}. */
export async function removeDeleted(api: Api, store: PolledStore): Promise<void> {
  const ids = new Set<string>();
  for await (const { id } of api.products.list.each({ query: { sort: 'createdAt:asc', limit: 250 } })) ids.add(id);
  await store.keepOnly(ids);
}
