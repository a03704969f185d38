import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

describe('a mapping', () => {
  it('may feed several fields from one column of the file', async () => {
    const mapping = { Code: ['sku', 'mpn'], Title: ['name', 'translations.de.name', '__new_attribute__:text'] };
    const { accepted, problems } = await importer.run('Code,Title\nA,Mug\n', { mapping });
    expect([accepted.mapping, problems]).toEqual([{ Code: 'sku', Title: 'name' }, []]);
    expect(accepted.columns.map(({ targets }) => targets)).toEqual([mapping.Code, mapping.Title]);
    expect(await importer.product('A')).toMatchObject({
      ...{ name: 'Mug', mpn: 'A', translations: { de: { name: 'Mug' } }, attributes: { Title: 'Mug' } },
    });
  });

  it('is refused when one of the fields of a column is unknown, or fed by another column', async () => {
    const mapping = { sku: ['sku', 'nonsense'], name: ['name', 'brand'], maker: 'brand' };
    expect(await importer.refusal('sku,name,maker\nA,a,b\n', { mapping })).toEqual({
      'mapping.sku': '"nonsense" is not a column key of the workspace.',
      'mapping.maker': 'The column "name" is mapped to the same field.',
    });
  });
});

describe('value maps', () => {
  it('replace what cells say, by the column of the file or by its key', async () => {
    const valueMaps = {
      status: { live: 'approved', hidden: 'draft' },
      Labels: { new: 'novelty', none: '' },
      stock: { '-1': '0' },
    };
    const rows = ['A,a,live,new|red,-1', 'B,b,hidden,none,7', 'C,c,in_review,blue,5'];
    const file = `sku,name,state,Labels,stock\n${rows.join('\n')}\n`;
    const { problems } = await importer.run(file, { options: { valueMaps } });
    expect(problems).toEqual([]);
    expect(await importer.product('A')).toMatchObject({ status: 'approved', tags: ['novelty', 'red'], stock: 0 });
    expect(await importer.product('B')).toMatchObject({ status: 'draft', tags: [], stock: 7 });
    expect(await importer.product('C')).toMatchObject({ status: 'in_review', tags: ['blue'] });
  });

  it('replace numbers and lists of JSON as well', async () => {
    const items = [{ sku: 'A', name: 'a', status: 1, tags: ['x', 'y'] }];
    const valueMaps = { status: { 1: 'approved' }, tags: { x: 'z' } };
    await importer.run(JSON.stringify(items), { name: 'a.json', options: { valueMaps } });
    expect(await importer.product('A')).toMatchObject({ status: 'approved', tags: ['z', 'y'] });
  });

  it('are refused for a name that is neither a column nor a key', async () => {
    const options = { valueMaps: { nonsense: { a: 'b' } } };
    expect(await importer.refusal('sku,name\nA,a\n', { options })).toEqual({
      'options.valueMaps.nonsense': 'This is neither a column of the file nor a column key.',
    });
  });
});

