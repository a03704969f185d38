import { type JsonSchema, toJsonSchema } from '@contract-kit/openapi/schemas';
import { facetFields } from '@product-content/contract';
import { expectError } from '@product-content/test-support/app/expect-response';
import type { Api, App } from '@product-content/test-support/app-server';
import { type ContractRoute, each } from '@product-content/test-support/contract/routes';
import { type RecordNames, sampleRequest } from '@product-content/test-support/contract/sample-requests';
import { valuesAt } from '@product-content/test-support/tiers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAlive, expectDeclared, fieldsOf } from './expect-unharmed.ts';
import { createRecords, startHostileTarget } from './hostile-target.ts';

let app: App;
let api: Api;
let records: ReadonlyMap<string, RecordNames | null>;

beforeAll(async () => {
  ({ app, api } = await startHostileTarget());
  records = await createRecords({ app, api });
});
afterEach(() => expectAlive(api));

const ask = (route: ContractRoute, name: string | null, query = '') => {
  const { method, path, body } = sampleRequest(route, name === null ? null : { id: name, name });
  return api.send(method, path + query, { body });
};
const nameFor = (route: ContractRoute) => records.get(String(route.policy.resource))?.id ?? null;

const queried = each(({ query, method }) => query !== undefined && method !== 'DELETE');

function schemaOf(route: ContractRoute, name: string): JsonSchema | undefined {
  const { root } = toJsonSchema(route.query as z.ZodType, { direction: 'input', text: true, where: route.id });
  return (root.properties as Record<string, JsonSchema>)[name];
}
const isList = (route: ContractRoute, name: string) => schemaOf(route, name)?.type === 'array';
/** Values of lists whose members are more than the names of an enum. */
const openValues: Readonly<Record<string, readonly string[]>> = {
  facets: facetFields.slice(0, 2),
  status: ['422', '5xx'],
};
/** Two values that a list takes. */
const listedValues = (route: ContractRoute, name: string): readonly string[] =>
  (schemaOf(route, name)?.items as { enum?: string[] } | undefined)?.enum?.slice(0, 2) ??
  openValues[name] ?? ['one', 'two'];

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  '0x10',
  '٣',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{"$gt":""}',
  "'; drop table product; --",
  "' or '1'='1",
  '1) or (1=1',
  '$1',
  '%',
  '_',
  '\\',
  '%_\\%',
  '(a+)+$',
  '[',
  '*',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../../etc/passwd',
  ',',
  ',,,a,,',
  'a,'.repeat(2_000),
  'x'.repeat(4_000),
  '😀'.repeat(500),
  '\u202e\u0007\u001b',
  'I\u0307ıſK',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  'price:asc;drop',
  '-',
  'sku:asc,name:asc',
  Buffer.from('{"v":1}').toString('base64url'),
];

describe('a parameter', () => {
  const parameters = queried.flatMap(([id, route]) =>
    Object.keys(route.query instanceof z.ZodObject ? route.query.shape : {}).map((name) => [id, name, route] as const),
  );
  const places = parameters.map(([id, name, route], place) => ({
    id,
    name,
    route,
    texts: valuesAt(place, hostileTexts),
  }));

  it.each(places)('$id ?$name= accepts valid values and is named in every refusal', async ({ name, route, texts }) => {
    for (const text of texts) {
      const response = await ask(route, nameFor(route), `?${name}=${encodeURIComponent(text)}`);
      const code = expectDeclared(route, response);
      if (code !== null) expect(`${text} ${code} ${fieldsOf(response)}`).toBe(`${text} validation_failed ${name}`);
    }
  });

  it.each(parameters.filter(([, name, route]) => !isList(route, name)))(
    '%s ?%s= twice is 422',
    async (_, name, route) => {
      const response = await ask(route, nameFor(route), `?${name}=1&${name}=1`);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual([name]);
    },
  );

  it.each(parameters.filter(([, name, route]) => isList(route, name)))(
    '%s ?%s= is the same repeated, separated by commas and mixed, up to its limits',
    async (_, name, route) => {
      const values = listedValues(route, name);
      const spellings = [
        values.map((value) => `${name}=${value}`).join('&'),
        `${name}=${values.join(',')}`,
        `${name}=${values[0]}&${name}=${values.slice(1).join(',')},${values[0]}`,
      ];
      const responses = await Promise.all(spellings.map((query) => ask(route, nameFor(route), `?${query}`)));
      const outcomes = new Set(responses.map(({ status, text }) => `${status} ${text}`));
      expect([...outcomes]).toEqual([expect.stringMatching(/^200 /)]);
      expect((await ask(route, nameFor(route), `?${name}=&${name}=,`)).status).toBe(200);
      expectError(await ask(route, nameFor(route), `?${`${name}=a&`.repeat(10_000)}`), 'bad_request');
      for (const other of [`${name}[]`, `${name}[0]`, `${name}.__proto__`]) {
        const response = await ask(route, nameFor(route), `?${encodeURIComponent(other)}=${values[0]}`);
        expectError(response, 'validation_failed');
        expect(fieldsOf(response)).toEqual([other]);
      }
    },
  );

  it('that is a list refuses more values than allowed, however they are sent', async () => {
    const skus = Array.from({ length: 501 }, (_, index) => `S${index}`);
    for (const query of [`sku=${skus.join(',')}`, skus.map((sku) => `sku=${sku}`).join('&')]) {
      const response = await api.get(`/products?${query}`);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['sku']);
    }
  });

  it.each(queried)('%s refuses unknown names, and does not interpret them', async (_, route) => {
    for (const name of ['surprise', 'page[]', 'page[0]', 'page[__proto__]', '__proto__', 'constructor', 'a.b']) {
      const response = await ask(route, nameFor(route), `?${encodeURIComponent(name)}=1`);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual([name]);
    }
    const unencoded = await ask(route, nameFor(route), '?a[b]=c&a[]=d');
    expectError(unencoded, 'validation_failed');
    expect(fieldsOf(unencoded).sort()).toEqual(['a[]', 'a[b]']);
  });

  it.each(queried)('%s returns 400 for broken percent-encoding and 422 for NUL', async (_, route) => {
    for (const query of ['?page=%', '?page=%zz', '?%ff=1', '?page=%C3%28', '?page=%ED%A0%80']) {
      expectError(await ask(route, nameFor(route), query), 'bad_request');
    }
    expectError(await ask(route, nameFor(route), '?page=%00'), 'validation_failed');
  });

  it.each(queried)('%s returns 400 for too many parameters', async (_, route) => {
    expectError(await ask(route, nameFor(route), `?${'a=1&'.repeat(1_001)}`), 'bad_request');
  });
});

