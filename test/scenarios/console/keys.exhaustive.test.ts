import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { openTab, skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`keys in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('refuses a key that the server does not know, and signs in with another', async () => {
    const tab = await openTab(`${new URL(app.baseUrl).origin}/console`);
    const { page } = tab;
    const enter = async (key: string) => {
      await page.getByLabel('API key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await expectSound(tab);
    await enter('pcm_wrong');
    await page.getByRole('alert').getByText('The API key is invalid.').waitFor();
    await expectSound(tab);
    await enter((await app.createKey(await app.createWorkspace())).key);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('creates a key, shows it once and revokes it', async () => {
    const { page, show, faults } = await console.signIn();
    const name = '<img src=x onerror=alert(1)>';
    await show('Keys', 'API keys');
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Must have a scope.').first().waitFor();
    await dialog.getByRole('checkbox', { name: 'products:read' }).check();
    await expectSound({ page, faults });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    const created = app.api(key);
    expect((await created.get('/products')).status).toBe(200);
    expect((await created.get('/categories')).status).toBe(403);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('.secret').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expectSound({ page, faults });
    await confirm(page, 'Revoke');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.getByRole('row', { name }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await created.get('/me')).status).toBe(401);
    expect(page.url()).not.toContain('pcm_');
  });

  it('grants only scopes of its own key, revokes only keys without other scopes, and shows only permitted sections', async () => {
    const { page, show, workspace } = await console.signIn(['keys:write', 'webhooks:read']);
    await app.createKey(workspace, ['keys:write']);
    await show('Keys', 'API keys');
    // Its own key, the weaker one, and the one of all scopes that every workspace of these tests has.
    await page.getByText('has scopes that your key lacks').waitFor();
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(2);
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect.poll(() => page.getByRole('dialog', { name: 'Create key' }).getByRole('checkbox').count()).toBe(2);
    await page.keyboard.press('Escape');
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    expect(await sections.allTextContents()).toEqual([
      'Overview',
      'Requests',
      'Webhooks',
      'Events',
      'Keys',
      'Playground',
    ]);
    await page.goto(`${app.baseUrl}/console#/products`);
    await page.getByRole('alert').getByText('lacks the scope "products:read"').waitFor();
    await page.goto(`${app.baseUrl}/console#/nowhere`);
    await page.getByText('There is no page at this address.').waitFor();
  });

  it('stays signed in after a reload, until its own key is revoked', async () => {
    const { page, show } = await console.signIn();
    await show('Keys', 'API keys');
    await page.reload();
    await page
      .getByRole('row', { name: '(your key)' })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByText('you are signed out').waitFor();
    await confirm(page, 'Revoke');
    await page.getByText('You have revoked the key').waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('asks for another key when the server no longer accepts its own', async () => {
    const { page } = await console.signIn();
    const error = { code: 'unauthorized', message: 'The API key has expired.', requestId: 'req_1' };
    await page.route('**/api/v1/events?*', (route) => route.fulfill({ status: 401, json: { error } }));
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByText('The key is no longer accepted').waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});
