import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { LoadSummary, RecordKind } from '@product-content/catalog-loader';
import { configureLoad, type LoadDependencies } from '@product-content/catalog-loader/command';
import { csv, sourceFolder } from '@product-content/catalog-loader/testing';
import type { Attribute, Product } from '@product-content/contract';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { WorkspaceSettings } from '../../kernel/index.ts';

const sample = fileURLToPath(new URL('../../../sample', import.meta.url));

let app: TestApp;
let workspace: WorkspaceSettings;
let released: string[];
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  workspace = await createTestWorkspace(app.container.database);
  released = [];
});
afterAll(() => app.stop());

/** Runs `pcm load` and returns its output and exit code. */
async function load(folder: string, ...words: string[]) {
  const printed = { out: '', error: '' };
  const collect = (name: keyof typeof printed) => {
    const stream = new PassThrough();
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
    return stream as unknown as NodeJS.WriteStream;
  };
  let exitCode: number | null = null;
  const dependencies: LoadDependencies = {
    baseUrl: app.baseUrl,
    async borrowKey(slug, scopes) {
      expect(slug).toBe(workspace.slug);
      const key = await app.createKey(scopes, workspace);
      return { key, release: async () => void released.push(key) };
    },
    stdout: collect('out'),
    stderr: collect('error'),
    setExitCode: (code) => {
      exitCode = code;
    },
  };
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  configureLoad(program.command('load'), dependencies);
  await program.parseAsync(['load', folder, '--workspace', workspace.slug, ...words], { from: 'user' });
  return { ...printed, exitCode };
}

async function summaryOf(folder: string, ...words: string[]): Promise<LoadSummary> {
  return JSON.parse((await load(folder, '--json', ...words)).out);
}

/** Counts by record kind: created, updated, unchanged, failed. */
const countsOf = ({ records }: LoadSummary): Partial<Record<RecordKind, number[]>> =>
  Object.fromEntries(
    Object.entries(records)
      .map(([kind, { created, updated, unchanged, failed }]) => [kind, [created, updated, unchanged, failed]] as const)
      .filter(([, counts]) => counts.some((count) => count > 0)),
  );

async function get<T>(path: string): Promise<T> {
  const key = await app.createKey(undefined, workspace);
  const response = await fetch(app.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: T }).data;
}

async function countEvents(): Promise<number> {
  const text = 'select count(*)::int as events from outbox where workspace_id = $1';
  const { rows } = await app.container.database.query<{ events: number }>(text, [workspace.id]);
  return rows[0]?.events ?? 0;
}

describe('a loaded catalog', () => {
  it('has everything in its folder, and everything is accounted for', async () => {
    const summary = await summaryOf(sample);
    expect(countsOf(summary)).toEqual({
      attributeGroups: [3, 0, 0, 0],
      attributes: [13, 0, 0, 0],
      categories: [8, 0, 0, 0],
      categoryAttributes: [4, 0, 0, 0],
      collections: [2, 0, 0, 0],
      simpleProducts: [8, 0, 0, 0],
      parentProducts: [2, 0, 0, 0],
      variantProducts: [9, 0, 0, 0],
    });
    expect(summary).toMatchObject({
      catalog: 'sample',
      workspace: workspace.slug,
      accountedFor: true,
      findings: [],
      rows: { sent: 19 },
    });
    expect(await get<Product>('/products/APRON-SAND-S')).toMatchObject({
      type: 'variant',
      parent: { sku: 'APRON' },
      status: 'approved',
      attributes: { color: 'sand', size: 's' },
      category: { code: 'aprons' },
      prices: { EUR: { amount: 48 }, USD: { amount: 52 } },
    });
    expect(await get<Product>('/products/MUG')).toMatchObject({ variantCount: 3, completeness: 100 });
  });

  it('is loaded again without a change', async () => {
    await summaryOf(sample);
    const before = await countEvents();
    const again = await summaryOf(sample);
    for (const [created, updated, , failed] of Object.values(countsOf(again))) {
      expect([created, updated, failed]).toEqual([0, 0, 0]);
    }
    expect(again.records.variantProducts.unchanged).toBe(9);
    expect(await countEvents()).toBe(before);
  });

  it('completes definitions without overwriting what people changed', async () => {
    const attributes = (label: string, codes: string[]) =>
      JSON.stringify([{ code: 'color', type: 'select', label, options: codes.map((code) => ({ code })) }]);
    const files = (label: string, codes: string[]) => ({
      'attributes.json': attributes(label, codes),
      'products.ndjson': `{"sku":"A","name":"A","attributes":{"color":"${codes.at(-1)}"}}\n`,
    });
    await summaryOf(await sourceFolder(files('Colour', ['red', 'blue'])));
    const second = await summaryOf(await sourceFolder(files('Color', ['blue', 'green'])));
    expect(countsOf(second)).toEqual({ attributes: [0, 1, 0, 0], simpleProducts: [0, 1, 0, 0] });
    const { label, options } = await get<Attribute>('/attributes/color');
    expect(label).toBe('Colour');
    expect(options.map(({ code }) => code)).toEqual(['red', 'blue', 'green']);
  });

  it('shares a workspace with one that has another type of attribute under the same code', async () => {
    const attributes = JSON.stringify([{ code: 'material', type: 'text' }]);
    await summaryOf(await sourceFolder({ 'attributes.json': attributes, 'products.ndjson': '' }));
    const summary = await summaryOf(sample);
    expect(summary.records.simpleProducts).toMatchObject({ created: 8, failed: 0 });
    expect(summary.findings).toMatchObject([
      { outcome: 'adapted', examples: [{ subject: 'material', detail: 'loaded as material_sample' }] },
    ]);
    const { attributes: values } = await get<Product>('/products/BOARD-OAK');
    expect(values).toMatchObject({ material_sample: 'oak' });
    expect((await summaryOf(sample)).records.simpleProducts).toMatchObject({ unchanged: 8 });
  });

  it('comes from foreign files just as well', async () => {
    const folder = await sourceFolder({
      'colors.csv': csv([{ id: '4', name: 'Red', rgb: 'C91A09', is_trans: 'False' }]),
      'part_categories.csv': csv([{ id: '11', name: 'Bricks' }]),
      'parts.csv': csv([{ part_num: '003001', name: 'Brick', part_cat_id: '11', part_material: 'Plastic' }]),
      'elements.csv': csv([
        { element_id: '1', part_num: '003001', color_id: '4', design_id: '' },
        { element_id: '2', part_num: '003001', color_id: '4', design_id: '' },
        { element_id: '3', part_num: 'none', color_id: '4', design_id: '' },
      ]),
    });
    const summary = await summaryOf(folder);
    expect(summary).toMatchObject({
      catalog: 'rebrickable',
      accountedFor: true,
      rows: { read: { 'parts.csv': 1, 'elements.csv': 3 }, sent: 3, refused: 1 },
      records: { parentProducts: { created: 1 }, variantProducts: { created: 2 } },
    });
    expect(await get<Product>('/products/2')).toMatchObject({
      parent: { sku: '003001' },
      attributes: { color: 'red' },
    });
  });
});

