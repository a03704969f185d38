import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
  await importer.run(
    'sku,name,brand,status\nA,a,Kiln,approved\nB,b,Kiln,draft\nC,c,Other,approved\nD,d,Kiln,archived\n',
  );
});

const statusOf = async (sku: string) => (await importer.product(sku))?.status;
const options = { missing: 'archive' };

it('products that the file does not name are archived, counted and named, each with one version', async () => {
  const before = await importer.traces();
  const { result, problems } = await importer.run('sku,name\nA,a\nNEW,new\n', { options });
  expect([result.archived, result.archivedSkus, problems]).toEqual([2, ['B', 'C'], []]);
  expect(await Promise.all(['A', 'B', 'C', 'D'].map(statusOf))).toEqual([
    'approved',
    'archived',
    'archived',
    'archived',
  ]);
  expect((await importer.traces()).versions - before.versions).toBe(3);
  const again = await importer.run('sku,name\nA,a\nNEW,new\n', { options });
  expect(again.result).toMatchObject({ unchanged: 2, archived: 0, archivedSkus: [] });
});

it('only products that meet the filter are archived', async () => {
  const { result } = await importer.run('sku,name\nA,a\n', {
    options: { ...options, missingFilter: { brand: 'Kiln' } },
  });
  expect(result.archivedSkus).toEqual(['B']);
  expect(await statusOf('C')).toBe('approved');
});

it('a dry run names what would be archived and archives nothing', async () => {
  const before = await importer.traces();
  const { result } = await importer.run('sku,name\nA,a\n', { options: { ...options, dryRun: true } });
  expect([result.archived, result.archivedSkus]).toEqual([2, ['B', 'C']]);
  expect(await importer.traces()).toEqual(before);
});

it.each([
  ['a row has failed', 'sku,name,stock\nA,a,1\nB,b,many\n'],
  ['it has no rows', 'sku,name\n'],
])('nothing is archived by a file when %s', async (_, file) => {
  const { result } = await importer.run(file, { options });
  expect(result.archived).toBe(0);
  expect(await statusOf('C')).toBe('approved');
});

it('products count as present if the file writes their SKU differently, by a value map or in several cells', async () => {
  const byMap = { ...options, valueMaps: { sku: { one: 'A', two: 'B', three: 'C' } } };
  const { result } = await importer.run('sku\none\ntwo\nthree\n', { options: byMap });
  expect(result).toMatchObject({ unchanged: 3, archived: 0 });
  const made = await importer.run('x,y,name\nA,,a\n,B,b\nC,,c\n', { options: { ...options, skuFrom: ['x', 'y'] } });
  expect(made.result).toMatchObject({ unchanged: 3, archived: 0 });
});

it('more products than a batch has are archived, each once', async () => {
  const many = Array.from({ length: 1100 }, (_, index) => `M${index},m`).join('\n');
  await importer.run(`sku,name\n${many}\n`);
  const before = await importer.traces();
  const { result } = await importer.run('sku,name\nA,a\n', { options });
  expect([result.archived, result.archivedSkus.length]).toEqual([1102, 100]);
  expect((await importer.traces()).versions - before.versions).toBe(1102);
});

it('archiving needs rows that name products by SKU', async () => {
  expect(await importer.refusal('gtin,name\n4006381333931,a\n', { options: { ...options, matchBy: 'gtin' } })).toEqual({
    'options.missing': 'Products can only be archived when rows name them by SKU: matchBy "sku".',
  });
});
