import { isApiError } from '@contract-kit/client';
import type { Api } from './first-product.ts';

/** The codes are those the contract declares for the operation: a misspelt one does not compile. */
export async function createOrExplain(api: Api, sku: string): Promise<string> {
  const created = await api.products.create.safe({ body: { sku, name: 'Desk lamp' } });
  if (created.ok) return created.response.body.data.id;
  switch (created.error.code) {
    case 'conflict':
      return `${sku} is taken`;
    case 'validation_failed':
      return JSON.stringify(created.error.fieldErrors);
    default:
      throw created.error;
  }
}

/** Or let it be thrown, and look at what you can handle. */
export async function deleteIfThere(api: Api, idOrSku: string): Promise<void> {
  try {
    await api.products.delete({ params: { idOrSku } });
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error;
  }
}
