import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { type Webhook, webhookHeaders } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { expectSound, startConsoleServer, useConsole } from './open-console.ts';

interface Received {
  readonly headers: Headers;
  readonly body: string;
}

describe.skipIf(withoutBrowser)(`webhooks in the console${skippedWithoutBrowser}`, () => {
  const received: Received[] = [];
  const reply = '<img src="x" onerror="document.title = \'run\'">';
  const receiver = createServer(async (request, response) => {
    received.push({ headers: new Headers(request.headers as Record<string, string>), body: await text(request) });
    response.writeHead(200).end(reply);
  });
  let app: App;
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    app = await startConsoleServer();
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const console = useConsole(() => app);

  it('registers an endpoint, sends it a test event, and shows the delivery', async () => {
    const { page, show, faults } = await console.signIn();
    await show('Webhooks');
    await page.getByText('Register an endpoint').click();
    await page.getByLabel('Address').fill('ftp://nowhere');
    await page.getByLabel('All events').check();
    await page.getByRole('button', { name: 'Register endpoint' }).click();
    await page.locator('.field-problem').waitFor();
    await expectSound({ page, faults });
    await page.getByLabel('Address').fill(url);
    await page.getByRole('button', { name: 'Register endpoint' }).click();
    await page.getByText('This is the secret').waitFor();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const row = page.getByRole('row', { name: 'webhook.test' });
    await row.getByText('succeeded').waitFor();
    const [first] = received as [Received];
    await verify({ ...first, secrets: secret, headerNames: webhookHeaders });
    await row.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(2);
    await expect.poll(() => row.getByText('succeeded').count()).toBe(2);
    await expectSound({ page, faults });
    await row
      .getByRole('link', { name: /^Attempts of dlv_.*: 1$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Webhook delivery' }).waitFor();
    // What the receiver responded is shown as it is, not run.
    const attempt = page.getByRole('row', { name: '200' });
    await attempt.getByText(reply, { exact: true }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(3);
    await attempt.waitFor();
  });

  it('pauses, resumes, re-enables, gives a new secret, and removes', async () => {
    const { page, show, faults, api } = await console.signIn();
    const { id } = (await api.post<Webhook>('/webhooks', { url, events: ['*'] })).data;
    const state = async () => (await api.get<Webhook>(`/webhooks/${id}`)).data.status;
    await show('Webhooks');
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await state()).toBe('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await app.query("update webhook_endpoint set status = 'switched_off', disabled_reason = 'Too many failures.'");
    await page.reload();
    await page.getByText('Too many failures.').waitFor();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Re-enable' }).click();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    expect(await page.locator('.secret').textContent()).toMatch(/^whsec_/);
    expect(await state()).toBe('active');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoint is registered').waitFor();
  });

  it('offers nothing that the key cannot do', async () => {
    const { page, show, faults } = await console.signIn(['webhooks:read'], { size: { width: 360, height: 700 } });
    await show('Webhooks');
    await page.getByText('No endpoint is registered').waitFor();
    expect(await page.getByText('Register an endpoint').count()).toBe(0);
    await expectSound({ page, faults });
  });
});
