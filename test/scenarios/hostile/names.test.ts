import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type App, sharedApp } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../open-workspace.ts';
import { expectAlive, fieldsOf } from './expect-unharmed.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  app = await sharedApp();
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});

/** Names every JavaScript object seems to have. */
const inherited = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'toLocaleString',
  'toJSON',
  'then',
  'length',
];

describe('a name that JavaScript objects inherit', () => {
  it.each(inherited)('%s is not an attribute, category, collection or product until it is created', async (name) => {
    const refused = async (body: object, field: string) => {
      const response = await api.post('/products', { sku: `a-${name}`, name: 'A', ...body });
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual([field]);
    };
    await refused({ attributes: { [name]: 'x' } }, `attributes.${name}`);
    await refused({ translations: { de: { attributes: { [name]: 'x' } } } }, `translations.de.attributes.${name}`);
    await refused({ translations: { [name]: { name: 'x' } } }, `translations.${name}`);
    await refused({ prices: { [name]: 1 } }, `prices.${name}`);
    await refused({ associations: { [name]: ['x'] } }, `associations.${name}`);
    await refused({ associations: { upsell: [name] } }, 'associations.upsell.0');
    await refused({ category: name }, 'category');
    await refused({ collections: [name] }, 'collections.0');
    await refused({ type: 'variant', parent: name }, 'parent');
    await refused({ type: 'parent', variantAxes: [name] }, 'variantAxes.0');
    await refused({ type: name }, 'type');
    await refused({ status: name }, 'status');
    await refused({ currency: name }, 'currency');
    for (const path of ['products', 'categories', 'attributes', 'attribute-groups', 'collections']) {
      expectError(await api.get(`/${path}/${name}`), 'not_found');
    }
    expect((await api.get(`/products?category=${name}&collection=${name}&tag=${name}&brand=${name}`)).data).toEqual([]);
    expectError(await api.get(`/products?locale=${name}`), 'validation_failed');
    expectError(await api.get(`/products?sort=${name}`), 'validation_failed');
  });

  it.each(inherited)('%s is a name like any other for records', async (name) => {
    const { api } = await openWorkspace(app);
    const created = async (path: string, body: object) => expect(String(await api.post(path, body))).toMatch(/^201 /);
    await created('/attribute-groups', { code: name, label: name });
    await created('/attributes', {
      code: name,
      type: 'select',
      group: name,
      usableAsAxis: true,
      options: [{ code: name }, { code: 'other' }],
    });
    await created('/categories', { code: name, name });
    await created('/categories', { code: `${name}-below`, parent: name });
    expect((await api.put(`/categories/${name}/attributes`, { attributes: [name] })).status).toBe(200);
    await created('/collections', { code: name });
    await created('/products', { sku: name, name, type: 'parent', variantAxes: [name], category: name });
    await created('/products', {
      sku: `${name}-v`,
      type: 'variant',
      parent: name,
      attributes: { [name]: name },
      collections: [name],
      tags: [name],
      brand: name,
      associations: { upsell: [name] },
    });
    const variant = (await api.get(`/products/${name}-v`)).data;
    expect(variant).toMatchObject({
      attributes: { [name]: name },
      collections: [{ code: name }],
      parent: { sku: name },
      associations: { upsell: [name] },
    });
    const again = await api.post('/products', {
      sku: `${name}-w`,
      type: 'variant',
      parent: name,
      attributes: { [name]: name },
    });
    expectError(again, 'validation_failed');
    const removed = await api.patch(`/products/${name}-v`, { attributes: { [name]: 'other' } });
    expect(removed.data.attributes).toEqual({ [name]: 'other' });
    expect((await api.get(`/products/${name}?include=variants`)).data).toMatchObject({ variantCount: 1 });
    expect((await api.get<{ sku: string }[]>(`/products?q=${name}&tag=${name}`)).data.map(({ sku }) => sku)).toEqual([
      `${name}-v`,
    ]);
    expect((await api.put(`/collections/${name}/products`, { products: [name] })).status).toBe(200);
    expect((await api.get(`/products/${name}-v/versions/2/diff`)).data).toMatchObject({
      changes: [{ path: `attributes.${name}`, before: name, after: 'other' }],
    });
    const [bulk] = (
      await api.post<{ results: { status: string }[] }>('/products/bulk', { items: [{ sku: name, brand: 'Bulk' }] })
    ).data.results;
    expect(bulk?.status).toBe('updated');
  });
});

