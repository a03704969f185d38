import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { readConfig } from '../../config/index.ts';
import type { WorkspaceSettings } from '../../kernel/index.ts';
import { createProgram } from '../program.ts';

let app: TestApp;
let workspace: WorkspaceSettings;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await createTestWorkspace(app.container.database, { slug: 'acme', currencies: ['EUR', 'CHF'] });
});
afterAll(() => app.stop());

/** Runs `pcm doctor` and gives what it printed and its exit code. */
async function doctor(...words: string[]): Promise<{ out: string; exitCode: number | null }> {
  const result = { out: '', exitCode: null as number | null };
  const stdout = new PassThrough().setEncoding('utf8').on('data', (text: string) => {
    result.out += text;
  });
  const config = { ...readConfig({}), databaseUrl: app.test.url };
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  const setExitCode = (code: number) => {
    result.exitCode = code;
  };
  await createProgram(config, { stdout, stderr, setExitCode }).parseAsync(['doctor', ...words], { from: 'user' });
  return result;
}

async function create(input: { readonly sku: string; readonly [field: string]: unknown }): Promise<void> {
  await app.container.products.create(createTestContext(workspace), { name: input.sku, ...input } as never);
}

// Each test goes on from the one before.
describe('pcm doctor', { shuffle: false }, () => {
  it('ends with 0 when there is nothing to report', async () => {
    await create({ sku: 'A', price: 3, description: ' A ', attributes: {}, tags: ['x'] });
    expect(await doctor()).toEqual({
      out: 'ok         products.currencies\nok         products.associations\nok         products.white-space\n',
      exitCode: 0,
    });
    expect(JSON.parse((await doctor('--json')).out)).toMatchObject({ ok: true });
  });

  it('ends with 1 and names what products hold that could not be written today', async () => {
    const { database, attributes } = app.container;
    const ctx = createTestContext(workspace);
    await attributes.create(ctx, { code: 'note', type: 'text', localizable: true, unique: false });
    for (let index = 0; index < 7; index += 1) await create({ sku: `CHF-${index}`, currency: 'CHF', price: 2 });
    await create({ sku: 'MIXED', prices: { EUR: 1, CHF: 2 } });
    await create({ sku: 'LID' });
    await create({ sku: 'POT', associations: { pack: ['LID', 'A'] } });
    await create({ sku: 'PADDED', brand: 'Kiln', translations: { de: { attributes: { note: 'x' } } } });
    await create({ sku: 'BLANK', description: 'x' });
    const change = (from: string, to: string, sku: string) =>
      database.query('update product set document = replace(document, $1, $2) where sku = $3', [from, to, sku]);
    await change('"Kiln"', '" Kiln\u00a0"', 'PADDED');
    await change('"note":"x"', '"note":"\u3000x"', 'PADDED');
    await change('"description":"x"', '"description":" "', 'BLANK');
    await database.query(`delete from product where sku = 'LID'`);
    await database.query(`update workspace set currencies = '{EUR}' where id = $1`, [workspace.id]);

    const { out, exitCode } = await doctor('--json');
    expect(exitCode).toBe(1);
    const { ok, checks } = JSON.parse(out);
    expect(ok).toBe(false);
    expect(checks).toMatchObject([
      {
        name: 'products.currencies',
        findings: [
          {
            workspace: 'acme',
            count: 8,
            samples: ['CHF-0', 'CHF-1', 'CHF-2', 'CHF-3', 'CHF-4'],
            message: expect.stringMatching(/^Prices are in CHF; the workspace has EUR\./),
          },
        ],
      },
      {
        name: 'products.associations',
        findings: [{ count: 1, samples: ['POT'], message: expect.stringContaining('LID.') }],
      },
      {
        name: 'products.white-space',
        findings: [
          {
            count: 2,
            samples: ['BLANK', 'PADDED'],
            message: expect.stringContaining('description, brand, translations'),
          },
        ],
      },
    ]);
    const words = (await doctor()).out;
    expect(words).toMatch(/^attention {2}products\.currencies\n {2}acme: Prices .*\n {4}8 in all: CHF-0, .*CHF-4, …\n/);
  });

  it('does not report associations that a job is about to remove', async () => {
    await app.container.database.query(
      `insert into association_removal values ($1, gen_random_uuid(), '{LID}', null, now())`,
      [workspace.id],
    );
    const { checks } = JSON.parse((await doctor('--json')).out);
    expect(checks[1]).toEqual({ name: 'products.associations', findings: [] });
  });
});
