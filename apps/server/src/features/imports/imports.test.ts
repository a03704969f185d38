import { beforeEach, describe, expect, it } from 'vitest';
import { counts, useImports } from '#testing/imports/import-fixture.ts';

const { importer, fixture } = useImports();

describe('a file', () => {
  it('is imported by its headers, and every row is accounted for', async () => {
    const csv = 'SKU;Name;name-de;price-EUR;Family\nM1;Mug;Tasse;12,50;x\nM2;;;1;x\nM3;Cup;;a lot;x\n';
    const { accepted, job, result, problems } = await importer.run(csv);
    expect(accepted).toMatchObject({
      type: 'import',
      dryRun: false,
      mapping: { SKU: 'sku', Name: 'name', 'name-de': 'translations.de.name', 'price-EUR': 'prices.EUR' },
      unmappedColumns: ['Family'],
      columns: [
        { column: 'SKU', targets: ['sku'], samples: ['M1', 'M2', 'M3'], decimalSeparator: null, dateFormat: null },
        { column: 'Name', targets: ['name'], samples: ['Mug', 'Cup'] },
        { column: 'name-de', targets: ['translations.de.name'], samples: ['Tasse'] },
        { column: 'price-EUR', targets: ['prices.EUR'], samples: ['12,50', '1', 'a lot'], decimalSeparator: 'comma' },
        { column: 'Family', targets: [], samples: ['x'] },
      ],
      detected: { format: 'csv', encoding: 'utf-8', delimiter: ';', sheet: null, rows: 3, preset: null },
    });
    expect(counts(result)).toEqual({ total: 3, created: 1, updated: 0, unchanged: 0, failed: 2 });
    expect(job).toMatchObject({
      status: 'completed',
      errorCount: 2,
      progress: { processed: 3, total: 3, percent: 100 },
    });
    expect(problems).toEqual(['2 Name name: Required.', '3 price-EUR prices.EUR: Must be a number.']);
    expect(job.errors.map(({ sku, code }) => [sku, code])).toEqual([
      ['M2', 'validation_failed'],
      ['M3', 'validation_failed'],
    ]);
    expect(await importer.product('M1')).toMatchObject({
      ...{ name: 'Mug', prices: { EUR: { amount: 12.5 } }, translations: { de: { name: 'Tasse' } } },
      status: 'draft',
    });
    expect(await importer.product('M3')).toBeNull();
  });

  it('imported again changes nothing', async () => {
    const csv = 'sku,name,tags,price,prices.USD.cost\nA,Alpha,x|y,3,\nB,Beta,,,\n';
    await importer.run(csv);
    const before = await importer.traces();
    const { result } = await importer.run(csv);
    expect(counts(result)).toEqual({ total: 2, created: 0, updated: 0, unchanged: 2, failed: 0 });
    expect(await importer.traces()).toEqual(before);
  });

  it('is done once for one idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await (await importer.send('sku,name\nA,a\n', { headers })).text();
    const again = await importer.send('sku,name\nA,a\n', { headers });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(first);
    expect((await importer.send('sku,name\nA,b\n', { headers })).status).toBe(422);
    expect((await importer.finish(JSON.parse(first).data)).result).toMatchObject({ created: 1 });
  });

  it('may be JSON as the API shows products', async () => {
    await importer.post('/categories', { code: 'mugs' });
    const item = {
      ...{ sku: 'J1', name: 'Mug', description: '', category: { id: 'cat_x', code: 'mugs' }, parent: null },
      prices: { EUR: { amount: 3, cost: 1 } },
      images: [{ url: 'https://a.example/1.jpg', altText: 'Front' }],
      ...{ version: 7, completeness: 3, createdAt: '2020-01-01T00:00:00.000Z' },
    };
    const items = [item, { ...item, sku: 'J2', category: null }];
    const { accepted, result } = await importer.run(JSON.stringify({ products: items }), { name: 'a.json' });
    expect(accepted.mapping).toMatchObject({ version: '__ignore__', 'category.code': 'category' });
    expect(result).toMatchObject({ created: 2, failed: 0 });
    expect(await importer.product('J1')).toMatchObject({
      ...{ description: null, category: { code: 'mugs' }, prices: item.prices, images: item.images, version: 1 },
    });
  });
});

