import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importSecret } from '../signing/hmac.ts';
import { sign } from '../signing/sign.ts';
import { WebhookVerificationError } from './verification-error.ts';
import { type VerifyOptions, verify } from './verify.ts';

const now = 1_700_000_000;
const body = '{"id":"evt_1"}';

/** A delivery that is valid, but for what is given. */
async function delivery(changes: Partial<VerifyOptions> = {}): Promise<VerifyOptions> {
  const headers = { 'X-Webhook-Signature': await sign({ body, secrets: 'secret', timestamp: now }) };
  return { body, headers, secrets: 'secret', now, ...changes };
}

const outcomeOf = (options: VerifyOptions): Promise<string> =>
  verify(options).then(
    () => 'valid',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );

describe('verify', () => {
  it('says when the delivery was signed', async () => {
    expect(await verify(await delivery({ now: now + 10 }))).toEqual({ timestamp: now });
  });

  it('accepts anything that was signed, byte for byte', async () => {
    const secret = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array(),
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        fc.array(secret, { maxLength: 2 }),
        fc.integer({ min: -300, max: 300 }),
        async (bytes, senders, others, drift) => {
          const headers = { 'x-webhook-signature': await sign({ body: bytes, secrets: senders, timestamp: now }) };
          const secrets = [...others, senders.at(-1) as string];
          expect(await verify({ body: bytes, headers, secrets, now: now + drift })).toEqual({ timestamp: now });
        },
      ),
    );
  });

  it('refuses a body with one changed bit', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), async (sent, position, bit) => {
        const headers = { 'x-webhook-signature': await sign({ body: sent, secrets: 'secret', timestamp: now }) };
        const received = Uint8Array.from(sent);
        received[position % sent.length] = (sent[position % sent.length] as number) ^ (1 << bit);
        expect(await outcomeOf({ body: received, headers, secrets: 'secret', now })).toBe('no_match');
      }),
    );
  });

  it('has one kind of error for any header', async () => {
    const field = fc.oneof(
      anyText(),
      fc.array(fc.constantFrom('t=', 'v1=', ',', `${now}`, '0'.repeat(64), '=', ' ')).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(field, fc.array(field)), async (value) => {
        const judged = await outcomeOf(await delivery({ headers: { 'X-Webhook-Signature': value } }));
        expect(['missing_header', 'malformed_header', 'no_match', 'timestamp_out_of_tolerance']).toContain(judged);
      }),
    );
  });

  it('reveals neither the secret nor parts of the request', async () => {
    const wrong = await delivery({ secrets: 'other-secret', body: 'private body' });
    const late = await delivery({ now: now + 999 });
    const malformed = await delivery({ headers: { 'X-Webhook-Signature': 'marked-header' } });
    for (const options of [wrong, late, malformed]) {
      const error: Error = await verify(options).then(
        () => expect.unreachable(),
        (thrown) => thrown,
      );
      expect(`${error.message} ${error.stack}`).not.toMatch(/secret"|other-secret|private|evt_1|marked|v1=[0-9a-f]/);
      expect(error.cause).toBeUndefined();
    }
  });

  it('reads the header of another name', async () => {
    const headers = { 'Acme-Signature': (await delivery()).headers['X-Webhook-Signature' as never] as string };
    expect(await outcomeOf(await delivery({ headers }))).toBe('missing_header');
    expect(await outcomeOf(await delivery({ headers, headerNames: { signature: 'acme-signature' } }))).toBe('valid');
  });

  it('treats a repeated header as malformed, however it is passed', async () => {
    const field = (await delivery()).headers['X-Webhook-Signature' as never] as string;
    for (const headers of [
      { 'x-webhook-signature': [field, field] },
      { 'x-webhook-signature': field, 'X-Webhook-Signature': field },
      new Headers([
        ['x-webhook-signature', field],
        ['x-webhook-signature', field],
      ]),
    ]) {
      expect(await outcomeOf(await delivery({ headers }))).toBe('malformed_header');
    }
  });

  it('accepts imported secrets', async () => {
    const secrets = [await importSecret('other'), await importSecret('secret')];
    expect(await outcomeOf(await delivery({ secrets }))).toBe('valid');
    expect(await outcomeOf(await delivery({ secrets: secrets.slice(0, 1) }))).toBe('no_match');
  });

  it('counts whole seconds, like a receiver in any other language', async () => {
    expect(await outcomeOf(await delivery({ now: now + 300.9 }))).toBe('valid');
    expect(await outcomeOf(await delivery({ now: now + 301 }))).toBe('timestamp_out_of_tolerance');
  });

  it('refuses when the clock is not a number', async () => {
    expect(await outcomeOf(await delivery({ now: Number.NaN }))).toBe('timestamp_out_of_tolerance');
  });

  it('uses the clock of the system by default', async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = { 'X-Webhook-Signature': await sign({ body, secrets: 'secret', timestamp }) };
    expect(await verify({ body, headers, secrets: 'secret' })).toEqual({ timestamp });
  });

  it.each([[{ secrets: [] }], [{ secrets: '' }], [{ secrets: undefined as never }], [{ secrets: ['secret', ''] }]])(
    'fails on wrong secrets before it checks the request: %j',
    async (wrong) => {
      await expect(verify(await delivery({ ...wrong, headers: {} }))).rejects.toThrow(TypeError);
    },
  );

  it('fails on a body that was parsed', async () => {
    await expect(verify(await delivery({ body: { id: 'evt_1' } as never }))).rejects.toThrow(/raw bytes/);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('fails on a tolerance of %s', async (toleranceSeconds) => {
    await expect(verify(await delivery({ toleranceSeconds }))).rejects.toThrow(RangeError);
  });
});
