import type { Product } from './product.ts';

/** The events this client reads; `docs/openapi.json` has all of them. */
export type ProductEvent =
  | { readonly type: 'product.created' | 'product.updated'; readonly data: { readonly product: Product } }
  | { readonly type: 'product.deleted'; readonly data: { readonly id: string; readonly sku: string } };

export interface EventPage {
  readonly data: readonly ProductEvent[];
  readonly pagination: { readonly hasMore: boolean; readonly next: string | null };
}