describe('invalid content', () => {
  it.each([
    ['an empty file', '', {}, { file: 'The file is empty.' }],
    [
      'a picture',
      Buffer.from(`89504e470d0a1a0a0000000d49484452${'01020304'.repeat(50)}`, 'hex'),
      {},
      { file: expect.stringContaining('PNG') },
    ],
    ['no SKU', 'a,b\n1,2\n', {}, { file: expect.stringMatching(/"sku".*The file has "a", "b"/) }],
    ['unknown options', 'sku\n1\n', { options: { dryrun: true } }, { 'options.dryrun': expect.any(String) }],
    ['unknown fields', 'sku\n1\n', { fields: { dryrun: 'true' } }, { dryrun: expect.any(String) }],
    ['wrong options', 'sku\n1\n', { fields: { dryRun: 'perhaps' } }, { dryRun: expect.any(String) }],
    ['a foreign locale', 'sku\n1\n', { options: { locale: 'it' } }, { 'options.locale': expect.any(String) }],
    ['no encoding', 'sku\n1\n', { options: { encoding: 'x' } }, { 'options.encoding': expect.any(String) }],
    [
      'no column',
      'sku\n1\n',
      { mapping: { sku: 'sku', x: 'name' } },
      { 'mapping.x': expect.stringContaining('"sku"') },
    ],
    ['no key', 'sku,b\n1,2\n', { mapping: { sku: 'sku', b: 'bee' } }, { 'mapping.b': expect.any(String) }],
    [
      'one field twice',
      'sku,b,c\n1,2,3\n',
      { mapping: { sku: 'sku', b: 'name', c: 'name' } },
      { 'mapping.c': expect.any(String) },
    ],
    [
      'no type',
      'sku,b\n1,2\n',
      { mapping: { sku: 'sku', b: '__new_attribute__:txt' } },
      { 'mapping.b': expect.any(String) },
    ],
    ['no identity', 'sku,b\n1,2\n', { mapping: { b: 'name' } }, { mapping: expect.any(String) }],
  ])('%s is refused at once, by name', async (_, content, file, fields) => {
    expect(await importer.refusal(content, file)).toEqual(fields);
    expect(await importer.traces()).toEqual({ versions: 0, events: 0 });
  });

  it('in one cell prevents the whole row from being saved', async () => {
    const { problems, result } = await importer.run('sku,name,gtin,images\nA,a,123,ftp://x\n');
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['1 gtin gtin', '1 images images.0.url']);
    expect(result).toMatchObject({ created: 0, failed: 1 });
  });

  it('ends the import when there is too much of it', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `S${index},${index < 3 ? '' : 'x'}`).join('\n');
    const { job, result } = await importer.run(`sku,name\n${rows}\n`, { fields: { maxErrors: '2' } });
    expect(job).toMatchObject({ status: 'failed', errorCount: 3 });
    expect(result).toMatchObject({ failed: 3, created: 497, error: { code: 'validation_failed' } });
  });
});

