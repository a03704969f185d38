import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createTools } from '@contract-kit/mcp';
import { contract } from '@product-content/contract';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The protocol's inspector (npm `@modelcontextprotocol/inspector`). */
const inspector = findProgram('mcpInspector');

describe.skipIf(inspector === null)(`the protocol's inspector${inspector ? '' : ' (skipped: not installed)'}`, () => {
  let app: App;
  let key: string;
  let home: string;

  beforeAll(async () => {
    app = await sharedApp();
    ({ key } = await app.createKey(await app.createWorkspace()));
    home = await mkdtemp(join(tmpdir(), 'inspector-'));
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  const inspect = async (era: string, method: string, ...options: readonly string[]) => {
    const server = [`${app.baseUrl}/mcp`, '--header', `Authorization: Bearer ${key}`, '--protocol-era', era];
    const program = await realpath(inspector ?? '');
    const how = ['--format', 'json', '--quiet', '--method', method, ...options];
    // It keeps what it was used with in the home folder.
    const written = await run(home, 'env', `HOME=${home}`, process.execPath, program, '--cli', ...server, ...how);
    return JSON.parse(written).result;
  };

  it.each(['legacy', 'modern'])(
    'lists, calls and reads (%s revisions)',
    async (era) => {
      // `--strict` fails for schemas that some models' providers refuse.
      const { tools } = await inspect(era, 'tools/list', '--strict');
      expect(tools.map(({ name }: { name: string }) => name)).toEqual(createTools(contract).map(({ name }) => name));
      const product = { sku: `SEEN-${era}`, name: 'Seen', translations: { de: { name: 'Gesehen' } } };
      const made = ['--tool-name', 'create_product', '--tool-args-json', JSON.stringify(product)];
      expect(await inspect(era, 'tools/call', ...made)).toMatchObject({ structuredContent: { status: 201 } });
      expect(await inspect(era, 'resources/list')).toMatchObject({ resources: [{}, {}] });
      const read = await inspect(era, 'resources/read', '--uri', 'catalog://categories');
      expect(read.contents[0].text).toContain('"data"');
      expect(await inspect(era, 'prompts/list')).toMatchObject({ prompts: [{}, {}] });
      const prompt = ['--prompt-name', 'enrich_product', '--prompt-args', `sku=${product.sku}`];
      expect(JSON.stringify(await inspect(era, 'prompts/get', ...prompt))).toContain('Gesehen');
    },
    120_000,
  );
});