describe('the pattern of an attribute', () => {
  const create = (code: string, pattern: string) =>
    api.post('/attributes', { code, type: 'text', validation: { pattern } });

  it.each(['(', '[', '*', '(?<=a)b', '(?=a)', '(a)\\1', '\\', 'a{2,1}', '(?P<a', '\\p{Nonsense}'])(
    'that the linear engine cannot run is 422 at validation.pattern: %s',
    async (pattern) => {
      const response = await create('broken', pattern);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['validation.pattern']);
    },
  );

  it.each([
    ['backtrack-a', '^(a+)+$'],
    ['backtrack-b', '^(a|aa)+$'],
    ['backtrack-c', '^(.*a){20}$'],
    ['backtrack-d', '^([a-zA-Z]+)*$'],
    ['backtrack-e', '(x+x+)+y'],
  ])('designed to backtrack does not delay others: %s %s', async (code, pattern) => {
    expect((await create(code, pattern)).status).toBe(201);
    const value = `${'a'.repeat(20_000)}!`;
    const writing = api.post('/products', { sku: code, name: 'A', attributes: { [code]: value } });
    await expectAlive(api);
    const response = await writing;
    expectError(response, 'validation_failed');
    expect(fieldsOf(response)).toEqual([`attributes.${code}`]);
  });

  it.each([
    '(a{1000}){1000}',
    '((a{100}){100}){100}',
    `${'('.repeat(250)}${')'.repeat(250)}`,
    '[\\x{0}-\\x{10ffff}]{1000}',
  ])('designed to grow is refused or bounded: %s', async (pattern) => {
    const code = `grow-${pattern.length}`;
    const response = await create(code, pattern);
    await expectAlive(api);
    if (response.status !== 201) {
      expectError(response, 'validation_failed');
      return;
    }
    const writing = api.post('/products', { sku: code, name: 'A', attributes: { [code]: 'a'.repeat(20_000) } });
    await expectAlive(api);
    expect([201, 422]).toContain((await writing).status);
  });
});

describe('text of any script', () => {
  it.each([
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['combining marks', `a${'\u0301'.repeat(400)}`],
    ['right to left', '\u202eabc\u202c שלום'],
    ['beyond the basic plane', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \u{10ffff}'],
    ['noncharacters', '\ufffe\uffff\u{1fffe}'],
    ['controls', '\u0001\u0008\u001f\u007f\u0085\u2028\u2029'],
    ['a byte order mark', '\ufeffname'],
    ['HTML', '<script>alert(1)</script>&amp;'],
    ['templates', '{{7*7}} #{7*7} <%= 7*7 %> %s %n $1 $&'],
    ['line ends', 'a\r\nb\rc\nd'],
  ])('is returned as it was sent, but trimmed: %s', async (name, text) => {
    const sku = `text-${name.replaceAll(' ', '-')}`;
    const created = await api.post('/products', { sku, name: text, brand: text.slice(0, 100), bullets: [text] });
    expect(created.status).toBe(201);
    const read = (await api.get(`/products/${sku}`)).data;
    expect([read.name, read.bullets]).toEqual([text.trim(), [text.trim()]]);
    expect((await api.get(`/products?brand=${encodeURIComponent(text.slice(0, 100))}`)).status).toBe(200);
    expect((await api.get(`/products?q=${encodeURIComponent(text.slice(0, 50).trim())}`)).status).toBe(200);
  });

  it('in a SKU is refused, in a body and in a path', async () => {
    for (const sku of ['ä', 'a b', 'a/b', '😀', 'a\u0301', '１', 'ａ', '-a', '.', '..', 'a\n', 'a%00', 'a\u200b']) {
      const response = await api.post('/products', { sku, name: 'A' });
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['sku']);
      const path = `/products/${encodeURIComponent(sku).replaceAll('.', '%2E')}`;
      if (/^\.+$/.test(sku)) continue;
      expectError(await api.get(path), 'not_found');
      expectError(await api.put(path, { name: 'A' }), 'not_found');
    }
  });
});
