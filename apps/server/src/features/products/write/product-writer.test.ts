import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/index.ts';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import { ApiError, decodeId } from '../../../kernel/index.ts';
import type { SaveCommand } from './write-command.ts';

let fixture: WriterFixture;
beforeAll(async () => {
  fixture = await createWriterFixture();
});
afterAll(() => fixture.drop());

const mug = { sku: 'MUG', name: 'Mug', price: 12.5, attributes: { color: 'red' }, tags: ['new'] };

// Each test continues from the one before.
describe('a product', { shuffle: false }, () => {
  it('is created with every field of the contract', async () => {
    const { outcome, document } = await fixture.merge({ ...mug, category: 'mugs', collections: ['summer'] });
    expect(outcome).toBe('created');
    expect(document).toMatchObject({
      ...{ sku: 'MUG', type: 'simple', parent: null, status: 'draft', version: 1, name: 'Mug', currency: 'EUR' },
      ...{ price: 12.5, prices: { EUR: { amount: 12.5 } }, units: { weight: 'kg', dimension: 'cm' } },
      category: { code: 'mugs' },
      collections: [{ code: 'summer' }],
    });
    expect(await fixture.stored('MUG')).toEqual(document);
  });

  it('keeps its version when nothing changes', async () => {
    const events = await fixture.events();
    const again = await fixture.merge({ ...mug, category: 'mugs', collections: ['summer'] });
    expect(again).toMatchObject({ outcome: 'unchanged', document: { version: 1 } });
    expect(await fixture.events()).toEqual(events);
  });

  it('gets a version and an event that name what changed', async () => {
    const { document } = await fixture.merge({ sku: 'MUG', name: 'Big mug', attributes: { volume: 0.5 } });
    expect(document.version).toBe(2);
    expect((await fixture.events()).at(-1)).toBe('product.updated');
    const { rows } = await fixture.database.query<{ changed_fields: string[]; event: string; source: string }>(
      'select changed_fields, event, source from product_version where workspace_id = $1 and product_id = $2 and version = 2',
      [fixture.ctx.workspace.id, decodeId('product', document.id)],
    );
    expect(rows).toEqual([{ changed_fields: ['name', 'attributes.volume'], event: 'updated', source: 'api' }]);
  });

  it('reports a change of status with two events', async () => {
    await fixture.merge({ sku: 'MUG', status: 'in_review' });
    expect((await fixture.events()).slice(-2)).toEqual(['product.updated', 'product.status_changed']);
  });

  it('loses what PUT omits, but keeps identity, status, currency and units', async () => {
    await fixture.merge({ sku: 'MUG', currency: 'USD', units: { weight: 'g' } });
    const { document } = await fixture.replace({ sku: 'MUG', name: 'Mug' });
    expect(document).toMatchObject({
      ...{ name: 'Mug', status: 'in_review', currency: 'USD', units: { weight: 'g', dimension: 'cm' } },
      ...{ tags: [], attributes: {}, prices: {}, price: null, category: null, collections: [] },
    });
  });
});

