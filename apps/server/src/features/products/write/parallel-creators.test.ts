import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import { ApiError, systemIds } from '../../../kernel/index.ts';
import type { SaveCommand, SavedProduct } from './write-command.ts';

const count = 500;
const heldId = systemIds.next();

let fixture: WriterFixture;
let other: pg.Client;
beforeAll(async () => {
  let given = 0;
  const next = () => {
    given += 1;
    return given === count / 2 ? heldId : systemIds.next();
  };
  fixture = await createWriterFixture({ ids: { next } });
  other = new pg.Client(fixture.url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await fixture.drop();
});

const toCommand = (sku: string): SaveCommand => {
  const input = { sku, name: sku, attributes: { serial: sku } };
  return { reference: sku, by: 'sku', input, mode: 'merge', whenMissing: 'create', whenExisting: 'change' };
};

const resultOf = (saved: SavedProduct | ApiError) => (saved instanceof ApiError ? saved.message : saved.outcome);

const ofDatabase = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

async function expectWaiting(connections: number): Promise<void> {
  const waiting = `select ${ofDatabase} and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await fixture.database.query(waiting)).rowCount).toBe(connections);
}

/** Connections report their deadlocks at the latest when they end. */
async function countDeadlocks(): Promise<number> {
  await other.query(`select pg_terminate_backend(pid) ${ofDatabase}`);
  await expect.poll(async () => (await other.query(`select ${ofDatabase}`)).rowCount).toBe(0);
  const text = 'select deadlocks::int from pg_stat_database where datname = current_database()';
  return (await other.query<{ deadlocks: number }>(text)).rows[0]?.deadlocks ?? -1;
}

it('creates 500 products once, without a deadlock, when two writers send them in opposite orders', async () => {
  const { writer, ctx } = fixture;
  const commands = Array.from({ length: count }, (_, index) => toCommand(`SKU-${String(index).padStart(3, '0')}`));
  // The first writer stops halfway through its products, waiting for an id that another transaction has.
  await other.query('begin');
  await other.query(
    `insert into product (workspace_id, id, sku, type, status, version, search, currency, completeness, has_images,
       created_at, updated_at, document, completeness_details)
     values ($1, $2, 'HELD', 'simple', 'draft', 1, '', 'EUR', 0, false, now(), now(), '{}', '{}')`,
    [ctx.workspace.id, heldId],
  );
  const first = writer.saveAll(ctx, commands);
  await expectWaiting(1);
  const second = writer.saveAll(ctx, commands.toReversed());
  await expectWaiting(2);
  await other.query('rollback');
  expect(new Set((await first).map(resultOf))).toEqual(new Set(['created']));
  expect(new Set((await second).map(resultOf))).toEqual(new Set(['unchanged']));
  expect(await countDeadlocks()).toBe(0);
});

it('allows products to exchange SKUs in one change', async () => {
  const { writer, ctx } = fixture;
  const created = await writer.saveAll(ctx, ['A', 'B'].map(toCommand));
  const ids = created.map((saved) => (saved instanceof ApiError ? saved.message : saved.document.id));
  const rename = (reference: string, sku: string): SaveCommand => {
    return { reference, input: { sku }, mode: 'merge', whenMissing: 'not_found', whenExisting: 'change' };
  };
  const another = { ...toCommand('B'), input: { sku: 'B', name: 'Another' } };
  const saved = await writer.saveAll(ctx, [rename(ids[0] as string, 'C'), rename(ids[1] as string, 'A'), another]);
  expect(saved.map(resultOf)).toEqual(['updated', 'updated', 'created']);
  expect((await fixture.stored('A'))?.id).toBe(ids[1]);
  expect((await fixture.stored('C'))?.id).toBe(ids[0]);
});

it('changes other products while one waits for its product after a change of the catalog', async () => {
  const { writer, ctx, database } = fixture;
  await writer.save(ctx, toCommand('WAITING'));
  await other.query('begin');
  await other.query("select from product where workspace_id = $1 and sku = 'WAITING' for update", [ctx.workspace.id]);
  await database.query('update workspace set catalog_version = catalog_version + 1 where id = $1', [ctx.workspace.id]);
  const waiting = writer.save(ctx, { ...toCommand('WAITING'), input: { name: 'Changed' } });
  await expectWaiting(1);
  const others = await writer.saveAll(ctx, ['FREE-1', 'FREE-2'].map(toCommand));
  expect(others.map(resultOf)).toEqual(['created', 'created']);
  await other.query('commit');
  expect(resultOf(await waiting)).toBe('updated');
});
