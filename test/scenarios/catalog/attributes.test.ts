import { type AttributeType, attributeTypes } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

const codes = async (query: string) => (await open.read<AnyRecord[]>(`/attributes${query}`)).map(({ code }) => code);
const post = (type: AttributeType, input: object) => open.api.post('/attributes', { code: 'a', type, ...input });
const options = [{ code: 'red' }, { code: 'blue', label: 'Blue', labels: { de: 'Blau' } }];

describe('an attribute', () => {
  it('has a default for everything except its code and type', async () => {
    expect(await open.attribute('color', 'text')).toMatchObject({
      code: 'color',
      type: 'text',
      label: 'color',
      labels: {},
      group: null,
      localizable: false,
      required: false,
      unique: false,
      usableAsAxis: false,
      filterable: false,
      filterProgress: null,
      unit: null,
      defaultValue: null,
      options: [],
      validation: {},
      position: 0,
    });
    expect(await open.attribute('second', 'text')).toMatchObject({ position: 1 });
  });

  it('stores everything it is given', async () => {
    const group = await open.group('looks');
    const input = {
      label: 'Colour',
      labels: { de: 'Farbe' },
      required: true,
      usableAsAxis: true,
      filterable: true,
      unit: 'RAL',
      defaultValue: 'red',
      validation: {},
      position: 7,
    };
    const created = await open.attribute('color', 'select', { ...input, options, group: 'looks' });
    expect(created).toMatchObject({ ...input, group: { id: group.id, code: 'looks' } });
    expect(created.options).toEqual([
      { code: 'red', label: 'red', labels: {}, position: 0 },
      { code: 'blue', label: 'Blue', labels: { de: 'Blau' }, position: 1 },
    ]);
  });

  it('keeps code, type, localizable and unique permanently', async () => {
    await open.attribute('color', 'text');
    const fixed = { code: 'colour', type: 'color', localizable: true, unique: true };
    for (const [field, value] of Object.entries(fixed)) {
      expectInvalid(await open.api.patch('/attributes/color', { [field]: value }), field);
    }
  });

  it('has one of eleven types', async () => {
    expect(attributeTypes).toHaveLength(11);
    for (const type of attributeTypes) expect(await open.attribute(`of-${type}`, type)).toMatchObject({ type });
    expectInvalid(await open.api.post('/attributes', { code: 'a', type: 'number' }), 'type');
    expectInvalid(await open.api.post('/attributes', { code: 'a' }), 'type');
  });
});

describe('the list of attributes', () => {
  beforeEach(async () => {
    await open.group('looks');
    await open.attribute('color', 'color', { group: 'looks', position: 5 });
    await open.attribute('finish', 'select', { group: 'looks', position: 2 });
    await open.attribute('weight', 'decimal', { position: 3 });
  });

  it('is ordered, and can be filtered by group and type', async () => {
    const { id } = await open.read('/attribute-groups/looks');
    expect(await codes('')).toEqual(['finish', 'weight', 'color']);
    expect(await codes('?group=looks')).toEqual(['finish', 'color']);
    expect(await codes(`?group=${id}`)).toEqual(['finish', 'color']);
    expect(await codes('?group=unknown')).toEqual([]);
    expect(await codes('?type=decimal')).toEqual(['weight']);
    expect(await codes('?type=decimal,color')).toEqual(['weight', 'color']);
    expect(await codes('?type=color&group=looks')).toEqual(['color']);
    expect(await codes('?type=url')).toEqual([]);
    expectInvalid(await open.api.get('/attributes?type=number'), 'type');
    expectInvalid(await open.api.get('/attributes?label=Colour'), 'label');
  });

  it('follows a change of positions', async () => {
    await open.patch('/attributes/color', { position: 0 });
    expect(await codes('')).toEqual(['color', 'finish', 'weight']);
  });
});

