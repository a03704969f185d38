import type { Cell, Row } from '../../../../formats/index.ts';
import { addName } from '../bounds.ts';
import { createFamilyRows, type Family } from '../families.ts';
import { type RowGroup, transformGroups } from '../row-groups.ts';
import { RowShape, textAt } from '../row-shape.ts';
import type { RowTransform } from '../row-transform.ts';

/** Numbers of the options a product can have. */
const optionNumbers = [1, 2, 3] as const;

/** The option of a product without variants. */
const noOption = { name: 'Title', value: 'Default Title' } as const;

/** Columns that describe the variant of their row. */
const variantColumn =
  /^(variant .*|option\d (value|linked to)|cost per item|(price|compare at price) \/ .*|unit price .*)$/i;

/**
 * Shopify's product export: rows with the same `Handle` are one product. The first row has its texts; each row with an
 * option value is a variant; each row with an image adds it, even if it has nothing else.
 */
export const shopifyRows: RowTransform = {
  async open({ columns, rows }) {
    const shape = new RowShape(columns);
    const at = positionsOf(shape);
    const names = new Set<string>();
    for await (const row of rows()) for (const name of optionsOf(row, at)) addName(names, name);
    const toRows = createFamilyRows(shape, {
      sku: at.sku,
      images: at.image,
      isOfVariant: (position) => variantColumn.test(columns[position] ?? ''),
      options: names,
    });
    return {
      columns: shape.columns,
      targets: shape.targets,
      rows: (source) =>
        transformGroups(
          source,
          (row) => textAt(row, at.handle) || null,
          ([first, ...others]) => {
            const clean = (row: Row) => withoutApostrophes(row, at);
            return toRows(toFamily([clean(first), ...others.map(clean)], at));
          },
        ),
    };
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  return {
    handle: shape.require('Handle'),
    sku: shape.require('Variant SKU'),
    barcode: shape.find('Variant Barcode'),
    price: shape.find('Variant Price'),
    image: shape.find('Image Src'),
    imagePosition: shape.find('Image Position'),
    imageText: shape.find('Image Alt Text'),
    variantImage: shape.find('Variant Image'),
    options: optionNumbers.map((number) => ({
      name: shape.find(`Option${number} Name`),
      value: shape.find(`Option${number} Value`),
    })),
  };
}

/** The options that the first row of a product names. */
function optionsOf(row: Row, { options }: Positions): string[] {
  return options.flatMap(({ name, value }) => {
    const text = textAt(row, name);
    return text === '' || (text === noOption.name && textAt(row, value) === noOption.value) ? [] : [text];
  });
}

/** Shopify adds an apostrophe to values that a spreadsheet would read as numbers. */
function withoutApostrophes(row: Row, { sku, barcode }: Positions): Row {
  const cells = row.cells.map((cell, position) =>
    (position === sku || position === barcode) && typeof cell === 'string' ? cell.replace(/^'/, '') : cell,
  );
  return { ...row, cells };
}

function toFamily(group: RowGroup, at: Positions): Family {
  const [first] = group;
  const options = optionsOf(first, at);
  const isVariant = (row: Row) =>
    [at.sku, at.price, ...at.options.map(({ value }) => value)].some((position) => textAt(row, position) !== '');
  return {
    first,
    key: textAt(first, at.handle),
    options,
    variants: group.filter(isVariant).map((row) => ({
      row,
      sku: textAt(row, at.sku),
      values: at.options.slice(0, options.length).map(({ value }) => textAt(row, value)),
      images: toImage(textAt(row, at.variantImage)),
    })),
    images: imagesOf(group, at),
  };
}

function toImage(url: string): Cell {
  return url === '' ? '' : [{ url }];
}

/** The images of all rows of a product, in order. */
function imagesOf(group: readonly Row[], at: Positions): Cell {
  const images = group.flatMap((row) => {
    const url = textAt(row, at.image);
    const altText = textAt(row, at.imageText);
    const position = Number(textAt(row, at.imagePosition)) || Number.POSITIVE_INFINITY;
    return url === '' ? [] : [{ position, image: { url, ...(altText !== '' && { altText }) } }];
  });
  if (images.length === 0) return '';
  return images
    .toSorted((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0))
    .map(({ image }) => image);
}
