import { isCurrency } from '@product-content/contract';

/** An amount in a cell, taken apart. */
export interface MoneyText {
  readonly number: string;
  /** What stands before or behind the number: a currency code or symbol, or anything else. Null without any. */
  readonly mark: string | null;
}

/** Characters of a cell that can be an amount. */
const longest = 60;

/**
 * Takes the currency off an amount. A text that has no number, or something else on both of its sides, stays whole.
 *
 * @example
 * splitMoney('12,70 €'); // { number: '12,70', mark: '€' }
 */
export function splitMoney(text: string): MoneyText {
  const whole = { number: text, mark: null };
  if (text.length > longest) return whole;
  const [, before = '', number = '', after = ''] = /^(\D*?)([+-]?[.,]?\d(?:.*\d)?[.,]?)(\D*)$/s.exec(text) ?? [];
  const marks = [before, after].map((mark) => mark.trim()).filter(Boolean);
  return number === '' || marks.length > 1 ? whole : { number, mark: marks[0] ?? null };
}

/**
 * Finds the currencies a mark may stand for: the one of an ISO 4217 code, or those that have the symbol.
 *
 * @param known currencies whose symbols are looked at.
 *
 * @example
 * createCurrencyFinder(['EUR', 'USD', 'CAD'])('$'); // ['USD', 'CAD']
 */
export function createCurrencyFinder(known: readonly string[]): (mark: string) => readonly string[] {
  let bySymbol: ReadonlyMap<string, readonly string[]> | null = null;
  return (mark) => {
    const code = mark.toUpperCase();
    if (isCurrency(code)) return [code];
    bySymbol ??= currenciesBySymbol(known);
    return bySymbol.get(mark) ?? [];
  };
}

/** CAD under both `$` and `CA$`. */
function currenciesBySymbol(known: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const currency of known) {
    for (const symbol of new Set([symbolOf(currency, 'symbol'), symbolOf(currency, 'narrowSymbol')])) {
      found.set(symbol, [...(found.get(symbol) ?? []), currency]);
    }
  }
  return found;
}

function symbolOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
