import { limits, newAttributeTarget } from '@product-content/contract';
import type { Cell, Row } from '../../../../formats/index.ts';
import { addName, assertFewLinks } from '../bounds.ts';
import { newAxis } from '../families.ts';
import { createImpliedParents } from '../implied-parents.ts';
import { RowShape, textAt } from '../row-shape.ts';
import type { RowTransform, TransformedFile } from '../row-transform.ts';

const categoryPath = 'yml_catalog.shop.categories.category';

/** How the format still writes the rouble that was replaced in 1998. */
const currencies: Readonly<Record<string, string>> = { RUR: 'RUB' };

/**
 * Offers of the Yandex market language: categories come from the tree of the file, parameters become attributes with
 * their units, the stock is the total of all outlets, and the offers of each `group_id` get a parent.
 */
export const ymlOffers: RowTransform = {
  async open(file) {
    const shape = new RowShape(file.columns);
    const at = positionsOf(shape);
    const pathOf = await readCategories(file);
    const names = new Set<string>();
    if (at.param >= 0)
      for await (const row of file.rows()) for (const [name] of paramsOf(row, at)) addName(names, name);
    const added = {
      category: shape.add('category', 'category'),
      stock: shape.add('stock', 'stock'),
      ...{
        length: shape.add('length', 'length'),
        width: shape.add('width', 'width'),
        height: shape.add('height', 'height'),
      },
    };
    if (at.available >= 0) shape.targets[file.columns[at.available] as string] = `${newAttributeTarget}boolean`;
    const params = new Map([...names].map((name) => [name, shape.add(name, newAxis)]));
    const name = at.name >= 0 ? at.name : shape.add('name', 'name');
    const withParents = createImpliedParents(shape, {
      ...{ group: at.group, sku: at.id, name, axes: params },
      shared: [at.vendor, added.category],
    });

    const toRow = (row: Row): Row => {
      if (row.problem !== undefined) return row;
      const cells: Cell[] = Array.from(shape.columns, (_, position) => row.cells[position]);
      if (textAt(row, at.name) === '') {
        cells[name] = [at.typePrefix, at.vendor, at.model].flatMap((part) => textAt(row, part) || []).join(' ');
      }
      const currency = textAt(row, at.currency);
      for (const position of [at.price, at.oldPrice]) {
        const price = textAt(row, position);
        if (price !== '' && currency !== '') cells[position] = `${price} ${currencies[currency] ?? currency}`;
      }
      cells[added.category] = pathOf(firstText(row.cells[at.category]));
      cells[added.stock] = stockOf(row, at);
      const [length, width, height] = textAt(row, at.dimensions).split('/');
      for (const [position, size] of [
        [added.length, length],
        [added.width, width],
        [added.height, height],
      ] as const) {
        cells[position] = size ?? '';
      }
      for (const [param, value] of paramsOf(row, at)) {
        const position = params.get(param) as number;
        cells[position] = cells[position] === undefined ? value : `${String(cells[position])}, ${value}`;
      }
      return { ...row, cells };
    };
    async function* toRows(rows: AsyncIterable<Row>) {
      for await (const row of rows) yield toRow(row);
    }
    return { columns: shape.columns, targets: shape.targets, rows: (rows) => withParents(toRows(rows)) };
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  const find = (name: string) => shape.columns.indexOf(name);
  return {
    ...{ id: shape.require('@id'), group: find('@group_id'), available: find('@available'), name: find('name') },
    ...{ typePrefix: find('typePrefix'), vendor: find('vendor'), model: find('model') },
    ...{ price: find('price'), oldPrice: find('oldprice'), currency: find('currencyId'), category: find('categoryId') },
    ...{ param: find('param'), paramName: find('param@name'), paramUnit: find('param@unit') },
    ...{ outlets: find('outlets.outlet'), inStock: find('outlets.outlet@instock'), count: find('count') },
    dimensions: find('dimensions'),
  };
}

/** @returns a function that returns the path of a category by its id; empty text for an unknown id. */
async function readCategories({ elements }: TransformedFile): Promise<(id: string) => string> {
  const categories = new Map<string, { readonly name: string; readonly parent: string }>();
  for await (const element of elements(categoryPath)) {
    const { value = '', '@id': id = '', '@parentId': parent = '' } = element as Record<string, string>;
    categories.set(id, { name: value.trim(), parent });
    assertFewLinks(categories.size);
  }
  return (id) => {
    const names: string[] = [];
    for (let at = categories.get(id); at !== undefined; at = categories.get(at.parent)) {
      names.unshift(at.name);
      if (names.length > limits.categoryDepth) break;
    }
    return names.join(' > ');
  };
}

/** Parameters with their units: `<param name="Weight" unit="kg">2</param>` becomes `2 kg`. */
function paramsOf(row: Row, at: Positions): (readonly [name: string, value: string])[] {
  const cell = row.cells[at.param];
  const one = { '@name': textAt(row, at.paramName), '@unit': textAt(row, at.paramUnit), value: textAt(row, at.param) };
  return (Array.isArray(cell) ? cell : [one]).flatMap((param: Cell) => {
    if (typeof param !== 'object' || param === null) return [];
    const { '@name': name = '', '@unit': unit = '', value = '' } = param as Readonly<Record<string, string>>;
    const text = `${value.trim()} ${unit}`.trim();
    return name.trim() === '' || text === '' ? [] : [[name.trim(), text] as const];
  });
}

/** The total of all outlets, otherwise the number of the offer; empty when neither is given. */
function stockOf(row: Row, at: Positions): string {
  const outlets = row.cells[at.outlets];
  if (!Array.isArray(outlets)) return textAt(row, at.inStock) || textAt(row, at.count);
  const counts = outlets.flatMap((outlet: Cell) => {
    const count = (outlet as Readonly<Record<string, string>> | null)?.['@instock'];
    return count === undefined ? [] : Number(count);
  });
  return counts.length === 0 ? '' : String(counts.reduce((sum, count) => sum + count, 0));
}

function firstText(cell: Cell): string {
  const first: Cell = Array.isArray(cell) ? cell[0] : cell;
  return typeof first === 'string' ? first.trim() : '';
}