describe('white space', () => {
  it('around a cell has no meaning, except in formatted text, and a blank cell is empty', async () => {
    await importer.post('/attributes', { code: 'fabric', type: 'text' });
    const csv =
      'sku,name,brand,description,bullets,fabric,price-EUR\n A , Mug ,\u00a0Kiln\u00a0, Text , a | |b , silk , 3 \n';
    const first = await importer.run(csv);
    expect(first.problems).toEqual([]);
    const expected = { name: 'Mug', brand: 'Kiln', description: ' Text ', bullets: ['a', 'b'], price: 3 };
    expect(await importer.product('A')).toMatchObject({ ...expected, attributes: { fabric: 'silk' } });
    const blank = csv.replace(' Mug ,\u00a0Kiln\u00a0, Text , a | |b , silk , 3 ', ' ,\u00a0, , ,\t,  ');
    expect((await importer.run(blank)).result).toMatchObject({ unchanged: 1 });
    await importer.run(blank.replace(' A , ,', ' A ,Mug,'), { fields: { emptyCells: 'clear' } });
    const cleared = { name: 'Mug', brand: null, description: null, bullets: [], price: null, attributes: {} };
    expect(await importer.product('A')).toMatchObject(cleared);
    const json = await importer.run('[{"sku":"A","name":" Cup ","brand":" "},{"sku":"B","name":" "}]', {
      name: 'a.json',
    });
    expect(json.problems).toEqual(['2 name name: Required.']);
    expect(await importer.product('A')).toMatchObject({ name: 'Cup', brand: null });
  });
});

describe('currencies', () => {
  it('are those of the workspace; any other is an error of the cell', async () => {
    const csv =
      'sku,name,price-EUR,price-CHF,prices.CHF.cost,currency\nA,a,1,2,,\nB,b,1,,3,\nC,c,1,,,CHF\nD,d,1,,,USD\n';
    const { problems, result } = await importer.run(csv, { fields: { emptyCells: 'clear' } });
    expect(result).toMatchObject({ created: 1, failed: 3 });
    const message = 'Must be one of the workspace’s currencies: EUR, USD.';
    expect(problems).toEqual([
      `1 price-CHF prices.CHF: ${message}`,
      `2 price-CHF prices.CHF: ${message}`,
      `3 currency currency: ${message}`,
    ]);
  });
});

describe('parents and variants', () => {
  const header = 'sku,type,name,parent,variantAxes,attributes.color,associations.upsell\n';
  beforeEach(() =>
    importer.post('/attributes', {
      ...{ code: 'color', type: 'select', usableAsAxis: true },
      options: [{ code: 'red' }, { code: 'blue' }],
    }),
  );

  it('may come in any order', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `X${index},simple,x,,,,\n`).join('');
    const rows = `V1,,,P,,red,\nV2,variant,,P,,blue,A|P\nA,,a,,,,B\n${many}B,,b,,,,A|V1\nP,parent,p,,color,,V1\n`;
    const { result, problems, job } = await importer.run(header + rows);
    expect(problems).toEqual([]);
    expect(counts(result)).toEqual({ total: 605, created: 605, updated: 0, unchanged: 0, failed: 0 });
    expect(job.progress).toEqual({ processed: 605, total: 605, percent: 100 });
    expect(await importer.product('P')).toMatchObject({
      variantCount: 2,
      version: 1,
      associations: { upsell: ['V1'] },
    });
    expect(await importer.product('B')).toMatchObject({ version: 1, associations: { upsell: ['A', 'V1'] } });
    expect(await importer.product('V1')).toMatchObject({ type: 'variant', parent: { sku: 'P' }, version: 1 });
    const { rows: kept } = await fixture.database.query('select 1 from import_row where workspace_id = $1', [
      importer.workspace.id,
    ]);
    expect(kept).toEqual([]);
    const before = await importer.traces();
    expect((await importer.run(header + rows)).result).toMatchObject({ unchanged: 605, failed: 0 });
    expect(await importer.traces()).toEqual(before);
  });

  it('that lack others are errors, and so are rows that wait for them', async () => {
    const { result, problems } = await importer.run(`${header}V,,,NONE,,red,\nA,,a,,,,V\nB,,b,,,,A\nC,,c,,,,\n`);
    expect(counts(result)).toEqual({ total: 4, created: 1, updated: 0, unchanged: 0, failed: 3 });
    expect([...problems].sort()).toEqual([
      '1 parent parent: No product "NONE" exists.',
      '2 associations.upsell associations.upsell.0: No product "V" exists.',
      '3 associations.upsell associations.upsell.0: No product "A" exists.',
    ]);
  });
});