describe('defaults', () => {
  it('fill empty and missing cells of new products only', async () => {
    await importer.post('/categories', { code: 'lamps' });
    await importer.run('sku,name\nOLD,old\n');
    const defaults = {
      ...{ category: 'lamps', brand: 'Kiln', tags: 'a|b', status: 'approved', 'prices.USD': '5' },
      'translations.de.name': 'Lampe',
    };
    const file = 'sku,name,brand\nNEW,new,\nOWN,own,Acme\nOLD,older,\n';
    const { problems } = await importer.run(file, { options: { defaults } });
    expect(problems).toEqual([]);
    const filled = {
      ...{ category: { code: 'lamps' }, tags: ['a', 'b'], status: 'approved', prices: { USD: { amount: 5 } } },
      translations: { de: { name: 'Lampe' } },
    };
    expect(await importer.product('NEW')).toMatchObject({ ...filled, brand: 'Kiln' });
    expect(await importer.product('OWN')).toMatchObject({ ...filled, brand: 'Acme' });
    expect(await importer.product('OLD')).toMatchObject({ name: 'older', category: null, brand: null, tags: [] });
  });

  it('give every amount without a unit one, even in existing products', async () => {
    const defaults = { 'units.weight': 'g', 'units.dimension': 'mm' };
    await importer.run('sku,name,weight,units.weight\nA,a,2,kg\nB,b,,\n');
    await importer.run('sku,weight,length\nA,250,3\nB,,\n', { options: { defaults } });
    expect(await importer.product('A')).toMatchObject({ weight: 250, units: { weight: 'g', dimension: 'mm' } });
    expect(await importer.product('B')).toMatchObject({ units: { weight: 'kg', dimension: 'cm' } });
  });

  it('give a variant only its status, because it inherits the rest', async () => {
    await importer.post('/attributes', { code: 'size', type: 'text', label: 'Size', usableAsAxis: true });
    const file = 'sku,name,type,parent,variantAxes,attributes.size\nP,p,parent,,size,\nV,v,,P,,XL\n';
    const { problems } = await importer.run(file, { options: { defaults: { brand: 'Kiln', status: 'approved' } } });
    expect(problems).toEqual([]);
    expect(await importer.product('P')).toMatchObject({ brand: 'Kiln', status: 'approved' });
    expect(await importer.product('V')).toMatchObject({ type: 'variant', brand: null, status: 'approved' });
  });

  it('are refused if they are not valid for their column', async () => {
    const defaults = { sku: 'A', category: 'nowhere', stock: 'many', weight: '-1', nonsense: 'x' };
    expect(await importer.refusal('sku,name\nA,a\n', { options: { defaults } })).toEqual({
      'options.defaults.sku': 'This column cannot have a default.',
      'options.defaults.category': 'No category "nowhere" exists; createMissing.categories creates it.',
      'options.defaults.stock': 'Must be a number.',
      'options.defaults.weight': 'Must be at least 0.',
      'options.defaults.nonsense': '"nonsense" is not a column key of the workspace.',
    });
  });
});

describe('SKUs generated from other columns', () => {
  it('join their cells, and keep the SKUs of rows that have one', async () => {
    const file = 'Handle,Size,Color,name,sku\nmug,L,Dunkel Grün,a,\nmug,,red,b,\ncup,S,,c,OWN-1\n';
    const { problems, result } = await importer.run(file, { options: { skuFrom: ['Handle', 'Size', 'Color'] } });
    expect([problems, result.created]).toEqual([[], 3]);
    const names = await Promise.all(
      ['mug-L-Dunkel-Grun', 'mug-red', 'OWN-1'].map(async (sku) => (await importer.product(sku))?.name),
    );
    expect(names).toEqual(['a', 'b', 'c']);
  });

  it('need no column of SKUs, and may have another separator', async () => {
    const file = 'Handle,Size,name\nmug,L,a\nmug,L,b\n,,c\n';
    const fields = { skuFrom: 'Handle,Size', skuSeparator: '_' };
    const { problems, warnings } = await importer.run(file, { fields });
    expect(await importer.product('mug_L')).toMatchObject({ name: 'b' });
    expect(problems).toEqual(['3 Handle sku: The columns of skuFrom are all empty, so the row has no SKU.']);
    expect(warnings).toEqual(['2 Handle sku: The SKU "mug_L" is in row 1 and again in row 2. The later row counts.']);
    const again = await importer.run(file, { fields: { ...fields, dryRun: 'true' } });
    expect(again.result).toMatchObject({ updated: 2, failed: 1 });
  });

  it('are refused when the file lacks one of the columns', async () => {
    expect(await importer.refusal('Handle,name\na,b\n', { options: { skuFrom: ['Handle', 'Size'] } })).toEqual({
      'options.skuFrom': 'The file has no column "Size". It has "Handle", "name".',
    });
  });
});