describe('a page', () => {
  const paged = queried.filter(([, { query }]) => query instanceof z.ZodObject && 'page' in query.shape);

  it.each(paged)('%s far beyond the end is empty, and there is a last one', async (_, route) => {
    const last = await ask(route, nameFor(route), '?page=2147483647');
    expect(`${last.status} ${JSON.stringify(last.data)}`).toBe('200 []');
    const beyond = await ask(route, nameFor(route), '?page=2147483648');
    expectError(beyond, 'validation_failed');
    expect(fieldsOf(beyond)).toEqual(['page']);
  });
});

describe('a search', () => {
  const names = ['100% wool', 'snake_case', 'back\\slash', "O'Neill", 'plain', '(a+)+$', 'ÅNGSTRÖM', 'Straße'];
  const find = async (q: string) => {
    const response = await api.get<{ name: string }[]>(`/products?tag=bait&q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    return response.data.map(({ name }) => name);
  };
  beforeAll(async () => {
    const items = names.map((name, index) => ({ sku: `bait-${index}`, name, tags: ['bait'] }));
    expect((await api.post('/products/bulk', { items })).status).toBe(200);
  });

  it.each([
    ['%', ['100% wool']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ["'", ["O'Neill"]],
    ['(a+)+$', ['(a+)+$']],
    ["' or 1=1 --", []],
    ['p_ain', []],
    ['pl%n', []],
  ])('for %s is literal', async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  it('by brand and tag is literal', async () => {
    for (const bait of ['%', '_', "x' or 'a'='a", '{}', '{a,b}', '"']) {
      expect((await api.get<[]>(`/products?brand=${encodeURIComponent(bait)}`)).data).toEqual([]);
      expect((await api.get<[]>(`/products?tag=${encodeURIComponent(bait)}`)).data).toEqual([]);
    }
  });

  it('ends quickly for a text designed to backtrack', async () => {
    await api.post('/products', { sku: 'bait-long', name: `${'a'.repeat(499)}!` });
    expect((await api.get(`/products?q=${'a'.repeat(199)}b`)).status).toBe(200);
    expect((await api.get(`/products?q=${encodeURIComponent('a '.repeat(100).trim())}`)).status).toBe(200);
  });
});

describe('a cursor', () => {
  it('that was changed, cut or made up is 422 at cursor', async () => {
    const { pagination } = await api.get('/products?limit=1');
    const cursor = pagination.nextCursor ?? '';
    expect((await api.get(`/products?limit=1&cursor=${cursor}`)).status).toBe(200);
    const forged = [
      cursor.slice(0, -1),
      `${cursor}A`,
      cursor.toUpperCase(),
      `B${cursor.slice(1)}`,
      [...cursor].reverse().join(''),
      Buffer.from('["updatedAt:desc","2026","x"]').toString('base64url'),
      'x',
      'A'.repeat(4_000),
    ];
    for (const text of forged) {
      const response = await api.get(`/products?limit=1&cursor=${encodeURIComponent(text)}`);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['cursor']);
    }
  });

  it('of another workspace, sort or filter is refused', async () => {
    const { pagination } = await api.get('/products?limit=1&sort=sku:asc');
    const cursor = pagination.nextCursor ?? '';
    const stranger = app.api((await app.createKey(await app.createWorkspace())).key);
    await stranger.post('/products', { sku: 'a', name: 'A' });
    for (const response of [
      await stranger.get(`/products?limit=1&sort=sku:asc&cursor=${cursor}`),
      await api.get(`/products?limit=1&sort=name:asc&cursor=${cursor}`),
      await api.get(`/products?limit=1&cursor=${cursor}`),
      await api.get(`/products?limit=1&sort=sku:asc&status=draft&cursor=${cursor}`),
    ]) {
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['cursor']);
    }
  });
});
