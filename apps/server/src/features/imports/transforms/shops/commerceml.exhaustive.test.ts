import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from '@product-content/test-support/run-program';
import { expect, it, onTestFinished } from 'vitest';
import { toCommerceMlArchive } from '#testing/imports/foreign/feed-files.ts';
import { sampleProducts } from '#testing/imports/foreign/sample-products.ts';

/** Enough for the program, and less than the texts of the archive beside it. */
const heapMebibytes = 96;

/** A text that no archive makes smaller, and whose characters take two bytes in memory. */
const description = () => `Ж${randomBytes(24 * 1024).toString('base64')}`;

it('reads an archive of CommerceML that is larger than its heap', { timeout: 120_000 }, async () => {
  const [sample] = sampleProducts.filter(({ options }) => options.length === 0);
  if (sample === undefined) throw new TypeError('There is no sample without variants.');
  const products = Array.from({ length: 1_000 }, (_, at) => ({
    ...sample,
    code: `C-${at}`,
    description: description(),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'commerceml-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'webdata.zip');
  await writeFile(path, await toCommerceMlArchive(products));
  const program = fileURLToPath(import.meta.resolve('#testing/imports/read-rows.ts'));
  const printed = await run(folder, execPath, `--max-old-space-size=${heapMebibytes}`, program, path);
  expect(printed).toBe('commerceml 2000');
});
