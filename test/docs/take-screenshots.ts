import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnApp } from '@product-content/test-support/app/app-process';
import { findProgram } from '@product-content/test-support/optional-programs';
import { chromium } from 'playwright-core';
import { inRepository } from './repository.ts';

// The picture of the console in the README: a new server with the sample catalog, seen in a browser.
const executablePath = findProgram('chromium');
if (executablePath === null) throw new Error('Taking screenshots needs Chromium.');
const folder = await mkdtemp(join(tmpdir(), 'screenshots-'));
// Started by root, PostgreSQL runs as another user, who has to get in.
await chmod(folder, 0o755);
const app = await spawnApp({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 560 } });
  await page.goto(new URL('/console', app.baseUrl).href);
  await page.getByLabel('API key').fill((await readFile(join(folder, 'demo-key'), 'utf8')).trim());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.screenshot({ path: inRepository('docs/pictures/console.png') });
} finally {
  await browser.close();
  await app.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
