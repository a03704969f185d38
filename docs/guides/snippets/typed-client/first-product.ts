import { type Client, createClient } from '@contract-kit/client';
import { contract } from '@product-content/contract';

/** Every operation of the API as a typed call. */
export type Api = Client<typeof contract>;

export function connect(baseUrl: string, apiKey: string): Api {
  return createClient(contract, { baseUrl, apiKey });
}

export async function createProduct(api: Api, sku: string): Promise<string> {
  const { body, etag } = await api.products.create({ body: { sku, name: 'Desk lamp', price: 49 } });
  return `${body.data.sku} has version ${body.data.version} and the tag ${etag}`;
}
