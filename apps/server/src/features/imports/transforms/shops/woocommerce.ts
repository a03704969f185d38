import { newAttributeTarget } from '@product-content/contract';
import type { Row } from '../../../../formats/index.ts';
import { toSkuPart } from '../../../columns/index.ts';
import { addName, assertFewLinks } from '../bounds.ts';
import { newAxis } from '../families.ts';
import { mapRows, RowShape, textAt } from '../row-shape.ts';
import type { RowTransform, TransformedFile } from '../row-transform.ts';

/** What a scan of all rows finds. */
interface Scan {
  /** SKUs by the shop's internal number of a product. */
  readonly skus: ReadonlyMap<string, string>;
  /** The attributes that distinguish variations, by the reference to their parent. */
  readonly axes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of attributes, and whether variations have them. */
  readonly attributes: ReadonlyMap<string, boolean>;
}

/**
 * WooCommerce's product export: `Attribute 1 name` and `Attribute 1 value(s)` become one column per attribute, and the
 * axes of a parent are the attributes of its variations. `id:12` refers to a product by the shop's internal number.
 * Headers contain units.
 */
export const woocommerceRows: RowTransform = {
  async open(file) {
    const shape = new RowShape(file.columns);
    const at = positionsOf(shape);
    const { skus, axes, attributes } = await scan(file, at);
    const variantAxes = shape.add('variant axes', 'variantAxes');
    const columns = new Map(
      [...attributes].map(([name, isAxis]) => [name, shape.add(name, isAxis ? newAxis : `${newAttributeTarget}text`)]),
    );
    const units = unitColumns(shape);

    const toRow = (row: Row): Row => {
      const shaped = shape.copy(row);
      const { cells } = shaped;
      const references = [textAt(row, at.sku), `id:${textAt(row, at.id)}`];
      const own = new Set(references.flatMap((reference) => [...(axes.get(reference) ?? [])]));
      cells[at.sku] = skuOf(row, at);
      for (const position of at.references) {
        cells[position] = textAt(row, position).replace(/\bid:(\d+)/g, (whole, id: string) => skus.get(id) ?? whole);
      }
      if (own.size > 0) cells[variantAxes] = [...own];
      for (const [name, value] of attributesOf(row, at)) {
        // For an axis, the parent lists the values of its variants.
        if (!own.has(name)) cells[columns.get(name) as number] = value;
      }
      for (const { of, position, unit } of units) if (textAt(row, of) !== '') cells[position] = unit;
      return shaped;
    };
    return mapRows(shape, toRow);
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  const attributes: { readonly name: number; readonly value: number }[] = [];
  for (let number = 1; shape.find(`Attribute ${number} name`) >= 0; number++) {
    attributes.push({
      name: shape.find(`Attribute ${number} name`),
      value: shape.find(`Attribute ${number} value(s)`),
    });
  }
  const references = ['Parent', 'Grouped products', 'Upsells', 'Cross-sells'].map((name) => shape.find(name));
  return {
    ...{ id: shape.find('ID'), sku: shape.require('SKU'), type: shape.find('Type'), parent: shape.find('Parent') },
    ...{ attributes, references: references.filter((position) => position >= 0) },
  };
}

/** Variations may have no SKU in WooCommerce; the shop's internal number identifies them. */
function skuOf(row: Row, { sku, id }: Positions): string {
  return textAt(row, sku) || toSkuPart(textAt(row, id));
}

function attributesOf(row: Row, { attributes }: Positions): (readonly [name: string, value: string])[] {
  return attributes.flatMap(({ name, value }) => {
    const [attribute, text] = [textAt(row, name), textAt(row, value)];
    return attribute === '' || text === '' ? [] : [[attribute, text] as const];
  });
}

async function scan({ rows }: TransformedFile, at: Positions): Promise<Scan> {
  const skus = new Map<string, string>();
  const axes = new Map<string, Set<string>>();
  const attributes = new Map<string, boolean>();
  const names = new Set<string>();
  for await (const row of rows()) {
    const parent = textAt(row, at.parent);
    skus.set(textAt(row, at.id), skuOf(row, at));
    assertFewLinks(skus.size);
    for (const [name] of attributesOf(row, at)) {
      addName(names, name);
      attributes.set(name, attributes.get(name) === true || parent !== '');
      if (parent === '') continue;
      const known = axes.get(parent) ?? new Set<string>();
      axes.set(parent, known.add(name));
    }
  }
  return { skus, axes, attributes };
}

/** Columns for the units in headers, such as `Weight (kg)`, and the units themselves. */
function unitColumns(shape: RowShape): { readonly of: number; readonly position: number; readonly unit: string }[] {
  const fields = {
    weight: 'units.weight',
    length: 'units.dimension',
    width: 'units.dimension',
    height: 'units.dimension',
  };
  const positions = new Map<string, number>();
  return [...shape.columns.entries()].flatMap(([of, header]) => {
    const [, name = '', unit = ''] = /^(weight|length|width|height) \((\w+)\)$/i.exec(header) ?? [];
    if (unit === '') return [];
    const field = name.toLowerCase() as keyof typeof fields;
    shape.targets[header] = field;
    const target = fields[field];
    const position = positions.get(target) ?? shape.add(`${field} unit`, target);
    positions.set(target, position);
    return [{ of, position, unit }];
  });
}
