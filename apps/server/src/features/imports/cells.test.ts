import { textCell, workbook } from '@product-content/server/testing';
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

const weights = async (...skus: string[]) =>
  Promise.all(skus.map(async (sku) => (await importer.product(sku))?.weight ?? null));

describe('numbers in text cells', () => {
  it.each([
    ['a comma before one decimal', '1.234', '1,5', 1234, 1.5],
    ['a comma behind a leading zero', '1.234', '0,125', 1234, 0.125],
    ['a point before one decimal', '1.234', '1.5', 1.234, 1.5],
    ['a point behind a leading zero', '1,234', '0.125', 1234, 0.125],
    ['both separators', '1.234', '2.345,678', 1234, 2345.678],
    ['two groups of thousands', '1.234', '1.234.567', 1234, 1234567],
  ])('are parsed using other cells of the column: %s', async (_, first, second, one, two) => {
    // The decisive cell is in another batch than the ambiguous one.
    const between = Array.from({ length: 600 }, (_, index) => `X${index};x;\n`).join('');
    const { problems } = await importer.run(`sku;name;weight\nA;a;${first}\n${between}B;b;${second}\n`);
    expect(problems).toEqual([]);
    expect(await weights('A', 'B')).toEqual([one, two]);
  });

  it('that are ambiguous are refused before anything is saved, with both readings', async () => {
    const csv = 'sku;name;weight;Preis;stock\nA;a;1.234;12,50;2.000\nB;b;2.345;1.999,00;7\n';
    const message =
      'In the column "weight", "1.234" is 1.234 or 1234, "2.345" is 2.345 or 2345. ' +
      'In the column "stock", "2.000" is 2 or 2000. Say which decimal separator the file has: point or comma.';
    expect(await importer.refusal(csv)).toEqual({ 'options.decimalSeparator': message });
    expect(await importer.traces()).toEqual({ versions: 0, events: 0 });
    const { result, accepted } = await importer.run(csv, { fields: { decimalSeparator: ',' } });
    expect([result.created, accepted.ambiguousNumbers]).toEqual([2, []]);
    expect(await importer.product('A')).toMatchObject({ weight: 1234, price: 12.5, stock: 2000 });
    await importer.run('sku;weight\nA;1.234\n', { fields: { decimalSeparator: '.' } });
    expect(await weights('A')).toEqual([1.234]);
  });

  it('that are ambiguous are shown by a dry run, with both readings', async () => {
    const { accepted, problems, result } = await importer.run('sku,name,weight,price\nA,a,1.234,1.5\nB,b,2,3\n', {
      fields: { dryRun: 'true' },
    });
    expect(accepted.ambiguousNumbers).toEqual([
      { column: 'weight', samples: [{ text: '1.234', point: 1.234, comma: 1234 }] },
    ]);
    expect(problems).toEqual([
      '1 weight weight: "1.234" can be 1.234 or 1234: say which decimalSeparator the file has.',
    ]);
    expect(result).toMatchObject({ created: 1, failed: 1 });
  });

  it('may have different separators in one column if each is unambiguous', async () => {
    const mixed = 'sku;name;weight\nA;a;1,5\nB;b;2.5\n';
    expect((await importer.run(mixed)).problems).toEqual([]);
    expect(await weights('A', 'B')).toEqual([1.5, 2.5]);
    expect(await importer.refusal(`${mixed}C;c;1.234\n`)).toHaveProperty(['options.decimalSeparator']);
  });

  it('are also checked in columns that become attributes', async () => {
    const mapping = { sku: 'sku', name: 'name', Volume: '__new_attribute__:decimal' };
    expect(await importer.refusal('sku;name;Volume\nA;a;1.234\n', { mapping })).toHaveProperty([
      'options.decimalSeparator',
    ]);
  });

  it('are parsed from texts of JSON and spreadsheets, whose numbers are unchanged', async () => {
    const json = (weight: unknown) => JSON.stringify([{ sku: 'A', name: 'a', weight }]);
    await importer.run(json(1.234), { name: 'a.json' });
    expect(await weights('A')).toEqual([1.234]);
    expect(await importer.refusal(json('1.234'), { name: 'a.json' })).toHaveProperty(['options.decimalSeparator']);
    const sheet = (cell: string) =>
      workbook({
        rows: `<row>${['sku', 'name', 'weight'].map(textCell).join('')}</row><row>${textCell('X')}${textCell('x')}${cell}</row>`,
      });
    await importer.run(await sheet('<c><v>1.234</v></c>'), { name: 'a.xlsx' });
    expect(await weights('X')).toEqual([1.234]);
    expect(await importer.refusal(await sheet(textCell('1.234')), { name: 'a.xlsx' })).toHaveProperty([
      'options.decimalSeparator',
    ]);
  });
});

