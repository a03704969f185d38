import { ConnectionError } from '@contract-kit/client';
import type { Api } from './first-product.ts';

/** A search box: what is typed next ends the search before. */
export function createSearch(api: Api): (words: string) => Promise<readonly string[]> {
  let current = new AbortController();
  return async (words) => {
    current.abort();
    current = new AbortController();
    const { body } = await api.products.list({ query: { q: words }, signal: current.signal });
    return body.data.map(({ sku }) => sku);
  };
}

/** Whether the server responds within the time, without repetitions. */
export async function isUp(api: Api, timeoutMs: number): Promise<boolean> {
  try {
    await api.meta.me({ timeoutMs });
    return true;
  } catch (error) {
    if (error instanceof ConnectionError) return false;
    throw error;
  }
}
