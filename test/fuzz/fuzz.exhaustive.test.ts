import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedApp } from '@product-content/test-support/app-server';
import { prepareForExamples } from '@product-content/test-support/contract/sample-requests';
import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { inRepository } from '../docs/repository.ts';

const schemathesis = findProgram('schemathesis');
const unless = schemathesis === null ? ' (skipped: schemathesis is not installed)' : '';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(schemathesis === null)(`a fuzzer that knows only the OpenAPI document${unless}`, () => {
  it('finds no response that the document does not promise', async () => {
    const app = await sharedApp();
    const workspace = await app.createWorkspace({ locales: ['en', 'de', 'en-US'], currencies: ['EUR', 'USD'] });
    const { key, id } = await app.createKey(workspace);
    await prepareForExamples(app.api(key));
    await run(
      folder,
      'env',
      // Which characters UTF-8 has takes it seconds to find out: it keeps that there.
      `HYPOTHESIS_STORAGE_DIRECTORY=${inRepository('node_modules/.cache/product-content/hypothesis')}`,
      `API_KEY=${key}`,
      `OWN_KEY_ID=${id}`,
      `SCHEMATHESIS_HOOKS=${inRepository('test/fuzz/hooks.py')}`,
      schemathesis ?? '',
      `--config-file=${inRepository('test/fuzz/schemathesis.toml')}`,
      'run',
      `${app.baseUrl}/openapi.json`,
    );
  });
});
