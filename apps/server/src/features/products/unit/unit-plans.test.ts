import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredPlan, nodesOf, planFor, recordStatements, type SentStatement } from '#testing/products/query-plans.ts';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { noImageAssets } from '../product-images.ts';
import { ProductWriter } from '../write/product-writer.ts';
import type { SaveCommand } from '../write/write-command.ts';

const tables = ['product', 'product_unique_value', 'collection_product'];

let fixture: WriterFixture;
let writer: ProductWriter;
let sent: SentStatement[];

/** Forty parents with twenty variants each per round; every product has a unique value and is in a collection. */
function familiesOf(round: number): SaveCommand[] {
  const count = 840;
  return Array.from({ length: count }, (_, index) => {
    const parent = `R${round}-${index - (index % 21)}`;
    const shared = { attributes: { serial: `${round}-${index}`, volume: round }, collections: ['summer'] };
    const input =
      index % 21 === 0
        ? { ...shared, type: 'parent' as const, name: 'Family', variantAxes: ['color', 'volume'] }
        : { attributes: { ...shared.attributes, color: 'red', volume: index }, type: 'variant' as const, parent };
    return toCommand(`R${round}-${index}`, input);
  });
}

const toCommand = (sku: string, input: SaveCommand['input']): SaveCommand => ({
  ...{ reference: sku, by: 'sku', input: { sku, ...input }, mode: 'merge' },
  ...{ whenMissing: 'create', whenExisting: 'change' },
});

beforeAll(async () => {
  fixture = await createWriterFixture();
  const recording = recordStatements(fixture.database);
  sent = recording.sent;
  const { database } = recording;
  const locks = new PostgresCatalogLocks(database);
  const catalog = new CachedCatalogReader({ database, locks, parts: catalogParts });
  const assets = { find: async () => noImageAssets };
  writer = new ProductWriter({ database, catalog, locks, assets, clock: systemClock, ids: systemIds });
  await fixture.database.query("update attribute set usable_as_axis = true where code = 'volume'");
  for (let round = 0; round < 8; round += 1) {
    const refused = (await writer.saveAll(fixture.ctx, familiesOf(round))).find((saved) => saved instanceof Error);
    if (refused !== undefined) throw refused;
  }
});
afterAll(() => fixture.drop());

/** Simulates a table that grew since its last analysis: its size is known, but not its content. */
async function forgetStatistics(): Promise<void> {
  const of = 'any($1::text[]::regclass[])';
  await fixture.database.query(`delete from pg_statistic where starelid = ${of}`, [tables]);
  await fixture.database.query(`update pg_class set reltuples = -1, relpages = 0 where oid = ${of}`, [tables]);
}

/** Runs work in tables that were never analyzed, and checks that it only reads the rows it needs. */
async function expectIndexed(work: () => Promise<unknown>, most: number): Promise<void> {
  await forgetStatistics();
  sent.length = 0;
  await work();
  const statements = sent.filter(({ text }) => tables.some((table) => new RegExp(`\\b${table}\\b`).test(text)));
  expect(statements.length).toBeGreaterThan(2);
  for (const statement of statements) {
    await forgetStatistics();
    const scans = nodesOf(await planFor(fixture.database, statement)).filter(
      (node) => node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''),
    );
    expect(scans, statement.text).toEqual([]);
    if (/insert into|delete from/.test(statement.text)) continue;
    const plan = await measuredPlan(fixture.database, statement);
    const discarded = Math.max(...nodesOf(plan).map((node) => node['Rows Removed by Filter'] ?? 0));
    expect(discarded, statement.text).toBeLessThan(most);
  }
}

describe('in tables that were never analyzed', () => {
  it('a change of many products only reads what it needs, by index', async () => {
    const changes = Array.from({ length: 60 }, (_, index) => [
      toCommand(`R7-${index * 21}`, { name: 'Renamed', collections: ['winter'] }),
      toCommand(`R${index % 8}-${index * 13 + 1}`, { stock: index, attributes: { serial: `changed ${index}` } }),
    ]).flat();
    await expectIndexed(() => writer.saveAll(fixture.ctx, changes), changes.length);
  });

  it('associations, a deletion and a new SKU only read what they need, by index', async () => {
    const associating = Array.from({ length: 60 }, (_, index) =>
      toCommand(`R1-${index * 21}`, { associations: { upsell: [`R2-${index * 2 + 22}`, 'R2-0'] } }),
    );
    await expectIndexed(() => writer.saveAll(fixture.ctx, associating), associating.length);
    await expectIndexed(() => writer.delete(fixture.ctx, 'R2-0'), associating.length);
    const renamed = { ...toCommand('R2-22', { sku: 'R2-NEW' }), whenMissing: 'not_found' } as const;
    await expectIndexed(() => writer.save(fixture.ctx, renamed), associating.length);
    expect((await fixture.stored('R1-0'))?.associations).toEqual({ upsell: ['R2-NEW'] });
  });
});
