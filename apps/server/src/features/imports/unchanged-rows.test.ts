import { expect, it, onTestFinished } from 'vitest';
import { counts, useImports } from '#testing/imports/import-fixture.ts';

const { importer, fixture } = useImports();

/** More rows than one batch has. */
const count = 520;

/** A file of these products, with other lines for some of them. */
function fileOf(others: Readonly<Record<number, string>> = {}): string {
  const lines = Array.from({ length: count }, (_, at) => others[at] ?? `S${at},Product ${at},${at}`);
  return `sku,name,price\n${lines.join('\n')}\n`;
}

it('does not wait for a product that another writer has locked, once most rows have changed nothing', async () => {
  await importer.run(fileOf());
  const before = await importer.traces();
  const client = await fixture.database.orm.pool.connect();
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
  await client.query('begin');
  const locked = await client.query('select from product where workspace_id = $1 and sku = $2 for update', [
    importer.workspace.id,
    `S${count - 1}`,
  ]);
  expect(locked.rowCount).toBe(1);
  const { result } = await importer.run(fileOf());
  expect(counts(result)).toEqual({ total: count, created: 0, updated: 0, unchanged: count, failed: 0 });
  expect(await importer.traces()).toEqual(before);
});

it('saves what differs among rows that change nothing, each with its outcome', async () => {
  await importer.run(fileOf());
  const before = await importer.traces();
  const others = { 511: 'S511,Renamed,511', 512: 'NEW,New,1', 513: 'S513,Product 513,much', 514: 'S511,Again,511' };
  const { result, problems, warnings } = await importer.run(fileOf(others));
  expect(counts(result)).toEqual({ total: count, created: 1, updated: 2, unchanged: count - 4, failed: 1 });
  expect(problems).toEqual(['514 price price: Must be a number.']);
  expect(warnings).toHaveLength(1);
  expect(await importer.product('S511')).toMatchObject({ name: 'Again', version: 3 });
  expect(await importer.product('S512')).toMatchObject({ name: 'Product 512', version: 1 });
  expect(await importer.product('NEW')).toMatchObject({ name: 'New', version: 1 });
  const after = await importer.traces();
  expect(after.versions - before.versions).toBe(3);
});
