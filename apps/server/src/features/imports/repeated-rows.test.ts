import { describe, expect, it } from 'vitest';
import { counts, useImports } from '#testing/imports/import-fixture.ts';

const { importer, fixture } = useImports();

describe('a row that names a product again', () => {
  const filler = (count: number, cells: string) =>
    Array.from({ length: count }, (_, at) => `X${at},x${cells}\n`).join('');
  const repeat = (value: string, first: number, again: number, kind = 'SKU') =>
    `The ${kind} "${value}" is in row ${first} and again in row ${again}.`;

  it('replaces the earlier one, and a warning names both, however far apart they are', async () => {
    const rows = `A,first\nB,b\nA,second\n${filler(600, '')}B,changed\nA,third\n`;
    const { job, result, warnings, problems } = await importer.run(`SKU,name\n${rows}`);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      `3 SKU sku: ${repeat('A', 1, 3)} The later row counts.`,
      `604 SKU sku: ${repeat('B', 2, 604)} The later row counts.`,
      `605 SKU sku: ${repeat('A', 1, 605)} The later row counts.`,
    ]);
    expect(job).toMatchObject({ warningCount: 3, errorCount: 0 });
    expect(job.warnings[0]).toMatchObject({ sku: 'A', code: 'repeated_row', relatedRow: 1 });
    expect(counts(result)).toEqual({ total: 605, created: 602, updated: 3, unchanged: 0, failed: 0 });
    expect(await importer.product('A')).toMatchObject({ name: 'third' });
    expect(await importer.product('B')).toMatchObject({ name: 'changed' });
  });

  it('is refused if the import says so', async () => {
    const rows = `A,first\nA,second\n${filler(500, '')}A,third\n`;
    const { job, result, problems } = await importer.run(`sku,name\n${rows}`, { fields: { onRepeat: 'error' } });
    expect(problems).toEqual([`2 sku sku: ${repeat('A', 1, 2)}`, `503 sku sku: ${repeat('A', 1, 503)}`]);
    expect(job).toMatchObject({ warningCount: 0, errors: [{ code: 'conflict' }, { code: 'conflict' }] });
    expect(result).toMatchObject({ created: 501, failed: 2 });
    expect(await importer.product('A')).toMatchObject({ name: 'first' });
  });

  it('is reported by a dry run as by the import', async () => {
    const csv = `sku,name\nA,a\nA,b\n${filler(500, '')}A,c\n`;
    const tried = await importer.run(csv, { fields: { dryRun: 'true' } });
    const done = await importer.run(csv);
    expect(tried.warnings).toHaveLength(2);
    expect(tried.warnings).toEqual(done.warnings);
    expect({ ...tried.result, dryRun: false }).toEqual(done.result);
  });

  it('counts even if the earlier row waits for products further down', async () => {
    const rows = `A,first,B\nA,second,\n${filler(500, ',')}A,third,C\nB,b,\nC,c,\n`;
    const { result, warnings } = await importer.run(`sku,name,associations.upsell\n${rows}`);
    expect(warnings).toHaveLength(2);
    expect(result).toMatchObject({ total: 505, created: 503, updated: 2, failed: 0 });
    expect(await importer.product('A')).toMatchObject({ name: 'third', associations: { upsell: ['C'] } });
  });

  it('may name it by its GTIN or id', async () => {
    const gtin = '4006381333931';
    const byGtin = await importer.run(`sku,gtin,name\nA,${gtin},a\nB,${gtin},b\n`, { fields: { matchBy: 'gtin' } });
    expect(byGtin.warnings).toEqual([`2 gtin gtin: ${repeat(gtin, 1, 2, 'GTIN')} The later row counts.`]);
    expect(await importer.product('A')).toMatchObject({ name: 'b' });
    const id = (await importer.product('A'))?.id ?? '';
    const byId = await importer.run(`id,name\n${id},c\n${id},d\n`, { fields: { matchBy: 'id' } });
    expect(byId.warnings).toEqual([`2 id id: ${repeat(id, 1, 2, 'id')} The later row counts.`]);
  });

  it('may name it by its GTIN after a row that failed, whatever SKUs they have', async () => {
    const gtin = '4006381333931';
    const rows = `A,${gtin},\nA,${gtin},a\nA,${gtin},b\nB,${gtin},c\n`;
    const { result } = await importer.run(`sku,gtin,name\n${rows}`, { fields: { matchBy: 'gtin' } });
    expect(counts(result)).toEqual({ total: 4, created: 1, updated: 2, unchanged: 0, failed: 1 });
    expect(await importer.product('A')).toMatchObject({ name: 'c' });
  });

  it('is one of many, of which a job keeps the first, and none of their keys remain', async () => {
    const { job } = await importer.run(`sku,name\n${'A,a\n'.repeat(1202)}`);
    expect([job.warningCount, job.warnings.length, job.warnings[99]?.row]).toEqual([1201, 100, 101]);
    const { rows } = await fixture.database.query('select from import_key where workspace_id = $1', [
      importer.workspace.id,
    ]);
    expect(rows).toEqual([]);
  });
});
