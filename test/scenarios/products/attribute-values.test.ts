import type { AttributeType } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;
let count = 0;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.product('MUG');
});

const text = (length: number) => 'x'.repeat(length);
const options = { options: [{ code: 'red' }, { code: 'blue' }, { code: 'green' }] };

interface Rule {
  readonly type: AttributeType;
  /** What the definition adds to its code and type. */
  readonly definition?: object;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const byType: Rule[] = [
  { type: 'text', good: ['Red', 'ß 漢 👍', text(65_535)], bad: [7, true, ['Red'], text(65_536)] },
  { type: 'textarea', good: ['a\nb', text(65_535)], bad: [7, text(65_536)] },
  { type: 'richtext', good: ['<p>Red</p>'], bad: [false, text(65_536)] },
  { type: 'integer', good: [0, -7, 9_007_199_254_740_991], bad: [1.5, '7', true, 9_007_199_254_740_992] },
  { type: 'decimal', good: [0, -1.5, 3, 0.0001, 99_999_999_999], bad: ['1.5', 0.00001, 100_000_000_000, [1]] },
  { type: 'boolean', good: [true, false], bad: ['true', 1, 0] },
  { type: 'select', definition: options, good: ['red'], bad: ['black', 'Red', ['red'], ''] },
  {
    type: 'multiselect',
    definition: options,
    good: [['red'], ['blue', 'red'], []],
    bad: ['red', ['black'], ['red', 'red'], [7]],
  },
  {
    type: 'date',
    good: ['2026-02-28', '2024-02-29', '0001-01-01'],
    bad: ['2026-02-30', '2026-2-3', '28.02.2026', '2026-02-28T00:00:00Z', 20260228],
  },
  {
    type: 'url',
    good: ['https://example.com', 'http://example.com/a?b=c#d', `https://example.com/${text(2028)}`],
    bad: [
      'example.com',
      '/a',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      `https://example.com/${text(2029)}`,
    ],
  },
  { type: 'color', good: ['#00aaFF'], bad: ['#0af', 'red', '00aaff', '#00aaff00'] },
];

const byValidation: Rule[] = [
  {
    type: 'text',
    definition: { validation: { minLength: 2, maxLength: 4 } },
    good: ['ab', 'abcd', '👍👍👍👍'],
    bad: ['a', 'abcde'],
  },
  {
    type: 'text',
    definition: { validation: { pattern: '^[A-Z]{2}-\\d+$' } },
    good: ['AB-1'],
    bad: ['ab-1', 'AB-', 'xAB-1'],
  },
  { type: 'text', definition: { validation: { pattern: 'b' } }, good: ['abc'], bad: ['acd'] },
  { type: 'textarea', definition: { validation: { maxLength: 3 } }, good: ['abc'], bad: ['abcd'] },
  { type: 'richtext', definition: { validation: { maxLength: 3 } }, good: ['abc'], bad: ['abcd'] },
  { type: 'integer', definition: { validation: { min: 1, max: 9 } }, good: [1, 9], bad: [0, 10] },
  {
    type: 'decimal',
    definition: { validation: { min: -0.5, max: 0.5, decimals: 1 } },
    good: [-0.5, 0.5],
    bad: [-0.6, 0.6, 0.25],
  },
  { type: 'decimal', definition: { validation: { decimals: 0 } }, good: [4], bad: [4.1] },
  {
    type: 'multiselect',
    definition: { ...options, validation: { minItems: 1, maxItems: 2 } },
    good: [['red'], ['red', 'blue']],
    bad: [[], ['red', 'blue', 'green']],
  },
  {
    type: 'date',
    definition: { validation: { min: '2026-01-01', max: '2026-12-31' } },
    good: ['2026-01-01', '2026-12-31'],
    bad: ['2025-12-31', '2027-01-01'],
  },
  {
    type: 'url',
    definition: { validation: { schemes: ['https'] } },
    good: ['https://a.example'],
    bad: ['http://a.example'],
  },
];

describe.each([...byType, ...byValidation])('an attribute of type $type with $definition', (rule) => {
  it('accepts, stores and shows its values', async () => {
    const { code } = await open.attribute(`good-${count++}`, rule.type, rule.definition);
    for (const value of rule.good) {
      await open.patch('/products/MUG', { attributes: { [code]: value } });
      expect((await open.read('/products/MUG')).attributes).toHaveProperty(code, value);
    }
  });

  it('refuses others at attributes.<code>, even in its translations', async () => {
    const { code } = await open.attribute(`bad-${count++}`, rule.type, { ...rule.definition, localizable: true });
    for (const value of [...rule.bad, { value: 1 }]) {
      const attributes = { [code]: value };
      const [path, localized] = [`attributes.${code}`, `translations.de.attributes.${code}`];
      const refusal = await open.api.patch('/products/MUG', { attributes });
      const fields = Object.keys(expectError(refusal, 'validation_failed').details?.fieldErrors ?? {});
      expect(
        fields.every((field) => field === path || field.startsWith(`${path}.`)),
        String(fields),
      ).toBe(true);
      const inTranslation = await open.api.patch('/products/MUG', { translations: { de: { attributes } } });
      expect(inTranslation.text).toContain(localized);
    }
  });
});

// API behavior 4.13.
describe('a localizable attribute', () => {
  it('has a value for the default language and one for each locale', async () => {
    await open.attribute('care', 'text', { localizable: true });
    const input = { attributes: { care: 'Wash.' }, translations: { de: { attributes: { care: 'Spülen.' } } } };
    expect(await open.product('CARE', input)).toMatchObject(input);
  });

  it('is the only kind with values by locale', async () => {
    await open.attribute('weave', 'text');
    const translations = { de: { attributes: { weave: 'Köper' } } };
    expectInvalid(await open.api.patch('/products/MUG', { translations }), 'translations.de.attributes.weave');
  });
});

// API behavior 4.12.
describe('a unique attribute', () => {
  it('has each of its values on one product, until it is removed there', async () => {
    await open.attribute('serial', 'text', { unique: true });
    await open.product('ONE', { attributes: { serial: 'S1' } });
    const taken = { attributes: { serial: 'S1' } };
    expectInvalid(await open.api.post('/products', { sku: 'TWO', name: 'Two', ...taken }), 'attributes.serial');
    await open.product('TWO', { attributes: { serial: 'S2' } });
    expectInvalid(await open.api.patch('/products/TWO', taken), 'attributes.serial');
    expect((await open.patch('/products/ONE', taken)).version).toBe(1);
    await open.patch('/products/ONE', { attributes: { serial: 'S3' } });
    await open.patch('/products/TWO', taken);
    await open.remove('/products/TWO');
    await open.put('/products/ONE', { name: 'One', ...taken });
    await open.put('/products/ONE', { name: 'One' });
    await open.product('THREE', taken);
  });

  it.each([
    ['integer', 7],
    ['decimal', 7.5],
    ['date', '2026-01-31'],
    ['url', 'https://example.com/1'],
  ] as const)('may be of type %s', async (type, value) => {
    await open.attribute(`unique-${type}`, type, { unique: true });
    const attributes = { [`unique-${type}`]: value };
    await open.product(`U-${type}`, { attributes });
    expectInvalid(await open.api.patch('/products/MUG', { attributes }), `attributes.unique-${type}`);
  });

  it('gives a value that many request at once to one of them', async () => {
    await open.attribute('seat', 'integer', { unique: true });
    const wanted = Array.from({ length: 8 }, (_, index) =>
      open.api.post('/products', { sku: `SEAT-${index}`, name: 'Seat', attributes: { seat: 1 } }),
    );
    const statuses = (await Promise.all(wanted)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(422)]);
  });

  it('is unique within its workspace', async () => {
    const other = await openWorkspace(app);
    for (const workspace of [open, other]) {
      await workspace.attribute('badge', 'text', { unique: true });
      await workspace.product('BADGED', { attributes: { badge: 'B1' } });
    }
  });
});

