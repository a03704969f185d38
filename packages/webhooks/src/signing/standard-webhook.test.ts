import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { receiveByExpress, receiveByFetch } from '../../test-support/receivers.ts';
import { verify } from '../verification/verify.ts';
import { importSecret } from './hmac.ts';
import { createSecret } from './secret.ts';
import { signDelivery } from './sign-delivery.ts';
import { signStandardWebhook } from './sign-standard-webhook.ts';

const scheme = 'standard_webhooks';
const body = '{"id":"evt_1","type":"order.paid"}';
const now = () => Math.floor(Date.now() / 1000);

const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);

describe('signStandardWebhook', () => {
  it('makes the signature of the official library', async () => {
    await fc.assert(
      fc.asyncProperty(anyId, anySecret, anyText(), fc.nat(), async (id, secret, text, timestamp) => {
        const headers = await signStandardWebhook({ id, body: text, secrets: secret, timestamp });
        expect(headers).toEqual({
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': new Webhook(secret).sign(id, new Date(timestamp * 1000), text),
        });
      }),
    );
  });

  it('is accepted by the official library with each secret of a rotation', async () => {
    const secrets = [createSecret(), createSecret()];
    const headers = await signStandardWebhook({ id: 'evt_1', body, secrets, timestamp: now() });
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow('No matching signature found');
  });

  it('accepts an imported secret', async () => {
    const secret = createSecret();
    const attempt = { id: 'evt_1', body, timestamp: 1 };
    const key = await importSecret(secret, scheme);
    expect(await signStandardWebhook({ ...attempt, secrets: key })).toEqual(
      await signStandardWebhook({ ...attempt, secrets: secret }),
    );
  });

  it.each(['', 'evt.1', 'evt 1', 'evt_1\n'])('refuses %j as an id', async (id) => {
    await expect(signStandardWebhook({ id, body, secrets: createSecret(), timestamp: 1 })).rejects.toThrow(TypeError);
  });

  it.each(['whsec_', 'whsec_abc', 'whsec_ab~=', 'whsec_of_the_guide', ''])('refuses the secret %j', async (secrets) => {
    await expect(signStandardWebhook({ id: 'evt_1', body, secrets, timestamp: 1 })).rejects.toThrow(TypeError);
  });
});

describe('signDelivery under Standard Webhooks', () => {
  it('keeps the headers that name event and delivery', async () => {
    const headers = await signDelivery({
      ...{ body, secrets: createSecret(), timestamp: 1_700_000_000, scheme },
      ...{ event: 'order.paid', eventId: 'evt_1', deliveryId: 'dlv_1' },
    });
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'X-Webhook-Event': 'order.paid',
      'X-Webhook-Delivery': 'dlv_1',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });
});

describe('verify under Standard Webhooks', () => {
  it('accepts what the official library signs, and returns its id', async () => {
    const secret = createSecret();
    const timestamp = now();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), body),
    };
    expect(await verify({ body, headers, secrets: secret, scheme })).toEqual({ timestamp, id: 'msg_1' });
  });

  it('accepts no delivery of the other scheme, even with the same secret', async () => {
    const secret = createSecret();
    const attempt = { body, secrets: secret, timestamp: now(), event: 'a', eventId: 'evt_1', deliveryId: 'dlv_1' };
    const standard = await signDelivery({ ...attempt, scheme });
    const timestamped = await signDelivery(attempt);
    await expect(verify({ body, headers: standard, secrets: secret })).rejects.toMatchObject({
      code: 'missing_header',
    });
    await expect(verify({ body, headers: timestamped, secrets: secret, scheme })).rejects.toMatchObject({
      code: 'missing_header',
    });
  });
});

describe.each([
  ['Express', receiveByExpress],
  ['Fetch', receiveByFetch],
] as const)('a receiver of Standard Webhooks on %s', (_runtime, receive) => {
  const secrets = createSecret();

  it('passes on an event once for each webhook-id', async () => {
    const { events, deliver } = await receive({ secrets, scheme });
    for (const id of ['evt_1', 'evt_1', 'evt_2']) {
      expect((await deliver({ secrets, scheme, event: { id, type: 'order.paid' } })).status).toBe(204);
    }
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });

  it('refuses a delivery of the other scheme', async () => {
    const { deliver } = await receive({ secrets, scheme });
    expect((await deliver({ secrets })).status).toBe(400);
  });

  it('fails immediately for a secret that is not base64', async () => {
    await expect(receive({ secrets: 'whsec_not base64', scheme })).rejects.toThrow('base64');
  });
});
