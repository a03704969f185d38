/** The content of a column of products.csv or product_models.csv: a part of an attribute's value. */
export interface ValueColumn {
  readonly header: string;
  readonly attribute: string;
  readonly locale: string | null;
  readonly channel: string | null;
  readonly currency: string | null;
  readonly isUnit: boolean;
}

/** A non-empty cell with its column. */
export interface ValueCell extends ValueColumn {
  readonly text: string;
}

const localePattern = /^[a-z]{2,3}(_[A-Z][a-z]{3})?_([A-Z]{2}|\d{3})$/;

/**
 * Parses a header such as `description-de_DE-ecommerce`, `price-EUR` or `weight-unit`.
 *
 * @returns null when it does not begin with the code of an attribute.
 */
export function parseColumn(header: string, isAttribute: (code: string) => boolean): ValueColumn | null {
  const [attribute, ...parts] = header.split('-') as [string, ...string[]];
  if (!isAttribute(attribute)) return null;
  const isUnit = parts.includes('unit');
  const locale = parts.find((part) => localePattern.test(part)) ?? null;
  const currency = parts.find((part) => /^[A-Z]{3}$/.test(part)) ?? null;
  const channel = parts.find((part) => part !== 'unit' && part !== locale && part !== currency) ?? null;
  return { header, attribute, locale, channel, currency, isUnit };
}

/** Channels in order of preference: the chosen one first, another if it has no value. */
const channelOrder: readonly (string | null)[] = [null, 'ecommerce', 'print', 'mobile'];

const rankOf = ({ channel }: ValueColumn): number => {
  const rank = channelOrder.indexOf(channel);
  return rank === -1 ? channelOrder.length : rank;
};

const isValue = ({ isUnit, currency }: ValueColumn): boolean => !isUnit && currency === null;

/** The value cells of one attribute, one per locale, from the preferred channel. */
export function chooseCells(cells: readonly ValueCell[]): ValueCell[] {
  const chosen = new Map<string | null, ValueCell>();
  for (const cell of cells.filter(isValue)) {
    const current = chosen.get(cell.locale);
    if (current === undefined || rankOf(cell) < rankOf(current)) chosen.set(cell.locale, cell);
  }
  return [...chosen.values()];
}

/** Value cells that were not chosen and differ from the chosen one. */
export function passedOver(cells: readonly ValueCell[], chosen: readonly ValueCell[]): ValueCell[] {
  const texts = new Map(chosen.map(({ locale, text }) => [locale, text]));
  return cells.filter((cell) => isValue(cell) && !chosen.includes(cell) && texts.get(cell.locale) !== cell.text);
}
