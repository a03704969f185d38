import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogFolder, hasCatalogs } from '@product-content/catalog-loader/testing';
import { expect, it } from 'vitest';
import { counts, type FinishedImport, useImports } from '#testing/imports/import-fixture.ts';

const { importer } = useImports();

const load = (path: string) => readFile(join(catalogFolder, path));

/** Sends a file three times: first in a dry run, which has to foresee the rest, then for the products, then unchanged. */
async function importTwice(path: string): Promise<FinishedImport> {
  const content = await load(path);
  const dryRun = await importer.run(content, { name: path, options: { dryRun: true } });
  const first = await importer.run(content, { name: path });
  expect([dryRun.result, dryRun.problems, dryRun.warnings]).toEqual([
    { ...first.result, dryRun: true },
    first.problems,
    first.warnings,
  ]);
  const { result } = await importer.run(content, { name: path });
  const { created, failed, total } = counts(first.result);
  expect(counts(result)).toEqual({ total, created: 0, updated: 0, unchanged: total - failed, failed });
  expect(created + failed).toBe(total);
  return first;
}

it.skipIf(!hasCatalogs).each([
  ['shopify/apparel.csv', 'shopify', 23, 0],
  ['shopify/home-and-garden.csv', 'shopify', 22, 0],
  ['shopify/jewelery.csv', 'shopify', 26, 0],
  ['magento/products.csv', 'magento', 1994, 0],
] as const)('%s goes in whole at first try', async (path, preset, created, failed) => {
  const { accepted, result, problems } = await importTwice(path);
  expect(accepted.detected.preset).toBe(preset);
  expect(problems).toEqual([]);
  expect(counts(result)).toMatchObject({ created, failed });
});

it.skipIf(!hasCatalogs)('vendure/products.csv is imported except for a SKU with a slash', async () => {
  const { accepted, result, problems, warnings } = await importer.run(await load('vendure/products.csv'));
  expect(accepted.detected.preset).toBe('vendure');
  expect(counts(result)).toMatchObject({ total: 101, failed: 1, unchanged: 0 });
  expect(problems).toEqual([expect.stringMatching(/ sku sku: Must be letters, digits/)]);
  // Three variants have the same SKU.
  const repeated = expect.stringContaining('The SKU "404.038.96" is in row');
  expect(warnings).toEqual([repeated, repeated]);
});

it.skipIf(!hasCatalogs)(
  'icecat’s models and products are imported except for wrong EANs and links in another spelling',
  async () => {
    const models = await importTwice('icecat/product_models.csv');
    // One model has no name.
    expect(models.problems).toEqual(['36 name name: Required.']);
    expect(counts(models.result)).toMatchObject({ created: 80, failed: 1 });
    const { problems, result } = await importTwice('icecat/products.csv');
    // 105 have an EAN with a wrong check digit, 23 a missing parent; the job lists the first 100.
    const known = / ean gtin: .* valid check digit|parent: No product/;
    expect(problems.filter((problem) => !known.test(problem))).toEqual([]);
    expect(counts(result)).toMatchObject({ total: 1239, created: 1127, failed: 112 });
  },
);

it.skipIf(!hasCatalogs).each([
  ['yml/feed3.xml', 27, []],
  ['yml/yml_catalog.xml', 224, [176, 193].map((row) => `${row} price price: Must have at most 4 decimals.`)],
] as const)('%s changes the prices and stock of products that exist', async (path, offers, wrong) => {
  const refused = await importer.run(await load(path), { name: path });
  expect(refused.accepted.detected.preset).toBe('yml');
  expect(counts(refused.result)).toMatchObject({ created: 0, failed: offers });
  expect(new Set(refused.problems.map((problem) => problem.replace(/^\d+ /, '')))).toEqual(
    new Set(['name name: Required.']),
  );
  const ids = [...(await load(path)).toString().matchAll(/<offer id="(\d+)"/g)].map(([, id]) => `${id},Product ${id}`);
  await importer.run(`sku,name\n${ids.join('\n')}\n`);
  const { result, problems } = await importer.run(await load(path), { name: path });
  expect(problems).toEqual(wrong);
  expect(counts(result)).toMatchObject({ updated: offers - wrong.length, failed: wrong.length });
});
