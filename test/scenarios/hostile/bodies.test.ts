import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expectError } from '@product-content/test-support/app/expect-response';
import { rawRequest } from '@product-content/test-support/app/raw-exchange';
import type { Api, ApiResponse, App } from '@product-content/test-support/app-server';
import { type ContractRoute, each, takesBody, takesJson } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  pathFor,
  type RecordNames,
  sampleBody,
} from '@product-content/test-support/contract/sample-requests';
import { valuesAt } from '@product-content/test-support/tiers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAlive, expectDeclared, fieldsOf } from './expect-unharmed.ts';
import { startHostileTarget } from './hostile-target.ts';

let app: App;
let api: Api;
const paths = new Map<string, string>();

beforeAll(async () => {
  ({ app, api } = await startHostileTarget());
  for (const [id, route] of each(takesJson)) {
    const record: RecordNames | null = await createRecordFor(app, api, route);
    paths.set(id, pathFor(route, record?.id ?? null));
  }
});
afterEach(() => expectAlive(api));

const json = { 'content-type': 'application/json' };

function send(route: ContractRoute, body: string | Uint8Array | undefined, headers: Record<string, string> = json) {
  return api.send(route.method, paths.get(route.id) ?? '', { body, headers });
}

/** Refused with 422 at exactly these paths. */
function expectFields(response: ApiResponse<unknown>, fields: readonly string[]): void {
  expectError(response, 'validation_failed');
  expect(fieldsOf(response)).toEqual(fields);
}

