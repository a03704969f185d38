import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { readConfig } from '../../config/index.ts';
import { describeError } from '../describe-error.ts';
import { createProgram } from '../program.ts';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pcm-import-'));
  await pcm('workspace', 'create', '--slug', 'acme', '--name', 'A', '--locales', 'en', '--currencies', 'EUR');
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

/** Runs a command line. @returns its output and exit code. */
async function pcm(...words: string[]) {
  const printed = { out: '', exit: 0 };
  const collect = (take: (text: string) => void) =>
    new PassThrough().setEncoding('utf8').on('data', take) as unknown as NodeJS.WriteStream;
  const stdout = collect((text) => {
    printed.out += text;
  });
  const config = { ...readConfig({ DATA_DIR: folder }), databaseUrl: test.url };
  const setExitCode = (code: number) => {
    printed.exit = code;
  };
  await createProgram(config, { stdout, stderr: collect(() => undefined), setExitCode })
    .parseAsync(words, { from: 'user' })
    .catch((error: unknown) => {
      printed.out += describeError(error);
      printed.exit = 1;
    });
  return printed;
}

it('a file is imported from the command line, and its bad rows are named', async () => {
  const file = join(folder, 'clips.csv');
  await writeFile(file, 'sku,name,price\nA,Clip,2\nB,,3\n');
  const words = ['import', file, '--workspace', 'acme'];
  const trial = await pcm(...words, '--dry-run', '--json');
  expect(JSON.parse(trial.out)).toMatchObject({ result: { dryRun: true, created: 1, failed: 1 } });
  const done = await pcm(...words);
  expect(done).toEqual({
    out: '2 rows: 1 created, 0 updated, 0 unchanged, 1 failed.\nrow 2, name: Required.\n',
    exit: 1,
  });
  expect((await pcm(...words, '--mapping', '{"sku":"sku","price":"price"}', '--mode', 'update')).out).toContain(
    '2 rows: 0 created, 0 updated, 1 unchanged, 1 failed.',
  );
});

it('rows that name a product again are warnings, not failures', async () => {
  const file = join(folder, 'twice.csv');
  await writeFile(file, 'sku,name\nT,One\nT,Two\n');
  expect(await pcm('import', file, '--workspace', 'acme')).toEqual({
    out:
      '2 rows: 1 created, 1 updated, 0 unchanged, 0 failed.\n' +
      'Warning: row 2, sku: The SKU "T" is in row 1 and again in row 2. The later row counts.\n',
    exit: 0,
  });
});

it.each([
  ['--match-by', 'name', '--match-by'],
  ['--mapping', '{', '--mapping'],
  ['--locale', 'fr', 'options.locale'],
])('a wrong %s is named', async (flag, value, name) => {
  const file = join(folder, 'one.csv');
  await writeFile(file, 'sku\nA\n');
  const response = await pcm('import', file, '--workspace', 'acme', flag, value);
  expect(response.exit).toBe(1);
  expect(response.out).toContain(name);
});