describe('a definition that contradicts itself is refused', () => {
  const rules: [AttributeType, object, string][] = [
    ['select', { options: [{ code: 'a' }, { code: 'a' }] }, 'options.1.code'],
    ['select', { options: [{ code: 'a b' }] }, 'options.0.code'],
    ['select', { options: [{ code: 'a', labels: { es: 'A' } }] }, 'options.0.labels.es'],
    ['select', { options: [{ code: 'a', color: '#000000' }] }, 'options.0.color'],
    ['text', { options }, 'options'],
    ['boolean', { unique: true }, 'unique'],
    ['select', { unique: true }, 'unique'],
    ['text', { unique: true, localizable: true }, 'unique'],
    ['richtext', { usableAsAxis: true }, 'usableAsAxis'],
    ['multiselect', { usableAsAxis: true }, 'usableAsAxis'],
    ['text', { usableAsAxis: true, localizable: true }, 'usableAsAxis'],
    ['text', { group: 'unknown' }, 'group'],
    ['integer', { defaultValue: 'red' }, 'defaultValue'],
    ['select', { options, defaultValue: 'green' }, 'defaultValue'],
    ['text', { unique: true, defaultValue: 'x' }, 'defaultValue'],
    ['text', { validation: { maxLength: 2 }, defaultValue: 'xxx' }, 'defaultValue'],
    ['text', { validation: { min: 1 } }, 'validation.min'],
    ['text', { validation: { minLength: 5, maxLength: 4 } }, 'validation.maxLength'],
    ['text', { validation: { minLength: -1 } }, 'validation.minLength'],
    ['text', { validation: { pattern: '(' } }, 'validation.pattern'],
    ['text', { validation: { pattern: '(a)\\1' } }, 'validation.pattern'],
    ['textarea', { validation: { pattern: 'a' } }, 'validation.pattern'],
    ['richtext', { validation: { minLength: 1 } }, 'validation.minLength'],
    ['integer', { validation: { min: 2, max: 1 } }, 'validation.max'],
    ['integer', { validation: { min: '2026-01-01' } }, 'validation.min'],
    ['decimal', { validation: { decimals: 5 } }, 'validation.decimals'],
    ['boolean', { validation: { min: 0 } }, 'validation.min'],
    ['select', { validation: { minItems: 1 } }, 'validation.minItems'],
    ['multiselect', { validation: { minItems: 3, maxItems: 2 } }, 'validation.maxItems'],
    ['date', { validation: { min: 1 } }, 'validation.min'],
    ['date', { validation: { max: '31.12.2026' } }, 'validation.max'],
    ['url', { validation: { schemes: ['ftp'] } }, 'validation.schemes.0'],
    ['url', { validation: { schemes: [] } }, 'validation.schemes'],
    ['color', { validation: { pattern: '^#' } }, 'validation.pattern'],
    ['text', { validation: { required: true } }, 'validation.required'],
    ['text', { unit: '' }, 'unit'],
  ];

  it.each(rules)('%s %j at %s', async (type, input, field) => {
    expectInvalid(await post(type, input), field);
  });

  it('even in a change', async () => {
    await open.attribute('color', 'select', { options });
    expectInvalid(await open.api.patch('/attributes/color', { defaultValue: 'green' }), 'defaultValue');
    await open.patch('/attributes/color', { defaultValue: 'blue' });
    expectInvalid(await open.api.patch('/attributes/color', { options: [{ code: 'red' }] }), 'defaultValue');
    expectInvalid(await open.api.patch('/attributes/color', { validation: { max: 1 } }), 'validation.max');
  });
});

describe('a pattern', () => {
  it('of any form cannot hang the server', async () => {
    await open.attribute('evil', 'text', { validation: { pattern: '^(a+)+$' } });
    const attributes = { evil: `${'a'.repeat(50_000)}b` };
    expectInvalid(await open.api.post('/products', { sku: 'A', name: 'A', attributes }), 'attributes.evil');
  });
});

