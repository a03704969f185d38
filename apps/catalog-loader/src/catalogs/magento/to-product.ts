import { SkuSchema } from '@product-content/contract';
import type { PlannedProduct } from '../../load-plan.ts';
import type { FindingOutcome } from '../../report/ledger.ts';
import { imageUrl } from '../../source/images.ts';
import { roundToFour, toNumber } from '../../source/numbers.ts';
import { type SourceRow, whereIs } from '../../source/source-folder.ts';
import type { ReadOptions } from '../catalog-reader.ts';
import { parsePaths } from './category-paths.ts';
import { attributeColumns, imagePathsAttribute, imagePathsOf } from './columns.ts';
import { parseVariations, toPlainText } from './packed-cells.ts';
import { isStoreView, type MagentoScan, packedAttributesOf } from './scan.ts';

type Note = (outcome: FindingOutcome, reason: string, detail?: string) => void;

/**
 * Converts a row of the export to a product. The description stays HTML; name and attribute values are plain text.
 *
 * @returns null when the row cannot be a product; the reason is in the ledger.
 */
export function toProduct(row: SourceRow, scan: MagentoScan, options: ReadOptions): PlannedProduct | null {
  const { cells } = row;
  const sku = cells.sku ?? '';
  const note: Note = (outcome, reason, detail) =>
    options.ledger.add({ outcome, reason, subject: sku, where: whereIs(row), detail });
  if (isStoreView(row)) {
    note('refused', 'texts of a store view are not loaded', cells.store_view_code);
    return null;
  }
  if (!SkuSchema.safeParse(sku).success) {
    note('refused', 'the SKU has characters the API does not accept');
    return null;
  }
  const { category, collections } = scan.paths.place(parsePaths(cells.categories ?? ''));
  const seo = filled({
    title: toPlainText(cells.meta_title ?? ''),
    description: toPlainText(cells.meta_description ?? ''),
    slug: cells.url_key ?? '',
  });
  const price = amountOf('price', cells.price, note);
  return {
    sku,
    ...identify(row, scan),
    status: cells.product_online === '1' ? 'approved' : 'draft',
    ...filled({
      name: toPlainText(cells.name ?? ''),
      description: cells.description ?? '',
      shortDescription: cells.short_description ?? '',
    }),
    ...(category !== null && { category }),
    ...(collections.length > 0 && { collections: [...collections] }),
    ...(price !== null && { prices: { [options.currency]: price } }),
    ...defined({ weight: amountOf('weight', cells.weight, note), stock: stockOf(row, note) }),
    ...(Object.keys(seo).length > 0 && { seo }),
    ...imagesOf(row, options, note),
    attributes: attributesOf(row, scan, note),
  };
}

function identify({ cells }: SourceRow, scan: MagentoScan): Pick<PlannedProduct, 'type' | 'parent' | 'variantAxes'> {
  if (cells.product_type === 'configurable') {
    const [variant] = parseVariations(cells.configurable_variations ?? '');
    const axes = [...(variant?.axes.keys() ?? [])];
    return { type: 'parent', variantAxes: axes.map((name) => scan.attributes.codeOf(name)) };
  }
  const link = scan.variants.get(cells.sku ?? '');
  return link === undefined ? { type: 'simple' } : { type: 'variant', parent: link.parent };
}

function attributesOf(row: SourceRow, scan: MagentoScan, note: Note): NonNullable<PlannedProduct['attributes']> {
  const values = new Map(packedAttributesOf(row));
  for (const [column, name] of Object.entries(attributeColumns)) {
    const cell = row.cells[column];
    if (cell) values.set(name, cell.replaceAll(',', '|'));
  }
  for (const [name, value] of scan.variants.get(row.cells.sku ?? '')?.axes ?? []) {
    const own = values.get(name);
    if (own !== undefined && own !== value) {
      note('adapted', 'a variant and its parent name different axis values: the parent’s is used', `${own}, ${value}`);
    }
    values.set(name, value);
  }
  const paths = imagePathsOf(row.cells).join(',');
  const attributes = Object.fromEntries(
    [...values].map(([name, value]) => [scan.attributes.codeOf(name), scan.attributes.valueOf(name, value)]),
  );
  return paths === '' ? attributes : { ...attributes, [imagePathsAttribute]: paths };
}

function imagesOf({ cells }: SourceRow, { imageBase }: ReadOptions, note: Note): Pick<PlannedProduct, 'images'> {
  const paths = imagePathsOf(cells);
  const images = paths.flatMap((path, index) => {
    const url = imageUrl(path, imageBase);
    return url === null ? [] : [{ url, role: index === 0 ? 'main' : 'detail' }];
  });
  const lost = paths.length - images.length;
  if (lost > 0) {
    note(
      'adapted',
      `image paths have no address: they are kept in the attribute ${imagePathsAttribute}`,
      `${lost} paths`,
    );
  }
  return images.length > 0 ? { images } : {};
}

/** A parent has no stock of its own: the export writes 0. */
function stockOf({ cells }: SourceRow, note: Note): number | null {
  return cells.product_type === 'configurable' ? null : amountOf('qty', cells.qty, note);
}

function amountOf(name: string, cell: string | undefined, note: Note): number | null {
  if (!cell) return null;
  const number = toNumber(cell);
  if (number !== null && number >= 0 && (name !== 'qty' || Number.isInteger(number))) return roundToFour(number);
  note('left_out', `the ${name} is not a number the API accepts`, cell);
  return null;
}

const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

const defined = (numbers: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null));
