import { update } from '@contract-kit/client';
import type { Api } from './first-product.ts';

/** Reads, changes, writes on the condition that nobody was faster, and starts over if somebody was. */
export async function receiveStock(api: Api, idOrSku: string, pieces: number): Promise<void> {
  const params = { idOrSku };
  await update(
    () => api.products.get({ params }),
    ({ body }, ifMatch) => {
      const stock = (body.data.stock ?? 0) + pieces;
      return api.products.patch({ params, ifMatch, body: { stock } });
    },
    { attempts: 10 },
  );
}
