import type { Attribute, CategoryNode } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import { missingOfAttribute, missingOfCategory } from './missing-parts.ts';

const attribute = (fields: Partial<Attribute> = {}): Attribute => ({
  id: 'att_01k9f2v6m8e5fa1s3tqzc7d4xf',
  code: 'color',
  label: 'Colour',
  labels: {},
  type: 'select',
  group: null,
  localizable: false,
  required: false,
  unique: false,
  usableAsAxis: false,
  filterable: false,
  filterProgress: null,
  unit: null,
  defaultValue: null,
  options: [{ code: 'red', label: 'Crimson', labels: { de: 'Karmin' }, position: 0 }],
  validation: {},
  position: 0,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
  ...fields,
});

describe('an attribute that exists', () => {
  it('gets the options it lacks after its own, which keep the labels people gave them', () => {
    const options = [
      { code: 'red', label: 'Red', labels: { de: 'Rot', fr: 'Rouge' } },
      { code: 'blue', label: 'Blue' },
    ];
    expect(missingOfAttribute({ code: 'color', type: 'select', options }, attribute())).toEqual({
      options: [
        { code: 'red', label: 'Crimson', labels: { de: 'Karmin', fr: 'Rouge' } },
        { code: 'blue', label: 'Blue' },
      ],
    });
  });

  it('gets values for empty fields and keeps the others', () => {
    const planned = { code: 'color', type: 'select', label: 'Color', unit: 'mm', usableAsAxis: true } as const;
    expect(missingOfAttribute(planned, attribute())).toEqual({ unit: 'mm', usableAsAxis: true });
    expect(missingOfAttribute(planned, attribute({ unit: 'cm', usableAsAxis: true }))).toBeNull();
  });

  it('needs nothing when it has everything', () => {
    const planned = { code: 'color', type: 'select', options: [{ code: 'red', labels: { de: 'Rot' } }] } as const;
    expect(missingOfAttribute({ ...planned, options: [...planned.options] }, attribute())).toBeNull();
  });
});

describe('a category that exists', () => {
  const existing = { translations: { de: { name: 'Tassen' } }, description: 'Ours.' } as unknown as CategoryNode;

  it('gets the translations it lacks, and keeps its place', () => {
    const translations = { de: { name: 'Becher' }, fr: { name: 'Tasses' } };
    const planned = { code: 'mugs', parent: 'elsewhere', description: 'Theirs.', translations };
    expect(missingOfCategory(planned, existing)).toEqual({
      translations: { de: { name: 'Tassen' }, fr: { name: 'Tasses' } },
    });
  });

  it('needs nothing when it has everything', () => {
    expect(missingOfCategory({ code: 'mugs', translations: {} }, existing)).toBeNull();
  });
});