describe('a dry run', () => {
  it('reports what would happen and saves nothing', async () => {
    await importer.run('sku,name\nA,a\nB,b\n');
    const before = await importer.traces();
    const filler = Array.from({ length: 600 }, (_, index) => `X${index},x,simple,,,\n`).join('');
    const rows = `V,,,P,,\nP,p,parent,,,\nB,changed,,,,\nA,a,,,,\n${filler}W,,,P,,\nBad,,,,,\nN,n,,,Fresh,dark red\n`;
    const { accepted, result, problems } = await importer.run(`sku,name,type,parent,category,Shade\n${rows}`, {
      options: { dryRun: true, createMissing: { categories: true } },
      mapping: {
        ...{ sku: 'sku', name: 'name', type: 'type', parent: 'parent', category: 'category' },
        Shade: '__new_attribute__:text',
      },
    });
    expect(accepted.dryRun).toBe(true);
    expect(counts(result)).toEqual({ total: 607, created: 604, updated: 1, unchanged: 1, failed: 1 });
    expect(result).toMatchObject({ dryRun: true, createdCategories: ['Fresh'], createdAttributes: ['Shade'] });
    expect(problems).toEqual(['606 name name: Required.']);
    expect(await importer.traces()).toEqual(before);
    expect(await importer.product('P')).toBeNull();
  });

  it('knows what earlier batches would have created in the catalog', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select', usableAsAxis: true });
    const filler = Array.from({ length: 600 }, (_, index) => `X${index},x,simple,,,,,\n`).join('');
    const parents = 'P,p,parent,,color,Fresh,Hot,\nQ,q,parent,,color,Fresh,Hot,\n';
    const rows = `V,,,P,,Fresh,Hot,Red\nQ-V,,,Q,,Fresh,Hot,Red\n${parents}${filler}W,,,P,,,,Blue\n`;
    const csv = `sku,name,type,parent,variantAxes,category,collections,color\n${rows}R,r,,,,Fresh,Late|Hot,Red\n`;
    const createMissing = { categories: true, collections: true, options: true };
    const { result, problems } = await importer.run(csv, { options: { dryRun: true, createMissing } });
    expect(problems).toEqual([]);
    const { result: saved, problems: found } = await importer.run(csv, { options: { createMissing } });
    expect(found).toEqual([]);
    expect({ ...saved, dryRun: true }).toEqual(result);
    expect(counts(saved)).toMatchObject({ total: 606, created: 606 });
  });
});