describe('a record that the API does not accept', () => {
  const files = {
    'attributes.json': JSON.stringify([{ code: 'a', type: 'text' }]),
    'categories.json': JSON.stringify([{ code: 'c', parent: 'missing' }]),
    'products.ndjson': [
      '{"sku":"A","name":"A","attributes":{"b":"x"}}',
      '{"sku":"B","name":"B","category":"c"}',
      '{"sku":"C","name":"C"}',
      'not json',
    ].join('\n'),
  };

  it('is counted, explained and written to the report, and the others are loaded', async () => {
    const folder = await sourceFolder(files);
    const report = join(folder, 'report.ndjson');
    const { out, exitCode } = await load(folder, '--report', report);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/simple products +1 +0 +0 +2/);
    expect(out).toContain('1 × validation_failed at attributes.b\n      A: No such attribute exists.');
    expect(out).toContain('4 of products.ndjson = 3 sent + 0 folded + 1 refused.');
    const findings = (await readFile(report, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings.map(({ outcome, subject }) => [outcome, subject])).toEqual([
      ['failed', 'c'],
      ['refused', 'products.ndjson line 4'],
      ['failed', 'A'],
      ['failed', 'B'],
    ]);
  });

  it('ends the load when the key is at fault, which is revoked all the same', async () => {
    const readOnly = await app.createKey(['products:read', 'catalog:read'], workspace);
    await expect(load(sample, '--key', readOnly)).rejects.toThrow(/403 forbidden: .*catalog:write/);
    await expect(load(sample, '--key', 'pcm_unknown')).rejects.toThrow(/401 unauthorized/);
    await expect(load(await sourceFolder({ 'products.ndjson': '', 'attributes.json': '{' }))).rejects.toThrow(
      /not JSON/,
    );
    expect(released).toHaveLength(1);
  });
});

describe('pcm load', () => {
  it('stops after the given number of products', async () => {
    const summary = await summaryOf(sample, '--limit', '5');
    expect(summary).toMatchObject({ accountedFor: true, rows: { sent: 5, read: { 'products.ndjson': 5 } } });
  });

  it('does not load into another workspace than the one named', async () => {
    const foreign = await app.createKey(undefined, await createTestWorkspace(app.container.database));
    await expect(load(sample, '--key', foreign)).rejects.toThrow(/The key belongs to the workspace/);
  });

  it('leaves out prices in currencies that the workspace does not have, and says so', async () => {
    const line = { sku: 'A', name: 'A', currency: 'CHF', prices: { EUR: 1, CHF: 2 } };
    const summary = await summaryOf(await sourceFolder({ 'products.ndjson': JSON.stringify(line) }));
    expect(summary).toMatchObject({
      accountedFor: true,
      findings: [{ outcome: 'left_out', reason: 'the workspace has no currency CHF', count: 1 }],
    });
    expect(await get<Product>('/products/A')).toMatchObject({ currency: 'EUR', prices: { EUR: { amount: 1 } } });
    await expect(load(sample, '--currency', 'CHF')).rejects.toThrow('has no currency "CHF"; it has EUR, USD.');
  });

  it('says how far it is on standard error, which leaves JSON alone on standard output', async () => {
    const { out, error } = await load(sample, '--json');
    expect(JSON.parse(out).accountedFor).toBe(true);
    expect(error).toMatch(/definitions: 30\n.*products: 19\n/s);
  });

  it.each([
    ['--limit', '0'],
    ['--limit', 'x'],
    ['--image-base', 'http://cdn.example.com'],
  ])('rejects %s %s', async (flag, value) => {
    await expect(load(sample, flag, value)).rejects.toThrow(/is invalid/);
  });
});
