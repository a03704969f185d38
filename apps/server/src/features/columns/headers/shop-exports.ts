import { foldHeader } from './header-aliases.ts';

/** The product export of a shop system, as far as its words mean something else there. Headers are folded. */
interface ShopExport {
  /** Headers that only this export has together. */
  readonly marks: readonly string[];
  /** The column a header stands for, or null for none; the lowest rank wins. */
  readonly headers: ReadonlyMap<string, { readonly key: string; readonly rank: number } | null>;
  /** Columns whose lists are separated by commas. */
  readonly commaLists: readonly string[];
}

const associations = ['associations.upsell', 'associations.crossSell', 'associations.pack'];

const shopExports: readonly ShopExport[] = [
  {
    // Shopify: `Type` is a free text.
    marks: ['handle', 'title', 'bodyhtml', 'variantsku'],
    headers: new Map([
      ['productcategory', { key: 'category', rank: 0 }],
      ['type', { key: 'category', rank: 1 }],
    ]),
    commaLists: ['tags'],
  },
  {
    // WooCommerce: `ID` is its own number of the product.
    marks: ['type', 'sku', 'visibilityincatalog', 'regularprice'],
    headers: new Map([
      ['id', null],
      ['groupedproducts', { key: 'associations.pack', rank: 0 }],
    ]),
    commaLists: ['category', 'tags', 'images', ...associations],
  },
  {
    // Magento, Adobe Commerce.
    marks: ['sku', 'attributesetcode', 'producttype', 'productwebsites'],
    headers: new Map([['producttype', { key: 'type', rank: 0 }]]),
    commaLists: ['category', 'images', ...associations],
  },
];

/** The shop system a file comes from, as its headers tell; undefined for any other file. */
export function shopExportOf(headers: readonly string[]): ShopExport | undefined {
  const folded = new Set(headers.map(foldHeader));
  return shopExports.find(({ marks }) => marks.every((mark) => folded.has(mark)));
}

/**
 * What separates the items of lists in the columns of a file, where its headers tell.
 *
 * @returns the separator of the column with a key.
 */
export function createListSeparators(headers: readonly string[]): (key: string) => string | undefined {
  const commaLists = shopExportOf(headers)?.commaLists;
  return (key) => (commaLists?.includes(key) ? ',' : undefined);
}
