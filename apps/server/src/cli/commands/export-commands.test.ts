import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { readConfig } from '../../config/index.ts';
import { describeError } from '../describe-error.ts';
import { inWorkspace } from '../in-workspace.ts';
import { createProgram } from '../program.ts';

let test: TestDatabase;
let slug: string;
let folder: string;
const config = () => ({
  ...readConfig({ PUBLIC_URL: 'https://pim.example.com', DATA_DIR: folder }),
  databaseUrl: test.url,
});

beforeAll(async () => {
  test = await createTestDatabase();
  slug = (await createTestWorkspace(test.database)).slug;
  folder = await mkdtemp(join(tmpdir(), 'product-content-exports-'));
  await inWorkspace(config(), slug, async ({ products }, ctx) => {
    for (const sku of ['MUG', 'PLATE']) await products.create(ctx, { sku, name: sku, tags: [sku.toLowerCase()] });
  });
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

/** The output of a command line, or its error message. */
async function pcm(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) =>
    new PassThrough().on('data', (chunk) => {
      printed[name] += chunk;
    });
  const stderr = collect('stderr') as unknown as NodeJS.WriteStream;
  const program = createProgram(config(), { stdout: collect('stdout'), stderr, setExitCode: () => undefined });
  await program.parseAsync([...words, '--workspace', slug], { from: 'user' }).catch((error) => {
    printed.stdout = describeError(error);
  });
  return printed;
}

const json = async (...words: string[]) => JSON.parse((await pcm(...words, '--json')).stdout);

describe('pcm export', () => {
  it('writes the products to standard output, and its progress to standard error', async () => {
    const { stdout, stderr } = await pcm('export', '--columns', 'sku,name', '--filter', 'tag=mug', '--delimiter', ';');
    expect(stdout).toBe('sku;name\r\nMUG;MUG\r\n');
    expect(stderr).toContain('Products: 1');
  });

  it('writes them to a file, and says how many', async () => {
    const file = join(folder, 'products.json');
    expect(await json('export', '-o', file, '--format', 'json', '--columns', 'sku')).toEqual({
      file,
      count: 2,
      warnings: 0,
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([{ sku: 'MUG' }, { sku: 'PLATE' }]);
  });

  it('says what is wrong with its options', async () => {
    expect((await pcm('export', '--format', 'pdf')).stdout).toContain('--format');
    expect((await pcm('export', '--columns', 'colour')).stdout).toContain('columns.0: There is no column "colour".');
    expect((await pcm('export', '--filter', 'colour=red')).stdout).toContain('colour');
  });
});

it('makes, runs, lists, rotates and deletes export profiles', async () => {
  const made = await json('export-profile', 'create', '--name', 'Prices', '--columns', 'sku', '--filter', 'tag=plate');
  expect(made).toMatchObject({ name: 'Prices', filter: { tag: ['plate'] } });
  expect(made.feedUrls.csv).toMatch(/^https:\/\/pim\.example\.com\/api\/v1\/feeds\/[\w-]{43}\.csv$/);
  expect((await pcm('export', '--profile', 'Prices')).stdout).toBe('sku\r\nPLATE\r\n');
  const listed = (await pcm('export-profile', 'list')).stdout;
  expect(listed).toMatch(new RegExp(`^ID +NAME .*\\n${made.id} +Prices +csv +\\d{4}-.* +${made.feedUrls.csv}\\n$`));
  const rotated = await json('export-profile', 'rotate-feeds', made.id);
  expect(rotated.feedUrls.csv).not.toBe(made.feedUrls.csv);
  expect(await json('export-profile', 'delete', made.id)).toEqual({ id: made.id, deleted: true });
  expect(await json('export-profile', 'list')).toEqual([]);
});
