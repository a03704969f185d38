import { newAttributeTarget } from '@product-content/contract';
import type { Row } from '../../../../formats/index.ts';
import { addName } from '../bounds.ts';
import { createFamilyRows, type Family } from '../families.ts';
import { type RowGroup, transformGroups } from '../row-groups.ts';
import { RowShape, textAt } from '../row-shape.ts';
import type { RowTransform } from '../row-transform.ts';

const variantColumn =
  /^(optionvalues|sku|price|taxcategory|stockonhand|trackinventory|variant(assets|facets|:.*))(:[a-z_]+)?$/i;

/** Facets that are fields of a product. */
const fieldFacets: Readonly<Record<string, string>> = { brand: 'brand', category: 'category' };

/**
 * Vendure's product files: a row without a `name` is another variant of the product above it. Options are `a|b` in
 * `optionGroups` and `optionValues`, facets `brand:Apple|color:red`.
 */
export const vendureRows: RowTransform = {
  async open({ columns, rows }) {
    const shape = new RowShape(columns);
    const at = positionsOf(shape);
    const options = new Set<string>();
    const facets = new Set<string>();
    for await (const row of rows()) {
      for (const option of listAt(row, at.optionGroups)) addName(options, option);
      for (const [name] of [...facetsAt(row, at.facets), ...facetsAt(row, at.variantFacets)]) addName(facets, name);
    }
    const toRows = createFamilyRows(shape, {
      ...{ sku: at.sku, images: at.assets, options },
      isOfVariant: (position) => variantColumn.test(columns[position] ?? ''),
    });
    const facetColumns = new Map(
      [...facets].map((name) => [
        name,
        shape.add(name, fieldFacets[name.toLowerCase()] ?? `${newAttributeTarget}text`),
      ]),
    );
    const withFacets = (row: Row): Row => {
      const cells = row.cells.map((cell) => (typeof cell === 'string' ? cell.trim() : cell));
      for (const [name, value] of [...facetsAt(row, at.facets), ...facetsAt(row, at.variantFacets)]) {
        const position = facetColumns.get(name) as number;
        const isField = Object.hasOwn(fieldFacets, name.toLowerCase());
        const before = cells[position];
        if (before === '' || before === undefined) cells[position] = value;
        // A product has one brand and one category: the first value counts.
        else if (!isField) cells[position] = `${String(before)}, ${value}`;
      }
      return { ...row, cells };
    };
    const toFamily = (group: RowGroup): Family => ({
      first: group[0],
      key: keyOf(group[0], at),
      options: listAt(group[0], at.optionGroups),
      variants: group.map((row) => ({
        row,
        sku: textAt(row, at.sku),
        values: listAt(row, at.optionValues),
        images: textAt(row, at.variantAssets),
      })),
    });
    return {
      columns: shape.columns,
      targets: shape.targets,
      rows: (source) =>
        transformGroups(
          source,
          (row) => keyOf(row, at) || null,
          (group) => toRows(toFamily(group)).map(withFacets),
        ),
    };
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  /** The column itself, or that of the first language. */
  const find = (name: string) => {
    const position = shape.find(name);
    return position >= 0 ? position : shape.columns.findIndex((column) => column.startsWith(`${name}:`));
  };
  return {
    ...{ name: find('name'), slug: find('slug'), assets: find('assets'), facets: find('facets') },
    ...{ optionGroups: find('optionGroups'), optionValues: find('optionValues'), sku: shape.require('sku') },
    ...{ variantAssets: find('variantAssets'), variantFacets: find('variantFacets') },
  };
}

function keyOf(row: Row, { name, slug }: Positions): string {
  return textAt(row, name) === '' ? '' : textAt(row, slug) || textAt(row, name);
}

function listAt(row: Row, position: number): string[] {
  return textAt(row, position)
    .split('|')
    .flatMap((item) => item.trim() || []);
}

function facetsAt(row: Row, position: number): (readonly [name: string, value: string])[] {
  return listAt(row, position).flatMap((facet) => {
    const colon = facet.indexOf(':');
    return colon < 1 ? [] : [[facet.slice(0, colon).trim(), facet.slice(colon + 1).trim()] as const];
  });
}