describe('money with its currency', () => {
  it('is a price in that currency, whatever its column says', async () => {
    const rows = ['A;a;12.70 EUR;', 'B;b;€ 12,70;', 'C;c;USD 5;', 'D;d;;7 €', 'E;e;$5;6 eur', 'F;f;1.234,50;$ 2'];
    const { problems } = await importer.run(`sku;name;price;price-USD\n${rows.join('\n')}\n`);
    expect(problems).toEqual([]);
    const products = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((sku) => importer.product(sku)));
    expect(products.map((product) => product?.prices)).toEqual([
      { EUR: { amount: 12.7 } },
      { EUR: { amount: 12.7 } },
      { USD: { amount: 5 } },
      { EUR: { amount: 7 } },
      { USD: { amount: 5 }, EUR: { amount: 6 } },
      { EUR: { amount: 1234.5 }, USD: { amount: 2 } },
    ]);
  });

  it('in a currency that the workspace lacks, or that is not clear, is an error of its row', async () => {
    const rows = ['A;a;5 GBP;', 'B;b;£5;', 'C;c;3 usd;4', 'D;d;;-1 EUR', 'E;e;5 pieces;', 'F;f;5;6 €'];
    const { problems, result } = await importer.run(`sku;name;Cost;price-USD\n${rows.join('\n')}\n`, {
      mapping: { sku: 'sku', name: 'name', Cost: 'price', 'price-USD': 'prices.USD' },
    });
    expect(problems).toEqual([
      '1 Cost prices.GBP: Not a currency of the workspace: EUR, USD.',
      '2 Cost price: Must be an amount; "£" is not a currency of the workspace.',
      '3 price-USD prices.USD: Another column of the row has a price in USD already.',
      '4 price-USD prices.EUR.amount: Must be at least 0.',
      '5 Cost price: Must be an amount; "pieces" is not a currency of the workspace.',
      '6 Cost price: Contradicts prices.EUR.',
    ]);
    expect(result).toMatchObject({ created: 0, failed: 6 });
  });

  it('may have a symbol of two currencies only in the column of one of them', async () => {
    const inCanada = await fixture.importer({ currencies: ['EUR', 'USD', 'CAD'] });
    const { problems } = await inCanada.run('sku,name,price,prices.CAD\nA,a,$5,\nB,b,,$5\n');
    expect(problems).toEqual(['1 price price: "$" can be USD or CAD: use the code.']);
    expect(await inCanada.product('B')).toMatchObject({ prices: { CAD: { amount: 5 } } });
  });

  it('has its number parsed without its currency', async () => {
    expect(await importer.refusal('sku,name,price\nA,a,1.234 EUR\n')).toEqual({
      'options.decimalSeparator': expect.stringContaining('"1.234" is 1.234 or 1234'),
    });
  });
});

describe('a row of a CSV file that is shorter than the header', () => {
  it('is an error that says how many cells it has, and the others are saved', async () => {
    const { problems, result } = await importer.run('sku,name,brand\nA,a,Kiln\nB,b\nC\n\n   \n');
    const expected = (cells: number) =>
      `The row has ${cells} cells, the header 3; with shortRows "pad" the missing ones are empty.`;
    expect(problems).toEqual([`2 null null: ${expected(2)}`, `3 null null: ${expected(1)}`]);
    expect(result).toMatchObject({ total: 3, created: 1, failed: 2 });
    const longer = await importer.run('sku,name\nA,a,,\nB,b,c\n');
    expect(longer.problems).toEqual(['2 null null: The row has 3 cells, the header 2; is a quote or delimiter wrong?']);
  });

  it('is filled with empty cells if the import says so', async () => {
    const { problems, result } = await importer.run('sku\tname\tbrand\nA\ta\n', { fields: { shortRows: 'pad' } });
    expect([problems, result.created]).toEqual([[], 1]);
  });

  it('is normal in a spreadsheet, which does not store empty cells', async () => {
    const rows = `<row>${['sku', 'name', 'brand'].map(textCell).join('')}</row><row>${textCell('A')}${textCell('a')}</row>`;
    expect((await importer.run(await workbook({ rows }), { name: 'a.xlsx' })).problems).toEqual([]);
  });
});

it('a text that cannot be stored is an error of its row only', async () => {
  const items = [
    { sku: 'A', name: 'a\u0000' },
    { sku: 'B', name: 'b\ud800' },
    { sku: 'C', name: 'c', tags: ['x', 'y\u0000'] },
    { sku: 'D', name: 'd', category: '\u0000' },
    { sku: 'E', name: 'e', parent: 'p\u0000' },
    { sku: 'F', name: 'f' },
  ];
  const createMissing = { categories: true };
  const { result, problems } = await importer.run(JSON.stringify(items), {
    name: 'a.json',
    options: { createMissing },
  });
  expect(result).toMatchObject({ created: 1, failed: 5, createdCategories: [] });
  expect(problems).toEqual([
    '1 name name: Must not contain NUL characters.',
    '2 name name: Must not contain lone surrogates.',
    '3 tags tags: Must not contain NUL characters.',
    '4 category category: Must not contain NUL characters.',
    '5 parent parent: Must not contain NUL characters.',
  ]);
});

it('white space around cells is removed, and blank cells are empty', async () => {
  await importer.run('sku,name,brand,seo.title\nA,a,Kiln,T\n');
  const { problems } = await importer.run('sku,name,brand,seo.title,weight\n A ,  Mug ,   ,\t, 1.5 \n');
  expect(problems).toEqual([]);
  expect(await importer.product('A')).toMatchObject({ name: 'Mug', brand: 'Kiln', seo: { title: 'T' }, weight: 1.5 });
});
