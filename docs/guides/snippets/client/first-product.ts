import { type Connection, call } from './call.ts';
import type { Product, ProductReply } from './product.ts';

export async function createProduct(api: Connection, sku: string, name: string): Promise<Product> {
  const { body } = await call<ProductReply>(api, 'POST', '/products', { body: { sku, name, price: 12.5 } });
  return body.data;
}
