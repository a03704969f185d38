import type { PlannedProduct, TargetWorkspace } from '../load-plan.ts';
import type { Ledger } from '../report/ledger.ts';

/** Removes prices in currencies that the workspace does not have, which the API would reject. */
export async function* keepCurrencies(
  products: AsyncIterable<PlannedProduct>,
  { currencies }: Pick<TargetWorkspace, 'currencies'>,
  ledger: Pick<Ledger, 'add'>,
): AsyncGenerator<PlannedProduct> {
  for await (const product of products) {
    const { currency, prices, ...others } = product;
    const named = [...Object.keys(prices ?? {}), ...(currency === undefined ? [] : [currency])];
    const foreign = new Set(named.filter((code) => !currencies.includes(code)));
    if (foreign.size === 0) {
      yield product;
      continue;
    }
    for (const code of foreign) {
      ledger.add({ outcome: 'left_out', reason: `the workspace has no currency ${code}`, subject: product.sku });
    }
    const kept = Object.entries(prices ?? {}).filter(([code]) => !foreign.has(code));
    yield {
      ...others,
      ...(currency !== undefined && !foreign.has(currency) && { currency }),
      ...(prices && { prices: Object.fromEntries(kept) }),
    };
  }
}
