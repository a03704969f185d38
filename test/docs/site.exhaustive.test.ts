import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app-server.ts';
import { openTab, skippedWithoutBrowser, withoutBrowser } from '../support/browser/browser.ts';
import { inRepository } from './repository.ts';

const base = '/docs/';
let folder: string;
let pages: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-site-'));
  const program = inRepository('docs/node_modules/vitepress/bin/vitepress.js');
  await promisify(execFile)(process.execPath, [program, 'build', '--outDir', folder], { cwd: inRepository('docs') });
  pages = globSync('**/*.html', { cwd: folder });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file of the site behind an address below its base. */
const fileOf = (address: string): string | undefined =>
  [address, `${address}.html`, posix.join(address, 'index.html')].find(
    (file) => existsSync(join(folder, file)) && !existsSync(join(folder, file, 'index.html')),
  );

describe('the site of the documentation', () => {
  it('has a page for each guide, reference, decision and package', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        ...['index.html', 'overview.html', 'guides/calling-the-api.html', 'reference/operations.html'],
        ...['decisions/0001-policies-are-metadata.html', 'packages/middleware/index.html'],
      ]),
    );
  });

  it('has no broken links, including those to sources', async () => {
    const dead: string[] = [];
    for (const page of pages) {
      const html = await readFile(join(folder, page), 'utf8');
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"#?]+)[^"]*"/g)) {
        if (/^[a-z]+:/.test(href) || href === '/api/v1/docs') continue;
        const address = posix.join('/', href.startsWith('/') ? href : posix.join(base, dirname(page), href));
        if (!address.startsWith(base) || fileOf(address.slice(base.length)) === undefined)
          dead.push(`${page}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('requests nothing from other servers', async () => {
    const asked = await Promise.all(
      pages.map(async (page) => (await readFile(join(folder, page), 'utf8')).match(/(src|<link[^>]*href)="https?:/g)),
    );
    expect(asked.filter((matches) => matches !== null)).toEqual([]);
  });
});

describe.skipIf(withoutBrowser)(`the documentation at /docs/${skippedWithoutBrowser}`, () => {
  it('finds a page by its words, and leads to the API reference of the server', async () => {
    const app = await startApp({ env: { DOCS_SITE: folder } });
    const { page, faults } = await openTab(`${new URL(app.baseUrl).origin}/docs`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.search-input').fill('idempotency key');
    await page.locator('.result').first().click();
    await page.locator('main h1').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/./);
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.locator('.opblock').first().waitFor();
    expect(page.url()).toBe(`${app.baseUrl}/docs`);
    expect(faults).toEqual([]);
  });
});
