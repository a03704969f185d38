import { toLabel } from '../../plan/new-attribute.ts';
import { createImpliedParents } from '../implied-parents.ts';
import { RowShape } from '../row-shape.ts';
import type { RowTransform } from '../row-transform.ts';

/** Attributes that may distinguish the variants of an item group in Google's specification. */
export const googleAxes = ['color', 'size', 'material', 'pattern', 'age_group', 'gender'] as const;

/** Google's product data: items with the same `item_group_id` are variants of one product, which has no item itself. */
export const googleGroups: RowTransform = {
  async open({ columns }) {
    const shape = new RowShape(columns);
    const axes = googleAxes.flatMap((name) => {
      const position = shape.find(name);
      return position < 0 ? [] : [[toLabel(columns[position] as string), position] as const];
    });
    const rows = createImpliedParents(shape, {
      group: shape.find('item_group_id'),
      sku: shape.require('id'),
      name: shape.require('title'),
      shared: [shape.find('brand'), shape.find('product_type'), shape.find('google_product_category')],
      axes: new Map(axes),
    });
    return { columns: shape.columns, targets: shape.targets, rows };
  },
};