// Each test continues from the one before.
describe('prices', { shuffle: false }, () => {
  it('follow PATCH price only in the currency of the product', async () => {
    await fixture.merge({ sku: 'PRICED', name: 'P', prices: { EUR: { amount: 10, compareAt: 12 }, USD: 11 } });
    const { document } = await fixture.merge({ sku: 'PRICED', price: 9 });
    expect(document.prices).toEqual({ EUR: { amount: 9, compareAt: 12 }, USD: { amount: 11 } });
  });

  it('are replaced as a whole, and the price mirrors the currency', async () => {
    const { document } = await fixture.merge({ sku: 'PRICED', prices: { USD: 7 } });
    expect(document).toMatchObject({ price: null, prices: { USD: { amount: 7 } } });
    expect((await fixture.merge({ sku: 'PRICED', currency: 'USD' })).document.price).toBe(7);
  });

  it('are changed individually by a patch', async () => {
    const command = { reference: 'TEA', mode: 'merge', whenMissing: 'create', whenExisting: 'change' } as const;
    const patch = async (prices: SaveCommand['prices']) =>
      (await fixture.writer.save(fixture.ctx, { ...command, input: { name: 'Tea' }, prices })).document;
    await patch({ EUR: { amount: 3, cost: 1 }, USD: { amount: 4 } });
    expect(await patch({ EUR: { amount: 2.5, compareAt: 3 } })).toMatchObject({
      price: 2.5,
      prices: { EUR: { amount: 2.5, compareAt: 3, cost: 1 }, USD: { amount: 4 } },
    });
    expect((await patch({ EUR: { cost: null }, USD: { amount: null } })).prices).toEqual({
      EUR: { amount: 2.5, compareAt: 3 },
    });
    await expect(patch({ USD: { cost: 1 } })).rejects.toMatchObject({
      details: { fieldErrors: { 'prices.USD': 'Needs an amount.' } },
    });
    await expect(patch({ CHF: { amount: 1 } })).rejects.toMatchObject({
      details: { fieldErrors: { 'prices.CHF': 'Must be one of the workspace’s currencies: EUR, USD.' } },
    });
    expect((await patch({ CHF: { amount: null } })).prices).toEqual({ EUR: { amount: 2.5, compareAt: 3 } });
  });

  it('must not contradict the price', async () => {
    expect(await fixture.refusal({ sku: 'PRICED', price: 1, prices: { USD: 2 } })).toHaveProperty('price');
  });
});

// Each test continues from the one before.
describe('merging', { shuffle: false }, () => {
  it('merges attributes and removes them by null', async () => {
    await fixture.merge({ sku: 'MERGED', name: 'M', attributes: { color: 'red', volume: 1 } });
    const { document } = await fixture.merge({ sku: 'MERGED', attributes: { color: null, size: 'm' } });
    expect(document.attributes).toEqual({ volume: 1, size: 'm' });
  });

  it('merges translations per locale, clears by an empty text and removes by null', async () => {
    const translations = { de: { name: 'Tasse', description: 'Gut' }, fr: { name: 'Tasse' } };
    await fixture.merge({ sku: 'MERGED', translations });
    const changed = await fixture.merge({
      sku: 'MERGED',
      translations: { de: { description: '', attributes: { care: 'Spülmaschine' } }, fr: null },
    });
    expect(changed.document.translations).toEqual({ de: { name: 'Tasse', attributes: { care: 'Spülmaschine' } } });
    const emptied = await fixture.merge({
      sku: 'MERGED',
      translations: { de: { name: '', attributes: { care: null } } },
    });
    expect(emptied.document.translations).toEqual({});
  });

  it('keeps an association to a deleted product, and accepts no new one', async () => {
    await fixture.merge({ sku: 'FRIEND', name: 'F' });
    await fixture.merge({ sku: 'MERGED', associations: { upsell: ['FRIEND'] } });
    await fixture.database.query(`delete from product where sku = 'FRIEND'`);
    expect((await fixture.merge({ sku: 'MERGED', associations: { upsell: ['FRIEND'] } })).outcome).toBe('unchanged');
    const refused = await fixture.refusal({ sku: 'LONER', name: 'L', associations: { pack: ['FRIEND'] } });
    expect(refused).toEqual({ 'associations.pack.0': 'No product "FRIEND" exists.' });
  });

  it('refuses to remove the value of an undefined attribute', async () => {
    expect(await fixture.refusal({ sku: 'MERGED', attributes: { unknown: null } })).toHaveProperty([
      'attributes.unknown',
    ]);
  });

  it('names every field that is wrong', async () => {
    const problems = await fixture.refusal({
      sku: 'WRONG',
      category: 'nowhere',
      collections: ['summer', 'nowhere'],
      attributes: { color: 'gold', unknown: 1, volume: 'much' },
      translations: { es: { name: 'x' }, de: { attributes: { color: 'red' } } },
      images: [{ url: 'http://example.com/a.jpg' }],
      associations: { upsell: ['NOBODY'] },
      status: 'archived',
    });
    expect(Object.keys(problems).sort()).toEqual([
      'associations.upsell.0',
      'attributes.color',
      'attributes.unknown',
      'attributes.volume',
      'category',
      'collections.1',
      'images.0.url',
      'name',
      'status',
      'translations.de.attributes.color',
      'translations.es',
    ]);
  });
});

