import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriterFixture, type WriterFixture } from '../testing/writer-fixture.ts';
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

  it('keeps what is associated with it when two products of a batch trade their SKUs', async () => {
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
