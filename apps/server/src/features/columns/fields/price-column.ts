import { numberCodec } from '../cells/cell-codec.ts';
import { CellProblem } from '../cells/cell-problem.ts';
import { createCurrencyFinder, splitMoney } from '../cells/money-text.ts';
import type { Column, ColumnScope, RowInput } from '../column.ts';
import { createFieldColumn } from './field-column.ts';

export interface PriceOptions {
  readonly key: string;
  /** Null for the price in the product's own currency. */
  readonly currency: string | null;
  readonly part: 'amount' | 'compareAt' | 'cost';
}

/** Prices; text cells may name a currency other than the column's: `12.70 EUR`, `€ 12,70`. */
const priceCodec = { ...numberCodec, numberText: (text: string) => splitMoney(text).number };

/** A column of prices. A currency in a cell overrides that of the column. */
export function createPriceColumn({ key, currency, part }: PriceOptions, { workspace }: ColumnScope): Column {
  const columnOf = (code: string) => createFieldColumn({ key, codec: priceCodec, path: ['prices', code, part] });
  const own = currency === null ? createFieldColumn({ key, codec: priceCodec }) : columnOf(currency);
  const others = new Map<string, Column>();
  const currenciesOf = createCurrencyFinder(workspace.currencies);

  const find = (mark: string): string | CellProblem => {
    // A symbol shared by several currencies means the column's currency if that is one of them.
    const candidates = currenciesOf(mark);
    const [only] = candidates;
    if (currency !== null && candidates.includes(currency)) return currency;
    if (only === undefined) return new CellProblem(`Must be an amount; "${mark}" is not a currency of the workspace.`);
    if (candidates.length > 1) return new CellProblem(`"${mark}" can be ${candidates.join(' or ')}: use the code.`);
    if (workspace.currencies.includes(only)) return only;
    const message = `Not a currency of the workspace: ${workspace.currencies.join(', ')}.`;
    return new CellProblem(message, { field: `prices.${only}` });
  };

  /** The currency and the number of a cell. */
  const read = (value: unknown) => {
    const { number, mark } = typeof value === 'string' ? splitMoney(value) : { number: value, mark: null };
    return { number, code: mark === null ? currency : find(mark) };
  };

  return {
    ...own,
    keyOf(value) {
      const { code } = read(value);
      if (typeof code !== 'string' || code === currency) return key;
      return part === 'amount' ? `prices.${code}` : `prices.${code}.${part}`;
    },
    write(input, value, options) {
      const { number, code } = read(value);
      if (code instanceof CellProblem) return code;
      if (code !== null && isSet(input, code, part)) {
        return new CellProblem(`Another column of the row has a price in ${code} already.`, {
          field: `prices.${code}`,
        });
      }
      if (code === null || code === currency) return own.write(input, number, options);
      const other = others.get(code) ?? columnOf(code);
      others.set(code, other);
      return other.write(input, number, options);
    },
  };
}

function isSet({ prices = {} }: RowInput, currency: string, part: PriceOptions['part']): boolean {
  const patch = Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  return (patch?.[part] ?? null) !== null;
}