// Each test continues from the one before.
describe('variants', { shuffle: false }, () => {
  const variant = (sku: string, color: string, size: string) =>
    ({ sku, type: 'variant', parent: 'SHIRT', attributes: { color, size } }) as const;

  it('fill every axis of their parent, each combination once', async () => {
    await fixture.merge({ sku: 'SHIRT', name: 'Shirt', type: 'parent', variantAxes: ['color', 'size'] });
    await fixture.merge(variant('SHIRT-RS', 'red', 's'));
    expect(await fixture.refusal({ ...variant('SHIRT-X', 'red', 's') })).toHaveProperty(['attributes.color']);
    expect(
      await fixture.refusal({ sku: 'SHIRT-Y', type: 'variant', parent: 'SHIRT', attributes: { color: 'red' } }),
    ).toEqual({
      'attributes.size': expect.any(String),
    });
  });

  it('are counted on their parent, which changes with them', async () => {
    const before = await fixture.stored('SHIRT');
    await fixture.merge(variant('SHIRT-RM', 'red', 'm'));
    const after = await fixture.stored('SHIRT');
    expect([before?.variantCount, after?.variantCount]).toEqual([1, 2]);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
  });

  it('follow a new SKU of their parent', async () => {
    await fixture.writer.save(fixture.ctx, {
      ...{ reference: 'SHIRT', input: { sku: 'TEE' }, mode: 'merge' },
      ...{ whenMissing: 'not_found', whenExisting: 'change' },
    });
    expect(await fixture.stored('SHIRT-RS')).toMatchObject({ parent: { sku: 'TEE' }, version: 2 });
  });

  it('count inherited values towards completeness', async () => {
    const before = await fixture.stored('SHIRT-RS');
    await fixture.merge({ sku: 'TEE', description: 'Soft', price: 20 });
    const after = await fixture.stored('SHIRT-RS');
    expect([before?.completeness, after?.completeness]).toEqual([20, 60]);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
  });

  it('prevent changes to the axes of their parent', async () => {
    expect(await fixture.refusal({ sku: 'TEE', variantAxes: ['size'] })).toHaveProperty('variantAxes');
  });

  it('are deleted with their parent, each with an event', async () => {
    await fixture.writer.delete(fixture.ctx, 'TEE');
    expect(await fixture.stored('SHIRT-RS')).toBeUndefined();
    expect((await fixture.events()).slice(-3)).toEqual(['product.deleted', 'product.deleted', 'product.deleted']);
  });

  it('reduce the count of their parent when they are deleted', async () => {
    await fixture.merge({ sku: 'CAP', name: 'Cap', type: 'parent', variantAxes: ['size'] });
    await fixture.merge({ sku: 'CAP-S', type: 'variant', parent: 'CAP', attributes: { size: 's' } });
    await fixture.writer.delete(fixture.ctx, 'CAP-S');
    expect(await fixture.stored('CAP')).toMatchObject({ variantCount: 0, version: 3 });
  });
});