// The second test goes on from the first.
describe('a default value', { shuffle: false }, () => {
  it('is given to new products of the categories where the attribute applies', async () => {
    await open.attribute('finish', 'select', { ...options, defaultValue: 'red' });
    await open.attribute('axis', 'text', { usableAsAxis: true });
    await open.category('paints');
    await open.category('oils', { parent: 'paints' });
    await open.put('/categories/paints/attributes', { attributes: ['finish'] });
    expect((await open.product('OIL', { category: 'oils' })).attributes).toEqual({ finish: 'red' });
    expect((await open.product('OWN', { category: 'oils', attributes: { finish: 'blue' } })).attributes).toEqual({
      finish: 'blue',
    });
    expect((await open.product('NONE')).attributes).toEqual({});
    expect((await open.patch('/products/NONE', { category: 'paints' })).attributes).toEqual({});
    const family = { type: 'parent', variantAxes: ['axis'], category: 'paints' };
    expect((await open.product('FAMILY', family)).attributes).toEqual({ finish: 'red' });
    const child = await open.product('CHILD', { type: 'variant', parent: 'FAMILY', attributes: { axis: 'a' } });
    expect(child.attributes).toEqual({ axis: 'a' });
  });

  it('does not come back once it was removed', async () => {
    expect((await open.patch('/products/OIL', { attributes: { finish: null } })).attributes).toEqual({});
    expect(
      ((await open.put('/products/OIL', { name: 'Oil', category: 'oils' })) as { attributes: object }).attributes,
    ).toEqual({});
  });
});

// API behavior 7.2.
describe('a definition that became narrower', () => {
  it('does not prevent changes to other fields', async () => {
    await open.attribute('grade', 'integer', {});
    await open.product('GRADED', { attributes: { grade: 50 } });
    await open.patch('/attributes/grade', { validation: { max: 10 } });
    expect(await open.patch('/products/GRADED', { stock: 1 })).toMatchObject({ attributes: { grade: 50 } });
    expectInvalid(await open.api.patch('/products/GRADED', { attributes: { grade: 49 } }), 'attributes.grade');
  });
});
