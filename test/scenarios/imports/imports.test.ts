import { type App, sharedApp } from '@product-content/test-support/app-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { runImport } from './run-import.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const versions = async () => {
  const text = 'select count(*)::integer as count from product_version where workspace_id = $1';
  return (await app.query<{ count: number }>(text, [open.workspace.id]))[0]?.count;
};
const productEvents = async () => (await open.newEvents()).filter(({ type }) => type.startsWith('product.'));

describe('a second import of the same file', () => {
  const csv = `sku;name;name-de;type;parent;variantAxes;attributes.size;price-EUR;price-USD;tags;images;stock;weight
T-S;;;;T;;s;9,90;;;;3;
T;Shirt;Hemd;parent;;size;;;;new|"blue";https://images.example.com/a.jpg|https://images.example.com/b.jpg;;0,2
T-L;;;;T;;L;9,9;;;;;
MUG;"Mug
of ""clay""";Becher;;;;;12,50;14;a\\|b;;0;1,25
`;

  it('changes nothing: no row, no version, no event', async () => {
    await open.attribute('size', 'select', { usableAsAxis: true, options: [{ code: 's' }, { code: 'l', label: 'L' }] });
    const first = await runImport(open.api, { content: csv });
    expect(first.errors).toEqual([]);
    expect(first.result).toMatchObject({ total: 4, created: 4, failed: 0 });
    const [before, made] = [await versions(), await productEvents()];
    expect(made.filter(({ type }) => type === 'product.created')).toHaveLength(4);
    const again = await runImport(open.api, { content: csv });
    expect(again).toMatchObject({ status: 'completed', errorCount: 0 });
    expect(again.result).toMatchObject({ total: 4, created: 0, updated: 0, unchanged: 4, failed: 0 });
    expect(await versions()).toBe(before);
    expect(await productEvents()).toEqual([]);
    const changed = await runImport(open.api, { content: csv.replace('14;', '15;') });
    expect(changed.result).toMatchObject({ updated: 1, unchanged: 3 });
    expect(await productEvents()).toMatchObject([{ type: 'product.updated', version: 2 }]);
  });
});

describe('variants before their parents', () => {
  it('are saved like others, even across batches', async () => {
    await open.attribute('size', 'integer', { usableAsAxis: true });
    const variants = Array.from(
      { length: 700 },
      (_, index) => `P${index % 7}-${index},,variant,P${index % 7},,${index}`,
    );
    const parents = Array.from({ length: 7 }, (_, index) => `P${index},Parent ${index},parent,,size,`);
    const orphan = 'O-1,,variant,NONE,,1';
    const header = 'sku,name,type,parent,variantAxes,attributes.size';
    const job = await runImport(open.api, { content: [header, ...variants, orphan, ...parents].join('\n') });
    expect(job).toMatchObject({ status: 'completed', progress: { processed: 708, total: 708, percent: 100 } });
    expect(job.result).toMatchObject({ total: 708, created: 707, failed: 1 });
    expect(job.errors).toMatchObject([{ row: 701, sku: 'O-1', column: 'parent', field: 'parent' }]);
    expect(await open.read('/products/P3')).toMatchObject({ variantCount: 100 });
    expect(await open.read('/products/P3-3')).toMatchObject({ parent: { sku: 'P3' }, version: 1 });
  });
});

describe('the fields of an import', () => {
  const send = (fields: Readonly<Record<string, string>>) => {
    const form = new FormData();
    form.set('file', new Blob(['sku,Titel\nMUG,Mug\n']), 'products.csv');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return open.api.post('/imports', form);
  };

  it('are read as the types in the document, and override `options`', async () => {
    const response = await send({
      mapping: '{"sku":"sku","Titel":"name"}',
      options: '{"dryRun":false,"mode":"update"}',
      dryRun: 'True',
      createMissing: '{"categories":true}',
      maxErrors: '5',
      mode: 'create',
    });
    expect([response.status, response.data]).toMatchObject([202, { dryRun: true, mapping: { Titel: 'name' } }]);
  });

  it.each([
    [{ dryRun: 'perhaps' }, 'dryRun', 'Must be true or false.'],
    [{ maxErrors: 'many' }, 'maxErrors', 'Must be a number.'],
    [{ mode: 'replace' }, 'mode', 'Must be one of upsert, create, update.'],
    [{ mapping: '{"sku"' }, 'mapping', 'Must be JSON.'],
    [{ mapping: '{"sku":7}' }, 'mapping.sku', 'Must be text or a list.'],
    [{ createMissing: '{"categories":1}' }, 'createMissing.categories', 'Must be true or false.'],
    [{ options: '{"maxErrors":-1}' }, 'options.maxErrors', 'Must be at least 0.'],
  ])('are named when they are wrong: %j at %s', async (fields, name, message) => {
    const response = await send(fields as unknown as Record<string, string>);
    expect([response.status, response.error.details?.fieldErrors]).toEqual([422, { [name]: message }]);
  });
});
