import { ignoredColumn, limits, newAttributeTarget } from '@product-content/contract';
import type { Cell, Row } from '../../../../formats/index.ts';
import { toSkuPart } from '../../../columns/index.ts';
import { addName, assertFewLinks } from '../bounds.ts';
import { newAxis } from '../families.ts';
import { createImpliedParents } from '../implied-parents.ts';
import { mapRows, RowShape, textAt } from '../row-shape.ts';
import type { RowTransform, TransformedFile } from '../row-transform.ts';

const classifier = 'КоммерческаяИнформация.Классификатор';

/** How the exchange still writes the rouble, in any version. */
const currencies: Readonly<Record<string, string>> = { руб: 'RUB', RUR: 'RUB' };

/**
 * The goods of CommerceML (`import.xml`): the groups of the classifier become categories, its properties and the
 * details of goods become attributes.
 */
export const commercemlGoods: RowTransform = {
  async open(file) {
    const shape = new RowShape(file.columns);
    const at = {
      groups: shape.find('Группы.Ид'),
      details: new Pairs(shape, 'ЗначенияРеквизитов.ЗначениеРеквизита', 'Наименование'),
      properties: new Pairs(shape, 'ЗначенияСвойств.ЗначенияСвойства', 'Ид'),
    };
    const pathOf = await readGroups(file);
    const properties = await readProperties(file);
    const names = new Set<string>([...properties.values()].map(({ name }) => name));
    for await (const row of file.rows()) for (const [name] of at.details.of(row)) addName(names, name);
    const category = shape.add('category', 'category');
    const columns = new Map([...names].map((name) => [name, shape.add(name, `${newAttributeTarget}text`)]));
    const toRow = (row: Row): Row => {
      const cells: Cell[] = Array.from(shape.columns, (_, position) => row.cells[position]);
      const group = row.cells[at.groups];
      cells[category] = pathOf(String((Array.isArray(group) ? group[0] : group) ?? ''));
      for (const [name, value] of at.details.of(row)) cells[columns.get(name) as number] = value;
      for (const [id, value] of at.properties.of(row)) {
        const property = properties.get(id);
        if (property !== undefined) cells[columns.get(property.name) as number] = property.values.get(value) ?? value;
      }
      return { ...row, cells };
    };
    return mapRows(shape, toRow);
  },
};

/**
 * The offers of CommerceML (`offers.xml`): prices and stock of goods, which must be imported first. An offer with the
 * id `id#characteristic` is a variant of the product with that id.
 */
export const commercemlOffers: RowTransform = {
  async open(file) {
    const shape = new RowShape(file.columns);
    const id = shape.require('Ид');
    const name = shape.find('Наименование');
    const prices = new Pairs(shape, 'Цены.Цена', 'Валюта', 'ЦенаЗаЕдиницу');
    const characteristics = new Pairs(shape, 'ХарактеристикиТовара.ХарактеристикаТовара', 'Наименование');
    const names = new Set<string>();
    for await (const row of file.rows()) for (const [axis] of characteristics.of(row)) addName(names, axis);
    const product = shape.add('product', ignoredColumn);
    const price = shape.add('price', 'price');
    const axes = new Map([...names].map((axis) => [axis, shape.add(axis, newAxis)]));
    const withParents = createImpliedParents(shape, {
      group: product,
      sku: id,
      name,
      shared: [],
      axes,
      turnsIntoParent: true,
    });
    async function* toRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
      for await (const row of rows) {
        const cells: Cell[] = Array.from(shape.columns, (_, position) => row.cells[position]);
        const [own = '', characteristic = ''] = textAt(row, id).split('#');
        cells[id] = characteristic === '' ? own : `${own}_${toSkuPart(characteristic)}`;
        if (characteristic !== '') cells[product] = own;
        // The name of the goods comes from the other file.
        else cells[name] = '';
        const [[currency, amount] = ['', '']] = prices.of(row);
        cells[price] = `${amount} ${currencies[currency] ?? currency}`.trim();
        for (const [axis, value] of characteristics.of(row)) cells[axes.get(axis) as number] = value;
        yield { ...row, cells };
      }
    }
    return { columns: shape.columns, targets: shape.targets, rows: (rows) => withParents(toRows(rows)) };
  },
};

/** Elements that consist of a name and a value. */
class Pairs {
  readonly #list: number;
  readonly #name: number;
  readonly #value: number;
  readonly #keys: readonly [name: string, value: string];

  constructor(shape: RowShape, path: string, name: string, value = 'Значение') {
    this.#keys = [name, value];
    this.#list = shape.columns.indexOf(path);
    this.#name = shape.columns.indexOf(`${path}.${name}`);
    this.#value = shape.columns.indexOf(`${path}.${value}`);
  }

  /** Reads a single element from its own columns, several elements from a list. */
  of(row: Row): (readonly [name: string, value: string])[] {
    const list = row.cells[this.#list];
    const [name, value] = this.#keys;
    const one = { [name]: textAt(row, this.#name), [value]: textAt(row, this.#value) };
    return (Array.isArray(list) ? list : [one]).flatMap((pair: Cell) => {
      const { [name]: key = '', [value]: text = '' } = (pair ?? {}) as Readonly<Record<string, string>>;
      return text === '' ? [] : [[String(key).trim(), String(text).trim()] as const];
    });
  }
}

type Element = Readonly<Record<string, unknown>>;

/** A child element that may occur once or several times. */
function childrenOf(element: Element, ...path: readonly [string, string]): Element[] {
  const child = (element[path[0]] as Element | undefined)?.[path[1]];
  return child === undefined ? [] : ([child].flat() as Element[]);
}

/** @returns a function that returns the path of a group by its id; empty text for an unknown id. */
async function readGroups({ elements }: TransformedFile): Promise<(id: string) => string> {
  const paths = new Map<string, string>();
  const add = (group: Element, above: readonly string[]): void => {
    const path = [...above, String(group.Наименование ?? '').trim()];
    if (path.length > limits.categoryDepth) return;
    paths.set(String(group.Ид ?? ''), path.join(' > '));
    assertFewLinks(paths.size);
    for (const child of childrenOf(group, 'Группы', 'Группа')) add(child, path);
  };
  for await (const group of elements(`${classifier}.Группы.Группа`)) add(group as Element, []);
  return (id) => paths.get(id) ?? '';
}

interface Property {
  readonly name: string;
  /** Texts by the ids that goods refer to. */
  readonly values: ReadonlyMap<string, string>;
}

async function readProperties({ elements }: TransformedFile): Promise<ReadonlyMap<string, Property>> {
  const properties = new Map<string, Property>();
  let count = 0;
  for await (const element of elements(`${classifier}.Свойства.Свойство`)) {
    const { Ид: id, Наименование: name } = element as Element;
    const values = childrenOf(element as Element, 'ВариантыЗначений', 'Справочник');
    count += values.length + 1;
    assertFewLinks(count);
    properties.set(String(id), {
      name: String(name).trim(),
      values: new Map(values.map((value) => [String(value.ИдЗначения), String(value.Значение)])),
    });
  }
  return properties;
}
