import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/index.ts';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import { ApiError } from '../../../kernel/index.ts';
import type { SaveCommand } from './write-command.ts';

let fixture: WriterFixture;
beforeAll(async () => {
  fixture = await createWriterFixture();
});
afterAll(() => fixture.drop());

const rename = (reference: string, sku: string): SaveCommand => ({
  reference,
  input: { sku },
  mode: 'merge',
  whenMissing: 'not_found',
  whenExisting: 'change',
});

describe('a product with a new SKU', () => {
  it('stays associated, and each product associated with it gets a version and an event', async () => {
    for (const sku of ['LID', 'CUP']) await fixture.merge({ sku, name: sku });
    await fixture.merge({ sku: 'POT', name: 'Pot', associations: { upsell: ['CUP', 'LID'], pack: ['LID'] } });
    await fixture.merge({ sku: 'SET', name: 'Set', associations: { pack: ['CUP'] } });
    const events = await fixture.events();
    await fixture.writer.save(fixture.ctx, rename('LID', 'LID-2'));
    expect(await fixture.stored('POT')).toMatchObject({
      version: 2,
      associations: { upsell: ['CUP', 'LID-2'], pack: ['LID-2'] },
    });
    expect(await fixture.stored('SET')).toMatchObject({ version: 1 });
    expect((await fixture.events()).slice(events.length)).toEqual(['product.updated', 'product.updated']);
    const refused = await fixture.refusal({ sku: 'SET', associations: { pack: ['LID'] } });
    expect(refused).toEqual({ 'associations.pack.0': 'No product "LID" exists.' });
  });

  it('stays associated with itself, as one version', async () => {
    await fixture.merge({ sku: 'TWIN', name: 'Twin' });
    await fixture.merge({ sku: 'TWIN', associations: { upsell: ['TWIN'] } });
    const { document } = await fixture.writer.save(fixture.ctx, rename('TWIN', 'TWIN-2'));
    expect(document).toMatchObject({ version: 3, associations: { upsell: ['TWIN-2'] } });
    expect(await fixture.stored('TWIN-2')).toEqual(document);
  });

  it('keeps its associations when two products of a batch swap their SKUs', async () => {
    const one = await fixture.merge({ sku: 'ONE', name: 'one' });
    const two = await fixture.merge({ sku: 'TWO', name: 'two' });
    await fixture.merge({ sku: 'FAN-1', name: 'Fan of one', associations: { upsell: ['ONE'] } });
    await fixture.merge({ sku: 'FAN-2', name: 'Fan of two', associations: { upsell: ['TWO'] } });
    const [id1, id2] = [one.document.id, two.document.id];
    await fixture.writer.saveAll(fixture.ctx, [rename(id1, 'SPARE'), rename(id2, 'ONE'), rename(id1, 'TWO')]);
    expect(await fixture.stored('TWO')).toMatchObject({ name: 'one' });
    expect(await fixture.stored('FAN-1')).toMatchObject({ associations: { upsell: ['TWO'] } });
    expect(await fixture.stored('FAN-2')).toMatchObject({ associations: { upsell: ['ONE'] } });
  });
});