describe('options', () => {
  it('create missing records', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select' });
    const csv =
      'sku,name,category,collections,color,Care label\nA,a,Big Mugs,New|Hot,Dark Red,Hand wash\nB,b,Big Mugs,New,Blue,\n';
    const createMissing = { categories: true, collections: true, options: true, attributes: true };
    const { result, problems, accepted } = await importer.run(csv, { options: { createMissing } });
    expect(problems).toEqual([]);
    expect(accepted.mapping['Care label']).toBe('__new_attribute__:text');
    expect(result).toMatchObject({
      ...{ created: 2, createdCategories: ['Big_Mugs'], createdCollections: ['New', 'Hot'] },
      ...{ createdAttributes: ['Care_label'], createdOptions: ['color.Dark_Red', 'color.Blue'] },
    });
    expect(await importer.product('A')).toMatchObject({
      ...{ category: { code: 'Big_Mugs' }, collections: [{ code: 'New' }, { code: 'Hot' }] },
      attributes: { color: 'Dark_Red', Care_label: 'Hand wash' },
    });
    const again = await importer.run(csv, { options: { createMissing } });
    expect(again.result).toMatchObject({ unchanged: 2, createdCategories: [], createdOptions: [] });
  });

  it('leave the row with its error if nothing may be created', async () => {
    const { problems } = await importer.run('sku,name,category\nA,a,Mugs\n');
    expect(problems).toEqual(['1 category category: No category "Mugs" exists; createMissing.categories creates it.']);
  });

  it('set whether records are created, changed or both', async () => {
    await importer.run('sku,name\nA,a\n');
    const create = await importer.run('sku,name\nA,x\nB,b\n', { fields: { mode: 'create' } });
    expect(create.result).toMatchObject({ created: 1, failed: 1 });
    expect(create.job.errors[0]).toMatchObject({ row: 1, sku: 'A', code: 'conflict' });
    const id = (await importer.product('A'))?.id;
    const createById = await importer.run(`id,name\n${id},x\n`, { fields: { mode: 'create', matchBy: 'id' } });
    expect(createById.problems).toEqual(['1 null null: A product with the SKU "A" already exists.']);
    const update = await importer.run('sku,name\nA,x\nC,c\n', { fields: { mode: 'update' } });
    expect(update.result).toMatchObject({ updated: 1, failed: 1 });
    expect(update.job.errors[0]).toMatchObject({ row: 2, sku: 'C', code: 'not_found' });
  });

  it('set what empty cells mean', async () => {
    await importer.run('sku,name,brand,prices.EUR,tags\nA,a,Kiln,3,x\n');
    await importer.run('sku,name,brand,prices.EUR,tags\nA,,,,\n');
    expect(await importer.product('A')).toMatchObject({ brand: 'Kiln', price: 3, tags: ['x'] });
    await importer.run('sku,brand,prices.EUR,tags\nA,,,\n', { fields: { emptyCells: 'clear' } });
    expect(await importer.product('A')).toMatchObject({ name: 'a', brand: null, price: null, tags: [] });
  });

  it('set what identifies products', async () => {
    await importer.run('sku,name,gtin\nA,a,4006381333931\n');
    const id = (await importer.product('A'))?.id;
    const byGtin = await importer.run('sku,ean,name\nTHEIRS,4006381333931,x\nNEW,00012348,n\n', {
      fields: { matchBy: 'gtin' },
    });
    expect(byGtin.result).toMatchObject({ created: 1, updated: 1 });
    expect(await importer.product('A')).toMatchObject({ id, name: 'x' });
    const byId = await importer.run(`id,sku,name\n${id},A2,y\n,C,c\nprd_x,D,d\n`, { fields: { matchBy: 'id' } });
    expect(byId.result).toMatchObject({ created: 1, updated: 1, failed: 1 });
    expect(byId.problems).toEqual(['3 id id: Must be the id of a product.']);
    expect(await importer.product('A2')).toMatchObject({ id, name: 'y' });
  });

  it('set how texts, numbers, lists and new products are read', async () => {
    const options = {
      ...{ locale: 'de', currency: 'USD', decimalSeparator: ',', listSeparator: ';', defaultStatus: 'approved' },
      ...{ delimiter: '\t', encoding: 'windows-1252' },
    };
    await importer.run('sku\tname\nA\ta\n');
    const text = Buffer.from('sku\tname\tprice\ttags\tdescription\nA\tTasse\t1.234,5\tx;y\t\x80 5\n', 'latin1');
    const { accepted } = await importer.run(text, { options });
    expect(accepted.mapping).toMatchObject({ name: 'translations.de.name', price: 'prices.USD' });
    expect(await importer.product('A')).toMatchObject({
      ...{ name: 'a', prices: { USD: { amount: 1234.5 } }, tags: ['x', 'y'], status: 'draft' },
      translations: { de: { name: 'Tasse', description: '€ 5' } },
    });
    await importer.run('sku,name\nB,b\nP,p\n', { fields: { defaultStatus: 'archived', defaultType: 'parent' } });
    expect(await importer.product('B')).toMatchObject({ status: 'archived', type: 'parent', version: 1 });
  });

  it('restore what exports neutralise', async () => {
    await importer.run("sku,name\nA,'=1+1\n");
    expect(await importer.product('A')).toMatchObject({ name: '=1+1' });
  });
});
