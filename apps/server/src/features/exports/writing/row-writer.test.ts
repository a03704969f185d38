import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BulkItemSchema, type ExportFormat, exportFormats } from '@product-content/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyProduct, generatedScope } from '#testing/columns/generated-products.ts';
import { openTable, writeTable } from '../../../formats/index.ts';
import { FieldProblems } from '../../../kernel/index.ts';
import { createProductColumns, type RowInput } from '../../columns/index.ts';
import { noImageAssets, type ProductDocument } from '../../products/index.ts';
import { blankContent, mergeContent } from '../../products/merge/merge-input.ts';
import { createRowWriter } from './row-writer.ts';

const columns = createProductColumns(generatedScope);
const list = columns.list();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'product-content-round-trip-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The rows of a file as an import reads them. */
async function* inputsOf(path: string, format: ExportFormat): AsyncGenerator<RowInput> {
  const table = await openTable({ path, name: `products.${format}` });
  const options = { listSeparator: '|', typed: format === 'json' };
  for await (const { cells } of table.rows()) {
    const input: RowInput = {};
    for (const [index, key] of table.layout.columns.entries()) {
      const cell = cells[index];
      if (cell === undefined || cell === null || (cell === '' && !options.typed)) continue;
      expect(columns.find(key)?.write(input, cell, options), key).toBeNull();
    }
    yield input;
  }
}

/** The content of a new product with a row. */
function contentOf(input: RowInput) {
  const problems = new FieldProblems();
  const scope = { ...generatedScope, assets: noImageAssets, problems };
  const content = mergeContent(blankContent, BulkItemSchema.parse(input), input.currency ?? 'EUR', scope);
  problems.throwIfAny();
  return content;
}

function contentIn(document: ProductDocument) {
  return Object.fromEntries(Object.keys(blankContent).map((key) => [key, document[key as keyof ProductDocument]]));
}

it.each(exportFormats)('a file restores every product: %s', async (format) => {
  const path = join(folder, `products.${format}`);
  const toRow = createRowWriter(format, list);
  const keys = list.map(({ key }) => key);
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 1, maxLength: 4 }), async (products) => {
      await writeFile(path, writeTable({ format }, keys, products.map(toRow)));
      const inputs: RowInput[] = [];
      for await (const input of inputsOf(path, format)) inputs.push(input);
      expect(inputs.map(({ sku, type, status }) => [sku, type, status])).toEqual(
        products.map(({ sku, type, status }) => [sku, type, status]),
      );
      expect(inputs.map(contentOf)).toEqual(products.map(contentIn));
    }),
    { numRuns: 40 },
  );
});