// Each test continues from the one before.
describe('a product that is deleted', { shuffle: false }, () => {
  it('is removed from the associations of others, each with a version and an event', async () => {
    for (const sku of ['PIN', 'CAP']) await fixture.merge({ sku, name: sku });
    await fixture.merge({ sku: 'BOX', name: 'Box', associations: { upsell: ['PIN', 'CAP'], pack: ['PIN'] } });
    await fixture.merge({ sku: 'BAG', name: 'Bag', associations: { pack: ['CAP'] } });
    const events = await fixture.events();
    await fixture.writer.delete(fixture.ctx, 'PIN');
    expect(await fixture.stored('BOX')).toMatchObject({ version: 2, associations: { upsell: ['CAP'] } });
    expect((await fixture.stored('BOX'))?.associations).not.toHaveProperty('pack');
    expect(await fixture.stored('BAG')).toMatchObject({ version: 1 });
    expect((await fixture.events()).slice(events.length)).toEqual(['product.deleted', 'product.updated']);
    expect(await changesOf('BOX')).toEqual(['associations.upsell', 'associations.pack']);
    expect(await fixture.removeAssociations()).toBe(0);
  });

  it('is deleted with its variants, and removed from associations, without changing completeness', async () => {
    await fixture.merge({ sku: 'LAMP', type: 'parent', name: 'Lamp', description: 'x', variantAxes: ['color'] });
    const variant = (parent: string, color: string) => ({ type: 'variant' as const, parent, attributes: { color } });
    await fixture.merge({ sku: 'LAMP-R', ...variant('LAMP', 'red') });
    await fixture.merge({ sku: 'DESK', type: 'parent', name: 'Desk', description: 'x', variantAxes: ['color'] });
    const associations = { upsell: ['LAMP-R', 'LAMP'] };
    const desk = await fixture.merge({ sku: 'DESK-R', ...variant('DESK', 'red'), associations });
    await fixture.writer.delete(fixture.ctx, 'LAMP');
    const { completeness } = desk.document;
    expect(completeness).toBeGreaterThan(0);
    expect(await fixture.stored('DESK-R')).toMatchObject({ version: 2, associations: {}, completeness });
    expect(await changesOf('DESK-R')).toEqual(['associations.upsell']);
  });

  it('keeps the completeness of a variant that is associated with it when it is renamed', async () => {
    await fixture.merge({ sku: 'CHAIR', name: 'Chair' });
    await fixture.merge({ sku: 'DESK-B', type: 'variant', parent: 'DESK', attributes: { color: 'blue' } });
    const { document } = await fixture.merge({ sku: 'DESK-B', associations: { pack: ['CHAIR'] } });
    await fixture.writer.save(fixture.ctx, rename('CHAIR', 'STOOL'));
    const { completeness } = document;
    expect(await fixture.stored('DESK-B')).toMatchObject({ associations: { pack: ['STOOL'] }, completeness });
  });
});

describe('a product with very many associations to it', () => {
  const fans = Array.from({ length: 501 }, (_, index) => `FAN-OF-HIT-${index}`);
  const associated = async () => {
    const text = `select count(*)::int as count from product where workspace_id = $1 and 'HIT' = any(associated_skus)`;
    return (await fixture.database.query<{ count: number }>(text, [fixture.ctx.workspace.id])).rows[0]?.count;
  };

  beforeAll(async () => {
    await fixture.merge({ sku: 'HIT', name: 'Hit' });
    const toFan = (sku: string): SaveCommand => ({
      ...{ reference: sku, by: 'sku', mode: 'merge', whenMissing: 'create', whenExisting: 'change' },
      input: { sku, name: sku, associations: { upsell: ['HIT'] } },
    });
    await fixture.writer.saveAll(fixture.ctx, fans.map(toFan));
  });

  it('is deleted immediately, and a job removes it from associations in batches', async () => {
    const { statements } = await countStatements(fixture.database, () => fixture.writer.delete(fixture.ctx, 'HIT'));
    expect(statements).toBeLessThan(20);
    expect(await associated()).toBe(501);
    expect(await fixture.refusal({ sku: 'NEW-FAN', name: 'F', associations: { upsell: ['HIT'] } })).toEqual({
      'associations.upsell.0': 'No product "HIT" exists.',
    });
    await fixture.merge({ sku: fans[0] as string, associations: { upsell: ['HIT'] }, stock: 3 });
    expect(await fixture.removeAssociations()).toBe(2);
    expect(await associated()).toBe(0);
    expect(await fixture.stored(fans[500] as string)).toMatchObject({ version: 2, associations: {} });
    const { rows } = await fixture.database.query('select from association_removal');
    expect(rows).toEqual([]);
  });

  it('keeps the associations that the job has not reached when its SKU is used again', async () => {
    await fixture.merge({ sku: 'HIT', name: 'Hit' });
    const again = (sku: string): SaveCommand => ({
      ...{ reference: sku, by: 'sku', mode: 'merge', whenMissing: 'create', whenExisting: 'change' },
      input: { sku, associations: { upsell: ['HIT'] } },
    });
    await fixture.writer.saveAll(fixture.ctx, fans.map(again));
    await fixture.writer.delete(fixture.ctx, 'HIT');
    await fixture.merge({ sku: 'HIT', name: 'Hit again' });
    await fixture.removeAssociations();
    expect(await associated()).toBe(501);
  });
});

