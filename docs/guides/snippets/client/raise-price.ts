import { ApiFailure, type Connection, call } from './call.ts';
import type { Product, ProductReply } from './product.ts';

/** Raises a price by a percentage, and loses nobody else's change. */
export async function raisePrice(api: Connection, sku: string, percent: number): Promise<Product> {
  for (;;) {
    const current = await call<ProductReply>(api, 'GET', `/products/${sku}`);
    const price = Math.round((current.body.data.price ?? 0) * (100 + percent)) / 100;
    try {
      const changed = await call<ProductReply>(api, 'PATCH', `/products/${sku}`, {
        headers: { 'If-Match': current.headers.get('ETag') ?? '' },
        body: { price },
      });
      return changed.body.data;
    } catch (error) {
      // Somebody was faster: read what they wrote and try again.
      if (!(error instanceof ApiFailure && error.code === 'precondition_failed')) throw error;
    }
  }
}
