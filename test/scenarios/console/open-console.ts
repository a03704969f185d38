import { allScopes, type Scope } from '@product-content/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectAccessible, openTab, type Tab, type TabOptions } from '../../support/browser/browser.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

export interface OpenConsole extends Tab, OpenWorkspace {
  /** Goes to a section by its link, which a narrow window has behind a button, and waits for its title. */
  show(section: string, title?: string): Promise<void>;
}

/** Opens the console of a server in workspaces of their own. */
export function useConsole(appOf: () => App) {
  return {
    /** A new workspace, signed in to with a key of these scopes. */
    async signIn(scopes: readonly Scope[] = allScopes, options?: TabOptions): Promise<OpenConsole> {
      const app = appOf();
      const open = await openWorkspace(app);
      const { key } = await app.createKey(open.workspace, scopes);
      // The overview reads everything there is: tests begin at an address that has no page.
      const address = `${app.baseUrl}/console#/nowhere`;
      const tab = await openTab(address, { ...options, session: { 'product-content-key': key } });
      return {
        ...open,
        ...tab,
        async show(section, title = section) {
          const opener = tab.page.getByRole('button', { name: 'Open the navigation' });
          const sections = tab.page.getByRole('navigation', { name: 'Sections' });
          await opener.or(sections).waitFor();
          if (await opener.isVisible()) await opener.click();
          await sections.getByRole('link', { name: section, exact: true }).click();
          await tab.page.getByRole('heading', { level: 1, name: title }).waitFor();
        },
      };
    },
  };
}

/** Confirms what a dialog asks about. */
export async function confirm(page: Page, verb: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
}

/** Nothing failed, nothing was requested of other servers, and everybody can use it. */
export async function expectSound({ page, faults }: Tab): Promise<void> {
  await expectAccessible(page);
  const wider = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(wider, 'the page scrolls sideways').toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
}

/** Everybody can read it in the other colour scheme, too: only the colours differ. */
export async function expectContrast(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The page follows a little later, and its controls may fade.
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
  await expectAccessible(page, ['color-contrast']);
}

export async function startConsoleServer(env: Readonly<Record<string, string>> = {}): Promise<App> {
  const app = await sharedApp({ WEBHOOK_ALLOW_PRIVATE: 'true', ...env });
  // The first request for the page bundles it, which no test waits for.
  await (await fetch(`${app.baseUrl}/console`)).text();
  return app;
}