describe('unique attribute values', () => {
  it('belong to one product and can be used again when it gives them up', async () => {
    await fixture.merge({ sku: 'U1', name: 'U', attributes: { serial: 'X1' } });
    expect(await fixture.refusal({ sku: 'U2', name: 'U', attributes: { serial: 'X1' } })).toHaveProperty([
      'attributes.serial',
    ]);
    await fixture.merge({ sku: 'U1', attributes: { serial: 'X2' } });
    expect((await fixture.merge({ sku: 'U2', name: 'U', attributes: { serial: 'X1' } })).outcome).toBe('created');
  });

  it('go to exactly one of many concurrent requests', async () => {
    const saves = Array.from({ length: 10 }, (_, index) =>
      fixture.merge({ sku: `RACE-${index}`, name: 'R', attributes: { serial: 'ONE' } }).then(
        () => 'saved',
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      ),
    );
    const outcomes = await Promise.all(saves);
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'validation_failed')).toHaveLength(9);
  });
});

describe('a batch', () => {
  const items = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({
      reference: `${prefix}-${index}`,
      input: {
        sku: `${prefix}-${index}`,
        name: `Item ${index}`,
        attributes: { color: 'red', serial: `${prefix}${index}` },
        collections: ['winter'],
      },
      mode: 'merge' as const,
      whenMissing: 'create' as const,
      whenExisting: 'change' as const,
    }));

  it('takes the same number of statements for 200 products as for 2', async () => {
    // New words in names take an additional statement; these are known afterwards.
    await fixture.writer.saveAll(fixture.ctx, items(1, 'FIRST'));
    const few = await countStatements(fixture.database, () => fixture.writer.saveAll(fixture.ctx, items(2, 'FEW')));
    const many = await countStatements(fixture.database, () => fixture.writer.saveAll(fixture.ctx, items(200, 'MANY')));
    expect(many.statements).toBe(few.statements);
    expect(many.result.every((result) => !(result instanceof ApiError))).toBe(true);
  });

  it('of more products than a statement saves has parents before their variants, which may swap axis values', async () => {
    const variant = (sku: string, color: string) => ({
      ...{ reference: sku, mode: 'merge' as const, whenMissing: 'create' as const, whenExisting: 'change' as const },
      input: { sku, type: 'variant' as const, parent: 'Z-FAMILY', attributes: { color } },
    });
    const parent = {
      ...{ reference: 'Z-FAMILY', mode: 'merge' as const, whenMissing: 'create' as const },
      ...{
        whenExisting: 'change' as const,
        input: { name: 'Family', type: 'parent' as const, variantAxes: ['color'] },
      },
    };
    const created = [parent, variant('A-ONE', 'red'), variant('A-TWO', 'blue'), ...items(401, 'CROWD')];
    const swap = [variant('A-ONE', 'green'), variant('A-TWO', 'red'), variant('A-ONE', 'blue')];
    const changed = [...swap, ...items(401, 'CROWD').map((item) => ({ ...item, input: { ...item.input, stock: 7 } }))];
    for (const batch of [created, changed]) {
      const results = await fixture.writer.saveAll(fixture.ctx, batch);
      expect(results.filter((result) => result instanceof ApiError)).toEqual([]);
    }
    expect(await fixture.stored('Z-FAMILY')).toMatchObject({ variantCount: 2 });
    expect(await fixture.stored('A-ONE')).toMatchObject({ version: 3, attributes: { color: 'blue' } });
    expect(await fixture.stored('A-TWO')).toMatchObject({ version: 2, attributes: { color: 'red' } });
    for (const sku of ['CROWD-0', 'CROWD-400'])
      expect(await fixture.stored(sku)).toMatchObject({ version: 2, stock: 7 });
  });

  it('applies the same SKU twice in order, as two versions', async () => {
    const [first] = items(1, 'TWICE');
    if (first === undefined) throw new Error('no item');
    const second = { ...first, input: { ...first.input, name: 'Second' } };
    const results = await fixture.writer.saveAll(fixture.ctx, [first, second]);
    expect(results).toMatchObject([
      { outcome: 'created', document: { version: 1, name: 'Item 0' } },
      { outcome: 'updated', document: { version: 2, name: 'Second' } },
    ]);
    expect(await fixture.stored('TWICE-0')).toMatchObject({ version: 2, name: 'Second' });
  });

  it('lets variants exchange their combinations, whichever is older', async () => {
    await fixture.merge({ sku: 'PASS', name: 'Pass', type: 'parent', variantAxes: ['color'] });
    const variant = (sku: string, color: string) => ({
      sku,
      type: 'variant' as const,
      parent: 'PASS',
      attributes: { color },
    });
    await fixture.merge(variant('PASS-1', 'red'));
    await fixture.merge(variant('PASS-2', 'blue'));
    const changes = [
      { sku: 'PASS-2', attributes: { color: 'green' } },
      { sku: 'PASS-1', attributes: { color: 'blue' } },
      { sku: 'PASS-2', attributes: { color: 'red' } },
    ];
    const saved = await fixture.writer.saveAll(
      fixture.ctx,
      changes.map((input) => ({
        reference: input.sku,
        input,
        mode: 'merge',
        whenMissing: 'create',
        whenExisting: 'change',
      })),
    );
    expect(saved).toEqual(Array(3).fill(expect.objectContaining({ outcome: 'updated' })));
    expect(await fixture.stored('PASS-1')).toMatchObject({ attributes: { color: 'blue' } });
    expect(await fixture.stored('PASS-2')).toMatchObject({ attributes: { color: 'red' } });
  });

  it('creates a parent and its variants together, the parent once', async () => {
    const commands = [
      { sku: 'SET', name: 'Set', type: 'parent' as const, variantAxes: ['size'] },
      { sku: 'SET-S', type: 'variant' as const, parent: 'SET', attributes: { size: 's' } },
      { sku: 'SET-M', type: 'variant' as const, parent: 'SET', attributes: { size: 'm' } },
    ].map((input) => ({
      ...{ reference: input.sku, input },
      ...{ mode: 'merge' as const, whenMissing: 'create' as const, whenExisting: 'change' as const },
    }));
    const results = await fixture.writer.saveAll(fixture.ctx, commands);
    expect(results[0]).toMatchObject({ outcome: 'created', document: { version: 1, variantCount: 2 } });
  });

  it('saves the valid items beside the invalid ones', async () => {
    const [good] = items(1, 'GOOD');
    const [bad] = items(1, 'BAD');
    if (good === undefined || bad === undefined) throw new Error('no item');
    const results = await fixture.writer.saveAll(fixture.ctx, [
      { ...bad, input: { ...bad.input, category: 'nowhere' } },
      good,
    ]);
    expect(results[0]).toBeInstanceOf(ApiError);
    expect(results[1]).toMatchObject({ outcome: 'created' });
  });
});

