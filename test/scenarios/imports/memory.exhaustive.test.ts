import { randomBytes } from 'node:crypto';
import type { ImportOptions, ImportResult } from '@product-content/contract';
import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openWorkspace } from '../open-workspace.ts';
import { runImport } from './run-import.ts';

/**
 * Enough for the server, and less than it would take to hold the texts of one of the files beside that. The young
 * generation is that of `pnpm start`: beside one of the default size, so small an old one is collected all the time.
 */
const heap = '--max-old-space-size=160 --max-semi-space-size=16';

let app: OwnApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000', NODE_OPTIONS: heap } });
});
afterEach(() => {
  expect(app.isAlive(), app.takeLog()).toBe(true);
});

const mebibyte = 1024 * 1024;

/** A text that no field takes, that no archive makes smaller, and whose characters take two bytes in memory. */
const note = () => `Ж${randomBytes(18 * 1024).toString('base64')}`;

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const count = 2000;
/** Each below the next one, which comes later. */
const parentOf = (number: number) => (number % 5 === 4 || number === count - 1 ? '' : `c${number + 1}`);

const lines = (header: string, rows: readonly string[]) => `${header}\n${rows.join('\n')}\n`;
const ndjson = (toItem: (number: number) => object) =>
  numbers(count)
    .map((number) => JSON.stringify({ ...toItem(number), notes: note() }))
    .join('\n');

interface LargeFile {
  readonly content: () => string;
  readonly options?: Partial<ImportOptions>;
  readonly result: Partial<ImportResult>;
}

it.each<[string, LargeFile]>([
  [
    'categories in CSV, four of five before their parents',
    {
      content: () =>
        lines(
          'code,name,parent,notes',
          numbers(count).map((at) => `c${at},C,${parentOf(at)},${note()}`),
        ),
      options: { recordType: 'categories' },
      result: { total: count, created: count },
    },
  ],
  [
    'attributes in NDJSON',
    {
      content: () => ndjson((at) => ({ code: `a${at}`, type: 'select', label: 'Label', options: [{ code: 'x' }] })),
      options: { recordType: 'attributes' },
      result: { total: count, created: count },
    },
  ],
  [
    'Shopify’s products, each with two rows of images',
    {
      content: () => {
        const header =
          'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Body (HTML),Image Src,Image Position,Notes';
        const rows = numbers(700).flatMap((at) => [
          `p${at},Product,Title,Default Title,S${at},5,,https://example.com/1.jpg,1,${note()}`,
          `p${at},,,,,,,https://example.com/2.jpg,2,${note()}`,
          `p${at},,,,,,,https://example.com/3.jpg,3,${note()}`,
        ]);
        return lines(header, rows);
      },
      result: { total: 700, created: 700 },
    },
  ],
])('50 MB of %s take no more memory than a few', { timeout: 300_000 }, async (_, { content, options, result }) => {
  const { api } = await openWorkspace(app);
  const file = content();
  expect(file.length).toBeGreaterThan(34 * mebibyte);
  const job = await runImport(api, { content: file, options: { ...options } });
  expect([job.status, job.errors]).toEqual(['completed', []]);
  expect(job.result).toMatchObject({ failed: 0, ...result });
});
