import { AttributeCreateSchema, attributeTypes, validationKeys } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import { FieldProblems, type WorkspaceSettings } from '../../kernel/index.ts';
import { blankAttribute, mergeAttribute } from './attribute-input.ts';
import { checkDefinition } from './attribute-rules.ts';

const workspace = { locales: ['en', 'de'] } as unknown as WorkspaceSettings;

/** The error messages by field for a new attribute. */
function refusal(input: object): Readonly<Record<string, string>> {
  const create = AttributeCreateSchema.parse({ code: 'a', ...input });
  const problems = new FieldProblems();
  checkDefinition(mergeAttribute(blankAttribute(create, 0), create, { workspace, problems, group: null }), problems);
  try {
    problems.throwIfAny();
    return {};
  } catch (error) {
    return (error as { details: { fieldErrors: Record<string, string> } }).details.fieldErrors;
  }
}

const options = [{ code: 'red' }, { code: 'blue' }];
const ruleValues: Record<string, unknown> = {
  minLength: 1,
  maxLength: 5,
  pattern: '^a',
  min: 1,
  max: 5,
  decimals: 2,
  minItems: 1,
  maxItems: 2,
  schemes: ['https'],
};

describe('a definition', () => {
  it.each(attributeTypes)('of type %s takes the rules of its type and no other', (type) => {
    for (const [key, value] of Object.entries(ruleValues)) {
      const isDate = type === 'date' && (key === 'min' || key === 'max');
      const problems = refusal({ type, validation: { [key]: isDate ? '2024-01-01' : value } });
      const allowed = (validationKeys[type] as readonly string[]).includes(key);
      expect(Object.keys(problems)).toEqual(allowed ? [] : [`validation.${key}`]);
    }
  });

  it.each([
    ['validation.maxLength', { type: 'text', validation: { minLength: 3, maxLength: 2 } }],
    ['validation.max', { type: 'decimal', validation: { min: 1.5, max: 1 } }],
    ['validation.max', { type: 'date', validation: { min: '2024-02-01', max: '2024-01-31' } }],
    ['validation.maxItems', { type: 'multiselect', validation: { minItems: 3, maxItems: 2 } }],
    ['validation.min', { type: 'integer', validation: { min: 0.5 } }],
    ['validation.max', { type: 'integer', validation: { max: '2024-01-01' } }],
    ['validation.min', { type: 'date', validation: { min: 5 } }],
    ['validation.pattern', { type: 'text', validation: { pattern: '(?=a)b' } }],
    ['validation.schemes', { type: 'url', validation: { schemes: ['https', 'https'] } }],
    ['options', { type: 'text', options }],
    ['options.1.code', { type: 'select', options: [{ code: 'red' }, { code: 'red' }] }],
    ['options.0.labels.fr', { type: 'select', options: [{ code: 'red', labels: { fr: 'Rouge' } }] }],
    ['labels.fr', { type: 'text', labels: { de: 'Größe', fr: 'Taille' } }],
    ['unique', { type: 'boolean', unique: true }],
    ['unique', { type: 'textarea', unique: true }],
    ['unique', { type: 'text', unique: true, localizable: true }],
    ['usableAsAxis', { type: 'multiselect', options, usableAsAxis: true }],
    ['usableAsAxis', { type: 'date', usableAsAxis: true }],
    ['usableAsAxis', { type: 'text', localizable: true, usableAsAxis: true }],
    ['defaultValue', { type: 'text', unique: true, defaultValue: 'x' }],
    ['defaultValue', { type: 'select', options, defaultValue: 'green' }],
    ['defaultValue', { type: 'multiselect', options, defaultValue: ['red', 'red'] }],
    ['defaultValue', { type: 'text', validation: { pattern: '^\\d$' }, defaultValue: 'x' }],
    ['defaultValue', { type: 'integer', defaultValue: '1' }],
  ])('is refused at %s: %j', (path, input) => {
    expect(Object.keys(refusal(input))).toEqual([path]);
  });

  it.each([
    { type: 'text', labels: { de: 'Größe' }, unit: 'cm', unique: true },
    { type: 'select', options, usableAsAxis: true, defaultValue: 'red' },
    { type: 'multiselect', options, defaultValue: [] },
    {
      type: 'date',
      validation: { min: '2024-01-01', max: '2024-01-01' },
      defaultValue: '2024-01-01',
      localizable: true,
    },
    { type: 'boolean', options: [], validation: {}, defaultValue: false, usableAsAxis: true },
  ])('is accepted: %j', (input) => {
    expect(refusal(input)).toEqual({});
  });

  it('is not checked against a default value while its rules are invalid', () => {
    const input = { type: 'text', validation: { pattern: '(' }, defaultValue: 'x' };
    expect(Object.keys(refusal(input))).toEqual(['validation.pattern']);
  });

  it('names everything that is wrong with it at once', () => {
    const input = { type: 'color', unique: true, options, validation: { min: 1 }, labels: { fr: 'x' } };
    expect(Object.keys(refusal(input)).sort()).toEqual(['labels.fr', 'options', 'unique', 'validation.min']);
  });

  it('orders its options by position, and equal ones in the given order', () => {
    const create = AttributeCreateSchema.parse({
      code: 'a',
      type: 'select',
      options: [{ code: 'c', position: 5 }, { code: 'b' }, { code: 'a', position: 1 }],
    });
    const scope = { workspace, problems: new FieldProblems(), group: null };
    const merged = mergeAttribute(blankAttribute(create, 0), create, scope);
    expect(merged.options.map(({ code }) => code)).toEqual(['b', 'a', 'c']);
  });
});
