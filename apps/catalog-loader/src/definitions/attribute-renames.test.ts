import { describe, expect, it } from 'vitest';
import { noDefinitions } from '../load-plan.ts';
import { findRenames, renameDefinitions, renameProduct } from './attribute-renames.ts';

const existing = [
  { code: 'material', type: 'select', localizable: false },
  { code: 'name_line', type: 'text', localizable: true },
  { code: 'color', type: 'select', localizable: false },
] as const;

const planned = [
  { code: 'material', type: 'multiselect' },
  { code: 'name_line', type: 'text' },
  { code: 'color', type: 'select' },
  { code: 'new', type: 'text' },
] as const;

const renames = findRenames(planned, existing, 'magento');

describe('an attribute whose code the workspace uses for another kind of attribute', () => {
  it('gets the catalog’s name added; one of the same kind is shared', () => {
    expect([...renames]).toEqual([
      ['material', 'material_magento'],
      ['name_line', 'name_line_magento'],
    ]);
  });

  it('is renamed wherever a definition refers to it', () => {
    const definitions = {
      ...noDefinitions,
      attributes: [...planned],
      categoryAttributes: [{ category: 'tops', attributes: [{ attribute: 'material', required: true }] }],
    };
    const renamed = renameDefinitions(definitions, renames);
    expect(renamed.attributes.map((attribute) => attribute.code)).toEqual([
      'material_magento',
      'name_line_magento',
      'color',
      'new',
    ]);
    expect(renamed.categoryAttributes[0]?.attributes).toEqual([{ attribute: 'material_magento', required: true }]);
  });

  it('is renamed wherever a product refers to it', () => {
    const product = {
      sku: 'A',
      variantAxes: ['material', 'color'],
      attributes: { material: ['wool'], color: 'red' },
      translations: { de: { name: 'A', attributes: { name_line: 'Zeile' } }, fr: null },
    };
    expect(renameProduct(product, renames)).toEqual({
      sku: 'A',
      variantAxes: ['material_magento', 'color'],
      attributes: { material_magento: ['wool'], color: 'red' },
      translations: { de: { name: 'A', attributes: { name_line_magento: 'Zeile' } }, fr: null },
    });
  });
});