/** At the default quality, Brotli takes ten times as long as the other encodings. */
function compressQuickly(data: string | Uint8Array): Buffer {
  return brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** The text of a valid body with further members at its end. */
const extended = (route: ContractRoute, members: string) =>
  `${JSON.stringify(sampleBody(route)).slice(0, -1)},${members}}`;
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

const jsonRoutes = each(takesJson).map(([id, route], place) => ({ id, route, place }));

describe.each(jsonRoutes)('a body of $id', ({ route, place }) => {
  it.each(valuesAt(place, ['null', 'true', '7', '"text"', '[]', '[{}]']))(
    'is 422 at the root when it is %s',
    async (text) => {
      expectFields(await send(route, text), ['_root']);
    },
  );

  it('is 422 at the root when it is empty or missing, unless it is optional', async () => {
    const optional = route.body?.safeParse(undefined).success === true;
    for (const response of [await send(route, ''), await send(route, undefined, {})]) {
      if (optional) expect(expectDeclared(route, response)).toBeNull();
      else expectFields(response, ['_root']);
    }
  });

  it('is 422 at the name of each key it does not know', async () => {
    expectFields(await send(route, extended(route, '"surprise":1')), ['surprise']);
    expectFields(await send(route, extended(route, '"constructor":1,"prototype":{}')), ['constructor', 'prototype']);
    expectFields(await send(route, extended(route, '"toString":"x","hasOwnProperty":{}')), [
      'toString',
      'hasOwnProperty',
    ]);
    expectFields(await send(route, extended(route, '"":1')), ['_root']);
  });

  it('is 422 where a key is __proto__, however it is written and however deep', async () => {
    expectFields(await send(route, extended(route, '"__proto__":{"admin":true}')), ['__proto__']);
    expectFields(await send(route, extended(route, '"__pro\\u0074o__":null')), ['__proto__']);
    expectFields(await send(route, extended(route, '"a":[{"__proto__":1}]')), ['a.0.__proto__']);
  });

  it('is 422 where a text or key contains NUL or half a surrogate pair', async () => {
    expectFields(await send(route, extended(route, '"a":{"b":["\\u0000"]}')), ['a.b.0']);
    expectFields(await send(route, extended(route, '"a":"x\\ud800y"')), ['a']);
    expectFields(await send(route, extended(route, '"a":"\\udc00\\ud83d"')), ['a']);
    expectFields(await send(route, extended(route, '"k\\u0000":1')), ['k\u0000']);
    expectError(await send(route, extended(route, '"k\\ud800":1')), 'validation_failed');
  });

  it('is refused with 400 when it names a key twice', async () => {
    const [name = ''] = Object.keys(sampleBody(route));
    const response = await send(route, extended(route, `"${name}":{"not":["what","it","is"]}`));
    expect(expectDeclared(route, response)).toBe('bad_request');
    expect(response.error.message).toBe(`The body names ${name} more than once.`);
  });

  const notJson = [
    '{',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":undefined}',
    '{"a":01}',
    '{} {}',
    '﻿{',
    'a=1',
  ];
  it.each(valuesAt(place, notJson))('is 400 when it is not JSON: %s', async (text) => {
    expectError(await send(route, text), 'bad_request');
  });

  const notUtf8 = [
    { what: 'a lone continuation byte', bytes: [0x80] },
    { what: 'an overlong slash', bytes: [0xc0, 0xaf] },
    { what: 'an encoded surrogate', bytes: [0xed, 0xa0, 0x80] },
    { what: 'a cut sequence', bytes: [0xe2, 0x82] },
    { what: 'beyond the last code point', bytes: [0xf5, 0x80, 0x80, 0x80] },
  ];
  it.each(valuesAt(place, notUtf8))('is 400 when it is not UTF-8: $what', async ({ bytes }) => {
    const [before, after] = extended(route, '"a":"@"').split('@') as [string, string];
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    expectError(await send(route, body), 'bad_request');
  });

  it('may nest at most 64 levels', async () => {
    for (const depth of [100, 10_000, 100_000]) {
      const limit = route.policy.bodyLimit ?? 0;
      for (const text of [nested(depth, '[', ']'), nested(depth, '{"a":', '}').replace(':}', ':1}')]) {
        if (text.length > limit) continue;
        expectError(await send(route, text), 'validation_failed');
        expectError(await send(route, extended(route, `"a":${text}`)), 'validation_failed');
      }
      if (depth <= limit) expect(expectDeclared(route, await send(route, '['.repeat(depth)))).not.toBeNull();
    }
  });

  it('is 413 one byte beyond its limit, declared or not, but not at its limit', async () => {
    const limit = route.policy.bodyLimit ?? 0;
    const padded = (size: number) => {
      const text = JSON.stringify(sampleBody(route));
      return text + ' '.repeat(size - text.length);
    };
    expect((await send(route, padded(limit))).status).toBeLessThan(300);
    expectError(await send(route, padded(limit + 1)), 'payload_too_large');
    const response = await fetch(app.baseUrl + paths.get(route.id), {
      method: route.method,
      headers: { ...json, 'x-api-key': await bulkKey() },
      body: new Blob([padded(limit + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('"payload_too_large"');
  });

  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ];
  const refused = types.filter((type) => !route.policy.bodyTypes.some((taken) => type.startsWith(taken)));
  it.each(valuesAt(place, [...refused, 'json']))('is 400 as %s', async (type) => {
    const response = await send(route, JSON.stringify(sampleBody(route)), { 'content-type': type });
    expect(expectError(response, 'bad_request').message).toContain('application/json');
  });

  it('is 400 in a charset that is not UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-16' };
    expectError(await send(route, JSON.stringify(sampleBody(route)), headers), 'bad_request');
  });

  const encodings = [
    { encoding: 'gzip', compress: gzipSync },
    { encoding: 'deflate', compress: deflateSync },
    { encoding: 'br', compress: compressQuickly },
  ];
  it.each(valuesAt(place, encodings))(
    'may be compressed with $encoding, and is 413 if only its decompressed size exceeds the limit',
    async ({ encoding, compress }) => {
      const headers = { ...json, 'content-encoding': encoding };
      expect((await send(route, compress(JSON.stringify(sampleBody(route))), headers)).status).toBeLessThan(300);
      const bomb = compress(Buffer.alloc((route.policy.bodyLimit ?? 0) + 1024 * 1024, ' '));
      expectError(await send(route, bomb, headers), 'payload_too_large');
    },
  );

  it('is 400 when its encoding is unknown or broken', async () => {
    const text = JSON.stringify(sampleBody(route));
    for (const encoding of valuesAt(place, ['compress', 'gzip, gzip', 'constructor', 'gzip'])) {
      expectError(await send(route, text, { ...json, 'content-encoding': encoding }), 'bad_request');
    }
    const cut = gzipSync(text).subarray(0, -6);
    expectError(await send(route, cut, { ...json, 'content-encoding': 'gzip' }), 'bad_request');
  });
});

it.each(valuesAt(0, jsonRoutes))('a body of $id of ten megabytes beyond its limit is 413', async ({ route }) => {
  const size = Math.max(10 * 1024 * 1024, (route.policy.bodyLimit ?? 0) + 1024);
  expectError(await send(route, `{"name":"${'x'.repeat(size)}"}`), 'payload_too_large');
});

let key: Promise<string> | undefined;
/** The text of a key, for requests that the client of the tests does not make. */
function bulkKey(): Promise<string> {
  key ??= app.createWorkspace().then(async (workspace) => (await app.createKey(workspace)).key);
  return key;
}

describe('an unexpected body', () => {
  const places = each((route) => !takesBody(route) && route.method !== 'GET').map(([id, route], place) => ({
    id,
    route,
    place,
  }));
  it.each(places)('is ignored by $id', async ({ route, place }) => {
    for (const body of valuesAt(place, ['rubbish', '{', '['.repeat(2 * 1024 * 1024), gzipSync('x')])) {
      const record = await createRecordFor(app, api, route);
      const path = pathFor(route, record?.id ?? null);
      const headers = { 'content-type': 'text/plain', 'content-encoding': 'compress' };
      expect((await api.send(route.method, path, { body, headers })).status).toBeLessThan(300);
    }
  });

  it('is ignored by GET', async () => {
    const { key } = await app.createKey(await app.createWorkspace());
    const headers = [`X-API-Key: ${key}`, 'Content-Type: application/json', 'Content-Length: 1'];
    const response = await rawRequest(app.baseUrl, { method: 'GET', target: '/api/v1/products', headers, body: '{' });
    expect(response?.status).toBe(200);
  });
});

describe('a bomb', () => {
  const bulk = each(takesJson).find(([id]) => id === 'products.bulk') as [string, ContractRoute];

  it('of half a gigabyte of blanks is refused while it inflates', async () => {
    // The blocks of one mebibyte, repeated: compressing all of it takes the memory, and most of a second.
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    const blocks = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
    const bomb = Buffer.concat([header, ...Array.from({ length: 512 }, () => blocks)]);
    expectError(await send(bulk[1], bomb, { ...json, 'content-encoding': 'gzip' }), 'payload_too_large');
  });

  it('of NDJSON lines is refused at items', async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    expectFields(await send(bulk[1], '{"sku":"x"}\n'.repeat(501), headers), ['items']);
    expectFields(await send(bulk[1], '1\n'.repeat(1_000_000), headers), ['items']);
    expectFields(await send(bulk[1], '\n\n', headers), ['items']);
  });
});
