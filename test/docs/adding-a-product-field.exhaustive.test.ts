import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../scenarios/imports/run-import.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../scenarios/open-workspace.ts';
import { type OwnApp, startApp } from '../support/app-server.ts';
import { cleanUpAfterwards } from '../support/clean-up/clean-up.ts';
import { type CodeBlock, readMarkdown } from './markdown/markdown.ts';
import { inRepository, root } from './repository.ts';

const { blocks } = readMarkdown(inRepository('docs/adding-a-product-field.md'));

// The product of one test is the one of the next.
describe('a product field that is added as the documentation says', { shuffle: false }, () => {
  let app: OwnApp;
  let open: OpenWorkspace;

  beforeAll(async () => {
    app = await startApp();
    open = await openWorkspace(app);
    await open.product('CHAIR', { manufacturer: 'Kiln Ltd', mpn: ',"mpn":' });
    await app.restart({}, copyWithField());
  });

  it('is empty in products that were there before', async () => {
    const chair = await open.read('/products/CHAIR');
    expect(chair).toMatchObject({ manufacturer: 'Kiln Ltd', material: null, mpn: ',"mpn":' });
    expect(Object.keys(chair).indexOf('material')).toBe(Object.keys(chair).indexOf('manufacturer') + 1);
  });

  it('is described, checked, trimmed and stored', async () => {
    const document = await open.api.get('/openapi.json');
    expect(document.body).toHaveProperty(
      'components.schemas.Product.properties.material.description',
      'What it is made of.',
    );
    expectInvalid(await open.api.patch('/products/CHAIR', { material: 'x'.repeat(201) }), 'material');
    const changed = await open.patch('/products/CHAIR', {
      material: ' Oak ',
      translations: { de: { material: 'Eiche' } },
    });
    expect(changed).toMatchObject({ version: 2, material: 'Oak', translations: { de: { material: 'Eiche' } } });
  });

  it('is shown by locale, with its fallback', async () => {
    expect(await open.read('/products/CHAIR?locale=de')).toMatchObject({ material: 'Eiche' });
    expect(await open.read('/products/CHAIR?locale=fr')).toMatchObject({
      material: 'Oak',
      fallbackFields: expect.arrayContaining(['material']),
    });
  });

  it('is found by search', async () => {
    expect(await open.skus('q=oak')).toEqual(['CHAIR']);
  });

  it('is part of versions and their differences, cleared by PUT, and restored', async () => {
    expect(await open.read('/products/CHAIR/versions/2/diff')).toMatchObject({
      changes: [
        { path: 'material', after: 'Oak' },
        { path: 'translations.de.material', after: 'Eiche' },
      ],
    });
    expect(await open.put('/products/CHAIR', { name: 'Chair' })).toMatchObject({ version: 3, material: null });
    const restored = await open.api.post('/products/CHAIR/versions/2/restore');
    expect(restored.data).toMatchObject({ material: 'Oak', translations: { de: { material: 'Eiche' } } });
  });

  it('is a column of exports, which imports read', async () => {
    const exported = await open.api.post('/exports', { format: 'csv' });
    const [header = '', row = ''] = exported.text.split('\r\n');
    expect(header.replace('\uFEFF', '').split(',')).toEqual(
      expect.arrayContaining(['material', 'translations.de.material']),
    );
    const { status } = await runImport(open.api, { content: `${header}\r\n${row.replace('Eiche', 'Eichenholz')}\r\n` });
    expect(status).toBe('completed');
    expect(await open.read('/products/CHAIR')).toMatchObject({ translations: { de: { material: 'Eichenholz' } } });
  });
});

/**
 * A copy of the repository, with the changes of the document made after it was built.
 *
 * @returns the server's main module in it.
 */
function copyWithField(): string {
  const copy = mkdtempSync(join(tmpdir(), 'product-content-field-'));
  cleanUpAfterwards({ folder: copy });
  const parts = ['apps', 'contract', 'docs', 'packages', 'test', 'package.json', 'pnpm-lock.yaml'];
  const files = execFileSync('git', ['ls-files', ...parts], { cwd: root });
  const packages = new Set<string>();
  for (const file of files.toString().trim().split('\n')) {
    cpSync(join(root, file), join(copy, file));
    if (file.endsWith('package.json')) packages.add(dirname(file));
  }
  // Links between the packages are relative, so that those of the copy lead into the copy.
  for (const folder of packages) {
    const modules = join(folder, 'node_modules');
    if (!existsSync(join(root, modules))) continue;
    if (folder === '.') symlinkSync(join(root, modules), join(copy, modules));
    else cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
  }
  const run = (program: string) => execFileSync(process.execPath, [program], { cwd: copy, stdio: 'pipe' });
  run('apps/server/build/main.js');
  for (const block of blocks) {
    if (block.language === 'diff') applyDiff(copy, block);
    if (block.language === 'sql') writeFileSync(join(copy, block.words[0] ?? ''), block.text);
  }
  run('docs/generate.ts');
  run('apps/server/build/main.js');
  return join(copy, 'apps/server/dist/main.js');
}

/** Applies a diff of one hunk, whose place is where its old lines are. */
function applyDiff(folder: string, { text }: CodeBlock): void {
  const [, file = '', hunk = ''] = /^\+\+\+ b\/(\S+)\n@@\n(.*)$/ms.exec(text) ?? [];
  const linesOf = (marks: string) =>
    hunk
      .split('\n')
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => line.slice(1))
      .join('\n');
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(linesOf(' -'));
  expect(parts, `places for the change of ${file}`).toHaveLength(2);
  writeFileSync(path, parts.join(linesOf(' +')));
}
