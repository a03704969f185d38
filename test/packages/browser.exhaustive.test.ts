import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, startApp } from '@product-content/test-support/app-server';
import { findProgram } from '@product-content/test-support/optional-programs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForBrowsers } from './bundle.ts';
import type { work } from './page.ts';

const executable = findProgram('chromium');
const without = executable === null ? ' (skipped: there is no Chromium)' : '';

describe.skipIf(executable === null)(`the client in a browser${without}`, () => {
  // Serves an empty page: another origin than the API's.
  const site = createServer((_, response) => response.end('<!doctype html><title>Shop</title>'));
  let origin: string;
  let app: App;
  let browser: Browser;

  beforeAll(async () => {
    await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    app = await startApp({ env: { CORS_ORIGINS: origin } });
    browser = await chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox'] });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    site.close();
  });

  it('calls, repeats failed requests, and reads a list of another origin', async () => {
    const { key } = await app.createKey(await app.createWorkspace());
    const { code } = await bundleForBrowsers("import { work } from './page.ts'; globalThis.work = work;");
    const page = await browser.newPage();
    let failures = 0;
    await page.route('**/products/PAGE-1', (route) => {
      failures += 1;
      const headers = { 'Access-Control-Allow-Origin': origin };
      return failures === 1 ? route.fulfill({ status: 503, headers }) : route.continue();
    });
    await page.goto(origin);
    await page.addScriptTag({ content: code, type: 'module' });
    const result = await page.evaluate(
      ([baseUrl, apiKey]) => (globalThis as unknown as { work: typeof work }).work(baseUrl, apiKey),
      [app.baseUrl, key] as const,
    );
    expect(result).toEqual({
      etag: expect.stringMatching(/^"/),
      sameTag: true,
      retries: 1,
      skus: ['PAGE-1', 'PAGE-2', 'PAGE-3'],
    });
    expect(failures).toBe(2);
  });
});
