import type { ImportOptions } from '@product-content/contract';
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

const everything: Partial<ImportOptions> = {
  createMissing: { categories: true, collections: true, options: true, attributes: true },
};
const run = (csv: string, options: Partial<ImportOptions> = {}) =>
  importer.run(csv, { options: { ...everything, ...options } });

/** Codes and names of the records of a workspace. */
async function records(kind: 'category' | 'collection' | 'attribute'): Promise<string[]> {
  const name = kind === 'attribute' ? 'label' : 'name';
  const text = `select code, ${name} as name from ${kind} where workspace_id = $1 order by position, code`;
  const { rows } = await fixture.database.query<{ code: string; name: string }>(text, [importer.workspace.id]);
  return rows.map((row) => `${row.code}: ${row.name}`);
}
async function catalogEvents(): Promise<number> {
  const text = `select count(*)::integer as count from outbox where workspace_id = $1 and type not like all (array['product.%', 'import.%'])`;
  const { rows } = await fixture.database.query<{ count: number }>(text, [importer.workspace.id]);
  return rows[0]?.count ?? 0;
}

describe('a catalog record that an import creates', () => {
  it('is created only if a saved row needs it', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select' });
    const before = await catalogEvents();
    const header = 'sku,name,gtin,category,collections,color,Care';
    const rows = ['A,,,No name,No name,No name,No name', 'B,b,123,Bad GTIN,Bad GTIN,Bad GTIN,Bad GTIN'];
    const failed = await run([header, ...rows].join('\n'));
    expect(failed.result).toMatchObject({ failed: 2, createdCategories: [], createdAttributes: [] });
    expect([await records('category'), await records('collection'), await records('attribute')]).toEqual([
      [],
      [],
      ['color: color'],
    ]);
    expect(await catalogEvents()).toBe(before);
    const saved = await run([header, ...rows, 'C,c,,Home > Good,Good,Good,Good'].join('\n'));
    expect(saved.result).toMatchObject({
      ...{ created: 1, failed: 2, createdCategories: ['Home', 'Home_Good'], createdCollections: ['Good'] },
      ...{ createdOptions: ['color.Good'], createdAttributes: ['Care'] },
    });
    expect([await records('category'), await records('collection'), await records('attribute')]).toEqual([
      ['Home: Home', 'Home_Good: Good'],
      ['Good: Good'],
      ['color: color', 'Care: Care'],
    ]);
    // Two categories, an attribute, and an option of another one.
    expect((await catalogEvents()) - before).toBe(4);
    expect(saved.problems.map((problem) => problem.split(':')[0])).toEqual(['1 name name', '2 gtin gtin']);
  });

  it('is rolled back when its row is refused', async () => {
    await importer.post('/products', { sku: 'A', name: 'a' });
    const csv = 'sku,name,category,collections\nA,a,Taken,Shared\nB,b,Free,Shared\n';
    const { result, job } = await run(csv, { mode: 'create' });
    expect(job.errors).toMatchObject([{ row: 1, code: 'conflict' }]);
    expect(result).toMatchObject({ createdCategories: ['Free'], createdCollections: ['Shared'] });
    expect([await records('category'), await records('collection')]).toEqual([['Free: Free'], ['Shared: Shared']]);
  });

  it('is created with a row that waited for another one, but not with one that waited in vain', async () => {
    const csv = 'sku,name,category,associations.upsell\nA,a,Late,B\nV,v,Never,NONE\nB,b,,\n';
    const { result } = await run(csv);
    expect(result).toMatchObject({ created: 2, failed: 1, createdCategories: ['Late'] });
    expect(await records('category')).toEqual(['Late: Late']);
    expect(await importer.product('A')).toMatchObject({ category: { code: 'Late' } });
  });

  it('may be an attribute with its options', async () => {
    const mapping = { sku: 'sku', name: 'name', Shade: '__new_attribute__:select' };
    const csv = 'sku,name,Shade\nA,a,Dark Red\nB,b,\n';
    const { result, problems } = await importer.run(csv, { options: everything, mapping });
    expect(problems).toEqual([]);
    expect(result).toMatchObject({ createdAttributes: ['Shade'], createdOptions: ['Shade.Dark_Red'] });
    const without = await importer.run(csv.replaceAll('Shade', 'Tone'), {
      mapping: { sku: 'sku', Tone: mapping.Shade },
    });
    expect(without.problems).toEqual([
      '1 Tone attributes.Tone: "Dark Red" is not an option of the attribute "Tone"; createMissing.options creates it.',
    ]);
    expect(await records('attribute')).toEqual(['Shade: Shade']);
  });

  it('has an error that says why it cannot be created', async () => {
    const options = Array.from({ length: 5000 }, (_, at) => ({ code: `c${at}` }));
    await importer.post('/attributes', { code: 'color', type: 'select', options });
    const { problems } = await run('sku,name,color,category\nA,a,Red,Mugs\n');
    expect(problems).toEqual(['1 color attributes.color: An attribute has at most 5000 options.']);
    expect(await records('category')).toEqual([]);
  });

  it('takes the same number of statements for many records as for one', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select' });
    const countStatements = async (rows: number, prefix: string): Promise<number> => {
      const names = Array.from({ length: rows }, (_, at) => `${prefix}${at}`);
      const cells = names.map((name) => `${name},${name},Root > ${name},${name},${name},\n`);
      let statements = 0;
      const stop = fixture.database.onStatement((text) => {
        // Polling beside the import is not counted.
        if (/categor|collection|attribute|product|savepoint/.test(text)) statements += 1;
      });
      const { problems } = await run(
        `sku,name,category,collections,color,gtin\n${cells.join('')}BAD${prefix},x,No,No,No,1\n`,
      );
      stop();
      expect(problems).toHaveLength(1);
      return statements;
    };
    await countStatements(1, 'first');
    const few = await countStatements(2, 'few');
    expect(await countStatements(200, 'many')).toBe(few);
  });
});

