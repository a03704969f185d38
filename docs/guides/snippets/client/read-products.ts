import { type Connection, call } from './call.ts';
import type { Product, ProductPage } from './product.ts';

/** Every product of a filter, page by page. @param filter query without `page` and `cursor`. */
export async function* readProducts(
  api: Connection,
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<Product> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '250', ...filter, ...(cursor === '' ? {} : { cursor }) });
    const { body }: { body: ProductPage } = await call<ProductPage>(api, 'GET', `/products?${query}`);
    yield* body.data;
    cursor = body.pagination.hasMore ? body.pagination.nextCursor : null;
  }
}
