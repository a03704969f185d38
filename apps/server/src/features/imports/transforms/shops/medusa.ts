import type { Cell, Row } from '../../../../formats/index.ts';
import { addName } from '../bounds.ts';
import { createFamilyRows, type Family } from '../families.ts';
import { type RowGroup, transformGroups } from '../row-groups.ts';
import { RowShape, textAt } from '../row-shape.ts';
import type { RowTransform } from '../row-transform.ts';

/** The option of a product without variants. */
const noOption = /^default( option)?$/i;

/**
 * Medusa's product export: one row per variant, which repeats the columns of its product; options, images, tags and
 * prices are in numbered columns.
 */
export const medusaRows: RowTransform = {
  async open({ columns, rows }) {
    const shape = new RowShape(columns);
    const at = positionsOf(shape);
    const options = new Set<string>();
    for await (const row of rows()) for (const { name } of optionsOf(row, at)) addName(options, name);
    for (const name of columns) {
      const currency = /^(?:variant )?price ([a-z]{3})$/i.exec(name)?.[1];
      if (currency !== undefined) shape.targets[name] = `prices.${currency.toUpperCase()}`;
    }
    const images = shape.add('product images', 'images');
    const toRows = createFamilyRows(shape, {
      ...{ sku: at.sku, images, options },
      isOfVariant: (position) => /^(variant|option|price) /i.test(columns[position] ?? ''),
    });
    const toFamily = (group: RowGroup): Family => ({
      first: group[0],
      key: textAt(group[0], at.handle),
      options: optionsOf(group[0], at).map(({ name }) => name),
      variants: group.map((row) => ({
        row,
        sku: textAt(row, at.sku),
        values: optionsOf(row, at).map(({ value }) => value),
      })),
      images: imagesOf(group[0], at),
    });
    return {
      columns: shape.columns,
      targets: shape.targets,
      rows: (source) =>
        transformGroups(
          source,
          (row) => textAt(row, at.handle) || null,
          (group) => toRows(toFamily(group)),
        ),
    };
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  const numbered = (pattern: RegExp) =>
    [...shape.columns.entries()].flatMap(([at, name]) => (pattern.test(name) ? at : []));
  return {
    ...{
      handle: shape.require('Product Handle'),
      sku: shape.require('Variant SKU'),
      thumbnail: shape.find('Product Thumbnail'),
    },
    optionNames: numbered(/^(variant )?option \d+ name$/i),
    optionValues: numbered(/^(variant )?option \d+ value$/i),
    images: numbered(/^(product )?image \d+( url)?$/i),
  };
}

function optionsOf(
  row: Row,
  { optionNames, optionValues }: Positions,
): { readonly name: string; readonly value: string }[] {
  return optionNames.flatMap((position, index) => {
    const name = textAt(row, position);
    const value = textAt(row, optionValues[index] ?? -1);
    return name === '' || (noOption.test(name) && /^default/i.test(value)) ? [] : [{ name, value }];
  });
}

/** The thumbnail is one of the images, and comes first. */
function imagesOf(row: Row, { thumbnail, images }: Positions): Cell {
  const urls = [thumbnail, ...images].flatMap((position) => textAt(row, position) || []);
  return urls.length === 0 ? '' : [...new Set(urls)];
}