describe('parallel writers', () => {
  it('with the same expected version: exactly one of twenty wins', async () => {
    await fixture.merge({ sku: 'HOT', name: 'Hot' });
    const saves = Array.from({ length: 20 }, (_, index) =>
      fixture.merge({ sku: 'HOT', name: `Hot ${index}`, expectedVersion: 1 }).then(
        () => 'saved',
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      ),
    );
    const outcomes = await Promise.all(saves);
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(19);
    expect((await fixture.stored('HOT'))?.version).toBe(2);
  });

  it('creating the same SKU: one creates it, the others change it', async () => {
    const saves = Array.from({ length: 10 }, (_, index) => fixture.merge({ sku: 'NEW', name: `New ${index}` }));
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect((await fixture.stored('NEW'))?.version).toBe(10);
  });

  it('adding variants to one parent lose no count', async () => {
    await fixture.merge({ sku: 'P', name: 'P', type: 'parent', variantAxes: ['color', 'size'] });
    const combinations = ['red', 'blue', 'green'].flatMap((color) => ['s', 'm', 'l'].map((size) => ({ color, size })));
    await Promise.all(
      combinations.map((attributes, index) =>
        fixture.merge({ sku: `P-${index}`, type: 'variant', parent: 'P', attributes }),
      ),
    );
    expect((await fixture.stored('P'))?.variantCount).toBe(9);
  });
});
