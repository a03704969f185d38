import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnApp } from '@product-content/test-support/app/app-process';
import { findProgram } from '@product-content/test-support/optional-programs';
import { takePort } from '@product-content/test-support/ports';
import { chromium, type Page } from 'playwright-core';
import { inRepository } from './repository.ts';

// Pictures of every section of the console, for the README and its guide: a new server with the sample catalog, seen in a
// browser, in both colour schemes and two sizes.

const folder = inRepository('docs/pictures/console');
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;

const executablePath = findProgram('chromium');
if (executablePath === null) throw new Error('Taking screenshots needs Chromium.');
const dataFolder = await mkdtemp(join(tmpdir(), 'screenshots-'));
// Started by root, PostgreSQL runs as another user, who has to get in.
await chmod(dataFolder, 0o755);
// The sample catalog has addresses of files, which contain the port.
const app = await spawnApp({ PORT: String(await takePort()), DATA_DIR: dataFolder, LOG_LEVEL: 'warn' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const key = (await readFile(join(dataFolder, 'demo-key'), 'utf8')).trim();
  await fillDevelopers(key);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const colorScheme of schemes) {
    for (const [name, viewport] of Object.entries(sizes)) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      // The server bundles the console for the first page.
      page.setDefaultTimeout(120_000);
      await page.goto(new URL('/console', app.baseUrl).href);
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      for (const section of await sectionsOf(page)) {
        await page.goto(new URL(`/console#/${section}`, app.baseUrl).href);
        await settled(page);
        await writeFile(join(folder, `${section}-${colorScheme}-${name}.webp`), await picture(page));
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await app.kill('SIGTERM');
  await rm(dataFolder, { recursive: true, force: true });
}

/** The sample catalog has no endpoint and no error: a page about them would be empty. */
async function fillDevelopers(key: string): Promise<void> {
  const send = (method: string, path: string, body: object) =>
    fetch(`${app.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const scopes = ['products:read', 'catalog:read'];
  await send('POST', '/keys', { name: 'shop sync', scopes });
  await send('POST', '/webhooks', { url: 'https://shop.example.com/hooks', events: ['*'], description: 'Shop' });
  await send('POST', '/products', { sku: 'TEAPOT-1', name: 'Teapot', price: 'a lot' });
  await send('POST', '/products', { sku: 'TEAPOT-1', name: 'Teapot', price: 39 });
  await send('PATCH', '/products/TEAPOT-1', { brand: 'Acme' });
}

/** The names of the sections, as their addresses have them. A narrow window has the links behind a button. */
async function sectionsOf(page: Page): Promise<readonly string[]> {
  const opener = page.getByRole('button', { name: 'Open the navigation' });
  if (await opener.isVisible()) await opener.click();
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await links.first().waitFor();
  const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  return addresses.map((address) => address.replace('#/', ''));
}

/** Everything that was requested has arrived, and no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction("document.querySelector('.mantine-Skeleton-root') === null");
}

/** Browsers write smaller files as WebP than Playwright does as PNG. */
async function picture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  await session.detach();
  return Buffer.from(data, 'base64');
}
