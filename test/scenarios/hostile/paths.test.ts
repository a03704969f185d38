import { expectError } from '@product-content/test-support/app/expect-response';
import type { Api, App } from '@product-content/test-support/app-server';
import { each, namesRecord } from '@product-content/test-support/contract/routes';
import { type RecordNames, sampleBody } from '@product-content/test-support/contract/sample-requests';
import { valuesAt } from '@product-content/test-support/tiers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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

describe('a name in a path', () => {
  /** Percent-encoded already. */
  const strange: readonly string[] = [
    '..%2f..%2fetc%2fpasswd',
    '..%5c..%5cetc',
    '%2e%2e',
    '%2e',
    '%252e%252e%252f',
    '%00',
    'a%00b',
    '%0d%0aSet-Cookie:%20a=b',
    '%20',
    "'%20or%20'1'='1",
    '%27%3b%20drop%20table%20product%3b%20--',
    '%25',
    '_',
    '*',
    'constructor',
    '__proto__',
    'null',
    'undefined',
    'NaN',
    '-1',
    '%F0%9F%98%80',
    '%EF%BC%91',
    `prd_${'z'.repeat(26)}`,
    'prd_00000000000000000000000000',
    'PRD_01890a5dac96774bbcceb302099',
    'x'.repeat(128),
    'x'.repeat(2_000),
    'x'.repeat(20_000),
    ';a=b',
    'a,b',
    '{id}',
    ':idOrSku',
  ];

  const places = each(namesRecord).map(([id, route], place) => ({ id, route, place }));

  it.each(places)('$id finds no record by an unusual one', async ({ route, place }) => {
    for (const name of valuesAt(place, strange)) {
      const path = route.path.replace(/:\w+/, name).replace(':version', '1');
      const response = await api.send(route.method, path, { body: route.body && sampleBody(route) });
      if (/^%2e/.test(name)) {
        // The client takes dots out of a path before it is sent, encoded or not.
        expect(response.status).toBeLessThan(500);
        continue;
      }
      const code = expectDeclared(route, response);
      if (route.policy.missing === 'not_found') {
        expect(`${name} ${code}`).toMatch(/ (not_found|validation_failed)$/);
      } else if (code === null) {
        expect(response.status).toBe(201);
        await api.delete(path);
      }
    }
  });

  it.each(places)('$id returns 400 for broken percent-encoding', async ({ route, place }) => {
    for (const name of valuesAt(place, ['%', '%zz', '%ff', '%C3%28', 'a%E0%A4b'])) {
      const path = route.path.replace(/:\w+/, name).replace(':version', '1');
      const body = route.body && sampleBody(route);
      expectError(await api.send(route.method, path, { body }), 'bad_request');
    }
  });

  it.each(each(({ path }) => path.includes(':version')))('%s accepts only a version number', async (_, route) => {
    const sku = records.get('product')?.name ?? '';
    for (const version of [
      '0',
      '-1',
      '1.0',
      '1e0',
      '0x1',
      'latest',
      '%20',
      '2147483648',
      '99999999999999999999',
      '١',
    ]) {
      const path = route.path.replace(':idOrSku', sku).replace(':version', version);
      const response = await api.send(route.method, path);
      expectError(response, 'validation_failed');
      expect(fieldsOf(response)).toEqual(['version']);
    }
    for (const version of ['2', '2147483647']) {
      const path = route.path.replace(':idOrSku', sku).replace(':version', version);
      expectError(await api.send(route.method, path), 'not_found');
    }
  });
});
