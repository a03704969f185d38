import { isCurrency } from '@product-content/contract';

/** The parts of an amount in a cell. */
export interface MoneyText {
  readonly number: string;
  /** The text before or after the number: a currency code or symbol, or anything else. Null without any. */
  readonly mark: string | null;
}

/** Most amounts: there is nothing to take apart. */
const bareNumber = /^\d+(?:[.,]\d+)*$/;

/** The longest cell that can be an amount, in characters. */
const maxLength = 60;

/**
 * Splits the currency from an amount. Text without a number, or with other text on both sides of it, is not split.
 *
 * @example
 * splitMoney('12,70 €'); // { number: '12,70', mark: '€' }
 */
export function splitMoney(text: string): MoneyText {
  const whole = { number: text, mark: null };
  if (text.length > maxLength || bareNumber.test(text)) return whole;
  const [, before = '', number = '', after = ''] = /^(\D*?)([+-]?[.,]?\d(?:.*\d)?[.,]?)(\D*)$/s.exec(text) ?? [];
  const marks = [before, after].map((mark) => mark.trim()).filter(Boolean);
  return number === '' || marks.length > 1 ? whole : { number, mark: marks[0] ?? null };
}

/**
 * Finds the currencies a mark may stand for: that of an ISO 4217 code, or those with the symbol.
 *
 * @param known currencies whose symbols are recognized.
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

/** A currency has several symbols: CAD is found under both `$` and `CA$`. */
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
