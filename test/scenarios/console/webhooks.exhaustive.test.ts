import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { type Webhook, webhookHeaders } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

interface Received {
  readonly headers: Headers;
  readonly body: string;
}

describe.skipIf(withoutBrowser)(`webhooks in the console${skippedWithoutBrowser}`, () => {
  const received: Received[] = [];
  const reply = '<img src="x" onerror="document.title = \'run\'">';
  let status: number;
  const receiver = createServer(async (request, response) => {
    received.push({ headers: new Headers(request.headers as Record<string, string>), body: await text(request) });
    response.writeHead(status).end(reply);
  });
  let app: App;
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    app = await startConsoleServer();
  });
  beforeEach(() => {
    status = 200;
    received.length = 0;
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const console = useConsole(() => app);

  it('registers an endpoint, sends it a test event and shows the delivery', async () => {
    const { page, show, faults } = await console.signIn();
    await show('Webhooks');
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Register endpoint' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Register endpoint' });
    await dialog.getByLabel('Address').fill('ftp://nowhere');
    await dialog.getByRole('checkbox', { name: /^All events/ }).check();
    await dialog.getByRole('button', { name: 'Register endpoint' }).click();
    await dialog.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
    await expectSound({ page, faults });
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByRole('button', { name: 'Register endpoint' }).click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    const row = page.getByRole('row', { name: 'webhook.test' });
    await row.getByText('succeeded').waitFor();
    const [first] = received as [Received];
    await verify({ ...first, secrets: secret, headerNames: webhookHeaders });
    await row.getByRole('button', { name: /^Send again/ }).click();
    await expect.poll(() => row.getByText('succeeded').count()).toBe(2);
    await expectSound({ page, faults });
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Delivery of webhook.test' }).waitFor();
    // What the receiver sent is shown as text.
    await page.getByText(reply, { exact: true }).waitFor();
    await expectSound({ page, faults });
  });

  it('shows why a delivery failed, what was sent, and sends it again', async () => {
    const { page, show, faults, api, product } = await console.signIn(undefined, { size: { width: 360, height: 740 } });
    await api.post<Webhook>('/webhooks', { url, events: ['product.created'], description: 'Shop' });
    status = 503;
    await product('MUG', { name: 'Blue mug' });
    await show('Webhooks');
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('link', { name: 'product.created' }).click();
    await page.getByText('503, http 5xx').waitFor();
    await page.getByRole('region', { name: 'the payload' }).getByText('"sku": "MUG"').waitFor();
    await expectSound({ page, faults });
    status = 200;
    await page.getByRole('button', { name: 'Send now' }).click();
    const attempts = page.getByRole('list', { name: 'Attempts' });
    await attempts.getByText('Attempt 2').waitFor();
    await attempts.getByText('succeeded').waitFor();
    await expectSound({ page, faults });
  });

  it('pauses, resumes, edits, reactivates, rotates the secret and removes', async () => {
    const { page, show, faults, api, workspace } = await console.signIn();
    const { id } = (await api.post<Webhook>('/webhooks', { url, events: ['*'] })).data;
    const endpoint = async () => (await api.get<Webhook>(`/webhooks/${id}`)).data;
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await show('Webhooks');
    await page.getByRole('link', { name: url }).click();
    await choose('Pause');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await endpoint()).status).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Send test event' }).waitFor();
    await choose('Edit');
    await page.getByRole('dialog').getByLabel('Description').fill('Search index');
    await page.getByRole('dialog').getByRole('button', { name: 'Save endpoint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Search index' }).waitFor();
    expect((await endpoint()).description).toBe('Search index');
    const off = "update webhook_endpoint set status = 'switched_off', disabled_reason = $2 where workspace_id = $1";
    await app.query(off, [workspace.id, 'Too many failures.']);
    await page.reload();
    await page.getByText('Too many failures.').waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Send test event' }).waitFor();
    await choose('Rotate secret');
    expect(await page.locator('.secret').textContent()).toMatch(/^whsec_/);
    expect((await endpoint()).status).toBe('active');
    await choose('Remove');
    await confirm(page, 'Remove');
    await page.getByText('There are no endpoints.').waitFor();
  });

  it('offers nothing that the key may not do', async () => {
    const { page, show, faults } = await console.signIn(['webhooks:read'], { size: { width: 360, height: 700 } });
    await show('Webhooks');
    await page.getByText('There are no endpoints.').waitFor();
    expect(await page.getByRole('button', { name: 'Register endpoint' }).count()).toBe(0);
    await expectSound({ page, faults });
  });
});
