import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../testing/check-plan.ts';
import { csv, readCatalog } from '../../../testing/source-files.ts';
import { targetWorkspace } from '../../../testing/target-workspace.ts';
import { rebrickable } from './read-rebrickable.ts';

const element = (id: string, part: string, color: string, design = '') => ({
  element_id: id,
  part_num: part,
  color_id: color,
  design_id: design,
});

const part = (number: string) => ({
  part_num: number,
  name: `Part ${number}`,
  part_cat_id: '11',
  part_material: 'Plastic',
});

const tables = {
  part_categories: [{ id: '11', name: 'Bricks' }],
  themes: [
    { id: '157', name: 'Star Wars', parent_id: '158' },
    { id: '1', name: 'Technic', parent_id: '' },
    { id: '18', name: 'Star Wars', parent_id: '1' },
    { id: '158', name: 'Star Wars', parent_id: '' },
  ],
  colors: [
    { id: '-1', name: '[Unknown]', rgb: '0033B2', is_trans: 'False', num_parts: '17' },
    { id: '4', name: 'Red', rgb: 'c91a09', is_trans: 'False', num_parts: '9' },
    { id: '36', name: 'Trans-Red', rgb: 'C91A09', is_trans: 'True', num_parts: '9' },
  ],
  parts: [part('003381'), part('3001'), part('3002'), part('71155')],
  elements: [
    element('300121', '3001', '4', '3001'),
    element('71155', '3001', '36'),
    element('4190230', '3002', '4'),
    element('4110073', '3002', '4', '73403'),
  ],
  sets: [
    {
      set_num: '001-1',
      name: 'Gears',
      year: '1965',
      theme_id: '18',
      num_parts: '43',
      img_url: 'https://cdn.rebrickable.com/media/sets/001-1.jpg',
    },
  ],
};

function read(change: Partial<Record<keyof typeof tables, Record<string, string>[]>> = {}) {
  const files = Object.entries({ ...tables, ...change }).map(([name, rows]) => [
    `${name}.csv.gz`,
    csv(rows).replaceAll('\n', '\r\n'),
  ]);
  return readCatalog(rebrickable, Object.fromEntries(files));
}

describe('a Rebrickable catalog', () => {
  it('follows the contract', async () => {
    const { plan } = await read();
    const check = await checkPlan(plan, targetWorkspace);
    expect(check.problems).toEqual([]);
    expect(check.counts).toEqual({ simple: 3, parent: 2, variant: 4 });
    expect(plan.expectedProducts).toBe(9);
  });

  it('has themes with the same name under different parents, parents first', async () => {
    const { categories } = (await read()).plan.definitions;
    expect(categories).toEqual([
      { code: 'part-category-11', name: 'Bricks' },
      { code: 'theme-158', name: 'Star Wars' },
      { code: 'theme-157', name: 'Star Wars', parent: 'theme-158' },
      { code: 'theme-1', name: 'Technic' },
      { code: 'theme-18', name: 'Star Wars', parent: 'theme-1' },
    ]);
  });

  it('makes parents of parts with elements and simple products of the others, keeping leading zeros', async () => {
    const { product } = await read();
    expect(product('003381')).toEqual({
      sku: '003381',
      type: 'simple',
      name: 'Part 003381',
      category: 'part-category-11',
      attributes: { material: 'plastic' },
    });
    expect(product('3001')).toMatchObject({ type: 'parent', variantAxes: ['color'] });
  });

  it('distinguishes elements of one part and colour by a second axis, so that none is lost', async () => {
    const { product } = await read();
    expect(product('3002')).toMatchObject({ type: 'parent', variantAxes: ['color', 'element_id'] });
    expect(product('4110073')).toEqual({
      sku: '4110073',
      type: 'variant',
      parent: '3002',
      attributes: {
        color: 'red',
        color_rgb: '#C91A09',
        transparent: false,
        element_id: '4110073',
        design_id: '73403',
      },
    });
  });

  it('gives an element with the number of a part another SKU and reports that', async () => {
    const { product, about } = await read();
    expect(product('71155')?.type).toBe('simple');
    expect(product('element-71155')).toMatchObject({ parent: '3001', attributes: { element_id: '71155' } });
    expect(about('71155')).toEqual(['adapted: a part has the number of the element: the element gets another SKU']);
  });

  it('refuses elements whose part or colour does not exist', async () => {
    const { products, findings } = await read({ elements: [element('1', 'none', '4'), element('2', '3001', '99')] });
    expect(products.some(({ type }) => type === 'variant')).toBe(false);
    expect(findings.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { subject: '2', reason: 'the colour of the element does not exist', where: 'elements.csv row 2', detail: '99' },
      { subject: '1', reason: 'the part of the element does not exist', where: 'elements.csv row 1', detail: 'none' },
    ]);
  });

  it('has sets with their theme, year, pieces and image', async () => {
    expect((await read()).product('001-1')).toEqual({
      sku: '001-1',
      type: 'simple',
      name: 'Gears',
      category: 'theme-18',
      images: [{ url: 'https://cdn.rebrickable.com/media/sets/001-1.jpg', role: 'main' }],
      attributes: { year: 1965, piece_count: 43 },
    });
  });

  it('has the elements of a part right after it, wherever their table has them', async () => {
    const { products } = await read({
      elements: [element('2', '3002', '4'), element('1', '3001', '4'), element('3', '3002', '36')],
    });
    expect(products.map(({ sku }) => sku)).toEqual(['003381', '3001', '1', '3002', '2', '3', '71155', '001-1']);
  });

  it('counts every row of parts, elements and sets', async () => {
    const { ledger } = await read();
    expect([...ledger.rows]).toEqual([
      ['parts.csv', 4],
      ['elements.csv', 4],
      ['sets.csv', 1],
    ]);
  });
});
