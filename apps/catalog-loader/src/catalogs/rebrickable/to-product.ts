import type { PlannedProduct } from '../../load-plan.ts';
import { toNumber } from '../../source/numbers.ts';
import type { SourceRow } from '../../source/source-folder.ts';
import type { BrickColor } from './colors.ts';
import { materialCode, partCategoryCode, themeCode } from './definitions.ts';
import type { ElementIndex } from './elements.ts';

/** A part: the parent of its elements, or a simple product when it has none. */
export function partToProduct({ cells }: SourceRow, elements: ElementIndex): PlannedProduct {
  const { part_num = '', name, part_cat_id = '', part_material } = cells;
  const axes = elements.axesOf(part_num);
  return {
    sku: part_num,
    ...(axes === null ? { type: 'simple' } : { type: 'parent', variantAxes: axes }),
    name,
    ...(part_cat_id && { category: partCategoryCode(part_cat_id) }),
    ...(part_material && { attributes: { material: materialCode(part_material) } }),
  };
}

/** An element: a part in a colour, with its order number as SKU. It has no name. */
export function elementToProduct({ cells }: SourceRow, color: BrickColor, elements: ElementIndex): PlannedProduct {
  const { element_id = '', part_num = '', design_id } = cells;
  return {
    sku: elements.skuOf(element_id),
    type: 'variant',
    parent: part_num,
    attributes: {
      color: color.code,
      ...(color.rgb !== null && { color_rgb: color.rgb }),
      transparent: color.transparent,
      element_id,
      ...(design_id && { design_id }),
    },
  };
}

export function setToProduct({ cells }: SourceRow): PlannedProduct {
  const { set_num = '', name, year = '', theme_id = '', num_parts = '', img_url } = cells;
  const [yearNumber, pieces] = [toNumber(year), toNumber(num_parts)];
  return {
    sku: set_num,
    type: 'simple',
    name,
    ...(theme_id && { category: themeCode(theme_id) }),
    ...(img_url && { images: [{ url: img_url, role: 'main' }] }),
    attributes: {
      ...(yearNumber !== null && { year: yearNumber }),
      ...(pieces !== null && { piece_count: pieces }),
    },
  };
}
