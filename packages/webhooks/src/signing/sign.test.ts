import { createHmac } from 'node:crypto';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HmacKey, importSecret, secretBytes } from './hmac.ts';
import { createSecret } from './secret.ts';
import { type RawBody, type SignOptions, sign } from './sign.ts';
import { signDelivery } from './sign-delivery.ts';
import { signStandardWebhook } from './sign-standard-webhook.ts';

const timestamp = 1_700_000_000;
const published = {
  secrets: 'convoy-webhook-secret',
  body: '{"event":"charge.success","amount":1000,"currency":"NGN"}',
  timestamp,
};

describe('sign', () => {
  it('makes the published signature', async () => {
    expect(await sign(published)).toBe(
      't=1700000000,v1=1cdbc3c8e883cd0e7f835821ed2e653289f427834f450f3380838d85c082a16d',
    );
  });

  it('has one v1 for each secret, in order', async () => {
    const [one, two] = await Promise.all(['a', 'b'].map((secrets) => sign({ body: 'x', secrets, timestamp })));
    const both = await sign({ body: 'x', secrets: ['a', 'b'], timestamp });
    expect(both).toBe(`${one},${two?.replace(`t=${timestamp},`, '')}`);
  });

  it('is HMAC-SHA-256 over t, a dot and the bytes', async () => {
    const anySecret = anyText({ minLength: 1 }).filter((text) => text.trim() === text);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), anySecret, fc.nat(), async (body, secret, t) => {
        const expected = createHmac('sha256', Buffer.from(secret)).update(`${t}.`).update(body).digest('hex');
        expect(await sign({ body, secrets: secret, timestamp: t })).toBe(`t=${t},v1=${expected}`);
      }),
    );
  });

  it('signs the same bytes in any container', async () => {
    const bytes = Buffer.from('Größe 🏮');
    const inside = new Uint8Array(Buffer.concat([Buffer.from('<<'), bytes, Buffer.from('>>')])).subarray(2, -2);
    const holders: RawBody[] = ['Größe 🏮', bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer, inside];
    const signatures = await Promise.all(holders.map((body) => sign({ body, secrets: 's', timestamp })));
    expect(new Set(signatures).size).toBe(1);
  });

  it('accepts an imported secret', async () => {
    const key = await importSecret(published.secrets);
    expect(await sign({ ...published, secrets: [key] })).toBe(await sign(published));
  });

  it.each([
    ['timestamped', sign],
    [
      'standard_webhooks',
      async (options: SignOptions) => JSON.stringify(await signStandardWebhook({ id: 'evt_1', ...options })),
    ],
  ] as const)('signs %s with a key of other cryptography as with the secret', async (scheme, signed) => {
    const secret = createSecret();
    const key = secretBytes(secret, scheme);
    const hmac: HmacKey = { sign: (data) => createHmac('sha256', key).update(data).digest() };
    const delivery = { body: 'x', timestamp };
    expect(await signed({ ...delivery, secrets: hmac })).toBe(await signed({ ...delivery, secrets: secret }));
  });

  it.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, '1700000000' as unknown as number])(
    'refuses %s as a timestamp',
    async (wrong) => {
      await expect(sign({ ...published, timestamp: wrong })).rejects.toThrow(RangeError);
    },
  );

  it.each([[undefined], [null], [''], [[]], [['a', '']], [['a', undefined]], [' a'], ['a\n'], [5], [{}]])(
    'refuses %j as secrets',
    async (secrets) => {
      await expect(sign({ ...published, secrets: secrets as string })).rejects.toThrow(TypeError);
    },
  );

  it('does not name the secret it refuses', async () => {
    await expect(sign({ ...published, secrets: 'topsecret\n' })).rejects.toThrow(/^(?!.*topsecret).*trim it/);
  });

  it.each([[undefined], [null], [{ a: 1 }], [[1]], [5]])('refuses %j as a body and says why', async (body) => {
    await expect(sign({ ...published, body: body as unknown as string })).rejects.toThrow(/raw bytes/);
  });
});

describe('signDelivery', () => {
  const delivery = { ...published, event: 'order.paid', deliveryId: 'dlv_1' };

  it('makes every header of a delivery, under neutral names', async () => {
    expect(await signDelivery(delivery)).toEqual({
      'Content-Type': 'application/json',
      'X-Webhook-Event': 'order.paid',
      'X-Webhook-Delivery': 'dlv_1',
      'X-Webhook-Timestamp': '1700000000',
      'X-Webhook-Signature': await sign(published),
    });
  });

  it('uses other names where they are given', async () => {
    const headers = await signDelivery({ ...delivery, headerNames: { signature: 'Acme-Signature' } });
    expect(headers['Acme-Signature']).toBe(await sign(published));
    expect(Object.keys(headers)).toContain('X-Webhook-Event');
  });
});
