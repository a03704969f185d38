import { type BulkItemResult, BulkResultSchema } from '@product-content/contract';
import type { PlannedProduct } from '../load-plan.ts';
import type { Ledger, RecordKind } from '../report/ledger.ts';
import type { ApiClient } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';
import { type Batch, toBatches } from './batches.ts';

const kinds = { simple: 'simpleProducts', parent: 'parentProducts', variant: 'variantProducts' } as const;

/** The kind a planned product is counted under. */
export const kindOf = (product: PlannedProduct): RecordKind => kinds[product.type ?? 'simple'];

/**
 * Sends products in bulk requests, one after the other since variants need their parents; the next request is
 * put together while one is under way. Books what became of each product.
 *
 * @returns how many products got a result.
 * @throws ApiFailure when a request as a whole fails: products before it are written and booked.
 */
export async function sendProducts(options: {
  readonly client: ApiClient;
  readonly products: AsyncIterable<PlannedProduct>;
  readonly ledger: Ledger;
  readonly onSent?: (products: number) => void;
}): Promise<number> {
  const { client, ledger, onSent = () => {} } = options;
  let total = 0;
  const send = async (batch: Batch): Promise<void> => {
    const { results } = await client({
      method: 'POST',
      path: '/products/bulk',
      body: batch.body,
      data: BulkResultSchema,
    });
    if (results.length !== batch.products.length) throw wrongCount(batch.products.length, results.length);
    for (const result of results) bookResult(ledger, batch.products[result.index] as PlannedProduct, result);
    total += results.length;
    onSent(total);
  };
  let underWay: Promise<void> = Promise.resolve();
  for await (const batch of toBatches(options.products)) {
    await underWay;
    underWay = send(batch);
    // Its failure is met at the next await; until then it must not count as unhandled.
    underWay.catch(() => {});
  }
  await underWay;
  return total;
}

function wrongCount(sent: number, received: number): ApiFailure {
  return new ApiFailure('POST /products/bulk', {
    status: 200,
    code: 'unexpected_response',
    message: `${sent} products were sent and ${received} results came back.`,
  });
}

function bookResult(ledger: Ledger, product: PlannedProduct, result: BulkItemResult): void {
  ledger.countRecord(kindOf(product), result.status);
  if (result.status !== 'failed') return;
  const error = result.error ?? { code: 'failed', message: 'The API gave no reason.' };
  ledger.add({ outcome: 'failed', subject: product.sku, ...toReason(error) });
}

/** One reason for all failures alike: the field and what is wrong with it. */
export function toReason(error: { code: string; message: string; fieldErrors?: Readonly<Record<string, string>> }): {
  reason: string;
  detail?: string;
} {
  const [first, ...others] = Object.entries(error.fieldErrors ?? {});
  if (first === undefined) return { reason: error.code, detail: error.message };
  const more = others.map(([field, message]) => `${field}: ${message}`).join(' ');
  return { reason: `${error.code} at ${first[0]}`, detail: more === '' ? first[1] : `${first[1]} ${more}` };
}
