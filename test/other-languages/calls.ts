import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '@product-content/test-support/app-server';
import { inRepository } from '../docs/repository.ts';

/** A call each program makes, and what shows that it worked. */
interface Call {
  /** The call as the guide names it. */
  readonly title: string;
  /** What the program has to read from the typed response; a pattern stands for any text it matches. */
  readonly report: Readonly<Record<string, unknown>>;
  /** What bodies of the server have to contain afterwards, byte by byte, by path; null where nothing may be. */
  readonly stored: Readonly<Record<string, readonly string[] | null>>;
}

/** Clients lose digits of these when they hold them as 32-bit floats or write them with an exponent. */
const numbers = { price: 1234567.89, weight: 0.1, length: 99999999.9999 };

const pixel = readFileSync(inRepository('test/other-languages/files/pixel.png'));

/** In the order in which the programs make them: each needs those before it. */
export const calls = {
  create: {
    title: 'create',
    report: { status: 201, ...numbers },
    stored: { '/products/LAMP/versions/1': ['"price":1234567.89,', '"weight":0.1,', '"length":99999999.9999,'] },
  },
  get: { title: 'get with ETag', report: { etag: /^"prd_\w+\.1"$/, ...numbers }, stored: {} },
  notModified: { title: '304', report: { status: 304 }, stored: {} },
  patch: {
    title: 'PATCH with If-Match',
    report: { version: 2, price: 0.1 },
    stored: { '/products/LAMP': ['"price":0.1,', '"brand":null,', '"length":99999999.9999,'] },
  },
  stale: {
    title: '412',
    report: { status: 412, code: 'precondition_failed' },
    stored: { '/products/LAMP': ['"version":2,'] },
  },
  invalid: {
    title: 'typed 422',
    report: { status: 422, code: 'validation_failed', fields: ['gtin'] },
    stored: { '/products/INVALID': null },
  },
  bulk: {
    title: 'bulk with one failure',
    report: { statuses: ['created', 'created', 'created', 'failed'], code: 'validation_failed' },
    stored: {
      '/products/BULK-2': ['"price":1234567.89,'],
      '/products/BULK-3': ['"price":99999999.9999,'],
      '/products/BULK-4': null,
    },
  },
  list: {
    title: 'list by filter and cursor',
    report: { skus: ['BULK-1', 'BULK-2', 'BULK-3', 'LAMP'], pages: 2 },
    stored: {},
  },
  upload: {
    title: 'multipart upload',
    report: { mimeType: 'image/png', altText: 'One pixel' },
    stored: { '/assets': ['"fileName":"pixel.png"', '"altText":"One pixel"', `"size":${pixel.length},`] },
  },
  download: {
    title: 'binary download',
    report: { sha256: createHash('sha256').update(pixel).digest('hex') },
    stored: {},
  },
  import: {
    title: 'import and poll',
    report: { status: 'completed', errorCount: 0 },
    stored: { '/products/IMPORTED': ['"price":99999999.9999,'] },
  },
  webhook: {
    title: 'create a webhook',
    report: { events: ['product.created'], hasSecret: true },
    stored: { '/webhooks': ['"url":"https://hooks.example.com/products"', '"product.created"'] },
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as CallName[];

/**
 * Holds what a program reported, and what the server has now, to what each call has to do.
 *
 * @param output what the program wrote: a line of JSON for each call, such as `{"call":"notModified","status":304}`.
 * @param api requests with the key the program had.
 * @returns null for each call that worked, what was found instead for the others.
 */
export async function judgeCalls(output: string, api: Api): Promise<Record<CallName, string | null>> {
  const reports = new Map(output.split('\n').flatMap(readReport));
  const verdicts = Object.entries<Call>(calls).map(async ([name, { report, stored }]) => {
    const reported = reports.get(name);
    if (reported === undefined) return [name, 'the program did not come to this call'] as const;
    const differing = Object.keys({ ...report, ...reported }).filter((key) => !isExpected(reported[key], report[key]));
    const reasons = differing.map((key) => `${key} is ${JSON.stringify(reported[key])}`);
    return [name, [...reasons, ...(await findLosses(stored, api))].join('; ') || null] as const;
  });
  return Object.fromEntries(await Promise.all(verdicts)) as Record<CallName, string | null>;
}

function isExpected(actual: unknown, expected: unknown): boolean {
  return expected instanceof RegExp ? expected.test(String(actual)) : isDeepStrictEqual(actual, expected);
}

function readReport(line: string): [string, Record<string, unknown>][] {
  if (!/^\{.*"call":/.test(line)) return [];
  const { call, ...report } = JSON.parse(line) as { call: string };
  return [[call, report]];
}

async function findLosses(stored: Call['stored'], api: Api): Promise<string[]> {
  const losses = Object.entries(stored).map(async ([path, parts]) => {
    const { status, text } = await api.get(path);
    if (parts === null) return status === 404 ? [] : [`GET ${path} finds a record`];
    return parts.filter((part) => !text.includes(part)).map((part) => `GET ${path} does not show ${part}`);
  });
  return (await Promise.all(losses)).flat();
}
