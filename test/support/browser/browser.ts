import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
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
}

/** One browser for the tests of a file. */
export function useBrowser(): { openTab(address: string, options?: TabOptions): Promise<Tab> } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
  return {
    async openTab(address, { size = { width: 1280, height: 900 } } = {}) {
      // What opens is there at once: nothing is checked halfway through a transition.
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
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
    },
  };
}

/** Fails on what keeps people with disabilities from using the page as it is now (WCAG 2.2, level AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated in the page's own world, which its Content-Security-Policy does not hold back.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await checker.run({ runOnly: tags });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}
