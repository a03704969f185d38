import type { BulkItemResult } from '@product-content/contract';
import type { ApiClient } from '../api-client.ts';
import { LoadError } from '../load-error.ts';
import type { PlannedProduct } from '../load-plan.ts';
import { type Ledger, type RecordKind, toReason } from '../report/ledger.ts';
import { toBatches } from './batches.ts';

const kinds = { simple: 'simpleProducts', parent: 'parentProducts', variant: 'variantProducts' } as const;

/** The kind under which a planned product is counted. */
const kindOf = (product: PlannedProduct): RecordKind => kinds[product.type ?? 'simple'];

/**
 * Sends products in bulk requests, one after the other because variants need their parents; the next request is built
 * while one is in progress. Records the result of each product.
 *
 * @returns how many products got a result.
 * @throws ApiRequestError when a request as a whole fails: earlier products are written and recorded.
 */
export async function sendProducts(options: {
  readonly client: ApiClient;
  readonly products: AsyncIterable<PlannedProduct>;
  readonly ledger: Ledger;
  readonly onSent?: (products: number) => void;
}): Promise<number> {
  const { client, ledger, onSent = () => {} } = options;
  let total = 0;
  const send = async (items: PlannedProduct[]): Promise<void> => {
    const { body } = await client.products.bulk({ body: { items } });
    const { results } = body.data;
    if (results.length !== items.length) {
      throw new LoadError(`${items.length} products were sent and ${results.length} results came back.`);
    }
    for (const result of results) bookResult(ledger, items[result.index] as PlannedProduct, result);
    total += results.length;
    onSent(total);
  };
  let underWay: Promise<void> = Promise.resolve();
  for await (const batch of toBatches(options.products)) {
    await underWay;
    underWay = send(batch);
    // Its failure is handled at the next await; until then it must not count as unhandled.
    underWay.catch(() => {});
  }
  await underWay;
  return total;
}

function bookResult(ledger: Ledger, product: PlannedProduct, result: BulkItemResult): void {
  ledger.countRecord(kindOf(product), result.status);
  if (result.status !== 'failed') return;
  const error = result.error ?? { code: 'failed', message: 'The API gave no reason.' };
  ledger.add({ outcome: 'failed', subject: product.sku, ...toReason(error) });
}
