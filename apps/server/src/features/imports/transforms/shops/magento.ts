import { newAttributeTarget } from '@product-content/contract';
import type { Row } from '../../../../formats/index.ts';
import { addName, assertFewLinks } from '../bounds.ts';
import { newAxis } from '../families.ts';
import { toPlainText, unpackValues, unpackVariations } from '../packed-cells.ts';
import { mapRows, RowShape, textAt } from '../row-shape.ts';
import type { RowTransform, TransformedFile } from '../row-transform.ts';

/** Attributes for the shop's internal use. */
const bookkeeping: ReadonlySet<string> = new Set(['has_options', 'required_options']);

/** What a scan of all rows finds. */
interface Scan {
  /** By the SKU of a variant: the SKU of its parent, and the values of its axes as packed in the parent's cell. */
  readonly variants: ReadonlyMap<string, { readonly parent: string; readonly values: string }>;
  /** Names of attributes, and the kind of their values. */
  readonly attributes: ReadonlyMap<string, 'axis' | 'list' | 'text'>;
}

/**
 * Magento's product export: variants have separate rows, and their parent names them in `configurable_variations`;
 * `additional_attributes` becomes one column per attribute.
 */
export const magentoRows: RowTransform = {
  async open(file) {
    const shape = new RowShape(file.columns);
    const at = positionsOf(shape);
    const { variants, attributes } = await scan(file, at);
    const parent = shape.add('parent product', 'parent');
    const axes = shape.add('variant axes', 'variantAxes');
    const targets = { axis: newAxis, list: `${newAttributeTarget}multiselect`, text: `${newAttributeTarget}text` };
    const columns = new Map([...attributes].map(([name, kind]) => [name, shape.add(name, targets[kind])]));

    const toRow = (row: Row): Row => {
      const view = textAt(row, at.storeView);
      if (view !== '') return { ...row, problem: { column: 'store_view_code', message: viewProblem(view) } };
      const shaped = shape.copy(row);
      const { cells } = shaped;
      const setValues = (values: ReadonlyMap<string, string>) => {
        for (const [name, value] of values) {
          const position = columns.get(name);
          if (position !== undefined) cells[position] = attributes.get(name) === 'list' ? value.split('|') : value;
        }
      };
      cells[at.name] = toPlainText(textAt(row, at.name));
      setValues(unpackValues(textAt(row, at.attributes)));
      const link = variants.get(textAt(row, at.sku));
      if (link !== undefined) {
        cells[at.type] = 'variant';
        cells[parent] = link.parent;
        setValues(unpackValues(link.values));
      }
      const variations = unpackVariations(textAt(row, at.variations));
      if (variations.length > 0) {
        cells[axes] = axesOf(variations);
        // The stock of the parent is that of its variants.
        if (at.stock >= 0) cells[at.stock] = '';
      }
      return shaped;
    };
    return mapRows(shape, toRow);
  },
};

type Positions = ReturnType<typeof positionsOf>;

function positionsOf(shape: RowShape) {
  return {
    ...{
      sku: shape.require('sku'),
      name: shape.require('name'),
      type: shape.require('product_type'),
      stock: shape.find('qty'),
    },
    storeView: shape.find('store_view_code'),
    attributes: shape.find('additional_attributes'),
    variations: shape.find('configurable_variations'),
  };
}

async function scan({ rows }: TransformedFile, at: Positions): Promise<Scan> {
  const variants = new Map<string, { parent: string; values: string }>();
  const attributes = new Map<string, 'axis' | 'list' | 'text'>();
  const names = new Set<string>();
  for await (const row of rows()) {
    for (const [name, value] of unpackValues(textAt(row, at.attributes))) {
      if (bookkeeping.has(name)) continue;
      addName(names, name);
      const known = attributes.get(name);
      if (known === undefined || (known === 'text' && value.includes('|'))) {
        attributes.set(name, value.includes('|') ? 'list' : 'text');
      }
    }
    const parent = textAt(row, at.sku);
    for (const variation of unpackVariations(textAt(row, at.variations))) {
      const sku = variation.get('sku') ?? '';
      if (sku === '' || variants.has(sku)) continue;
      const values = [...variation].filter(([name]) => name !== 'sku');
      for (const [name] of values) {
        addName(names, name);
        attributes.set(name, 'axis');
      }
      variants.set(sku, { parent, values: values.map(([name, value]) => `${name}=${value}`).join(',') });
      assertFewLinks(variants.size);
    }
  }
  return { variants, attributes };
}

function axesOf(variations: readonly ReadonlyMap<string, string>[]): string[] {
  return [...new Set(variations.flatMap((values) => [...values.keys()]))].filter((name) => name !== 'sku');
}

function viewProblem(view: string): string {
  return `The row has the texts of the store view "${view.slice(0, 50)}": import these rows as a separate file, with their language as the option locale.`;
}