describe('at the same time', () => {
  /** Resolves once a statement waits for a lock of another transaction. */
  const waiting = () =>
    expect
      .poll(async () => {
        const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await fixture.database.query(text)).rowCount;
      })
      .toBeGreaterThan(0);

  /** Runs work in a transaction that stays open until it is told to commit. */
  async function hold(work: () => Promise<unknown>): Promise<{ commit(): Promise<void> }> {
    const done = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const holding = fixture.database.transaction(async () => {
      await work();
      done.resolve();
      await open.promise;
    });
    await done.promise;
    return {
      commit() {
        open.resolve();
        return holding;
      },
    };
  }

  /** Commits the first work once the second one waits for it. @returns the outcome of the second one. */
  async function meanwhile(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown> {
    const held = await hold(first);
    const outcome = second().catch((error: unknown) => error);
    await waiting();
    await held.commit();
    return outcome;
  }

  const associate = (sku: string, other: string) => fixture.merge({ sku, associations: { upsell: [other] } });

  beforeAll(async () => {
    for (const sku of ['SHOP', 'A1', 'A2', 'A3', 'A4', 'A5']) await fixture.merge({ sku, name: sku });
  });

  it('a deletion waits for a new association to the product, and removes it', async () => {
    await meanwhile(
      () => associate('SHOP', 'A1'),
      () => fixture.writer.delete(fixture.ctx, 'A1'),
    );
    expect((await fixture.stored('SHOP'))?.associations).toEqual({});
  });

  it('an association to a product being deleted waits, and is refused', async () => {
    const refused = await meanwhile(
      () => fixture.writer.delete(fixture.ctx, 'A2'),
      () => associate('SHOP', 'A2'),
    );
    expect((refused as ApiError).details?.fieldErrors).toEqual({ 'associations.upsell.0': 'No product "A2" exists.' });
  });

  it('a new SKU reaches an association being made', async () => {
    await meanwhile(
      () => associate('SHOP', 'A3'),
      () => fixture.writer.save(fixture.ctx, rename('A3', 'A3-NEW')),
    );
    expect((await fixture.stored('SHOP'))?.associations).toEqual({ upsell: ['A3-NEW'] });
  });

  it('an association to a product getting another SKU waits, and is refused', async () => {
    const refused = await meanwhile(
      () => fixture.writer.save(fixture.ctx, rename('A4', 'A4-NEW')),
      () => associate('SHOP', 'A4'),
    );
    expect(refused).toBeInstanceOf(ApiError);
  });

  it('other changes to a product being associated do not wait', async () => {
    const held = await hold(() => associate('SHOP', 'A5'));
    const { rowCount } = await fixture.database.query(`select from product where sku = 'A5' for update nowait`);
    await held.commit();
    expect(rowCount).toBe(1);
  });
});

async function changesOf(sku: string): Promise<string[] | undefined> {
  const text = `select v.changed_fields as fields from product p
    join product_version v on v.workspace_id = p.workspace_id and v.product_id = p.id and v.version = p.version
    where p.workspace_id = $1 and p.sku = $2`;
  const { rows } = await fixture.database.query<{ fields: string[] }>(text, [fixture.ctx.workspace.id, sku]);
  return rows[0]?.fields;
}
