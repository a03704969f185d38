import { isCurrency } from '@product-content/contract';
import { attributeCodec, axesCodec, collectionsCodec, parentCodec } from './cells/catalog-codecs.ts';
import { categoryCodec } from './cells/category-codec.ts';
import { trimmedTextCodec } from './cells/cell-codec.ts';
import { imagesCodec } from './cells/image-codec.ts';
import type { Column, ColumnScope, ColumnSelection, RecordColumns } from './column.ts';
import { computedFields, inputFields, priceCompanions, translatedFields } from './fields/contract-fields.ts';
import { createFieldColumn } from './fields/field-column.ts';
import { createPriceColumn } from './fields/price-column.ts';
import { aliasOf } from './headers/header-aliases.ts';

/** The first columns of an export; the others follow in the order of the contract. */
const leading = ['sku', 'id', 'type', 'parent', 'variantAxes', 'status', 'name'];

/**
 * The columns of a workspace, derived from the contract's fields and the workspace's attributes, locales and
 * currencies. They are valid for the snapshot of the catalog they were created with.
 *
 * @example
 * const columns = createProductColumns({ workspace, catalog });
 * columns.find('translations.de.name')?.read(document); // 'Blaue Tasse'
 */
export function createProductColumns(scope: ColumnScope): RecordColumns {
  const fixed = new Map(fixedColumns(scope).map((column) => [column.key, column]));
  const found = new Map<string, Column | undefined>(fixed);
  const find = (key: string) => {
    if (!found.has(key)) found.set(key, createColumn(key, scope));
    return found.get(key);
  };
  return {
    find,
    aliasOf,
    inLocale: (key, locale) => (locale === scope.workspace.defaultLocale ? key : `translations.${locale}.${key}`),
    list: (selection = {}) => keysOf([...fixed.values()], scope, selection).flatMap((key) => find(key) ?? []),
  };
}

function fixedColumns(scope: ColumnScope): Column[] {
  const { catalog } = scope;
  const columns = [
    ...inputFields.map(({ key, codec, nullable }) =>
      key === 'price'
        ? createPriceColumn({ key, currency: null, part: 'amount' }, scope)
        : createFieldColumn({ key, codec, clearable: nullable }),
    ),
    createFieldColumn({ key: 'id', codec: trimmedTextCodec, readOnly: true }),
    createFieldColumn({ key: 'parent', codec: parentCodec, clearable: false }),
    createFieldColumn({ key: 'variantAxes', codec: axesCodec(catalog), clearable: false }),
    createFieldColumn({ key: 'category', codec: categoryCodec(catalog) }),
    createFieldColumn({ key: 'collections', codec: collectionsCodec(catalog) }),
    createFieldColumn({ key: 'images', codec: imagesCodec }),
    ...computedFields.map(({ key, codec }) => createFieldColumn({ key, codec, readOnly: true })),
  ];
  const rank = ({ key }: Column) => (leading.includes(key) ? leading.indexOf(key) : leading.length);
  return columns.sort((a, b) => rank(a) - rank(b));
}

/** Columns that exist once per currency, attribute or locale. */
function createColumn(key: string, scope: ColumnScope): Column | undefined {
  const [kind, name = '', ...rest] = key.split('.');
  if (kind === 'prices') return priceColumn(key, name, rest, scope);
  if (kind === 'attributes' && rest.length === 0) return attributeColumn(key, name, scope);
  if (kind === 'translations' && scope.workspace.locales.includes(name)) return translationColumn(key, rest, scope);
  return undefined;
}

function priceColumn(
  key: string,
  currency: string,
  [companion, ...rest]: readonly string[],
  scope: ColumnScope,
): Column | undefined {
  if (!isCurrency(currency) || rest.length > 0) return undefined;
  const part = companion === undefined ? 'amount' : priceCompanions.find((known) => known === companion);
  return part && createPriceColumn({ key, currency, part }, scope);
}

function attributeColumn(key: string, code: string, { catalog }: ColumnScope): Column | undefined {
  const definition = catalog.attribute(code);
  return definition && createFieldColumn({ key, codec: attributeCodec(definition) });
}

function translationColumn(
  key: string,
  [field, code = '', ...rest]: readonly string[],
  scope: ColumnScope,
): Column | undefined {
  if (rest.length > 0) return undefined;
  if (field !== 'attributes') {
    const codec = code === '' ? translatedFields.find((other) => other.key === field)?.codec : undefined;
    return codec && createFieldColumn({ key, codec });
  }
  return scope.catalog.attribute(code)?.localizable ? attributeColumn(key, code, scope) : undefined;
}

function keysOf(fixed: readonly Column[], { workspace, catalog }: ColumnScope, selection: ColumnSelection): string[] {
  const { locales = workspace.locales.filter((locale) => locale !== workspace.defaultLocale) } = selection;
  const { currencies = workspace.currencies } = selection;
  const attributes = [...catalog.attributes()];
  const localizable = attributes.filter((attribute) => attribute.localizable);
  return [
    ...fixed.filter(({ readOnly, key }) => !readOnly || key === 'id').map(({ key }) => key),
    ...currencies.flatMap((currency) => [
      `prices.${currency}`,
      ...priceCompanions.map((companion) => `prices.${currency}.${companion}`),
    ]),
    ...attributes.map(({ code }) => `attributes.${code}`),
    ...locales.flatMap((locale) => [
      ...translatedFields.map(({ key }) => `translations.${locale}.${key}`),
      ...localizable.map(({ code }) => `translations.${locale}.attributes.${code}`),
    ]),
  ];
}