describe('the options of an attribute', () => {
  beforeEach(async () => {
    await open.attribute('color', 'select', { options });
    await open.attribute('tones', 'multiselect', { options });
  });

  it('are replaced as a list; omitted properties of an option are kept', async () => {
    const patched = await open.patch('/attributes/color', { options: [{ code: 'green' }, { code: 'blue' }] });
    expect(patched.options).toEqual([
      { code: 'green', label: 'green', labels: {}, position: 0 },
      { code: 'blue', label: 'Blue', labels: { de: 'Blau' }, position: 1 },
    ]);
  });

  it('are ordered by their positions', async () => {
    const patch = {
      options: [
        { code: 'red', position: 2 },
        { code: 'blue', position: 1 },
      ],
    };
    const patched = (await open.patch('/attributes/color', patch)).options as AnyRecord[];
    expect(patched.map(({ code }) => code)).toEqual(['blue', 'red']);
  });

  it('cannot be removed while a product uses them', async () => {
    await open.product('A', { attributes: { color: 'red', tones: ['blue'] } });
    expectError(await open.api.patch('/attributes/color', { options: [{ code: 'blue' }] }), 'conflict');
    expectError(await open.api.patch('/attributes/tones', { options: [{ code: 'red' }] }), 'conflict');
    await open.patch('/attributes/color', { options: [{ code: 'red' }] });
    await open.patch('/products/A', { attributes: { color: null, tones: null } });
    expect((await open.patch('/attributes/color', { options: [] })).options).toEqual([]);
    expect((await open.patch('/attributes/tones', { options: [] })).options).toEqual([]);
  });

  it('are in use in translations too', async () => {
    await open.attribute('mood', 'select', { options, localizable: true });
    await open.product('A', { translations: { de: { attributes: { mood: 'red' } } } });
    expectError(await open.api.patch('/attributes/mood', { options: [{ code: 'blue' }] }), 'conflict');
  });

  it('do not change products when their labels change', async () => {
    const product = await open.product('A', { attributes: { color: 'red' } });
    await open.patch('/attributes/color', {
      label: 'Hue',
      options: [{ code: 'red', label: 'Rouge' }, { code: 'blue' }],
    });
    expect(await open.read('/products/A')).toEqual(product);
  });
});

describe('an axis in use', () => {
  it('stays usable as one, and cannot be deleted', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    expectError(await open.api.patch('/attributes/size', { usableAsAxis: false }), 'conflict');
    expectError(await open.api.delete('/attributes/size'), 'conflict');
    await open.remove('/products/MUG');
    await open.patch('/attributes/size', { usableAsAxis: false });
    await open.remove('/attributes/size');
  });
});

describe('an attribute group', () => {
  it('lists its attributes in order and counts them', async () => {
    const { id } = await open.group('looks', { label: 'Looks', labels: { de: 'Aussehen' } });
    await open.attribute('color', 'color', { group: id, position: 2 });
    await open.attribute('finish', 'text', { group: 'looks', position: 1 });
    await open.attribute('weight', 'decimal');
    expect(await open.read('/attribute-groups/looks')).toMatchObject({
      label: 'Looks',
      labels: { de: 'Aussehen' },
      attributes: ['finish', 'color'],
      attributeCount: 2,
    });
    await open.patch('/attributes/color', { group: null });
    await open.patch('/attributes/weight', { group: 'looks' });
    expect(await open.read('/attribute-groups')).toMatchObject([
      { attributes: ['finish', 'weight'], attributeCount: 2 },
    ]);
  });

  it('has its position among the groups', async () => {
    await open.group('b');
    await open.group('a');
    await open.group('first', { position: -1 });
    const listed = async () => (await open.read<AnyRecord[]>('/attribute-groups')).map(({ code }) => code);
    expect(await listed()).toEqual(['first', 'b', 'a']);
    await open.patch('/attribute-groups/b', { position: 9 });
    expect(await listed()).toEqual(['first', 'a', 'b']);
  });
});
