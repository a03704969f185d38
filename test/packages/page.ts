import { createClient } from '@contract-kit/client';
import { contract } from '@product-content/contract';

/** What a page does with the client: a write, a call that fails once, a list page by page. */
export async function work(baseUrl: string, apiKey: string) {
  let retries = 0;
  const client = createClient(contract, {
    baseUrl,
    apiKey,
    retry: { baseMs: 10 },
    onRetry: () => {
      retries += 1;
    },
  });
  const created = await client.products.create({ body: { sku: 'PAGE-1', name: 'Made by a page' } });
  for (const sku of ['PAGE-2', 'PAGE-3']) await client.products.create({ body: { sku, name: sku } });
  const again = await client.products.get({ params: { idOrSku: 'PAGE-1' } });
  const skus: string[] = [];
  for await (const { sku } of client.products.list.each({ query: { sort: 'sku', limit: 2 } })) skus.push(sku);
  return { etag: created.etag, sameTag: created.etag === again.etag, retries, skus };
}
