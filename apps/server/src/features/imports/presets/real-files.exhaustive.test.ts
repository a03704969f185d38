import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataOption } from '@product-content/catalog-loader/command';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { counts, createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

const dataFolder: string = new Command().addOption(dataOption()).parse([], { from: 'user' }).opts().data;
const isMissing = !existsSync(dataFolder);
if (isMissing) process.stderr.write(`Files of real shops are not tried: there is no ${dataFolder} (CATALOG_DATA).\n`);

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer({ currencies: ['EUR', 'USD'], locales: ['en', 'de', 'fr'] });
});

const load = (path: string) => readFile(join(dataFolder, path));

it
  .skipIf(isMissing)
  .each([
    'shopify/apparel.csv',
    'shopify/home-and-garden.csv',
    'shopify/jewelery.csv',
    'vendure/products.csv',
    'magento/products.csv',
    'yml/feed3.xml',
    'yml/yml_catalog.xml',
    'icecat/products.csv',
  ])('%s', async (path) => {
  if (path.startsWith('icecat')) {
    const m = await importer.run(await load('icecat/product_models.csv'), { name: 'product_models.csv' });
    console.log(m.accepted.detected, counts(m.result), m.problems.slice(0, 10));
  }
  const done = await importer.run(await load(path), { name: path });
  console.log(
    path,
    JSON.stringify(done.accepted.detected),
    JSON.stringify(done.accepted.mapping),
    done.accepted.unmappedColumns.join(),
    counts(done.result),
    done.job.error,
    done.problems.slice(0, 12),
    done.warnings.length,
  );
  const again = await importer.run(await load(path), { name: path });
  console.log(counts(again.result));
});
