import type { Price, ProductInput } from '@product-content/contract';
import { currencyProblem } from '../../../kernel/index.ts';
import type { ProductDocument } from '../state/product-document.ts';
import type { PricePatch } from '../write/write-command.ts';
import type { MergeScope } from './merge-scope.ts';

type Prices = ProductDocument['prices'];
export type PricePatches = Readonly<Record<string, PricePatch>>;

/**
 * `prices` replaces the whole list, patches change only what they name; `price` then sets the amount in the product's
 * currency and nothing else. Only the currencies in the input are checked, so that a product keeps prices in currencies
 * the workspace does not have (API behavior 4.9, 4.10).
 */
export function mergePrices(
  before: Prices,
  input: ProductInput,
  currency: string,
  scope: MergeScope,
  patches: PricePatches,
): Prices {
  const { price, prices } = input;
  const { problems } = scope;
  checkCurrencies(input, currency, scope, patches);
  const after = prices === undefined ? { ...before } : toPrices(prices ?? {});
  // A patch of the values beside an amount may come with the amount itself, as `price`.
  if (typeof price === 'number' && patches[currency] !== undefined) after[currency] ??= { amount: price };
  for (const [patched, patch] of Object.entries(patches)) patchPrice(after, patched, patch, scope);
  if (price === undefined) return after;
  const named = prices?.[currency] ?? patches[currency]?.amount;
  const sent = named === undefined || named === null ? undefined : after[currency]?.amount;
  if (sent !== undefined && sent !== price) problems.add('price', `Contradicts prices.${currency}.`);
  if (price === null) delete after[currency];
  else after[currency] = { ...after[currency], amount: price };
  return after;
}

function checkCurrencies(
  input: ProductInput,
  currency: string,
  { workspace, problems }: MergeScope,
  patches: PricePatches,
): void {
  const patched = Object.keys(patches).filter((code) => Object.values(patches[code] ?? {}).some(isAmount));
  for (const code of [...Object.keys(input.prices ?? {}), ...patched]) {
    const problem = currencyProblem(workspace, code);
    if (problem !== null) problems.add(`prices.${code}`, problem);
  }
  const problem = currencyProblem(workspace, currency);
  if (problem === null) return;
  if (input.currency !== undefined) problems.add('currency', problem);
  else if (isAmount(input.price)) problems.add('price', `The product's currency is ${currency}. ${problem}`);
}

function patchPrice(prices: Prices, currency: string, patch: PricePatch, { problems }: MergeScope): void {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const { amount, ...companions }: PricePatch = { ...prices[currency], ...Object.fromEntries(sent) };
  const given = Object.entries(companions).filter(([, value]) => value !== null);
  if (typeof amount === 'number') prices[currency] = { amount, ...Object.fromEntries(given) };
  else if (Object.values(patch).some(isAmount)) problems.add(`prices.${currency}`, 'Needs an amount.');
  else delete prices[currency];
}

function toPrices(input: NonNullable<ProductInput['prices']>): Prices {
  return Object.fromEntries(
    Object.entries(input).map(([currency, price]): [string, Price] => [
      currency,
      typeof price === 'number' ? { amount: price } : price,
    ]),
  );
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number';
}
