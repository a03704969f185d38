import { PassThrough } from 'node:stream';
import { createSecret } from '@contract-kit/webhooks';
import { createTestDelivery, type TestDeliveryOptions } from '@contract-kit/webhooks/testing';
import { webhookHeaders } from '@product-content/contract';
import { expect, it, onTestFinished } from 'vitest';
import { startWebhookListener } from './webhook-commands.ts';

async function listen(json?: boolean, secret: readonly string[] = ['whsec_new', 'whsec_old']) {
  const printed = { out: '', error: '' };
  const stdout = new PassThrough().on('data', (text) => {
    printed.out += text;
  });
  const stderr = new PassThrough().on('data', (text) => {
    printed.error += text;
  });
  const output = { stdout, stderr: stderr as unknown as NodeJS.WriteStream, setExitCode: () => undefined };
  const server = await startWebhookListener({ secret: [...secret], port: 0, json }, output);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await expect.poll(() => printed.error).toMatch(/^Listening on http:\S+\n$/);
  return { url: printed.error.trim().slice('Listening on '.length), printed };
}

const sign = (delivery: TestDeliveryOptions) => createTestDelivery({ headerNames: webhookHeaders, ...delivery });

it('prints what it verified with one of its secrets', async () => {
  const { url, printed } = await listen();
  const delivery = await sign({ secrets: 'whsec_old', deliveryId: 'dlv_1' });
  expect((await fetch(url, delivery)).status).toBe(204);
  expect((await fetch(url, delivery)).status).toBe(204);
  expect(printed.out.match(/^\S+ {2}webhook\.test {2}evt_\S+ {2}dlv_1\n\{"message":"A test\."\}$/gm)).toHaveLength(2);
});

it('prints JSON for machines', async () => {
  const { url, printed } = await listen(true);
  const delivery = await sign({ secrets: 'whsec_new' });
  await fetch(url, delivery);
  expect(JSON.parse(printed.out)).toEqual(JSON.parse(delivery.body));
});

it('verifies deliveries of Standard Webhooks too', async () => {
  const secret = createSecret();
  const { url, printed } = await listen(true, [secret]);
  const scheme = 'standard_webhooks';
  expect((await fetch(url, await sign({ secrets: secret, scheme }))).status).toBe(204);
  expect((await fetch(url, await sign({ secrets: createSecret(), scheme }))).status).toBe(403);
  expect(JSON.parse(printed.out)).toMatchObject({ type: 'webhook.test' });
});

it('refuses what is signed with another secret and says so', async () => {
  const { url, printed } = await listen();
  const response = await fetch(url, await sign({ secrets: 'whsec_wrong', deliveryId: 'dlv_2' }));
  expect(response.status).toBe(403);
  expect(printed.out).toBe('');
  expect(printed.error).toContain('Refused dlv_2 with 403');
  expect(printed.error).not.toContain('whsec');
});
