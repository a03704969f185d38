import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { enterKey, expectSound, startConsoleServer, useConsole } from './open-console.ts';

describe.skipIf(withoutBrowser)(`keys in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('lets nobody in with a key that opens nothing', async () => {
    const tab = await console.openTab(`${new URL(app.baseUrl).origin}/console`);
    await expectSound(tab);
    await enterKey(tab.page, 'pcm_wrong');
    await tab.page.getByRole('alert').getByText('The API key is invalid.').waitFor();
    await expectSound(tab);
  });

  it('makes a key, shows it once, and ends it', async () => {
    const { page, show, ...open } = await console.signIn();
    await show('Keys', 'API keys');
    await expectSound({ page, faults: open.faults });
    await page.getByText('Create a key').click();
    await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Must have a scope.').waitFor();
    await page.getByLabel('products:read').check();
    await expectSound({ page, faults: open.faults });
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    const made = app.api(key);
    expect((await made.get('/products')).status).toBe(200);
    expect((await made.get('/categories')).status).toBe(403);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: '<img src=x onerror=alert(1)>' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    await expect.poll(async () => (await made.get('/me')).status).toBe(401);
    expect(page.url()).not.toContain('pcm_');
    await expectSound({ page, faults: open.faults });
  });

  it('gives only scopes its own key has, revokes only keys with no others, and shows only sections it opens', async () => {
    const { page, show, workspace } = await console.signIn(['keys:write', 'webhooks:read']);
    await app.createKey(workspace, ['keys:write']);
    await show('Keys', 'API keys');
    // Its own key, the weaker one, and the one of all scopes that every workspace of these tests has.
    await page.getByText('has scopes that your key lacks').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(2);
    await page.getByText('Create a key').click();
    expect(await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').count()).toBe(2);
    expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allTextContents()).toContain(
      'Keys',
    );
    await page.goto(`${app.baseUrl}/console#/products`);
    await page.getByRole('alert').getByText('lacks the scope "products:read"').waitFor();
    await page.goto(`${app.baseUrl}/console#/nowhere`);
    await page.getByText('There is nothing at this address.').waitFor();
  });

  it('stays signed in when it is loaded anew, until its own key is revoked', async () => {
    const { page, show } = await console.signIn();
    await show('Keys', 'API keys');
    await page.reload();
    const revoke = page.getByRole('row', { name: 'signed in with it' }).getByRole('button', { name: 'Revoke' });
    await revoke.click();
    await page.getByText('This signs you out').waitFor();
    await revoke.click();
    await page.getByText('You have revoked the key').waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('asks for another key when the server accepts its own no more', async () => {
    const { page } = await console.signIn();
    const error = { code: 'unauthorized', message: 'The API key has expired.', requestId: 'req_1' };
    await page.route('**/api/v1/keys', (route) => route.fulfill({ status: 401, json: { error } }));
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('The key is not accepted any more').waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});
