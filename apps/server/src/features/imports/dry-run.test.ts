import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImportFixture } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());

const columns = ['sku', 'name', 'type', 'parent', 'stock', 'category', 'status', 'associations.upsell'];

const rowArbitrary = fc.tuple(
  fc.constantFrom('A', 'B', 'C', 'D', 'E', ''),
  fc.constantFrom('x', 'y', ''),
  fc.constantFrom('', 'parent', 'simple'),
  fc.constantFrom('', '', 'A', 'B', 'NONE'),
  fc.constantFrom('1', '2', 'many', ''),
  fc.constantFrom('', 'Home > Mugs', 'Home'),
  fc.constantFrom('', 'approved', 'draft', 'nonsense'),
  fc.constantFrom('', '', 'C', 'E', 'NONE'),
);
const rowsArbitrary = fc.array(rowArbitrary, { maxLength: 8 });

const toCsv = (rows: readonly (readonly string[])[]) => [columns, ...rows].map((row) => row.join(',')).join('\n');

/** More rows than one batch has, about other products. */
const others = Array.from({ length: 501 }, (_, index) => [`OTHER-${index}`, 'other', '', '', '', '', '', '']);

it('a dry run has the counts, errors, warnings and new records of the import, and saves nothing', async () => {
  const property = fc.asyncProperty(
    rowsArbitrary,
    rowsArbitrary,
    rowsArbitrary,
    fc.boolean(),
    async (before, first, second, isLong) => {
      const importer = await fixture.importer();
      await importer.run(toCsv(before));
      const traces = await importer.traces();
      const file = toCsv([...first, ...(isLong ? others : []), ...second]);
      const options = { createMissing: { categories: true } };
      const tried = await importer.run(file, { options: { ...options, dryRun: true } });
      expect(await importer.traces()).toEqual(traces);
      const { result, problems, warnings } = await importer.run(file, { options });
      expect(tried.result).toEqual({ ...result, dryRun: true });
      expect([tried.problems, tried.warnings]).toEqual([problems, warnings]);
    },
  );
  await fc.assert(property, { numRuns: 12 });
});

it('what a dry run stores about its rows is deleted at its end', async () => {
  const importer = await fixture.importer();
  await importer.run('sku,name\nA,a\n', { options: { dryRun: true } });
  const { rows } = await fixture.database.query('select from import_row where workspace_id = $1', [
    importer.workspace.id,
  ]);
  expect(rows).toEqual([]);
});
