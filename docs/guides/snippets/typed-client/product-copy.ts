import { isApiError } from '@contract-kit/client';
import type { Api } from './first-product.ts';

/** How far a copy has come. */
export interface Progress {
  /** The number of the full read: 1, and one more each time the copy has to start again. */
  readonly read: number;
  /** Whether the full read has ended, so that events are followed. */
  readonly isRead: boolean;
  /** Where the full read goes on; null at its start, and after its end. */
  readonly cursor: string | null;
  /** The position in the events; null before the first event of the workspace. */
  readonly after: string | null;
}

/** What the store has to know of a product; it keeps all of it. */
export interface CopiedProduct {
  readonly id: string;
  readonly version: number;
}

/** Where the copy is kept. Each method is one transaction. */
export interface CopyStore {
  /** Null for a new copy. */
  progress(): Promise<Progress | null>;
  /** Notes the progress, removes products, and saves others, each unless this read has saved a newer version of it. */
  save(products: readonly CopiedProduct[], deleted: readonly string[], progress: Progress): Promise<void>;
  /** Notes the progress, and removes the products that only earlier reads have saved. */
  endRead(progress: Progress): Promise<void>;
}

/** Brings a copy up to date. Call it again and again, but not twice at the same time. */
export async function updateCopy(api: Api, store: CopyStore): Promise<void> {
  for (;;) {
    const progress = (await store.progress()) ?? (await beginRead(api, store, 1));
    try {
      await followEvents(api, store, progress.isRead ? progress : await readProducts(api, store, progress));
      return;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      await beginRead(api, store, progress.read + 1);
    }
  }
}

async function beginRead(api: Api, store: CopyStore, read: number): Promise<Progress> {
  // The position first: what happens while the products are read is met again as an event.
  const { body } = await api.events.list({ query: { after: 'latest' } });
  const progress = { read, isRead: false, cursor: null, after: body.pagination.next };
  await store.save([], [], progress);
  return progress;
}

async function readProducts(api: Api, store: CopyStore, progress: Progress): Promise<Progress> {
  const { cursor } = progress;
  const query = { sort: 'createdAt:asc', limit: 250, ...(cursor !== null && { cursor }) } as const;
  for await (const { body } of api.products.list.pages({ query })) {
    await store.save(body.data, [], { ...progress, cursor: body.pagination.nextCursor });
  }
  const ended = { ...progress, isRead: true, cursor: null };
  await store.endRead(ended);
  return ended;
}

/** Every other change of a product is a `product.updated`, too. */
const types = ['product.created', 'product.updated', 'product.deleted'] as const;

async function followEvents(api: Api, store: CopyStore, progress: Progress): Promise<void> {
  const { after } = progress;
  const query = { types: [...types], limit: 250, ...(after !== null && { after }) };
  for await (const { body } of api.events.list.pages({ query })) {
    const products = new Map<string, CopiedProduct>();
    const deleted: string[] = [];
    for (const { type, data } of body.data) {
      if (type === 'product.created' || type === 'product.updated') products.set(data.product.id, data.product);
      if (type !== 'product.deleted') continue;
      products.delete(data.id);
      deleted.push(data.id);
    }
    await store.save([...products.values()], deleted, { ...progress, after: body.pagination.next });
  }
}

/** True if events behind the position, or the cursor, are no longer known. */
function isOutdated(error: unknown): boolean {
  if (!isApiError(error, 'validation_failed')) return false;
  return 'after' in error.fieldErrors || 'cursor' in error.fieldErrors;
}
