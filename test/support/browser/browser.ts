import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findProgram } from '../optional-programs.ts';

const executable = findProgram('chromium');

/** Whether the tests of pages cannot run here, and what their titles say then. */
export const withoutBrowser = executable === null;
export const skippedWithoutBrowser = withoutBrowser ? ' (skipped: there is no Chromium)' : '';

/** A tab, and what went wrong in it. */
export interface Tab {
  readonly page: Page;
  /** Errors the page wrote, and requests it sent anywhere but to its own server, except for pictures. */
  readonly faults: string[];
}

export interface TabOptions {
  /** Of the window, in pixels. Default: as a desktop's. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
  /** What the tab has in its session storage at first. */
  readonly session?: Readonly<Record<string, string>>;
}

/** The browser of this worker, started by the first test that needs it. It ends with the worker, which holds its pipe. */
let launching: Promise<BrowserContext> | undefined;

async function launch(): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox'] });
  // Without transitions, nothing is checked while it opens.
  return browser.newContext({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
}

/**
 * Opens a tab of the worker's browser and closes it after the test. The tabs share a cache, so that scripts are loaded and
 * compiled once; what a page has stored is forgotten with its tab.
 */
export async function openTab(address: string, options: TabOptions = {}): Promise<Tab> {
  const { size = { width: 1280, height: 900 }, colorScheme = 'light', session = {} } = options;
  launching ??= launch();
  const page = await (await launching).newPage();
  onTestFinished(async () => {
    await page.evaluate('localStorage.clear()');
    await page.close();
  });
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.addInitScript((stored) => {
    // The name of a tab outlives a reload: what the page has removed since stays removed.
    const tab = globalThis as unknown as { name: string };
    if (tab.name !== '') return;
    tab.name = 'opened';
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
  }, session);
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs each error response; tests cause those on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text());
    }
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    // Products have pictures of other servers. A page that may not show them reports it as an error.
    if (request.resourceType() === 'image') return;
    if (protocol.startsWith('http') && origin !== new URL(address).origin) faults.push(request.url());
  });
  await page.goto(address);
  return { page, faults };
}

/**
 * Fails on what keeps people with disabilities from using the page as it is now (WCAG 2.2, level AA).
 *
 * @param rules of axe. Default: all.
 */
export async function expectAccessible(page: Page, rules: readonly string[] | null = null): Promise<void> {
  // Evaluated in the page's own world, which its Content-Security-Policy does not hold back.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    // What passes, and selectors that find an element again, are not reported and take most of the time.
    const found = await checker.run({
      runOnly: only === null ? tags : { type: 'rule', values: [...only] },
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
    });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
  expect(violations).toEqual([]);
}
