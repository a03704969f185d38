import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../testing/check-plan.ts';
import { readCatalog, sourceFolder } from '../../testing/source-files.ts';
import { targetWorkspace } from '../../testing/target-workspace.ts';
import { Ledger } from '../report/ledger.ts';
import { contractFolder } from './contract-folder.ts';
import { findCatalog } from './find-reader.ts';

describe('the catalog a command names', () => {
  it.each([
    ['icecat', { 'product_models.csv': '', 'families.csv': '' }],
    ['rebrickable', { 'parts.csv.gz': '', 'elements.csv.gz': '' }],
    ['magento', { 'products.csv': 'sku,configurable_variations\nA,\n' }],
    ['folder', { 'products.ndjson': '' }],
  ])('is %s when the folder holds its files', async (name, files) => {
    const folder = await sourceFolder(files);
    expect((await findCatalog(folder, '/nowhere')).reader.name).toBe(name);
  });

  it('is named after its format, or after its folder if the format has no name', async () => {
    const sample = fileURLToPath(new URL('../../../server/sample', import.meta.url));
    expect((await findCatalog(sample, '/nowhere')).name).toBe('sample');
    const folder = await sourceFolder({ 'parts.csv': '', 'elements.csv': '' });
    expect((await findCatalog(folder, '/nowhere')).name).toBe('rebrickable');
  });

  it('is looked for in the data folder under its name, and in the data folder itself', async () => {
    const own = await sourceFolder({ 'product_models.csv': '', 'families.csv': '' });
    expect((await findCatalog('icecat', own)).folder).toBe(own);
    const all = await sourceFolder({ 'icecat/product_models.csv': '', 'icecat/families.csv': '' });
    expect((await findCatalog('icecat', all)).folder).toBe(join(all, 'icecat'));
  });

  it('is reported as missing, with the expected files and what was found instead', async () => {
    const folder = await sourceFolder({ 'products.csv': '', 'families.csv': '' });
    await expect(findCatalog('icecat', folder)).rejects.toThrow(
      `The catalog "icecat" (product_models.csv with families.csv) is neither in ${folder}/icecat nor in ${folder}; ` +
        `${folder} has families.csv, products.csv. Name the folder of the catalogs, or the catalog's own, with --data.`,
    );
    await expect(findCatalog('icecat', `${folder}/nowhere`)).rejects.toThrow(`${folder}/nowhere does not exist. Name`);
    const half = await sourceFolder({ 'icecat/families.csv': '' });
    await expect(findCatalog('icecat', half)).rejects.toThrow(`${half}/icecat has families.csv. Name`);
  });

  it('is unknown when it is neither a name nor a folder', async () => {
    await expect(findCatalog('shopify', '/nowhere')).rejects.toThrow(/"shopify" is neither a catalog \(icecat, /);
  });

  it('is unknown when the folder contains nothing readable', async () => {
    const folder = await sourceFolder({ 'products.csv': 'id,title\n1,x\n' });
    await expect(findCatalog(folder, '/nowhere')).rejects.toThrow(
      /does not contain a catalog that can be loaded .*has products\.csv\.$/,
    );
  });
});

describe('a folder in the format of the API', () => {
  it('is how the sample catalog is stored, which follows the contract', async () => {
    const { reader, folder } = await findCatalog(
      fileURLToPath(new URL('../../../server/sample', import.meta.url)),
      '/nowhere',
    );
    const plan = await reader.read({
      folder,
      workspace: { ...targetWorkspace, locales: ['en', 'de', 'fr'] },
      ledger: new Ledger(),
      currency: 'EUR',
    });
    const check = await checkPlan(plan, { ...targetWorkspace, locales: ['en', 'de', 'fr'] });
    expect(check.problems).toEqual([]);
    expect(check.counts).toEqual({ simple: 8, parent: 2, variant: 9 });
  });

  it('leaves out texts in locales the workspace does not have', async () => {
    const { plan, product, about } = await readCatalog(contractFolder, {
      'attributes.json': JSON.stringify([
        {
          code: 'color',
          type: 'select',
          labels: { de: 'Farbe', ja: '色' },
          options: [{ code: 'red', labels: { ja: '赤', de: 'Rot' } }],
        },
      ]),
      'products.ndjson': '{"sku":"A","translations":{"de":{"name":"a"},"ja":{"name":"b"}}}\n',
    });
    expect(plan.definitions.attributes[0]).toMatchObject({
      labels: { de: 'Farbe' },
      options: [{ labels: { de: 'Rot' } }],
    });
    expect(product('A')).toEqual({ sku: 'A', translations: { de: { name: 'a' } } });
    expect(about('A')).toEqual(['left_out: the workspace has no locale ja']);
  });

  it('refuses lines that are not products and names them', async () => {
    const { products, about, ledger } = await readCatalog(contractFolder, {
      'products.ndjson': '{"sku":"A"}\n\nnot json\n{"name":"x"}\n',
    });
    expect(products).toEqual([{ sku: 'A' }]);
    expect(about('products.ndjson line 3')).toEqual(['refused: the line is not a JSON object with a SKU']);
    expect(about('products.ndjson line 4')).toHaveLength(1);
    expect(ledger.rows.get('products.ndjson')).toBe(3);
  });

  it('fails on a definition the contract does not allow, naming its position', async () => {
    const files = { 'attributes.json': '[{"code":"a b","type":"text"}]', 'products.ndjson': '' };
    await expect(readCatalog(contractFolder, files)).rejects.toThrow(/attributes\.json at 0\.code/);
  });
});
