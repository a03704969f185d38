/** The fields this client uses; `docs/openapi.json` has all of them. */
export interface Product {
  readonly id: string;
  readonly sku: string;
  readonly version: number;
  readonly name: string | null;
  readonly price: number | null;
  readonly updatedAt: string;
}

export interface ProductReply {
  readonly data: Product;
}

export interface ProductPage {
  readonly data: readonly Product[];
  readonly pagination: { readonly total: number; readonly hasMore: boolean; readonly nextCursor: string | null };
}
