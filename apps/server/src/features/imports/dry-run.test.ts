import type { ImportAccepted, Job } from '@product-content/contract';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countStatements } from '#testing/count-statements.ts';
import { useImports } from '#testing/imports/import-fixture.ts';

const { fixture, importer } = useImports();

const columns = ['sku', 'name', 'type', 'parent', 'stock', 'category', 'status', 'associations.upsell', 'gtin'];

const rowArbitrary = fc.tuple(
  fc.constantFrom('A', 'B', 'C', 'D', 'E', ''),
  fc.constantFrom('x', 'y', ''),
  fc.constantFrom('', 'parent', 'simple'),
  fc.constantFrom('', '', 'A', 'B', 'NONE'),
  fc.constantFrom('1', '2', 'many', ''),
  fc.constantFrom('', 'Home > Mugs', 'Home', 'Attic|Home'),
  fc.constantFrom('', 'approved', 'draft', 'nonsense'),
  fc.constantFrom('', '', 'C', 'E', 'NONE'),
  fc.constantFrom('', '4006381333931', '5901234123457'),
);
const rowsArbitrary = fc.array(rowArbitrary, { maxLength: 8 });
const optionsArbitrary = fc.record({
  mode: fc.constantFrom('upsert', 'create', 'update'),
  matchBy: fc.constantFrom('sku', 'gtin'),
  onRepeat: fc.constantFrom('warn', 'error'),
});

const toCsv = (rows: readonly (readonly string[])[]) => [columns, ...rows].map((row) => row.join(',')).join('\n');

/** More rows than one batch has, about other products. */
const others = Array.from({ length: 501 }, (_, index) => [`OTHER-${index}`, 'other', '', '', '', '', '', '', '']);

it('a dry run has the counts, errors, warnings and new records of the import, and saves nothing', async () => {
  const property = fc.asyncProperty(
    rowsArbitrary,
    rowsArbitrary,
    rowsArbitrary,
    fc.constantFrom(true, false, false, false),
    optionsArbitrary,
    async (before, first, second, isLong, sent) => {
      const importer = await fixture.importer();
      await importer.run(toCsv(before));
      const traces = await importer.traces();
      const file = toCsv([...first, ...(isLong ? others : []), ...second]);
      const options = { ...sent, createMissing: { categories: true } };
      const tried = await importer.run(file, { options: { ...options, dryRun: true } });
      expect(await importer.traces()).toEqual(traces);
      const { result, problems, warnings } = await importer.run(file, { options });
      expect(tried.result).toEqual({ ...result, dryRun: true });
      expect([tried.problems, tried.warnings]).toEqual([problems, warnings]);
    },
  );
  await fc.assert(property, { numRuns: byTier({ behavior: 4, exhaustive: 30 }) });
});

it('a dry run finds the records that it would have created for rows of an earlier batch', async () => {
  const filler = Array.from({ length: 500 }, (_, at) => `OTHER-${at},other,,`);
  const rows = ['A,a,Home,Deep Red', ...filler, 'B,b,Attic|Home,deep-red', 'C,c,Home > Mugs,Green'];
  const file = `sku,name,category,color\n${rows.join('\n')}\n`;
  const mapping = { sku: 'sku', name: 'name', category: 'category', color: '__new_attribute__:select' };
  const options = { createMissing: { categories: true, options: true } };
  const tried = await importer.run(file, { mapping, options: { ...options, dryRun: true } });
  const { result, problems } = await importer.run(file, { mapping, options });
  expect(result).toMatchObject({ created: 503, createdCategories: ['Home', 'Home_Mugs'] });
  expect([tried.result, tried.problems]).toEqual([{ ...result, dryRun: true }, problems]);
});

it('a dry run that is interrupted continues with the records that it would have created', async () => {
  const filler = Array.from({ length: 4_000 }, (_, at) => `OTHER-${at},other,`);
  const file = `sku,name,category\n${['A,a,Home', ...filler, 'B,b,Attic|Home'].join('\n')}\n`;
  const options = { dryRun: true, createMissing: { categories: true } };
  const response = await importer.send(file, { options });
  const { data: accepted } = (await response.json()) as { data: ImportAccepted };
  const processed = async () => {
    const { data } = (await (await importer.get(`/jobs/${accepted.jobId}`)).json()) as { data: Job };
    return data.progress.processed;
  };
  await expect.poll(processed).toBeGreaterThan(0);
  await fixture.restartWorker();
  const { result } = await importer.finish(accepted);
  expect(result).toMatchObject({ total: 4_002, created: 4_002, createdCategories: ['Home'] });
});

it('what a dry run stores about its rows is deleted at its end', async () => {
  await importer.run('sku,name\nA,a\n', { options: { dryRun: true } });
  const { rows } = await fixture.database.query('select from import_row where workspace_id = $1', [
    importer.workspace.id,
  ]);
  expect(rows).toEqual([]);
});

it.each([
  ['nothing of rows whose products no other row names', '', 0],
  ['rows whose products other rows name', 'V,,variant,A-7\nA-3,again,,\n', 2],
])('a dry run keeps %s', async (_, more, kept) => {
  const rows = Array.from({ length: 600 }, (_, at) => `A-${at},a,${at === 7 ? 'parent' : ''},\n`).join('');
  const run = () => importer.run(`sku,name,type,parent\n${rows}${more}`, { options: { dryRun: true } });
  const { texts } = await countStatements(fixture.database, run);
  for (const table of ['import_row', 'import_key']) {
    expect(texts.filter((text) => text.includes(`insert into ${table}`))).toHaveLength(kept);
  }
});

it.each([
  [
    'a variant that is named again, whose SKU comes before that of its parent',
    'sku,name,type,parent\nZ,z,parent,\nA,,variant,Z\nA,,variant,Z\nA,a,variant,Z\n',
    {},
  ],
  [
    'a product that is named again, which an earlier row associates with a new product',
    'sku,name,associations.upsell\nE,e,\nC,c,E\nC,c,\nC,d,\n',
    {},
  ],
  [
    'a new product that is named again by its GTIN, by rows with other SKUs too',
    'sku,gtin,name\nA,4006381333931,a\nA,4006381333931,a\nB,4006381333931,b\n',
    { matchBy: 'gtin' },
  ],
])('a dry run foresees what becomes of %s', async (_, file, options) => {
  const tried = await importer.run(file, { options: { ...options, dryRun: true } });
  const { result, problems } = await importer.run(file, { options });
  expect([tried.result, tried.problems]).toEqual([{ ...result, dryRun: true }, problems]);
});