describe('the code of a created record', () => {
  it('is derived from a name in any script, which becomes its name', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select' });
    const csv = 'sku,name,category,collections,color,Материал\nA,a,Техника > Камеры,夏,красный,сталь\n';
    const { result, accepted, problems } = await run(csv);
    expect(problems).toEqual([]);
    expect(accepted.mapping).toMatchObject({ Материал: '__new_attribute__:text' });
    expect(result).toMatchObject({
      ...{ createdCategories: ['tekhnika', 'tekhnika_kamery'], createdCollections: ['xia'] },
      ...{ createdOptions: ['color.krasnyy'], createdAttributes: ['material'] },
    });
    expect(await records('category')).toEqual(['tekhnika: Техника', 'tekhnika_kamery: Камеры']);
    expect(await records('attribute')).toEqual(['color: color', 'material: Материал']);
    const again = await run(csv);
    expect(again.accepted.mapping).toMatchObject({ Материал: 'attributes.material' });
    expect(again.result).toMatchObject({ unchanged: 1, createdCategories: [], createdOptions: [] });
  });

  it('differs for names that lead to the same code, in the same way in every file', async () => {
    await importer.post('/attributes', { code: 'color', type: 'select' });
    const header = 'sku,name,category,collections,color,Weight (g),Weight [g]';
    const csv = `${header}\nA,a,Камеры,T-Shirts,Dark Red,1,2\nB,b,kamery,T_Shirts,Dark+Red,3,4\nC,c,Kamery!,T+Shirts,Dark-Red,,\n`;
    const { result, problems } = await run(csv);
    expect(problems).toEqual([]);
    const distinct = (code: string) => expect.stringMatching(new RegExp(`^${code}_[0-9a-f]{8}$`));
    expect(result.createdCategories).toEqual([distinct('kamery'), 'kamery', 'Kamery']);
    expect(result.createdCollections).toEqual(['T-Shirts', 'T_Shirts', distinct('T_Shirts')]);
    expect(result.createdOptions).toEqual(['color.Dark_Red', distinct('color.Dark_Red'), 'color.Dark-Red']);
    expect(await records('attribute')).toEqual([
      'color: color',
      'Weight_g: Weight (g)',
      expect.stringMatching(/^Weight_g_[0-9a-f]{8}: Weight \[g\]$/),
    ]);
    const again = await run(csv);
    expect(again.problems).toEqual([]);
    expect(again.result).toMatchObject({ unchanged: 3, createdOptions: [], createdAttributes: [] });
    const products = await Promise.all(['A', 'B', 'C'].map((sku) => importer.product(sku)));
    expect(new Set(products.map((product) => product?.attributes.color)).size).toBe(3);
    expect(new Set(products.map((product) => product?.category?.code)).size).toBe(3);
  });
});
